package frame_test

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fence/fencekit/frame"
)

// allowed lists the tags of the HTML form and the attributes that each may have. Whatever else appears came from a
// cell.
var allowed = map[string][]string{
	"table": {"border", "cellspacing", "cellpadding"}, "caption": nil, "div": {"align"}, "thead": nil, "tbody": nil,
	"tr": nil, "th": {"align", "title"}, "td": {"align"}, "p": nil, "br": nil,
}

var (
	aTag    = regexp.MustCompile(`^<(/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)>`)
	anAttr  = regexp.MustCompile(` ([a-z]+)="([^"]*)"`)
	anyText = regexp.MustCompile(`^(?:[^<>&"']|&(?:amp|lt|gt|#34|#39|#10|times|ndash|hellip);)+`)
)

// page is what a reader of the HTML form finds in it.
type page struct {
	caption string
	titles  []string
	rows    [][]string // texts of the cells of every row, names and units included
	after   []string   // texts of the paragraphs
}

// readHTML reads the HTML form. It is an error when a tag is not closed by its own end, is not of the form or has an
// attribute that is not, or when a character that should be escaped is not.
func readHTML(text string) (page, error) {
	var p page
	var open []string
	var words strings.Builder
	for text != "" {
		if s := anyText.FindString(text); s != "" {
			words.WriteString(html.UnescapeString(s))
			text = text[len(s):]
			continue
		}
		m := aTag.FindStringSubmatch(text)
		if m == nil {
			return p, fmt.Errorf("neither text nor a tag: %.40q", text)
		}
		text = text[len(m[0]):]
		end, tag := m[1] == "/", m[2]
		attributes, known := allowed[tag]
		if !known {
			return p, fmt.Errorf("the tag %s", m[0])
		}
		for _, a := range anAttr.FindAllStringSubmatch(m[3], -1) {
			if !slices.Contains(attributes, a[1]) {
				return p, fmt.Errorf("the attribute %s in %s", a[1], m[0])
			}
			if a[1] == "title" {
				p.titles = append(p.titles, html.UnescapeString(a[2]))
			}
		}
		switch {
		case tag == "br":
			words.WriteByte('\n')
		case !end:
			open = append(open, tag)
			words.Reset()
			if tag == "tr" {
				p.rows = append(p.rows, nil)
			}
		case len(open) == 0 || open[len(open)-1] != tag:
			return p, fmt.Errorf("%s ends %v", m[0], open)
		default:
			open = open[:len(open)-1]
			p.take(tag, words.String())
		}
	}
	if len(open) > 0 {
		return p, fmt.Errorf("%v is not closed", open)
	}
	return p, nil
}

// take files the text of an element that has ended.
func (p *page) take(tag, words string) {
	switch tag {
	case "div":
		p.caption = words
	case "th", "td":
		p.rows[len(p.rows)-1] = append(p.rows[len(p.rows)-1], words)
	case "p":
		p.after = append(p.after, words)
	}
}

func mustRead(t *testing.T, text string) page {
	t.Helper()
	p, err := readHTML(text)
	if err != nil {
		t.Fatalf("%v in\n%.2000s", err, text)
	}
	return p
}

func TestReadHTMLFindsBrokenPages(t *testing.T) {
	good := must(t)(frame.New(frame.Strings("a", []string{"x<y"}))).HTML()
	mustRead(t, good)
	for why, bad := range map[string]string{
		"cell not closed":   strings.Replace(good, "</td>", "", 1),
		"row not closed":    strings.Replace(good, "</tr>", "", 1),
		"table not closed":  strings.Replace(good, "</table>", "", 1),
		"closed too often":  good + "</p>",
		"not escaped":       strings.Replace(good, "&lt;", "<", 1),
		"a script":          strings.Replace(good, "x&lt;y", "<script>x</script>", 1),
		"a style":           strings.Replace(good, "<td", `<td style="color:red"`, 1),
		"a handler":         strings.Replace(good, "<td", `<td onclick="x"`, 1),
		"a bare ampersand":  strings.Replace(good, "x&lt;y", "x & y", 1),
		"an open attribute": strings.Replace(good, `align="left"`, `align="left`, 1),
	} {
		if bad == good {
			t.Fatalf("%s: the page is not broken", why)
		}
		if _, err := readHTML(bad); err == nil {
			t.Errorf("%s: nothing found in\n%s", why, bad)
		}
	}
}

func TestHTMLKeepsTextAsText(t *testing.T) {
	evil := `<script>alert("1 & '2'")</script><td style="x">&amp;</table>`
	f := must(t)(frame.New(
		frame.Strings(evil, []string{evil, "two\nlines\r\nthree", "nul\x00", "\u202eright"}).
			WithMeta(frame.Meta{Unit: evil, Meaning: evil, Method: evil + "\n2"}),
		frame.Ints("n", []int64{-1, 0, 1, math.MaxInt64}).WithMeta(frame.Meta{Method: "counted"}),
	)).WithCaption(evil + "\nsecond")
	for _, text := range []string{f.HTML(), written(t, func(w *bytes.Buffer) error { return f.WriteHTML(w) })} {
		p := mustRead(t, text)
		want := page{caption: evil + "\nsecond", titles: []string{evil + "; method: " + evil + "\n2", "method: counted"},
			rows: [][]string{{"", evil, "n"}, {"", evil, ""}, {"0", evil, "-1"}, {"1", "two\nlines\nthree", "0"},
				{"2", `nul\x00`, "1"}, {"3", `\u202eright`, "9223372036854775807"}},
			after: []string{"4 rows × 2 columns"}}
		if fmt.Sprint(p) != fmt.Sprint(want) {
			t.Errorf("got\n%q\nwant\n%q", p, want)
		}
	}
}

// counting is a frame of so many rows and columns whose cells are row*1000 + column.
func counting(t *testing.T, rows, columns int) frame.Frame {
	cols := make([]frame.Column, columns)
	for j := range cols {
		values := make([]int64, rows)
		for i := range values {
			values[i] = int64(1000*i + j)
		}
		cols[j] = frame.Ints(fmt.Sprintf("c%d", j), values)
	}
	return must(t)(frame.New(cols...))
}

func TestHTMLIsCutInTheMiddle(t *testing.T) {
	cases := []struct {
		rows, columns         int
		wantRows, wantColumns int // with the names, the row numbers and the dots
		last                  string
		size                  string
	}{
		{60, 20, 61, 21, "59019", "60 rows × 20 columns"},
		{61, 20, 22, 21, "60019", "61 rows × 20 columns"},
		{60, 21, 61, 22, "59020", "60 rows × 21 columns"},
		{1234, 60, 22, 22, "1233059", "1,234 rows × 60 columns"},
		{1, 1, 2, 2, "0", "1 row × 1 column"},
		{0, 2, 1, 3, "c1", "0 rows × 2 columns"},
	}
	for _, c := range cases {
		f := counting(t, c.rows, c.columns)
		p := mustRead(t, f.HTML())
		last := p.rows[len(p.rows)-1]
		if len(p.rows) != c.wantRows || len(last) != c.wantColumns || last[len(last)-1] != c.last {
			t.Errorf("%d × %d: %d rows × %d columns that end in %q, want %d × %d and %q", c.rows, c.columns,
				len(p.rows), len(last), last[len(last)-1], c.wantRows, c.wantColumns, c.last)
		}
		if testing.Short() && c.rows > 1000 {
			continue // the reader of this test is slow
		}
		whole := mustRead(t, written(t, func(w *bytes.Buffer) error { return f.WriteHTML(w) }))
		if len(whole.rows) != c.rows+1 || len(whole.rows[0]) != c.columns+1 {
			t.Errorf("%d × %d: WriteHTML has %d rows × %d columns", c.rows, c.columns, len(whole.rows)-1, len(whole.rows[0])-1)
		}
		if want := []string{c.size}; !slices.Equal(p.after, want) || !slices.Equal(whole.after, want) {
			t.Errorf("size: got %q and %q, want %q", p.after, whole.after, want)
		}
	}
}

func TestHTMLRowsKeepTheirNumbers(t *testing.T) {
	p := mustRead(t, counting(t, 150, 25).HTML())
	var numbers []string
	for _, row := range p.rows[1:] {
		numbers = append(numbers, row[0])
		if row[0] != "…" && row[1] != row[0]+"000" && row[0]+row[1] != "00" {
			t.Errorf("row %s begins with %s", row[0], row[1])
		}
		if row[11] != "…" {
			t.Errorf("row %s has %q between its ends, want the dots", row[0], row[11])
		}
	}
	want := "0 1 2 3 4 5 6 7 8 9 … 140 141 142 143 144 145 146 147 148 149"
	if got := strings.Join(numbers, " "); got != want {
		t.Errorf("got rows %s, want %s", got, want)
	}
	names := strings.Join(p.rows[0], " ")
	if want := " c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 … c15 c16 c17 c18 c19 c20 c21 c22 c23 c24"; names != want {
		t.Errorf("got columns %s, want %s", names, want)
	}
}

func TestHTMLCountsTheMissingOfTheWholeFrame(t *testing.T) {
	values := make([]float64, 150)
	values[0], values[75], values[149] = math.NaN(), math.NaN(), math.NaN()
	mask := make([]bool, 150)
	f := must(t)(frame.New(frame.Floats("x", values), frame.Bools("b", mask).WithMissing(mask)))
	p := mustRead(t, f.HTML())
	if got := p.after[0]; got != "150 rows × 2 columns, 3 cells missing" {
		t.Errorf("got %q, want three cells missing", got)
	}
	if first, last := p.rows[1][1], p.rows[len(p.rows)-1][1]; first != "–" || last != "–" {
		t.Errorf("missing cells are shown as %q and %q, want dashes", first, last)
	}
	one := mustRead(t, f.Head(1).HTML())
	if got := one.after[0]; got != "1 row × 2 columns, 1 cell missing" {
		t.Errorf("got %q, want one cell missing", got)
	}
}

func TestHTMLCutsALongCell(t *testing.T) {
	long := strings.Repeat("ö<", 1<<19)
	if testing.Short() {
		long = long[:3<<14]
	}
	f := must(t)(frame.New(frame.Strings(long, []string{long, "short"})))
	text := f.HTML()
	p := mustRead(t, text)
	want := strings.Repeat("ö<", 50) + "…"
	if p.rows[0][1] != want || p.rows[1][1] != want || p.rows[2][1] != "short" || len(text) > 2000 {
		t.Errorf("%d bytes, cells %.300q; want the first 100 characters", len(text), p.rows)
	}
	whole := mustRead(t, written(t, func(w *bytes.Buffer) error { return f.WriteHTML(w) }))
	if whole.rows[1][1] != long {
		t.Errorf("WriteHTML has a cell of %d bytes, want all %d", len(whole.rows[1][1]), len(long))
	}
}

// pieces notes what is written to it without keeping it.
type pieces struct{ bytes, largest int }

func (p *pieces) Write(b []byte) (int, error) {
	p.bytes += len(b)
	p.largest = max(p.largest, len(b))
	return len(b), nil
}

func TestLongFramesAreWrittenInPieces(t *testing.T) {
	f := counting(t, 100_000, 3)
	for name, write := range map[string]func(p *pieces) error{
		"text": func(p *pieces) error { return f.WriteText(p) }, "html": func(p *pieces) error { return f.WriteHTML(p) },
		"markdown": func(p *pieces) error { return f.WriteMarkdown(p) },
		"latex":    func(p *pieces) error { return f.WriteLaTeX(p) },
	} {
		var p pieces
		if err := write(&p); err != nil || p.bytes < 2_000_000 || p.largest > 1<<16 {
			t.Errorf("%s: %v, %d bytes, the largest piece has %d; want it in pieces of 64 KiB at most",
				name, err, p.bytes, p.largest)
		}
	}
}

func TestHTMLOfNothing(t *testing.T) {
	if got, want := (frame.Frame{}).HTML(), "<p>0 rows &times; 0 columns</p>\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got := (frame.Frame{}).WithCaption("none <yet>").HTML()
	if want := "<p>none &lt;yet&gt;</p>\n<p>0 rows &times; 0 columns</p>\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
