package frametest

import (
	"errors"
	"runtime"
)

// ErrNoRoom is the error of a Room that is full.
var ErrNoRoom = errors.New("frametest: no room")

// Room is a writer with room for so many bytes, such as a disk. The write that does not fit takes none of its bytes and
// fails with ErrNoRoom, and so do all that follow.
type Room int

// Write implements io.Writer.
func (r *Room) Write(p []byte) (int, error) {
	if *r -= Room(len(p)); *r < 0 {
		*r = -1 // a smaller write does not fit either
		return 0, ErrNoRoom
	}
	return len(p), nil
}

// Allocated returns how many bytes this process has allocated so far, those that were freed since included. The
// difference of two calls is what the code between them took.
func Allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
