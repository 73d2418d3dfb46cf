package nb_test

import (
	"fmt"
	"os"

	"fence/fencekit"
	"fence/fencekit/frame"
	"fence/fencekit/nb"
)

// In a notebook each value is an output of the cell. Here, outside one, each becomes a file.
func Example() {
	dir, err := os.MkdirTemp("", "")
	nb.Check(err)
	defer os.RemoveAll(dir)
	nb.Check(os.Chdir(dir))

	table := nb.Must(fencekit.Compare(nb.Context(), fencekit.New()))
	nb.Show(nb.Must(table.Select("posture", "sent", "work_destroyed")))
	destroyed := nb.Must(frame.Col[int64](table, "work_destroyed"))
	nb.Say("**%d** writes destroy newer work.", destroyed[0])

	last := nb.Interact(func(in nb.Values) []any {
		return []any{fmt.Sprintf("a lease of %v", in.Duration("lease"))}
	}, nb.DurationSlider("lease", 1e9, 10e9, 1e8, 3e9))
	fmt.Println(last.Duration("lease"))
	// Output:
	// wrote shown/01.html
	// 586 writes destroy newer work.
	// a lease of 3s
	// 3s
}
