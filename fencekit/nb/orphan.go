package nb

import (
	"os"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
)

func init() {
	if gonbui.IsNotebook {
		go endWith(os.Getppid())
	}
}

// endWith ends the program when its parent has ended. A kernel that is restarted or shut down leaves the program of the cell
// running, with nobody to show anything to: a sweep would go on for as long as it takes.
func endWith(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second / 2)
	}
	os.Exit(1)
}
