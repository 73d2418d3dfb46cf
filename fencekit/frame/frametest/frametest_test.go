package frametest_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"
	"unicode/utf8"

	"fence/fencekit/frame"
	"fence/fencekit/frame/frametest"
)

func column(t *testing.T, f frame.Frame, name string) frame.Column {
	t.Helper()
	c, err := f.Column(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Everything keeps what its doc says of it: a change that makes it tamer is to be seen.
func TestEverything(t *testing.T) {
	f := frametest.Everything()
	if slices.IsSorted(f.Columns()) {
		t.Errorf("the columns %q stand in their order", f.Columns())
	}
	kinds := map[frame.Kind]bool{}
	for j, name := range f.Columns() {
		c := column(t, f, name)
		kinds[c.Kind()] = true
		if last := j == len(f.Columns())-1; c.Missing(2) == last || c.Missing(0) || c.Missing(4) {
			t.Errorf("%s: missing are %v, %v, %v", name, c.Missing(0), c.Missing(2), c.Missing(4))
		}
	}
	if len(kinds) != 5 || f.Rows() != 5 {
		t.Errorf("got %d kinds and %d rows, want 5 and 5", len(kinds), f.Rows())
	}
	floats, err := frame.Values[float64](column(t, f, "z.loss"))
	if err != nil || !math.Signbit(floats[0]) || !math.IsInf(floats[1], 1) || floats[4] == 0 {
		t.Errorf("got %v, %v, want -0, +Inf and the smallest float", floats, err)
	}
}

func TestNotUTF8(t *testing.T) {
	f := frametest.NotUTF8()
	for where, text := range map[string]string{
		"cell": column(t, f, "s").Text(1), "name": f.Columns()[1], "unit": column(t, f, "n").Meta.Unit,
		"caption": f.Caption(),
	} {
		if utf8.ValidString(text) {
			t.Errorf("%s: %q is UTF-8", where, text)
		}
	}
}

// A Room takes what fits to the last byte, nothing of what does not, and nothing more once it has refused.
func TestRoom(t *testing.T) {
	steps := []struct {
		write string
		n     int
		err   error
	}{
		{"abc", 3, nil}, {"", 0, nil}, {"de", 2, nil}, {"", 0, nil}, {"f", 0, frametest.ErrNoRoom},
		{"", 0, frametest.ErrNoRoom},
	}
	room := frametest.Room(5)
	for i, s := range steps {
		if n, err := room.Write([]byte(s.write)); n != s.n || !errors.Is(err, s.err) {
			t.Errorf("step %d: got %d, %v, want %d, %v", i, n, err, s.n, s.err)
		}
	}
	room = 5
	if _, err := room.Write(make([]byte, 6)); err == nil {
		t.Error("six bytes fit into five")
	}
	if _, err := room.Write(make([]byte, 1)); err == nil {
		t.Error("a small write fits after one that did not")
	}
}

// FuzzFromBytes holds the frames of any bytes to the bounds that the doc gives.
func FuzzFromBytes(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("\x05\x03\x01\x02\x00caption of sorts"))
	f.Add(bytes.Repeat([]byte("\x13\x06\xff\x80\x7f\x00abc"), 90))
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		got := frametest.FromBytes(data)
		if !bytes.Equal(data, before) || !frame.Equal(got, frametest.FromBytes(data)) {
			t.Error("the bytes were changed, or give another frame the second time")
		}
		if got.Rows() > 19 || len(got.Columns()) > 6 {
			t.Errorf("got %d rows of %d columns, want at most 19 and 6", got.Rows(), len(got.Columns()))
		}
		texts := append(got.Columns(), got.Caption())
		for _, name := range got.Columns() {
			c := column(t, got, name)
			texts = append(texts, c.Meta.Unit, c.Meta.Meaning, c.Meta.Method)
			for i := range got.Rows() {
				texts = append(texts, c.Text(i))
			}
		}
		if i := slices.IndexFunc(texts, func(s string) bool { return !utf8.ValidString(s) }); i >= 0 {
			t.Errorf("%q is not UTF-8", texts[i])
		}
		if slices.Contains(got.Columns(), "") {
			t.Error("a column has no name")
		}
	})
}

// All kinds, gaps and Meta are reached: a twin that never has one of them would make the fuzz tests of formats blind.
func TestFromBytesReachesAll(t *testing.T) {
	kinds, gaps, units := map[frame.Kind]bool{}, 0, 0
	for seed := range 200 {
		data := make([]byte, 300)
		for i := range data {
			data[i] = byte((i*i + 7*i*seed + seed*seed) % 251)
		}
		f := frametest.FromBytes(data)
		for _, name := range f.Columns() {
			c := column(t, f, name)
			kinds[c.Kind()] = true
			for i := range f.Rows() {
				if c.Missing(i) {
					gaps++
				}
			}
			if c.Meta.Unit != "" {
				units++
			}
		}
	}
	if len(kinds) != 5 || gaps == 0 || units == 0 {
		t.Errorf("got %d kinds, %d missing cells, %d units", len(kinds), gaps, units)
	}
}
