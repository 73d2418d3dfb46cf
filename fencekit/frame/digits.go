package frame

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// reader gives the cells of one column for reading. It is made in one pass over the column and then gives any cell by
// itself, so that a long frame is written without holding its text.
type reader struct {
	Column
	floats []float64
	form   floatForm
}

func (c Column) reader() reader {
	r := reader{Column: c}
	if v, ok := c.data.([]float64); ok {
		if r.floats = v; !c.mixed {
			r.form = formOf(v)
		}
	}
	return r
}

// at returns cell i for reading; "" when it is missing.
func (r reader) at(i int) string {
	if r.floats != nil && r.mixed {
		return formOf(r.floats[i : i+1]).text(r.floats[i])
	}
	if r.floats != nil {
		return r.form.text(r.floats[i])
	}
	return r.Text(i)
}

// readers returns the readers of the columns.
func (f Frame) readers() []reader {
	out := make([]reader, len(f.cols))
	for j, c := range f.cols {
		out[j] = c.reader()
	}
	return out
}

func (c Column) alignsRight() bool {
	k := c.Kind()
	return c.right || k == Float || k == Int || k == Duration
}

// display returns the cells for reading; missing ones are empty.
func (c Column) display() []string {
	r := c.reader()
	out := make([]string, c.Len())
	for i := range out {
		out[i] = r.at(i)
	}
	return out
}

// floatForm is the one form that the floats of a column share.
type floatForm struct {
	decimals int // behind the point, or -1 when the values need an exponent
	cut      int // bytes that end every cell with a point and say nothing: zeros, and the point when only zeros follow
}

// formOf returns the form of a column's floats.
func formOf(values []float64) floatForm {
	form := floatForm{decimals: decimals(values), cut: math.MaxInt}
	var buffer []byte
	for _, x := range values {
		buffer = form.append(buffer[:0], x)
		if !hasPoint(buffer) {
			continue
		}
		bare := bytes.TrimRight(buffer, "0")
		if bare[len(bare)-1] == '.' {
			bare = bare[:len(bare)-1]
		}
		form.cut = min(form.cut, len(buffer)-len(bare))
		if form.cut == 0 {
			break
		}
	}
	return form
}

// append appends x with all decimals of the form, and nothing for NaN.
func (form floatForm) append(b []byte, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return b
	case form.decimals < 0 && x != 0 || math.IsInf(x, 0):
		return strconv.AppendFloat(b, x, 'g', 4, 64)
	}
	return strconv.AppendFloat(b, x, 'f', max(form.decimals, 0), 64)
}

// hasPoint reports whether a cell is a plain decimal fraction. Those with an exponent, an infinity or nothing in a
// column of decimals are not.
func hasPoint(cell []byte) bool {
	return bytes.IndexByte(cell, '.') >= 0 && bytes.IndexByte(cell, 'e') < 0
}

// text returns x for reading. A value that is not 0 is not shown as 0, and there is no negative zero.
func (form floatForm) text(x float64) string {
	b := form.append(nil, x)
	if hasPoint(b) {
		b = b[:len(b)-form.cut]
	}
	s := string(b)
	if isZeroText(s) && x != 0 && s != "" {
		s = strconv.FormatFloat(x, 'g', 2, 64)
	}
	if isZeroText(s) {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// decimals returns the number of decimals for a column, or -1 when its values need an exponent.
func decimals(values []float64) int {
	least, most := 0, 0
	any := false
	for _, x := range values {
		if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		e := exponent(x)
		if !any {
			least, most, any = e, e, true
		}
		least, most = min(least, e), max(most, e)
	}
	if !any {
		return 0
	}
	if most >= 15 || most < -6 {
		return -1
	}
	return max(0, min(3-least, max(3-most+2, 1)))
}

// exponent returns the decimal exponent of x as it is after rounding to four digits: 1 for 9.9996, which is 10.00.
func exponent(x float64) int {
	s := strconv.FormatFloat(x, 'e', 3, 64)
	_, digits, _ := strings.Cut(s, "e")
	e, err := strconv.Atoi(digits)
	if err != nil {
		panic("frame: exponent: strconv wrote " + s)
	}
	return e
}

// trimZeros cuts off the zeros after the point that end every cell, and the point when nothing is left behind it.
func trimZeros(cells []string) {
	cut := math.MaxInt
	for _, s := range cells {
		if hasPoint([]byte(s)) {
			bare := strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
			cut = min(cut, len(s)-len(bare))
		}
	}
	for i, s := range cells {
		if hasPoint([]byte(s)) {
			cells[i] = s[:len(s)-cut]
		}
	}
}

func isZeroText(s string) bool { return strings.Trim(s, "-0.") == "" }

// exactFloat returns the shortest text that reads back as x, without an exponent for everyday sizes.
func exactFloat(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
