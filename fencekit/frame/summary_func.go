package frame

import (
	"errors"
	"slices"
)

// Func is a figure of one's own: the function is given the present values of the column in the order of the rows, and
// its result is a cell of the column called name. T is the kind of the column and R that of the figure; a NaN is
// missing. The slice belongs to the function, to sort or to keep. Where no value is present the figure is missing and
// the function is not called.
func Func[T, R Value](name, column string, function func(values []T) R) Summary {
	s := Summary{
		name: name, figure: name, columns: []string{column}, takes: [][]Kind{{kindOf[T]()}},
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			c := w.frame.cols[cols[0]]
			values := own[T](w, c, c.missing)
			return eachSpan(w, func(i int) (R, bool) {
				v := values(i)
				if len(v) == 0 {
					return *new(R), false
				}
				return function(v), true
			}), nil
		},
	}
	if function == nil {
		s.bad = errors.New("the function is nil")
	}
	return s
}

// Func2 is Func of two columns of one kind each, such as a weighted mean or a correlation. Rows in which either cell is
// missing are left out; the two slices are equally long.
func Func2[A, B, R Value](name, first, second string, function func(a []A, b []B) R) Summary {
	s := Summary{
		name: name, figure: name, columns: []string{first, second}, takes: [][]Kind{{kindOf[A]()}, {kindOf[B]()}},
		run: func(w *work, _ Summary, cols []int) (figures, error) {
			c, d := w.frame.cols[cols[0]], w.frame.cols[cols[1]]
			missing := eitherMissing(c, d)
			as, bs := own[A](w, c, missing), own[B](w, d, missing)
			return eachSpan(w, func(i int) (R, bool) {
				a, b := as(i), bs(i)
				if len(a) == 0 {
					return *new(R), false
				}
				return function(a, b), true
			}), nil
		},
	}
	if function == nil {
		s.bad = errors.New("the function is nil")
	}
	return s
}

// own returns the present values of a column, span by span, in slices that nobody else holds.
func own[T Value](w *work, c Column, missing []bool) func(i int) []T {
	values := gather(w.spans, c.data.([]T), missing)
	if w.spans.overlap {
		return func(i int) []T { return slices.Clone(values.of(i)) }
	}
	return values.of
}

func eitherMissing(c, d Column) []bool {
	if c.missing == nil {
		return d.missing
	}
	out := slices.Clone(c.missing)
	for i := range d.missing {
		out[i] = out[i] || d.missing[i]
	}
	return out
}

// eachSpan makes a column of a figure a span; where the figure does not exist it is missing.
func eachSpan[R Value](w *work, of func(i int) (R, bool)) figures {
	out, missing := make([]R, w.spans.len()), make([]bool, w.spans.len())
	for i := range out {
		v, ok := of(i)
		out[i], missing[i] = v, !ok
	}
	return figures{estimate: owned(out, missing)}
}
