package plots_test

import (
	"context"
	"slices"
	"testing"

	"fence/fencekit"
	"fence/fencekit/lease"
	"fence/plots"
)

func init() { gallery = append(gallery, drawn{"postures", scoreboard}) }

// Which counters a scoreboard shows by default goes by what there is to show: a service that forgets tokens has writes
// of equal tokens, and overwrites what is newer where tokens do not tell.
func TestScoreboardShowsWhatThereIs(t *testing.T) {
	usual := []string{"aborted", "unlocked arrived", "refused", "unlocked applied", "work destroyed"}
	for _, c := range []struct {
		kind lease.Failover
		want []string
	}{
		{lease.NoFailover, usual},
		{lease.Lossy, slices.Concat(usual[:4], []string{"newer overwritten", "work destroyed", "same token",
			"released stranger"})},
	} {
		e := fencekit.New()
		e.Trials, e.Params.Failover = 20, c.kind
		compared, err := fencekit.Compare(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		figure, err := plots.Postures{}.Figure(compared)
		if err != nil {
			t.Fatal(err)
		}
		figure.Width = plots.DoubleColumn // names on one line
		boxes, err := figure.Texts()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, box := range boxes {
			if slices.Contains(append(c.want, "lost updates"), box.Text) {
				got = append(got, box.Text)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.kind, got, c.want)
		}
	}
}
