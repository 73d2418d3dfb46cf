package sqlio

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fence/fencekit/frame"
)

// ReadOptions says how rows are read. The zero ReadOptions takes every row and every column as it comes.
type ReadOptions struct {
	// Kinds asks for a kind by column: durations that a database holds as whole nanoseconds, a decimal number as exact
	// text. A value that is not one of the kind is an error. A name that the result has no column of is one too.
	Kinds map[string]frame.Kind
	// MaxRows is the number of rows above which reading stops with an error; 0 sets no bound.
	MaxRows int
}

// KindsOf returns the kinds of the columns of a frame by name, for ReadOptions.Kinds when it is to be read again from a
// table that it was written to.
func KindsOf(f frame.Frame) map[string]frame.Kind {
	kinds := make(map[string]frame.Kind)
	for _, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			panic("sqlio: kinds: a frame has no column of a name it lists: " + err.Error())
		}
		kinds[name] = c.Kind()
	}
	return kinds
}

// Querier is what Query needs of a database: *sql.DB, *sql.Conn and *sql.Tx have it.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Query runs a query with its arguments and returns all its rows, read with the zero ReadOptions. The errors are those
// of the database and of Read.
func Query(ctx context.Context, db Querier, query string, args ...any) (f frame.Frame, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return frame.Frame{}, fmt.Errorf("sqlio: query: %w", err)
	}
	defer func() {
		if closed := rows.Close(); closed != nil && err == nil {
			f, err = frame.Frame{}, fmt.Errorf("sqlio: query: close: %w", closed)
		}
	}()
	return Read(rows, ReadOptions{})
}

// Read returns the rows of a result from the one that the next call of rows.Next would give to the last. NULL is a
// missing cell; the package's documentation says what kind a column has. Only the first result set is read, and rows
// stay the caller's to close.
//
// Columns without a name and columns of one name are errors, all of them reported at once, as are a value that does not
// fit its column, more rows than MaxRows, a statement that returns no columns, and whatever the driver reports on the
// way. There is no frame of the rows before an error.
func Read(rows *sql.Rows, o ReadOptions) (frame.Frame, error) {
	f, err := read(rows, o)
	if err != nil {
		return frame.Frame{}, fmt.Errorf("sqlio: read: %w", err)
	}
	return f, nil
}

func read(rows *sql.Rows, o ReadOptions) (frame.Frame, error) {
	columns, err := collectors(rows, o)
	if err != nil {
		return frame.Frame{}, err
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for j := range values {
		targets[j] = &values[j]
	}
	for n := 0; rows.Next(); n++ {
		if o.MaxRows > 0 && n == o.MaxRows {
			return frame.Frame{}, fmt.Errorf("there are more than MaxRows = %d rows", o.MaxRows)
		}
		if err := rows.Scan(targets...); err != nil {
			return frame.Frame{}, fmt.Errorf("row %d: %w", n, err)
		}
		for j, k := range columns {
			if err := k.add(values[j]); err != nil {
				return frame.Frame{}, err
			}
		}
	}
	if err := rows.Err(); err != nil {
		return frame.Frame{}, fmt.Errorf("after %d rows: %w", columns[0].rows, err)
	}
	out := make([]frame.Column, len(columns))
	for j, k := range columns {
		out[j] = k.column()
	}
	return frame.New(out...)
}

// collectors returns one collector a column of the result.
func collectors(rows *sql.Rows, o ReadOptions) ([]*collector, error) {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	names := make([]string, len(types))
	columns := make([]*collector, len(types))
	for j, t := range types {
		names[j] = t.Name()
		columns[j] = &collector{
			name: t.Name(), typeName: t.DatabaseTypeName(), scan: t.ScanType(),
			asked: o.Kinds[t.Name()], named: byType[typeWord(t.DatabaseTypeName())],
		}
	}
	if err := errors.Join(checkNames(names), checkReadOptions(names, o)); err != nil {
		return nil, err
	}
	return columns, nil
}

// checkNames returns every violation of what a frame asks of names, in the words of a query.
func checkNames(names []string) error {
	if len(names) == 0 {
		return errors.New("the statement returns no columns; is it a query?")
	}
	var errs []error
	for j, name := range names {
		if name == "" {
			errs = append(errs, fmt.Errorf("column %d has no name; give it one with AS", j))
		} else if first := slices.Index(names, name); first < j {
			errs = append(errs, fmt.Errorf("columns %d and %d are both named %q; rename one with AS", first, j, name))
		}
	}
	return errors.Join(errs...)
}

// checkReadOptions returns every violation of the options, those of Kinds in the order of their names.
func checkReadOptions(names []string, o ReadOptions) error {
	var errs []error
	if o.MaxRows < 0 {
		errs = append(errs, fmt.Errorf("MaxRows is %d; it must be positive, or 0 for no bound", o.MaxRows))
	}
	for _, name := range slices.Sorted(maps.Keys(o.Kinds)) {
		if kind := o.Kinds[name]; kind < frame.Float || kind > frame.Duration {
			errs = append(errs, fmt.Errorf("column %q of Kinds: %v is no kind", name, kind))
		}
		if !slices.Contains(names, name) {
			near := ""
			if n := frame.Nearest(name, names); n != "" {
				near = fmt.Sprintf(", the nearest is %q", n)
			}
			errs = append(errs, fmt.Errorf("no column %q to give a kind%s; there are %s", name, near, strings.Join(names, ", ")))
		}
	}
	return errors.Join(errs...)
}
