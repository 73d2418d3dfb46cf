package parquetio

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"fence/fencekit/frame"
)

// cellSize is what a cell takes at most, in bytes: a string's header and a mark.
const cellSize = 17

// columnOf reads a column as the given kind.
func columnOf(f *parquet.File, l leaf, k frame.Kind, b *budget) (frame.Column, error) {
	switch k {
	case frame.Float:
		return gathered(f, l, frame.Floats, floatOf)
	case frame.Int:
		return gathered(f, l, frame.Ints, l.intOf)
	case frame.Duration:
		return gathered(f, l, frame.Durations, func(v parquet.Value) (time.Duration, error) {
			n, err := l.intOf(v)
			return time.Duration(n), err
		})
	case frame.Bool:
		return gathered(f, l, frame.Bools, func(v parquet.Value) (bool, error) { return v.Boolean(), nil })
	}
	t := &texts{b: b, known: map[string]string{}}
	return gathered(f, l, frame.Strings, t.of)
}

func floatOf(v parquet.Value) (float64, error) {
	if v.Kind() == parquet.Float {
		return float64(v.Float()), nil
	}
	return v.Double(), nil
}

// intOf widens an integer.
func (l leaf) intOf(v parquet.Value) (int64, error) {
	switch {
	case l.physical == format.Int32 && l.unsigned:
		return int64(v.Uint32()), nil
	case l.physical == format.Int32:
		return int64(v.Int32()), nil
	case l.unsigned && v.Uint64() > math.MaxInt64:
		return 0, fmt.Errorf("%d is above the largest int64", v.Uint64())
	}
	return v.Int64(), nil
}

// texts copies strings out of the memory of pages. The labels of results come again and again and are copied once.
type texts struct {
	b     *budget
	last  string
	known map[string]string
}

// mostKnown bounds the labels that are remembered.
const mostKnown = 1 << 12

func (t *texts) of(v parquet.Value) (string, error) {
	cell := v.ByteArray()
	if string(cell) == t.last {
		return t.last, nil
	}
	if s, ok := t.known[string(cell)]; ok {
		t.last = s
		return s, nil
	}
	if !utf8.Valid(cell) {
		return "", fmt.Errorf("%q is not UTF-8", cell)
	}
	if err := t.b.take(int64(len(cell))); err != nil {
		return "", err
	}
	t.last = string(cell)
	if len(t.known) < mostKnown {
		t.known[t.last] = t.last
	}
	return t.last, nil
}

// gathered reads the cells of a column from all row groups.
func gathered[T frame.Value](f *parquet.File, l leaf, column func(string, []T) frame.Column,
	of func(parquet.Value) (T, error)) (frame.Column, error) {
	rows := int(f.NumRows())
	values, missing := make([]T, 0, rows), make([]bool, 0, rows)
	add := func(v parquet.Value) error {
		var cell T
		var err error
		if !v.IsNull() {
			cell, err = of(v)
		}
		values, missing = append(values, cell), append(missing, v.IsNull())
		if err != nil {
			return fmt.Errorf("row %d: %w", len(values)-1, err)
		}
		return nil
	}
	for _, g := range f.RowGroups() {
		before := len(values)
		var err error
		if l.null {
			err = nulls(g.NumRows(), add)
		} else {
			err = eachValue(g.ColumnChunks()[l.encoded], add)
		}
		if err != nil {
			return frame.Column{}, err
		}
		if got := len(values) - before; int64(got) != g.NumRows() {
			return frame.Column{}, fmt.Errorf("%d values in a row group of %d rows", got, g.NumRows())
		}
	}
	if !slices.Contains(missing, true) {
		return column(l.name, values), nil
	}
	return column(l.name, values).WithMissing(missing), nil
}

func nulls(n int64, add func(parquet.Value) error) error {
	for range n {
		if err := add(parquet.NullValue()); err != nil {
			return err
		}
	}
	return nil
}

// eachValue calls add with every value of a column in one row group.
func eachValue(c parquet.ColumnChunk, add func(parquet.Value) error) error {
	pages := c.Pages()
	defer pages.Close()
	buffer := make([]parquet.Value, 1024)
	for {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := eachOf(page.Values(), buffer, add); err != nil {
			return err
		}
		parquet.Release(page)
	}
}

func eachOf(r parquet.ValueReader, buffer []parquet.Value, add func(parquet.Value) error) error {
	for {
		n, err := r.ReadValues(buffer)
		for _, v := range buffer[:n] {
			if err := add(v); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
