package frame

import (
	"fmt"
	"strconv"
	"strings"
)

// heatLayout says how wide the parts of a heat map are.
type heatLayout struct {
	label            int    // width of the labels at the left
	cell             int    // width of a column, without the two blanks before it
	shades           int    // signs of shade in a cell
	figures          int    // width of the figures; 0 for shades alone
	between          string // between shade and figure
	edge             string // at either side of a map of shades alone
	head             string // the lines above the cells
	maps, rows, cols int    // how many are shown
	titled           bool   // the labels of the columns stand above them, and not in a note
}

const (
	longestLabel = 32 // of a row
	longestHead  = 12 // of a column
)

// layout chooses the widest form that fits: shade and figure, a single shade and figure, two signs of shade, one.
func (m *heatmap) layout() *heatLayout {
	l := &heatLayout{maps: min(len(m.facets.labels), heatMaps), rows: min(len(m.down.labels), heatRows),
		cols: len(m.across.labels)}
	ellipsis := m.glyphs.ellipsis
	l.label = width(shortened(m.down.title, longestLabel, ellipsis))
	for _, s := range m.down.labels[:l.rows] {
		l.label = max(l.label, width(shortened(s, longestLabel, ellipsis)))
	}
	if !m.figured(l) {
		m.shaded(l)
	}
	return l
}

// figured lays out cells with figures, and reports whether they fit.
func (m *heatmap) figured(l *heatLayout) bool {
	heads, digits := 0, width(strconv.Itoa(l.cols))
	for _, s := range m.across.labels {
		heads = max(heads, width(s))
	}
	l.figures = 1
	for _, s := range m.figures {
		l.figures = max(l.figures, width(s))
	}
	for _, l.titled = range []bool{true, false} {
		head := digits
		if l.titled {
			head = heads
		}
		if head > longestHead {
			continue
		}
		for l.shades = 2; l.shades > 0; l.shades-- {
			l.between = strings.Repeat(" ", l.shades-1)
			l.cell = max(head, l.shades+len(l.between)+l.figures)
			// A lone sign such as - or . would be read as part of the figure.
			if l.label+l.cols*(l.cell+2) <= m.Width && (l.shades > 1 || !m.ASCII) {
				l.head = m.heads(l)
				return true
			}
		}
	}
	return false
}

// heads returns the lines above cells with figures: the title of the axis, and the labels.
func (m *heatmap) heads(l *heatLayout) string {
	room := max(m.Width-l.label-2, 8)
	titles := strings.Repeat(" ", l.label+2) + shortened(m.across.title, room, m.glyphs.ellipsis) + "\n"
	line := m.stub(l, m.down.title)
	for j := range l.cols {
		line += flush(m.headOf(l, j), l.cell+2, true)
	}
	return titles + line + "\n"
}

func (m *heatmap) headOf(l *heatLayout, j int) string {
	if l.titled {
		return m.across.labels[j]
	}
	return strconv.Itoa(j + 1)
}

// stub is a label at the left, or the title of the labels.
func (m *heatmap) stub(l *heatLayout, label string) string {
	return flush(shortened(label, longestLabel, m.glyphs.ellipsis), l.label, m.down.right)
}

// shaded lays out cells of shades alone, as many as fit. Labels stand above the columns where they have room.
func (m *heatmap) shaded(l *heatLayout) {
	l.figures, l.edge, l.titled = 0, "|", m.across.right
	room := m.Width - l.label - 2
	if l.shades = 2; l.cols*l.shades > room {
		l.shades = 1
	}
	l.cols = min(l.cols, room/l.shades)
	longest := 0
	for j := range l.cols {
		longest = max(longest, width(m.headOf(l, j)))
	}
	line, every := m.stub(l, m.down.title), (longest+l.shades)/l.shades
	for j := 0; j < l.cols; j += every {
		at := strings.Repeat(" ", max(0, l.label+1+j*l.shades-width(line)))
		if s := at + m.headOf(l, j); width(line+s) <= m.Width {
			line += s
		}
	}
	title := m.across.title
	if l.titled {
		title += ": " + m.across.labels[0] + " to " + m.across.labels[l.cols-1]
	}
	title = shortened(title, max(room, 8), m.glyphs.ellipsis)
	l.head = strings.Repeat(" ", l.label+1) + title + "\n" + line + "\n"
}

// legend says what the numbers above the columns stand for.
func (m *heatmap) legend(l *heatLayout) []string {
	words := []string{m.across.title + ":"}
	for j, s := range m.across.labels[:l.cols] {
		words = append(words, fmt.Sprintf("%d %s", j+1, s))
	}
	return words
}

// leftOut says what is not shown, "" when everything is.
func (m *heatmap) leftOut(l *heatLayout) string {
	var left []string
	for _, x := range []struct {
		shown  int
		title  string
		labels []string
	}{{l.cols, "columns", m.across.labels}, {l.rows, "rows", m.down.labels}, {l.maps, "maps", m.facets.labels}} {
		if n := len(x.labels); x.shown < n {
			left = append(left, fmt.Sprintf("the last %s of %s %s, to %s", Grouped(int64(n-x.shown)), Grouped(int64(n)),
				x.title, x.labels[n-1]))
		}
	}
	if left == nil {
		return ""
	}
	return "left out: " + strings.Join(left, "; ")
}
