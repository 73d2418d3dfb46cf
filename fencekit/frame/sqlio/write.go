package sqlio

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"time"
	"unicode/utf8"

	"fence/fencekit/frame"
)

// Mode says what Write does about a table that is there already.
type Mode uint8

// The modes. All three create a table that is not there.
const (
	Create  Mode = iota // an error: ErrTableExists
	Append              // the rows are added to those it has; the columns of the frame must be columns of the table
	Replace             // it is dropped with its rows, keys and indexes, and created anew
)

// WriteOptions says how a frame is written. The Dialect has to be given.
type WriteOptions struct {
	Dialect Dialect
	Mode    Mode
	// Schema is the schema of the table in PostgreSQL, the database in MySQL, the attached database in SQLite, where
	// "temp" has the temporary tables. With "" the table is in main in SQLite, in MySQL in the database the connection
	// is in, and in PostgreSQL in the first schema of the search_path that has it, and a new one in the first.
	Schema string
	// BatchRows is the number of rows an INSERT carries; 0 chooses as many as make no more than 999 parameters, which
	// every version of the databases takes.
	BatchRows int
}

// DB is what Write needs of a database: *sql.DB and *sql.Conn have it.
type DB interface {
	BeginTx(ctx context.Context, options *sql.TxOptions) (*sql.Tx, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// ErrTableExists is the error of Write in mode Create for a table that is there already.
var ErrTableExists = errors.New("the table exists; Append adds to it, Replace drops it first")

// Write writes a frame to a table: the table is created with a column of the dialect's type for every column of the
// frame, all of them nullable, and every row is inserted. All of it is done or, after an error or when ctx is cancelled
// before the end, none of it. The table's name is one identifier, dots included; Schema goes before it.
//
// What can be seen before the database is asked is reported at once: a frame without columns, names that the database
// does not keep, text it cannot hold, an infinity for MySQL, options out of range. The other errors are the database's
// own, with the rows they belong to.
func Write(ctx context.Context, db DB, table string, f frame.Frame, o WriteOptions) error {
	w, err := newWriter(table, f, o)
	if err != nil {
		return fmt.Errorf("sqlio: write: table %q: %w", table, err)
	}
	if w.dialect.commits {
		err = w.staged(ctx, db)
	} else {
		err = w.transacted(ctx, db)
	}
	if err != nil {
		return fmt.Errorf("sqlio: write: table %q: %w", table, err)
	}
	return nil
}

// writer is one call of Write.
type writer struct {
	dialect dialect
	options WriteOptions
	table   string
	frame   frame.Frame
	kinds   map[string]frame.Kind
	cells   []func(row int) any // by column, nil for a missing cell
	batch   int                 // rows an INSERT
}

// querier is a transaction or a database.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// transacted creates and fills the table in one transaction.
func (w *writer) transacted(ctx context.Context, db DB) error {
	return inTransaction(ctx, db, func(tx *sql.Tx) error {
		there, err := w.exists(ctx, tx)
		if err != nil {
			return err
		}
		name := w.dialect.qualified(w.options.Schema, w.table)
		if there && w.options.Mode == Replace {
			if err := execute(ctx, tx, "DROP TABLE "+name); err != nil {
				return err
			}
		}
		if !there || w.options.Mode == Replace {
			if err := execute(ctx, tx, w.dialect.create(name, w.frame, w.kinds)); err != nil {
				return err
			}
		}
		return w.insert(ctx, tx, name)
	})
}

// inTransaction commits what do does, or rolls it back when it returns an error.
func inTransaction(ctx context.Context, db DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := do(tx); err != nil {
		if back := tx.Rollback(); back != nil && !errors.Is(back, sql.ErrTxDone) {
			return errors.Join(err, fmt.Errorf("roll back: %w", back))
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func execute(ctx context.Context, db querier, statement string) error {
	if _, err := db.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("%.200s: %w", statement, err)
	}
	return nil
}

// exists reports whether the table is there, with ErrTableExists when it must not be.
func (w *writer) exists(ctx context.Context, db querier) (bool, error) {
	query, args := w.dialect.exists, []any{w.table}
	switch schema := w.options.Schema; {
	case w.options.Dialect == MySQL:
		args = []any{schema, w.table}
	case w.options.Dialect == PostgreSQL:
		args = []any{w.dialect.qualified(schema, w.table)}
	case w.options.Dialect == SQLite:
		query = fmt.Sprintf(query, w.dialect.quoted(schema))
	}
	var n int
	if err := db.QueryRowContext(ctx, query, args...).Scan(&n); err != nil {
		return false, fmt.Errorf("look whether it exists: %w", err)
	}
	if n > 0 && w.options.Mode == Create {
		return true, ErrTableExists
	}
	return n > 0, nil
}

// insert inserts every row, several a statement.
func (w *writer) insert(ctx context.Context, tx *sql.Tx, name string) error {
	rows := w.frame.Rows()
	whole := rows - rows%w.batch
	if err := w.insertRows(ctx, tx, name, 0, whole, w.batch); err != nil {
		return err
	}
	return w.insertRows(ctx, tx, name, whole, rows, rows-whole)
}

// insertRows inserts rows from to to-1 by a prepared statement of so many rows.
func (w *writer) insertRows(ctx context.Context, tx *sql.Tx, name string, from, to, batch int) error {
	if from == to {
		return nil
	}
	statement, err := tx.PrepareContext(ctx, w.dialect.insert(name, w.frame, batch))
	if err != nil {
		return fmt.Errorf("prepare: %w", err)
	}
	args := make([]any, 0, batch*len(w.cells))
	for lo := from; lo < to; lo += batch {
		args = args[:0]
		for i := lo; i < lo+batch; i++ {
			for _, cell := range w.cells {
				args = append(args, cell(i))
			}
		}
		if _, err := statement.ExecContext(ctx, args...); err != nil {
			statement.Close() // the first error is the one to report
			return fmt.Errorf("%s: %w", span(lo, lo+batch), err)
		}
	}
	return statement.Close()
}

// span names the rows from lo to hi-1.
func span(lo, hi int) string {
	if hi == lo+1 {
		return fmt.Sprintf("row %d", lo)
	}
	return fmt.Sprintf("rows %d to %d", lo, hi-1)
}

// staged does what transacted does where a CREATE TABLE ends the transaction: it fills a table of another name and
// gives it the name when it is complete.
func (w *writer) staged(ctx context.Context, db DB) error {
	there, err := w.exists(ctx, db)
	if err != nil {
		return err
	}
	name := w.dialect.qualified(w.options.Schema, w.table)
	if there && w.options.Mode == Append {
		return inTransaction(ctx, db, func(tx *sql.Tx) error { return w.insert(ctx, tx, name) })
	}
	fresh := w.dialect.qualified(w.options.Schema, aside("sqlio_new_", w.table))
	if err := execute(ctx, db, w.dialect.create(fresh, w.frame, w.kinds)); err != nil {
		return err
	}
	if err := w.fillAndRename(ctx, db, fresh, name, there); err != nil {
		// The context may be what has ended.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dropWithin)
		defer cancel()
		return errors.Join(err, execute(ctx, db, "DROP TABLE "+fresh))
	}
	if !there {
		return nil
	}
	if err := execute(ctx, db, w.dropOld()); err != nil {
		return fmt.Errorf("the new table is in place, the old one could not be dropped: %w", err)
	}
	return nil
}

// dropWithin is how long a table that was not completed may take to drop.
const dropWithin = 10 * time.Second

// old is the name that a replaced table has until it is dropped.
func (w *writer) old() string {
	return w.dialect.qualified(w.options.Schema, aside("sqlio_old_", w.table))
}

// dropOld returns the statement that drops the replaced table, which another call may have done.
func (w *writer) dropOld() string { return "DROP TABLE IF EXISTS " + w.old() }

// fillAndRename fills the fresh table and puts it in the place of the name in one step. A table that an earlier call
// replaced and did not come to drop would be in the way; its rows were given up then.
func (w *writer) fillAndRename(ctx context.Context, db DB, fresh, name string, there bool) error {
	if err := inTransaction(ctx, db, func(tx *sql.Tx) error { return w.insert(ctx, tx, fresh) }); err != nil {
		return err
	}
	rename := "RENAME TABLE " + fresh + " TO " + name
	if there {
		if err := execute(ctx, db, w.dropOld()); err != nil {
			return err
		}
		rename = "RENAME TABLE " + name + " TO " + w.old() + ", " + fresh + " TO " + name
	}
	return execute(ctx, db, rename)
}

// aside returns a name beside that of a table, within the 64 characters that MySQL's names have. One that would be
// longer is cut and ends in a hash of the whole, so that tables with the same beginning keep apart.
func aside(prefix, table string) string {
	name := prefix + table
	if utf8.RuneCountInString(name) <= longestMySQL {
		return name
	}
	hash := fnv.New64a()
	hash.Write([]byte(table)) // never an error
	end := fmt.Sprintf("_%016x", hash.Sum64())
	return string([]rune(name)[:longestMySQL-len(end)]) + end
}

// newWriter prepares a call of Write and returns everything that is wrong with it.
func newWriter(table string, f frame.Frame, o WriteOptions) (*writer, error) {
	w := &writer{dialect: dialects[o.Dialect], options: o, table: table, frame: f, kinds: KindsOf(f)}
	if err := w.check(); err != nil {
		return nil, err
	}
	if o.Schema == "" {
		w.options.Schema = w.dialect.schema
	}
	w.batch = o.BatchRows
	if w.batch == 0 {
		w.batch = max(1, 999/len(w.kinds))
	}
	var errs []error
	for _, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			panic("sqlio: write: a frame has no column of a name it lists: " + err.Error())
		}
		cell, err := w.cellsOf(c)
		w.cells, errs = append(w.cells, cell), append(errs, err)
	}
	return w, errors.Join(errs...)
}

// check returns every violation in names and options.
func (w *writer) check() error {
	if _, ok := dialects[w.options.Dialect]; !ok {
		return fmt.Errorf("%v is none of SQLite, PostgreSQL, MySQL", w.options.Dialect)
	}
	var errs []error
	if w.options.Mode > Replace {
		errs = append(errs, fmt.Errorf("mode %d is none of Create, Append, Replace", w.options.Mode))
	}
	columns := w.frame.Columns()
	if len(columns) == 0 {
		errs = append(errs, errors.New("the frame has no columns"))
	}
	if n := w.options.BatchRows; n < 0 || n > w.dialect.parameters/max(1, len(columns)) {
		errs = append(errs, fmt.Errorf("BatchRows is %d; with %d columns it can be 0 to %d, as a statement of %s has at most"+
			" %d parameters", n, len(columns), w.dialect.parameters/max(1, len(columns)), w.dialect.name, w.dialect.parameters))
	}
	errs = append(errs, w.checkName("the table", w.table))
	if w.options.Schema != "" {
		errs = append(errs, w.checkName("the schema", w.options.Schema))
	}
	for _, name := range columns {
		errs = append(errs, w.checkName("column", name))
	}
	return errors.Join(errs...)
}

// checkName returns an error for a name that the database could not keep as it is.
func (w *writer) checkName(of, name string) error {
	length, unit := utf8.RuneCountInString(name), "characters"
	if w.dialect.inBytes {
		length, unit = len(name), "bytes"
	}
	switch limit := w.dialect.longest; {
	case name == "":
		return fmt.Errorf("%s has no name", of)
	case !text(name, true):
		return fmt.Errorf("%s %q: the name is not UTF-8 or has a NUL", of, name)
	case limit > 0 && length > limit:
		return fmt.Errorf("%s %q: the name has %d %s, %s keeps %d", of, name, length, unit, w.dialect.name, limit)
	}
	return nil
}

// text reports whether s is UTF-8 and, if asked, without the character NUL.
func text(s string, noNUL bool) bool {
	if noNUL {
		for i := range len(s) {
			if s[i] == 0 {
				return false
			}
		}
	}
	return utf8.ValidString(s)
}
