package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"fence/fencekit/frame"
	"fence/fencekit/frame/parquetio"
)

// command finds a command line of this program in a page, in a table's cell or in a block of shell lines.
var command = regexp.MustCompile("`fence-parquet ([^`]+)`|go run \\./cmd/fence-parquet ([^;&#\n]+)")

// The pages' commands run as they stand, on a file that has the name of theirs.
func TestPagesCommandsRun(t *testing.T) {
	pages := []string{"../../README.md", "../../docs/frames.md"}
	var lines []string
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := command.FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s: no command found", page)
		}
		for _, m := range found {
			lines = append(lines, m[1]+m[2])
		}
	}
	t.Chdir(t.TempDir())
	for _, line := range lines {
		args := strings.Fields(line)
		if err := results(t).WriteFile(args[0]); err != nil {
			t.Fatal(err)
		}
		fine(t, args...)
		same(t, line, results(t), func() (frame.Frame, error) {
			text := read(t, args[1])
			return parquetio.Read(strings.NewReader(text), int64(len(text)))
		})
	}
}
