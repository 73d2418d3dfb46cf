//go:build browser

package notebooks

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/png"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The notebooks as readers have them: a real Notebook server, the real kernel, a real browser. Pictures go to the
// folder that FENCE_SCREENSHOTS names, for eyes.
func TestBrowserNotebooks(t *testing.T) {
	s := newServer(t)
	t.Run("newcomer sees what is stored", s.newcomerSees)
	t.Run("margin follows the mouse", s.marginFollowsTheMouse)
	t.Run("sweep is interrupted", s.sweepIsInterrupted)
	t.Run("kernel restarts in a sweep", s.kernelRestarts)
	t.Run("next cell waits for Done", s.nextWaitsForDone)
	t.Run("next cell waits for an interrupt", s.nextWaitsForInterrupt)
	t.Run("page is loaded anew", s.pageIsLoadedAnew)
	t.Run("one slider after another", s.oneAfterAnother)
	t.Run("page that does not answer", s.pageDoesNotAnswer)
	t.Run("drawing fails", s.drawingFails)
}

// newcomerSees opens the first and the last notebook as they are stored, without running anything. Every output is
// shown, and none runs over the edge of the page.
func (s *server) newcomerSees(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"00-start", "99-published-vs-ours"} {
		n, err := Read(name + ".ipynb")
		if err == nil {
			err = n.Write(filepath.Join(s.dir, name+".ipynb"))
		}
		if err != nil {
			t.Fatal(err)
		}
		p := s.open(t, name)
		pictures, tables := 0, 0
		for _, c := range n.Cells {
			for _, o := range c.Outputs {
				if _, ok := o.Data[pngImage]; ok {
					pictures++
				} else if strings.Contains(o.Data[htmlText], "<table") {
					tables++
				}
			}
		}
		p.until(`[...document.querySelectorAll(".output img")].filter(i => i.naturalWidth).length === %d`, pictures)
		if got := ask[int](p, `document.querySelectorAll(".output table").length`); got != tables {
			t.Errorf("%s: the page shows %d tables, want %d", name, got, tables)
		}
		if wide := ask[[]string](p, tooWide); len(wide) > 0 {
			t.Errorf("%s: wider than the page: %q", name, wide)
		}
		p.photographAll(name)
	}
}

// tooWide are the outputs of which a part is hidden at the right, by how they begin.
const tooWide = `[...document.querySelectorAll(".output_subarea")].filter(e => e.scrollWidth > e.clientWidth + 1)
	.map(e => e.scrollWidth + " of " + e.clientWidth + " pixels: " + e.innerText.trim().slice(0, 60))`

// scoreboard is what 03-margin shows and `fence margin` has too.
var scoreboard = []string{"sent", "aborted", "abort_pct", "unlocked_applied", "work_destroyed"}

// margins asks the program for the writes of the notebook's experiment at a margin.
func margins(t *testing.T, fence, margin string) map[string]string {
	t.Helper()
	text, err := exec.Command(fence, "margin", "--margins", margin, "--trials", "80", "--seed", "1", "-f", "csv").Output()
	if err != nil {
		t.Fatalf("fence margin --margins %s: %v", margin, err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("fence margin --margins %s: %d rows, %v", margin, len(rows), err)
	}
	row := map[string]string{}
	for i, name := range rows[0] {
		row[name] = rows[1][i]
	}
	pct, err := strconv.ParseFloat(row["abort_pct"], 64)
	if err != nil {
		t.Fatal(err)
	}
	row["abort_pct"] = strconv.FormatFloat(pct, 'f', 2, 64) // as a frame shows shares
	return row
}

// shown is a script that returns the numbers of the check in the scoreboard of a cell, by column, and its caption.
const shown = `(() => {
	const table = area(%d).querySelector("table"), text = r => [...r.cells].map(c => c.textContent.trim());
	const names = text(table.rows[0]), row = [...table.rows].map(text).find(r => r[1] === "check");
	return Object.fromEntries([["caption", table.caption.textContent], ...names.map((n, i) => [n, row[i]])]);
})()`

// dragged drags the slider of 03-margin, waits for the drawing at rest, and holds the scoreboard to the program's
// numbers. It returns the margin.
func (p *page) dragged(cell int, fence string, from, to float64) time.Duration {
	p.Helper()
	p.drag(cell, from, to)
	seconds := ask[string](p, fmt.Sprintf(`slider(%d).value`, cell))
	margin, err := time.ParseDuration(seconds + "s")
	if err != nil {
		p.Fatal(err)
	}
	p.until(`%s.caption.includes("margin %v;")`, fmt.Sprintf(shown, cell), margin)
	p.until(`[...area(%d).querySelectorAll("img")].every(i => i.naturalWidth === 2 * i.width)`, cell)
	got, want := ask[map[string]string](p, fmt.Sprintf(shown, cell)), margins(p.T, fence, margin.String())
	for _, name := range scoreboard {
		if got[name] != want[name] || want[name] == "" {
			p.Errorf("margin %v: %s: the page shows %q, fence margin has %q", margin, name, got[name], want[name])
		}
	}
	return margin
}

// openMargin opens 03-margin and runs it until its controls are connected; it returns the place of their cell. In a
// hurry it runs only the declarations and that cell.
func (s *server) openMargin(t *testing.T, hurry bool) (*page, int) {
	t.Helper()
	n := s.copy(t, "03-margin")
	cell := slices.IndexFunc(n.Cells, func(c Cell) bool { return strings.Contains(c.Source, "nb.Interact(") })
	p := s.open(t, "03-margin")
	var cells []int
	for i, c := range n.Cells {
		declares := strings.HasPrefix(c.Source, "import") || strings.Contains(c.Source, "func ")
		if c.Type == "code" && (!hurry || i == cell || i < cell && declares) {
			cells = append(cells, i)
		}
	}
	p.run(cells...)
	t.Logf("%.1f s until the controls are connected", p.until(`connected(%d)`, cell).Seconds())
	return p, cell
}

// marginFollowsTheMouse drags the slider of 03-margin to three places, presses Done, and looks at what is stored.
func (s *server) marginFollowsTheMouse(t *testing.T) {
	t.Parallel()
	fence := filepath.Join(t.TempDir(), "fence")
	if out, err := exec.Command("go", "build", "-o", fence, "../cmd/fence").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p, cell := s.openMargin(t, false)
	var seen []time.Duration
	for i, to := range []float64{0.05, 0.5, 0.92} {
		seen = append(seen, p.dragged(cell, fence, []float64{0.2, 0.05, 0.5}[i], to))
		p.photograph(fmt.Sprintf("margin-%d", i+1))
	}
	if !slices.IsSorted(seen) || len(slices.Compact(seen)) != 3 {
		t.Errorf("the mouse dragged the slider to %v, want three margins that rise", seen)
	}
	p.do(`press(%d, "done")`, cell)
	p.until(`!slider(%d)`, cell)
	p.ends()
	p.photograph("margin-done")
	p.storesLast(p.stored(), cell, seen[2], margins(t, fence, seen[2].String()))
}

// storesLast holds a stored cell to the last drawing: the curve and the lanes at rest, what they say of the margin,
// and no controls.
func (p *page) storesLast(n *Notebook, cell int, margin time.Duration, row map[string]string) {
	p.Helper()
	text, pictures := "", 0
	for _, o := range n.Cells[cell].Outputs {
		text += o.Data[plainText] + o.Data[htmlText]
		if _, ok := o.Data[pngImage]; ok {
			pictures++
			p.isAtRest(&o)
		}
	}
	if pictures != 2 {
		p.Errorf("%d pictures are stored, want 2", pictures)
	}
	said := func(column string) string { return digits(p.T, row[column]) }
	curve := fmt.Sprintf("At the chosen margin of %s: %s %% aborted; %s unlocked applied, %s work destroyed per trial.",
		spaced(margin), said("abort_pct"), said("unlocked_applied_per_trial"), said("work_destroyed_per_trial"))
	for _, want := range []string{curve, fmt.Sprintf("margin %v;", margin), fmt.Sprintf("margin %v, otherwise", margin)} {
		if !strings.Contains(text, want) {
			p.Errorf("stored is not the last drawing; %q is missing in:\n%.3000s", want, text)
		}
	}
	if strings.Contains(text, "data-fence") {
		p.Error("the controls are stored")
	}
}

// isAtRest holds a stored picture to two pixels for each of the page.
func (p *page) isAtRest(o *Output) {
	p.Helper()
	data, err := o.Picture()
	if err != nil {
		p.Fatal(err)
	}
	image, err := png.DecodeConfig(bytes.NewReader(data))
	if size, _ := o.Metadata[pngImage].(map[string]any); err != nil || size["width"] != float64(image.Width/2) {
		p.Errorf("the stored picture has %d pixels for a width of %v, want two for each; %v", image.Width, size["width"], err)
	}
}

// digits is a number as a figure reads it out, with three digits.
func digits(t *testing.T, text string) string {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// spaced is a margin as a figure names it, with a space before its unit.
func spaced(d time.Duration) string {
	text := d.String()
	unit := strings.IndexAny(text, "ms")
	return text[:unit] + " " + text[unit:]
}
