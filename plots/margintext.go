package plots

import (
	"fmt"
	"regexp"
	"strings"
)

// notes are what the caption of a chart of margins says besides that of its frame.
func (d marginData) notes() string {
	var notes []string
	if d.sameAbort && len(d.postures) > 1 {
		notes = append(notes, "Aborts are the same under "+enumerated(d.postures)+".")
	}
	if x, is, measured, nearest := d.chosen(); is && !measured {
		note := fmt.Sprintf("The chosen margin of %s ms was not measured; ", decimalOf(x))
		if _, ok := d.abort[0].value(x); ok {
			note += "the values at it lie on the line between the measured margins about it; "
		}
		notes = append(notes, note+fmt.Sprintf("the nearest measured is %s ms.", decimalOf(nearest)))
	}
	if shown, lows := d.shown(); cutOff(lows, shown) != "" {
		notes = append(notes, "A band that is cut off goes on below the axis.")
	}
	if marks := d.wildNotes(); marks != "" {
		notes = append(notes, marks)
	}
	return strings.Join(notes, " ")
}

// commit is the name of a commit, of which a caption has the first digits, which suffice.
var commit = regexp.MustCompile(`\b([0-9a-f]{10})[0-9a-f]{30}\b`)

// wildNotes names the margins in use with their sources.
func (d marginData) wildNotes() string {
	var marks []string
	for _, m := range d.o.Wild {
		text := literal(m.Name) + " " + lasting(m.Margin)
		if m.Lease > 0 {
			text += " of " + lasting(m.Lease)
		}
		if m.Source != "" {
			text += " (" + literal(commit.ReplaceAllString(strings.TrimPrefix(m.Source, "https://"), "$1")) + ")"
		}
		marks = append(marks, text)
	}
	if marks == nil {
		return ""
	}
	return "Margins in use: " + strings.Join(marks, "; ") + "."
}

// alt says what is to be seen, from the data.
func (d marginData) alt() string {
	var b strings.Builder
	_, _, first, last := d.span()
	over := "at " + decimalOf(first)
	if first != last {
		over = "from " + decimalOf(first) + " to " + decimalOf(last)
	}
	fmt.Fprintf(&b, "Above, %s against %s %s: %s", d.o.AbortLabel, d.o.XLabel, over, ends(d.aborts(), len(d.aborts()) > 1))
	if d.sameAbort && len(d.postures) > 1 {
		b.WriteString(", the same under " + enumerated(d.postures))
	}
	fmt.Fprintf(&b, ". Below, %s on a logarithmic axis: ", d.o.CorruptionLabel)
	for i, column := range d.o.Corruption {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(columnName(column) + " " + ends(d.corruption[i], len(d.postures) > 1))
	}
	b.WriteString(".")
	if _, is, _, _ := d.chosen(); is {
		fmt.Fprintf(&b, " At the chosen margin of %s: %s", lasting(*d.o.Chosen), d.abortReading())
		for _, line := range d.corruptionReadings() {
			b.WriteString("; " + line)
		}
		b.WriteString(".")
	}
	var marks []string
	for _, m := range d.o.Wild {
		marks = append(marks, literal(m.Name)+" "+lasting(m.Margin))
	}
	if marks != nil {
		b.WriteString(" Marked are the margins of " + enumerated(marks) + ".")
	}
	return unmarked(b.String())
}

// span returns the ends of the horizontal axis and the first and last measured margin.
func (d marginData) span() (low, high, first, last float64) {
	points := make([]xy, len(d.xs))
	for i, x := range d.xs {
		points[i].x = x
	}
	first, last, _, _ = rangeOf(points)
	width := last - first
	if width == 0 {
		width = max(1, last)
	}
	if first > 0 && first < last/2 {
		first = 0
	}
	low, high = first-0.03*width, last+0.04*width
	first, _, _, _ = rangeOf(points)
	return low, high, first, last
}

// ends says from where to where columns go.
func ends(columns []swept, named bool) string {
	var parts []string
	for _, s := range columns {
		from, to := s.points[0].y, s.points[len(s.points)-1].y
		part := "from " + short(from) + " to " + short(to)
		switch {
		case len(s.points) == 1:
			part = short(from)
		case from == to:
			part = short(from) + " at both ends"
		}
		if named {
			part += " under " + s.posture
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// decimalOf writes a number without a power of ten.
func decimalOf(x float64) string {
	s := fmt.Sprintf("%.10g", x)
	if strings.Contains(s, "e") {
		return short(x)
	}
	_, fraction, _ := strings.Cut(s, ".")
	return decimal(x, len(fraction))
}

// enumerated joins words by commas and an and.
func enumerated(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// sentences joins parts of a caption, each of which ends with a full stop then. Empty ones are left out.
func sentences(parts ...string) string {
	var out []string
	for _, part := range parts {
		if part != "" {
			out = append(out, strings.TrimSuffix(part, ".")+".")
		}
	}
	return strings.Join(out, " ")
}
