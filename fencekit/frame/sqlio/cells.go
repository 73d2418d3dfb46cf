package sqlio

import (
	"fmt"
	"math"
	"time"

	"fence/fencekit/frame"
)

// cellsOf returns the values of a column as parameters, nil for missing cells, or an error for the first cell that the
// database has no form for.
func (w *writer) cellsOf(c frame.Column) (func(row int) any, error) {
	switch c.Kind() {
	case frame.Float:
		values := valuesOf[float64](c)
		return parameters(c, func(i int) any { return values[i] }), w.checkFloats(c, values)
	case frame.Int:
		values := valuesOf[int64](c)
		return parameters(c, func(i int) any { return values[i] }), nil
	case frame.Bool:
		values := valuesOf[bool](c)
		return parameters(c, func(i int) any { return values[i] }), nil
	case frame.Duration:
		values := valuesOf[time.Duration](c)
		return parameters(c, func(i int) any { return values[i].Nanoseconds() }), nil
	}
	values := valuesOf[string](c)
	return parameters(c, func(i int) any { return values[i] }), w.checkTexts(c, values)
}

func valuesOf[T frame.Value](c frame.Column) []T {
	values, err := frame.Values[T](c)
	if err != nil {
		panic("sqlio: write: a column is not of its own kind: " + err.Error())
	}
	return values
}

func parameters(c frame.Column, value func(i int) any) func(i int) any {
	return func(i int) any {
		if c.Missing(i) {
			return nil
		}
		return value(i)
	}
}

// checkFloats returns an error for the first infinity where there is none.
func (w *writer) checkFloats(c frame.Column, values []float64) error {
	if w.options.Dialect != MySQL {
		return nil
	}
	for i, x := range values {
		if math.IsInf(x, 0) {
			return fmt.Errorf("column %q, row %d: a DOUBLE of MySQL cannot hold %v", c.Name, i, x)
		}
	}
	return nil
}

// checkTexts returns an error for the first string that would not come back as it is.
func (w *writer) checkTexts(c frame.Column, values []string) error {
	for i, s := range values {
		if !text(s, w.options.Dialect == PostgreSQL) {
			what := "is not UTF-8"
			if text(s, false) {
				what = "has a NUL, which a TEXT of PostgreSQL cannot hold"
			}
			return fmt.Errorf("column %q, row %d: the string %.40q %s", c.Name, i, s, what)
		}
	}
	return nil
}
