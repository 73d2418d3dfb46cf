package plots

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"fence/fencekit/trace"
)

// Pages returns the lanes in as many figures as it takes for none to be higher than a height, in the theme of the
// lanes and its width. In a lease log the lanes of services and resources are on every page, and the clients are
// divided. It fails as Figure does, and if not even one lane fits.
func (l *Lanes) Pages(height vg.Length) ([]*Figure, error) {
	w, err := l.window()
	if err != nil {
		return nil, err
	}
	fixed, moving := l.divided()
	room, err := l.perPage(w, height, fixed, moving)
	if err != nil {
		return nil, err
	}
	var pages []*Figure
	chunks := slices.Collect(slices.Chunk(moving, room))
	if len(chunks) == 0 {
		chunks = [][]string{nil}
	}
	for i, part := range chunks {
		page := *l
		page.Actors = l.inOrder(append(slices.Clone(fixed), part...))
		f, err := page.Figure()
		if err != nil {
			return nil, err
		}
		f.Theme = l.press().Theme
		if len(chunks) > 1 {
			f.Title = strings.TrimSpace(fmt.Sprintf("%s (%d of %d)", f.Title, i+1, len(chunks)))
		}
		pages = append(pages, f)
	}
	return pages, nil
}

// divided returns the actors that are on every page, and those that are divided.
func (l *Lanes) divided() (fixed, moving []string) {
	for _, name := range l.laneNames() {
		i := slices.IndexFunc(l.actors, func(a trace.Actor) bool { return a.Name == name })
		if role := l.actors[i].Role; l.log.IsLease() && (role == trace.RoleService || role == trace.RoleResource) {
			fixed = append(fixed, name)
		} else {
			moving = append(moving, name)
		}
	}
	return fixed, moving
}

// inOrder returns the chosen actors in the order of the lanes.
func (l *Lanes) inOrder(chosen []string) []string {
	return slices.DeleteFunc(slices.Clone(l.laneNames()), func(name string) bool { return !slices.Contains(chosen, name) })
}

// perPage returns how many of the moving actors fit on a page beside the fixed ones. All legends are as large as that
// of all lanes, at most.
func (l *Lanes) perPage(w *window, height vg.Length, fixed, moving []string) (int, error) {
	p := l.press()
	whole := newLaneChart(p, l, w)
	_, entries := whole.plot()
	f := &Figure{Theme: p.Theme, Title: l.title() + " (00 of 00)", Caption: l.caption(w)}
	of := func(lanes float64) vg.Length {
		s := single{
			build: func(*press, vg.Length) (*plot.Plot, legend) { return nil, entries },
			high:  func(p *press) vg.Length { return vg.Length(lanes)*p.laneUnit() + whole.around(p) },
		}
		return f.around(p, p.Width) + s.height(p, p.Width-2*p.margin())
	}
	var still float64
	if len(fixed) > 0 {
		part := *l
		part.Actors = fixed
		still = newLaneChart(p, &part, w).total
	}
	each := (whole.total - still) / float64(max(1, len(moving)))
	n := len(moving)
	for n > 1 && of(still+float64(n)*each) > height {
		n--
	}
	if least := of(still + float64(min(n, 1))*each); least > height {
		return 0, fmt.Errorf("plots: lanes: height = %.3g in: must be %.3g or more for a page with one of %s",
			float64(height/vg.Inch), float64(least/vg.Inch), counted(len(moving), "lane"))
	}
	return max(n, 1), nil
}
