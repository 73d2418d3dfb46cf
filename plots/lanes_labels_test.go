package plots_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/lease"
	"fence/fencekit/trace"
	"fence/plots"
)

// crowdedRun is a run whose clocks are set hundreds of times: ten clients in twenty minutes.
func crowdedRun(posture lease.Posture) (*trace.Log, error) {
	p := lease.Default()
	p.Clients, p.Lease, p.Horizon = 10, time.Minute, 20*time.Minute
	return lease.Log(lease.Draw(&p, 7), posture)
}

// tooNear returns the texts that stand in one line with less than half a size of type between them, and the number of
// texts that were looked at. The names of lanes, the legend and the axis keep their own distances.
func tooNear(t *testing.T, f *plots.Figure, labels func(string) bool) (findings []string, n int) {
	t.Helper()
	boxes, err := f.Texts()
	if err != nil {
		t.Fatal(err)
	}
	boxes = slices.DeleteFunc(boxes, func(b plots.TextBox) bool { return !labels(b.Text) })
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			apart := (a.Min.Y + a.Max.Y - b.Min.Y - b.Max.Y) / 2
			gap := max(a.Min.X-b.Max.X, b.Min.X-a.Max.X)
			if gap < 0.45*f.Theme.NoteSize && max(apart, -apart) < 0.15*f.Theme.NoteSize {
				findings = append(findings, fmt.Sprintf("%q and %q are %.2f pt apart", a.Text, b.Text, float64(gap)))
			}
		}
	}
	return findings, len(boxes)
}

// TestLabelsOfALineKeepApart holds the labels of marks to half a size of type between them, in crowded runs too.
func TestLabelsOfALineKeepApart(t *testing.T) {
	seven := func() (*trace.Log, error) {
		p := lease.Default()
		p.Horizon = 3 * time.Minute
		return lease.Log(lease.Draw(&p, 7), lease.CheckFencing)
	}
	crowded := func() (*trace.Log, error) { return crowdedRun(lease.CheckFencing) }
	duration := func(s string) bool { return strings.HasSuffix(s, "s") && strings.ContainsAny(s, "0123456789") }
	number := func(s string) bool { return strings.Trim(s, "0123456789") == "" && len(s) == 3 }
	sums := 0
	for _, c := range []struct {
		name   string
		make   func() (*trace.Log, error)
		values bool
		labels func(string) bool
	}{
		{"seed 7", seven, false, duration}, {"seed 7 with clocks", seven, true, duration},
		{"ten clients", crowded, false, duration}, {"protocol", busyProtocol, true, number},
	} {
		for _, width := range []vg.Length{plots.SingleColumn, plots.DoubleColumn} {
			log, err := c.make()
			f, err := laneFigure(log, err, func(l *plots.Lanes) {
				if c.values {
					l.Values = func(e trace.Event) string {
						if c.name == "protocol" {
							return fmt.Sprint(100 + e.Seq)
						}
						return fmt.Sprintf("%.1f s", e.Clock.Seconds())
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			f.Width, f.Caption = width, ""
			findings, n := tooNear(t, f, c.labels)
			sums += n
			for _, finding := range findings {
				t.Errorf("%s at %.1f in: %s", c.name, float64(width/vg.Inch), finding)
			}
		}
	}
	if sums < 40 {
		t.Errorf("only %d labels were looked at", sums)
	}
}

// busyProtocol is a log of messages and clock steps that leave no room.
func busyProtocol() (*trace.Log, error) {
	var b strings.Builder
	for i := range 120 {
		from, to := i%3+1, (i+1)%3+1
		fmt.Fprintf(&b, "%d | P%d | clock-step | by=%d\n", i*10, from, 100+i)
		if i%2 == 0 {
			fmt.Fprintf(&b, "%d | P%d | send | msg=m%d to=P%d\n", i*10+1, from, i, to)
			fmt.Fprintf(&b, "%d | P%d | recv | msg=m%d from=P%d\n", i*10+7, to, i, from)
		}
	}
	return trace.Read(strings.NewReader(b.String()))
}

// TestClockStepsThatTouchHaveNoLabel: a label beside two carets that touch could be of either. Those that stand alone
// have theirs, unless most of a lane's have none.
func TestClockStepsThatTouchHaveNoLabel(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps []int // milliseconds
		want  int
	}{
		{"alone", []int{5000}, 1},
		{"two apart", []int{2000, 6000}, 2},
		{"two that touch", []int{5000, 5020}, 0},
		{"two that touch and two alone", []int{2000, 5000, 5020, 8000}, 0},
		{"two that touch and three alone", []int{1500, 3500, 5500, 8000, 8020}, 3},
	} {
		for _, kind := range []string{"lease", "protocol"} {
			var b strings.Builder
			b.WriteString("0 | C1 | note | text=x\n")
			if kind == "lease" {
				b.Reset()
				b.WriteString("0 | svc | grant | lock=L to=C1 token=1 until=3000\n")
			}
			for i, at := range c.steps {
				fmt.Fprintf(&b, "%d | C1 | clock-step | by=%d\n", at, 1100+100*i)
			}
			b.WriteString("10000 | C1 | note | text=x\n")
			f, err := laneFigure(timeline(b.String()), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			f.Width = plots.DoubleColumn
			boxes, err := f.Texts()
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, box := range boxes {
				if strings.HasPrefix(box.Text, "+1") {
					got++
				}
			}
			if got != c.want {
				t.Errorf("%s, %s: %d labels, want %d", c.name, kind, got, c.want)
			}
		}
	}
}

// TestTooManyClockStepsHaveNoLabels is the run of ten clients: no step of hundreds is labelled.
func TestTooManyClockStepsHaveNoLabels(t *testing.T) {
	log, err := crowdedRun(lease.CheckFencing)
	f, err := laneFigure(log, err, nil)
	if err != nil {
		t.Fatal(err)
	}
	boxes, err := f.Texts()
	if err != nil {
		t.Fatal(err)
	}
	for _, box := range boxes {
		if strings.HasPrefix(box.Text, "−") || strings.HasPrefix(box.Text, "+") {
			t.Errorf("%q is written at %v", box.Text, box.Min)
		}
	}
}
