package sqlio_test

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"fence/fencekit/frame"
	"fence/fencekit/frame/sqlio"
)

var sqlite = sqlio.WriteOptions{Dialect: sqlio.SQLite}

// openSQLite returns a new database in a file, so that every connection sees the same one.
func openSQLite(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+filepath.ToSlash(filepath.Join(t.TempDir(), "test.db")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func execute(t testing.TB, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// counts returns the number of rows of a table, or -1 when it is not there.
func counts(t testing.TB, db *sql.DB, table string) int {
	t.Helper()
	var there, rows int
	if err := db.QueryRow("SELECT COUNT(*) FROM sqlite_master WHERE name = ?", table).Scan(&there); err != nil {
		t.Fatal(err)
	}
	if there == 0 {
		return -1
	}
	if err := db.QueryRow("SELECT COUNT(*) FROM \"" + table + "\"").Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// every returns a frame of every kind with the values at the edges, and missing cells in every column.
func every(t testing.TB) frame.Frame {
	t.Helper()
	gap := func(at int) []bool { mask := make([]bool, 6); mask[at] = true; return mask }
	f, err := frame.New(
		frame.Floats("a float", []float64{0, 0.1, math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(-1)}),
		frame.Ints(`a "quoted" name`, []int64{0, math.MaxInt64, math.MinInt64, -1, 1 << 53, 1}).WithMissing(gap(0)),
		frame.Strings("select", []string{"", "a'b\"c`\\", "null", "2026-01-02T03:04:05Z", "é\n\t\x00日", "1"}).
			WithMissing(gap(2)),
		frame.Bools("b]", []bool{true, false, true, false, true, false}).WithMissing(gap(5)),
		frame.Durations("d; DROP TABLE t", []time.Duration{0, 1, -1, math.MaxInt64, math.MinInt64, time.Hour}).
			WithMissing(gap(1)),
		frame.Floats("never", []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}),
		frame.Durations("nothing", make([]time.Duration, 6)).WithMissing([]bool{true, true, true, true, true, true}),
	)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRoundTrip(t *testing.T) {
	f := every(t)
	for _, want := range []frame.Frame{f, f.Head(1), f.Head(0), f.Tail(3)} {
		for _, batch := range []int{0, 1, 4} {
			db := openSQLite(t)
			o := sqlio.WriteOptions{Dialect: sqlio.SQLite, BatchRows: batch}
			if err := sqlio.Write(context.Background(), db, "the \"table\"", want, o); err != nil {
				t.Fatal(err)
			}
			got, err := sqlio.Query(context.Background(), db, `SELECT * FROM "the ""table""" ORDER BY rowid`)
			if err != nil {
				t.Fatal(err)
			}
			if !frame.Equal(got, want) {
				t.Errorf("batches of %d: got\n%v\nwant\n%v", batch, got, want)
			}
		}
	}
}

// The comparison of the round trip would see one changed cell: the twin writes a frame that differs in one.
func TestRoundTripSeesOneCell(t *testing.T) {
	f := every(t)
	twin, err := f.With(frame.Bools("b]", []bool{true, false, true, false, true, false}))
	if err != nil {
		t.Fatal(err)
	}
	db := openSQLite(t)
	if err := sqlio.Write(context.Background(), db, "t", twin, sqlite); err != nil {
		t.Fatal(err)
	}
	got, err := sqlio.Query(context.Background(), db, "SELECT * FROM t ORDER BY rowid")
	if err != nil || frame.Equal(got, f) {
		t.Errorf("false for a missing cell goes unseen (error %v)", err)
	}
}

// A column of int64 named by KindsOf comes back as durations from a type that does not say so.
func TestRoundTripByKinds(t *testing.T) {
	want := every(t)
	db := openSQLite(t)
	execute(t, db, `CREATE TABLE t ("a float", "a ""quoted"" name", "select", "b]", "d; DROP TABLE t",
		"never", "nothing")`)
	appended := sqlio.WriteOptions{Dialect: sqlio.SQLite, Mode: sqlio.Append}
	if err := sqlio.Write(context.Background(), db, "t", want, appended); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query("SELECT * FROM t ORDER BY rowid")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	got, err := sqlio.Read(rows, sqlio.ReadOptions{Kinds: sqlio.KindsOf(want)})
	if err != nil || !frame.Equal(got, want) {
		t.Errorf("error %v, got\n%v\nwant\n%v", err, got, want)
	}
}

func TestWriteModes(t *testing.T) {
	ctx, db := context.Background(), openSQLite(t)
	f := small(t, "n", 3)
	write := func(table string, f frame.Frame, m sqlio.Mode) error {
		return sqlio.Write(ctx, db, table, f, sqlio.WriteOptions{Dialect: sqlio.SQLite, Mode: m})
	}
	steps := []struct {
		name   string
		err    error
		exists bool
		rows   int
	}{
		{"create", write("t", f, sqlio.Create), false, 3},
		{"create again", write("t", f, sqlio.Create), true, 3},
		{"create in other letters", write("T", f, sqlio.Create), true, 3},
	}
	for _, s := range steps {
		if errors.Is(s.err, sqlio.ErrTableExists) != s.exists || !s.exists && s.err != nil || counts(t, db, "t") != s.rows {
			t.Errorf("%s: %v, %d rows", s.name, s.err, counts(t, db, "t"))
		}
	}
	if err := write("t", f, sqlio.Append); err != nil || counts(t, db, "t") != 6 {
		t.Errorf("append: %v, %d rows", err, counts(t, db, "t"))
	}
	if err := write("t", small(t, "other", 2), sqlio.Append); err == nil || counts(t, db, "t") != 6 {
		t.Errorf("append of a column that the table has not: %v, %d rows", err, counts(t, db, "t"))
	}
	if err := write("t", small(t, "other", 2), sqlio.Replace); err != nil || counts(t, db, "t") != 2 {
		t.Errorf("replace: %v, %d rows", err, counts(t, db, "t"))
	}
	for _, m := range []sqlio.Mode{sqlio.Append, sqlio.Replace} {
		name := fmt.Sprintf("new%d", m)
		if err := write(name, f, m); err != nil || counts(t, db, name) != 3 {
			t.Errorf("mode %d for a table that is not there: %v, %d rows", m, err, counts(t, db, name))
		}
	}
}

// An error in the last batch leaves neither rows nor a table behind, and a replaced table stays what it was.
func TestWriteIsAllOrNothing(t *testing.T) {
	db := openSQLite(t)
	execute(t, db, "CREATE TABLE t (n INTEGER CHECK (n < 5))", "INSERT INTO t VALUES (1)")
	f, err := frame.New(frame.Ints("n", []int64{1, 2, 3, 4, 5}))
	if err != nil {
		t.Fatal(err)
	}
	o := sqlio.WriteOptions{Dialect: sqlio.SQLite, Mode: sqlio.Append, BatchRows: 1}
	err = sqlio.Write(context.Background(), db, "t", f, o)
	if err == nil || !strings.Contains(err.Error(), "row 4: ") || counts(t, db, "t") != 1 {
		t.Errorf("append: %v, %d rows", err, counts(t, db, "t"))
	}
	execute(t, db, "CREATE TRIGGER no BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'no more'); END")
	if err := sqlio.Write(context.Background(), db, "t", f, o); err == nil || counts(t, db, "t") != 1 {
		t.Errorf("append against a trigger: %v, %d rows", err, counts(t, db, "t"))
	}
	double, err := frame.New(frame.Ints("n", []int64{1}), frame.Ints("N", []int64{1}))
	if err != nil {
		t.Fatal(err)
	}
	o.Mode = sqlio.Replace
	if err := sqlio.Write(context.Background(), db, "t", double, o); err == nil || counts(t, db, "t") != 1 {
		t.Errorf("replace by names that SQLite takes as one: %v, %d rows", err, counts(t, db, "t"))
	}
}

// A context that ends before or in the middle of the rows leaves the table as it was.
func TestWriteCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	stop := func(c sqlite3.Context, _ ...sqlite3.Value) {
		if calls++; calls == 3 {
			cancel()
		}
		c.ResultNull()
	}
	db, err := driver.Open("file:"+filepath.ToSlash(filepath.Join(t.TempDir(), "test.db")), func(c *sqlite3.Conn) error {
		return c.CreateFunction("stop", 0, sqlite3.INNOCUOUS, stop)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	execute(t, db, "CREATE TABLE t (n)", "CREATE TRIGGER third AFTER INSERT ON t BEGIN SELECT stop(); END",
		"INSERT INTO t VALUES (1)")
	o := sqlio.WriteOptions{Dialect: sqlio.SQLite, Mode: sqlio.Append, BatchRows: 1}
	err = sqlio.Write(ctx, db, "t", small(t, "n", 10), o)
	if !errors.Is(err, context.Canceled) || calls != 3 || counts(t, db, "t") != 1 {
		t.Errorf("in the middle: %v, %d rows inserted, %d left", err, calls-1, counts(t, db, "t"))
	}
	err = sqlio.Write(ctx, db, "u", small(t, "n", 10), o)
	if !errors.Is(err, context.Canceled) || counts(t, db, "u") != -1 {
		t.Errorf("before the beginning: %v, %d rows", err, counts(t, db, "u"))
	}
}

// SQLite lets every cell of a column be of a type of its own, whatever the column was declared as.
func TestReadSQLite(t *testing.T) {
	db := openSQLite(t)
	execute(t, db, `CREATE TABLE t (i INTEGER, r REAL, n NUMERIC, s VARCHAR(9), b BOOLEAN, d DATETIME, x)`,
		`INSERT INTO t VALUES (1, 2, 3, 4, 1, '2026-01-02 03:04:05.5', 5), (1.5, 2.5, 3.5, 'four', 0, NULL, 0.5)`,
		`CREATE TABLE mixed (i INTEGER, u, b BLOB)`, `INSERT INTO mixed VALUES (1, 2, 'ok'), ('one', 'two', x'ff')`)
	f, err := sqlio.Query(context.Background(), db,
		"SELECT *, i + 1 AS more, NULL AS none, date('2026-01-02') AS day FROM t")
	if err != nil {
		t.Fatal(err)
	}
	wants := []string{
		"i float64 [1 1.5]", "r float64 [2 2.5]", "n float64 [3 3.5]", "s string [4 four]", "b bool [true false]",
		"d string [2026-01-02T03:04:05.5Z ]", "x float64 [5 0.5]", "more float64 [2 2.5]", "none string [ ]",
		"day string [2026-01-02 2026-01-02]",
	}
	for j, name := range f.Columns() {
		c, err := f.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%s %v %v", name, c.Kind(), []string{c.Text(0), c.Text(1)}); got != wants[j] {
			t.Errorf("got %s, want %s", got, wants[j])
		}
	}
	for query, want := range map[string]string{
		"SELECT i FROM mixed":     `column "i" (INTEGER), row 1: the string "one" is not int64`,
		"SELECT u FROM mixed":     `column "u", row 1: the string "two" in a column that holds int64 from row 0 on`,
		"SELECT b FROM mixed":     `column "b" (BLOB), row 1: bytes that are not UTF-8`,
		"SELECT i, i FROM mixed":  `columns 0 and 1 are both named "i"; rename one with AS`,
		"SELECT 1 AS \"\", 2":     "column 0 has no name; give it one with AS",
		"UPDATE mixed SET i = 2":  "the statement returns no columns; is it a query?",
		"SELECT abs(i) FROM none": "no such table",
	} {
		if _, err := sqlio.Query(context.Background(), db, query); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", query, err, want)
		}
	}
}

// A transaction and a connection can be read from as well, and a connection written to.
func TestQueryThroughTheOtherHandles(t *testing.T) {
	ctx, db := context.Background(), openSQLite(t)
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlio.Write(ctx, conn, "t", small(t, "n", 2), sqlite); err != nil {
		t.Fatal(err)
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for name, q := range map[string]sqlio.Querier{"conn": conn, "tx": tx} {
		if f, err := sqlio.Query(ctx, q, "SELECT n FROM t WHERE n = ?", 0); err != nil || f.Rows() != 2 {
			t.Errorf("%s: %v, %d rows", name, err, f.Rows())
		}
	}
}

func TestWriteToAnAttachedDatabase(t *testing.T) {
	ctx, db := context.Background(), openSQLite(t)
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "ATTACH DATABASE ':memory:' AS \"a b\""); err != nil {
		t.Fatal(err)
	}
	o := sqlio.WriteOptions{Dialect: sqlio.SQLite, Schema: "a b"}
	if err := sqlio.Write(ctx, conn, "t", small(t, "n", 2), o); err != nil {
		t.Fatal(err)
	}
	if err := sqlio.Write(ctx, conn, "t", small(t, "n", 2), o); !errors.Is(err, sqlio.ErrTableExists) {
		t.Errorf("the second time: %v", err)
	}
	if err := sqlio.Write(ctx, conn, "t", small(t, "n", 2), sqlite); err != nil {
		t.Errorf("the same name in the main database: %v", err)
	}
}

// beside returns the rows of the main and of the temporary table t, -1 for one that is not there.
func beside(t *testing.T, conn *sql.Conn) (rows [2]int) {
	t.Helper()
	for k, schema := range []string{"main", "temp"} {
		var there int
		query := "SELECT COUNT(*) FROM " + schema + ".sqlite_master WHERE name = 't'"
		if err := conn.QueryRowContext(t.Context(), query).Scan(&there); err != nil {
			t.Fatal(err)
		}
		if there == 0 {
			rows[k] = -1
			continue
		}
		if err := conn.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM "+schema+".t").Scan(&rows[k]); err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

// A temporary table hides one of the same name from a bare name. Write goes to main all the same, and to the temporary
// one only when it is told to.
func TestWriteBesideATemporaryTable(t *testing.T) {
	const create, add, replace = sqlio.Create, sqlio.Append, sqlio.Replace
	tests := []struct {
		name   string
		before []string
		mode   sqlio.Mode
		schema string
		want   [2]int // rows of main.t and temp.t
		exists bool
	}{
		{"create", nil, create, "", [2]int{3, 1}, false},
		{"append", nil, add, "", [2]int{3, 1}, false},
		{"replace", nil, replace, "", [2]int{3, 1}, false},
		{"create both", []string{"CREATE TABLE main.t (n)"}, create, "", [2]int{0, 1}, true},
		{"append to both", []string{"CREATE TABLE main.t (n)"}, add, "", [2]int{3, 1}, false},
		{"replace both", []string{"CREATE TABLE main.t (o)"}, replace, "", [2]int{3, 1}, false},
		{"append, named", nil, add, "main", [2]int{3, 1}, false},
		{"create a temporary one", nil, create, "temp", [2]int{-1, 1}, true},
		{"append to the temporary one", []string{"CREATE TABLE main.t (n)"}, add, "temp", [2]int{0, 4}, false},
		{"replace the temporary one", []string{"CREATE TABLE main.t (n)"}, replace, "temp", [2]int{0, 3}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			conn, err := openSQLite(t).Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			before := append([]string{"CREATE TEMP TABLE t (n)", "INSERT INTO temp.t VALUES (9)"}, test.before...)
			for _, s := range before {
				if _, err := conn.ExecContext(t.Context(), s); err != nil {
					t.Fatal(err)
				}
			}
			o := sqlio.WriteOptions{Dialect: sqlio.SQLite, Mode: test.mode, Schema: test.schema}
			err = sqlio.Write(t.Context(), conn, "t", small(t, "n", 3), o)
			if errors.Is(err, sqlio.ErrTableExists) != test.exists || !test.exists && err != nil {
				t.Errorf("got error %v", err)
			}
			if got := beside(t, conn); got != test.want {
				t.Errorf("got %v rows in main and temp, want %v", got, test.want)
			}
		})
	}
}

// frameOf builds a frame out of bytes: a column for each of the first, cells from the rest. Signs of zeros are dropped,
// as SQLite drops them, and so are bytes that are not text.
func frameOf(t testing.TB, data []byte) frame.Frame {
	t.Helper()
	next := func() uint64 {
		var word [8]byte
		n := copy(word[:], data)
		data = data[n:]
		return binary.LittleEndian.Uint64(word[:])
	}
	columns, rows := int(next()%6)+1, int(next()%9)
	var cols []frame.Column
	for j := range columns {
		kind, name := next()%5, fmt.Sprintf("%d%s", j, textOf(next(), true))
		words, mask := make([]uint64, rows), make([]bool, rows)
		for i := range words {
			words[i] = next()
			mask[i] = words[i]%7 == 0
		}
		cols = append(cols, columnOf(kind, name, words).WithMissing(mask))
	}
	f, err := frame.New(cols...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func columnOf(kind uint64, name string, words []uint64) frame.Column {
	switch kind {
	case 0:
		return frame.Floats(name, mapped(words, func(w uint64) float64 { return math.Float64frombits(w) + 0 }))
	case 1:
		return frame.Ints(name, mapped(words, func(w uint64) int64 { return int64(w) }))
	case 2:
		return frame.Strings(name, mapped(words, func(w uint64) string { return textOf(w, false) }))
	case 3:
		return frame.Bools(name, mapped(words, func(w uint64) bool { return w&1 == 1 }))
	}
	return frame.Durations(name, mapped(words, func(w uint64) time.Duration { return time.Duration(w) }))
}

func mapped[T any](words []uint64, of func(uint64) T) []T {
	out := make([]T, len(words))
	for i, w := range words {
		out[i] = of(w)
	}
	return out
}

func textOf(w uint64, name bool) string {
	raw := binary.LittleEndian.AppendUint64(nil, w)
	if name {
		raw = slices.DeleteFunc(raw, func(b byte) bool { return b == 0 })
	}
	return strings.ToValidUTF8(string(raw), "")
}

// FuzzRoundTrip writes frames of any names and cells to SQLite and reads them back.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte{}, "t", 0)
	f.Add([]byte("\x05.......\x03.......abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"), "a \"b\"", 1)
	f.Add([]byte(strings.Repeat("\x02'\"]`;--\x00\xff", 40)), "select", 2)
	f.Add([]byte(strings.Repeat("\x00\x00\x00\x00\x00\x00\xf0\x7f", 60)), "tää", 3)
	db := memory()
	defer db.Close()
	f.Fuzz(func(t *testing.T, data []byte, table string, batch int) {
		want := frameOf(t, data)
		o := sqlio.WriteOptions{Dialect: sqlio.SQLite, Mode: sqlio.Replace, BatchRows: max(batch, 0) % 9}
		table = "t" + strings.ReplaceAll(strings.ToValidUTF8(table, ""), "\x00", "")
		if err := sqlio.Write(context.Background(), db, table, want, o); err != nil {
			t.Fatal(err)
		}
		quoted := `"` + strings.ReplaceAll(table, `"`, `""`) + `"`
		got, err := sqlio.Query(context.Background(), db, "SELECT * FROM "+quoted+" ORDER BY rowid")
		if err != nil {
			t.Fatal(err)
		}
		if !frame.Equal(got, want) {
			t.Errorf("got\n%v\nwant\n%v", got, want)
		}
		execute(t, db, "DROP TABLE "+quoted)
	})
}
