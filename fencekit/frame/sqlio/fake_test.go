package sqlio_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// fake is a database that answers as it is told, for what SQLite does not do: types with odd names, values that are not
// of the driver's six types, errors in the middle of rows and in a commit. It writes down every statement it is given.
type fake struct {
	answers map[string]*answer // by the beginning of the statement
	refuse  map[string]error   // by the beginning of the statement, or "BEGIN", "COMMIT", "ROLLBACK", "CLOSE"
	from    string             // nothing is refused before a step that begins so
	log     []string
	args    [][]driver.NamedValue // of every statement executed
}

// answer is the result of a query.
type answer struct {
	names  []string
	types  []string       // names of types, "" for none
	scans  []reflect.Type // nil for none
	rows   [][]driver.Value
	broken error // after the rows, in place of their end
	closed error // of closing the rows
}

func (f *fake) open(t *testing.T) *sql.DB {
	t.Helper()
	db := sql.OpenDB(f)
	t.Cleanup(func() { db.Close() })
	return db
}

func (f *fake) Connect(context.Context) (driver.Conn, error) { return f, nil }
func (f *fake) Driver() driver.Driver                        { return nil }
func (f *fake) Close() error                                 { return nil }
func (f *fake) Begin() (driver.Tx, error)                    { return f, f.note("BEGIN") }
func (f *fake) Commit() error                                { return f.note("COMMIT") }
func (f *fake) Rollback() error                              { return f.note("ROLLBACK") }

func (f *fake) Prepare(query string) (driver.Stmt, error) {
	if err := f.refused("PREPARE " + query); err != nil {
		return nil, err
	}
	return fakeStatement{f, query}, nil
}

// note writes a step down and returns the error that is told for it.
func (f *fake) note(step string) error {
	f.log = append(f.log, step)
	return f.refused(step)
}

func (f *fake) refused(step string) error {
	if !slices.ContainsFunc(f.log, func(done string) bool { return strings.HasPrefix(done, f.from) }) && f.from != "" {
		return nil
	}
	for beginning, err := range f.refuse {
		if strings.HasPrefix(step, beginning) {
			return err
		}
	}
	return nil
}

type fakeStatement struct {
	*fake
	query string
}

func (s fakeStatement) Close() error                             { return s.refused("CLOSE") }
func (s fakeStatement) NumInput() int                            { return -1 }
func (s fakeStatement) CheckNamedValue(*driver.NamedValue) error { return nil }
func (s fakeStatement) Exec([]driver.Value) (driver.Result, error) {
	return nil, errors.New("not used")
}
func (s fakeStatement) Query([]driver.Value) (driver.Rows, error) { return nil, errors.New("not used") }

func (s fakeStatement) ExecContext(_ context.Context, args []driver.NamedValue) (driver.Result, error) {
	s.args = append(s.args, args)
	return driver.RowsAffected(0), s.note(s.query)
}

func (s fakeStatement) QueryContext(_ context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if err := s.note(s.query); err != nil {
		return nil, err
	}
	for beginning, a := range s.answers {
		if strings.HasPrefix(s.query, beginning) {
			return &fakeRows{answer: a}, nil
		}
	}
	return nil, fmt.Errorf("the fake has no answer to %s with %v", s.query, args)
}

type fakeRows struct {
	*answer
	next int
}

func (r *fakeRows) Columns() []string { return r.names }
func (r *fakeRows) Close() error      { return r.closed }

func (r *fakeRows) Next(values []driver.Value) error {
	if r.next == len(r.rows) {
		if r.broken != nil {
			return r.broken
		}
		return io.EOF
	}
	copy(values, r.rows[r.next])
	r.next++
	return nil
}

func (r *fakeRows) ColumnTypeDatabaseTypeName(i int) string {
	if i < len(r.types) {
		return r.types[i]
	}
	return ""
}

func (r *fakeRows) ColumnTypeScanType(i int) reflect.Type {
	if i < len(r.scans) {
		return r.scans[i]
	}
	return nil
}

// column returns an answer of one column.
func column(typeName string, values ...any) *answer {
	a := &answer{names: []string{"x"}, types: []string{typeName}}
	for _, v := range values {
		a.rows = append(a.rows, []driver.Value{v})
	}
	return a
}

// counted returns the answer to a query for one number.
func counted(n int64) *answer { return column("", n) }
