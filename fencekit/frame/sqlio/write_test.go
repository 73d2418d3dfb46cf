package sqlio_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fence/fencekit/frame"
	"fence/fencekit/frame/sqlio"
)

type options = sqlio.WriteOptions

// one returns a frame of a column of every kind, with so many rows.
func one(t *testing.T, rows int) frame.Frame {
	t.Helper()
	ints := make([]int64, rows)
	for i := range ints {
		ints[i] = int64(i)
	}
	f, err := frame.New(
		frame.Ints("n", ints), frame.Floats("f", make([]float64, rows)), frame.Strings("s", make([]string, rows)),
		frame.Bools("b", make([]bool, rows)), frame.Durations("d", make([]time.Duration, rows)),
	)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// small returns a frame of one column and so many rows.
func small(t *testing.T, name string, rows int) frame.Frame {
	t.Helper()
	f, err := frame.New(frame.Ints(name, make([]int64, rows)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every dialect in every mode, statement by statement, against what its manual asks for.
func TestWriteStatements(t *testing.T) {
	const many = "n of the table's name"
	lite, pg, my := sqlio.SQLite, sqlio.PostgreSQL, sqlio.MySQL
	newLong := "sqlio_new_" + strings.Repeat("é", 37) + "_088ecaff1e854825"
	oldLong := "sqlio_old_" + strings.Repeat("é", 37) + "_088ecaff1e854825"
	tests := []struct {
		name    string
		options sqlio.WriteOptions
		there   int64
		table   string
		column  string
		rows    int
		want    []string
	}{
		{"SQLite creates", options{Dialect: lite, BatchRows: 2}, 0, `t"1`, "select", 3, []string{
			"BEGIN", `SELECT COUNT(*) FROM "main".sqlite_master WHERE name = ? COLLATE NOCASE`,
			`CREATE TABLE "main"."t""1" ("select" INTEGER)`, `INSERT INTO "main"."t""1" ("select") VALUES (?), (?)`,
			`INSERT INTO "main"."t""1" ("select") VALUES (?)`, "COMMIT"}},
		{"SQLite replaces in a schema", options{Dialect: lite, Mode: sqlio.Replace, Schema: "aux"}, 1,
			"t", "n", 0, []string{"BEGIN", `SELECT COUNT(*) FROM "aux".sqlite_master WHERE name = ? COLLATE NOCASE`,
				`DROP TABLE "aux"."t"`, `CREATE TABLE "aux"."t" ("n" INTEGER)`, "COMMIT"}},
		{"PostgreSQL appends", options{Dialect: pg, Mode: sqlio.Append, Schema: "lab", BatchRows: 2}, 1,
			"a.b", "n o", 4, []string{"BEGIN", "SELECT COUNT(to_regclass($1))",
				`INSERT INTO "lab"."a.b" ("n o") VALUES ($1), ($2)`,
				`INSERT INTO "lab"."a.b" ("n o") VALUES ($1), ($2)`, "COMMIT"}},
		{"PostgreSQL appends to nothing", options{Dialect: pg, Mode: sqlio.Append}, 0, "t", "n", 0, []string{"BEGIN",
			"SELECT COUNT(to_regclass($1))", `CREATE TABLE "t" ("n" BIGINT)`, "COMMIT"}},
		{"PostgreSQL refuses", options{Dialect: pg}, 1, "t", "n", 1, []string{"BEGIN",
			"SELECT COUNT(to_regclass($1))", "ROLLBACK"}},
		{"MySQL creates", options{Dialect: my}, 0, "t`1", "n", 1, []string{many,
			"CREATE TABLE `sqlio_new_t``1` (`n` BIGINT)", "BEGIN", "INSERT INTO `sqlio_new_t``1` (`n`) VALUES (?)", "COMMIT",
			"RENAME TABLE `sqlio_new_t``1` TO `t``1`"}},
		{"MySQL replaces", options{Dialect: my, Mode: sqlio.Replace, Schema: "lab"}, 1, "t", "n", 1, []string{many,
			"CREATE TABLE `lab`.`sqlio_new_t` (`n` BIGINT)", "BEGIN", "INSERT INTO `lab`.`sqlio_new_t` (`n`) VALUES (?)",
			"COMMIT", "DROP TABLE IF EXISTS `lab`.`sqlio_old_t`",
			"RENAME TABLE `lab`.`t` TO `lab`.`sqlio_old_t`, `lab`.`sqlio_new_t` TO `lab`.`t`",
			"DROP TABLE IF EXISTS `lab`.`sqlio_old_t`"}},
		{"MySQL appends", options{Dialect: my, Mode: sqlio.Append}, 1, "t", "n", 1, []string{many,
			"BEGIN", "INSERT INTO `t` (`n`) VALUES (?)", "COMMIT"}},
		{"MySQL refuses", options{Dialect: my}, 1, "t", "n", 1, []string{many}},
		{"MySQL has the longest name that is not cut", options{Dialect: my}, 0, strings.Repeat("é", 54), "n", 0,
			[]string{many, "CREATE TABLE `sqlio_new_" + strings.Repeat("é", 54) + "` (`n` BIGINT)", "BEGIN", "COMMIT",
				"RENAME TABLE `sqlio_new_" + strings.Repeat("é", 54) + "` TO `" + strings.Repeat("é", 54) + "`"}},
		{"MySQL has a long name", options{Dialect: my, Mode: sqlio.Replace}, 1, strings.Repeat("é", 64), "n", 0,
			[]string{many, "CREATE TABLE `" + newLong + "` (`n` BIGINT)", "BEGIN", "COMMIT",
				"DROP TABLE IF EXISTS `" + oldLong + "`",
				"RENAME TABLE `" + strings.Repeat("é", 64) + "` TO `" + oldLong + "`, `" + newLong + "` TO `" +
					strings.Repeat("é", 64) + "`",
				"DROP TABLE IF EXISTS `" + oldLong + "`"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			db := &fake{answers: map[string]*answer{"SELECT COUNT": counted(test.there)}}
			err := sqlio.Write(context.Background(), db.open(t), test.table, small(t, test.column, test.rows), test.options)
			if exists := test.there > 0 && test.options.Mode == sqlio.Create; errors.Is(err, sqlio.ErrTableExists) != exists ||
				!exists && err != nil {
				t.Errorf("error %v", err)
			}
			if i := slices.Index(test.want, many); i >= 0 {
				test.want[i] = "SELECT COUNT(*) FROM information_schema.tables" +
					" WHERE table_schema = COALESCE(NULLIF(?, ''), DATABASE()) AND table_name = ?"
			}
			if got, want := strings.Join(db.log, "\n"), strings.Join(test.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestWriteTypes(t *testing.T) {
	tests := map[sqlio.Dialect]string{
		sqlio.SQLite: `CREATE TABLE "main"."t" ("n" INTEGER, "f" REAL, "s" TEXT, "b" BOOLEAN, "d" DURATION_NS)`,
		sqlio.PostgreSQL: `CREATE TABLE "t" ("n" BIGINT, "f" DOUBLE PRECISION, "s" TEXT, "b" BOOLEAN, ` +
			`"d" BIGINT)`,
		sqlio.MySQL: "CREATE TABLE `sqlio_new_t` (`n` BIGINT, `f` DOUBLE, `s` LONGTEXT CHARACTER SET utf8mb4, " +
			"`b` BOOLEAN, `d` BIGINT)",
	}
	for dialect, want := range tests {
		db := &fake{answers: map[string]*answer{"SELECT COUNT": counted(0)}}
		err := sqlio.Write(context.Background(), db.open(t), "t", one(t, 1), sqlio.WriteOptions{Dialect: dialect})
		if err != nil || !slices.Contains(db.log, want) {
			t.Errorf("%v: error %v, got\n%s\nwant\n%s", dialect, err, strings.Join(db.log, "\n"), want)
		}
	}
}

// The values arrive as parameters, of the types that every driver takes, and missing ones as nil.
func TestWriteParameters(t *testing.T) {
	gap := []bool{false, true}
	f, err := frame.New(
		frame.Ints("n", []int64{7, 0}).WithMissing(gap), frame.Floats("f", []float64{0.5, math.NaN()}),
		frame.Strings("s", []string{"'); DROP TABLE t; --", ""}).WithMissing(gap),
		frame.Bools("b", []bool{true, false}).WithMissing(gap),
		frame.Durations("d", []time.Duration{time.Microsecond, 0}).WithMissing(gap),
	)
	if err != nil {
		t.Fatal(err)
	}
	db := &fake{answers: map[string]*answer{"SELECT COUNT": counted(0)}}
	if err := sqlio.Write(context.Background(), db.open(t), "t", f, options{Dialect: sqlio.PostgreSQL}); err != nil {
		t.Fatal(err)
	}
	var got []driver.Value
	for _, v := range db.args[len(db.args)-1] {
		got = append(got, v.Value)
	}
	want := []driver.Value{int64(7), 0.5, "'); DROP TABLE t; --", true, int64(1000), nil, nil, nil, nil, nil}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if text := strings.Join(db.log, "\n"); strings.Contains(text, "DROP") {
		t.Errorf("a value stands in a statement:\n%s", text)
	}
}

// The rows are cut into statements of BatchRows, by default of no more than 999 parameters, and the rest.
func TestWriteBatches(t *testing.T) {
	tests := []struct {
		rows, batch int
		want        string
	}{
		{0, 0, "[]"}, {1, 0, "[5]"}, {199, 0, "[995]"}, {200, 0, "[995 5]"}, {400, 0, "[995 995 10]"},
		{7, 1, "[5 5 5 5 5 5 5]"}, {7, 3, "[15 15 5]"}, {6, 3, "[15 15]"}, {2, 3, "[10]"}, {13107, 13107, "[65535]"},
	}
	for _, test := range tests {
		db := &fake{answers: map[string]*answer{"SELECT COUNT": counted(1)}}
		o := sqlio.WriteOptions{Dialect: sqlio.MySQL, Mode: sqlio.Append, BatchRows: test.batch}
		if err := sqlio.Write(context.Background(), db.open(t), "t", one(t, test.rows), o); err != nil {
			t.Fatal(err)
		}
		sizes, next := []int{}, int64(0)
		for _, args := range db.args {
			sizes = append(sizes, len(args))
			for k := 0; k < len(args); k, next = k+5, next+1 {
				if args[k].Value != next {
					t.Fatalf("%d rows by %d: row %d is %v", test.rows, test.batch, next, args[k].Value)
				}
			}
		}
		if got := fmt.Sprint(sizes); got != test.want || next != int64(test.rows) {
			t.Errorf("%d rows by %d: got %s with %d rows, want %s", test.rows, test.batch, got, next, test.want)
		}
	}
}

// Whatever step fails, the error says which, and the transaction is rolled back or the unfinished table dropped.
func TestWriteFails(t *testing.T) {
	failed := errors.New("failed")
	lite, pg, my := sqlio.SQLite, sqlio.PostgreSQL, sqlio.MySQL
	tests := []struct {
		name    string
		options sqlio.WriteOptions
		there   int64
		refuse  string
		want    string
		last    string
	}{
		{"begin", options{Dialect: lite}, 0, "BEGIN", "begin: failed", "BEGIN"},
		{"exists", options{Dialect: lite}, 0, "SELECT", "look whether it exists: failed", "ROLLBACK"},
		{"drop", options{Dialect: lite, Mode: sqlio.Replace}, 1, "DROP", `DROP TABLE "main"."t": failed`, "ROLLBACK"},
		{"create", options{Dialect: lite}, 0, "CREATE", `CREATE TABLE "main"."t" ("n" INTEGER): failed`, "ROLLBACK"},
		{"prepare", options{Dialect: lite}, 0, "PREPARE INSERT", "prepare: failed", "ROLLBACK"},
		{"insert", options{Dialect: lite, BatchRows: 2}, 0, `INSERT INTO "main"."t" ("n") VALUES (?)`,
			"rows 0 to 1: failed", "ROLLBACK"},
		{"insert one row", options{Dialect: lite, BatchRows: 1}, 0, "INSERT", "row 0: failed", "ROLLBACK"},
		{"close", options{Dialect: lite}, 0, "CLOSE", "failed", "ROLLBACK"},
		{"commit", options{Dialect: pg}, 0, "COMMIT", "commit: failed", "COMMIT"},
		{"MySQL exists", options{Dialect: my}, 0, "SELECT", "look whether it exists: failed", "SELECT"},
		{"MySQL create", options{Dialect: my}, 0, "CREATE", "CREATE TABLE `sqlio_new_t` (`n` BIGINT): failed",
			"CREATE"},
		{"MySQL insert", options{Dialect: my}, 0, "INSERT", "rows 0 to 2: failed", "DROP TABLE `sqlio_new_t`"},
		{"MySQL commit", options{Dialect: my}, 0, "COMMIT", "commit: failed", "DROP TABLE `sqlio_new_t`"},
		{"MySQL rename", options{Dialect: my}, 0, "RENAME", "RENAME TABLE `sqlio_new_t` TO `t`: failed",
			"DROP TABLE `sqlio_new_t`"},
		{"MySQL drop of a leftover", options{Dialect: my, Mode: sqlio.Replace}, 1, "DROP TABLE IF EXISTS",
			"DROP TABLE IF EXISTS `sqlio_old_t`: failed", "DROP TABLE `sqlio_new_t`"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			db := &fake{
				answers: map[string]*answer{"SELECT COUNT": counted(test.there)}, refuse: map[string]error{test.refuse: failed},
			}
			err := sqlio.Write(context.Background(), db.open(t), "t", small(t, "n", 3), test.options)
			if want := `sqlio: write: table "t": ` + test.want; !errors.Is(err, failed) || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			if last := db.log[len(db.log)-1]; !strings.HasPrefix(last, test.last) {
				t.Errorf("the last step is %s, not %s", last, test.last)
			}
		})
	}
}

// A replaced table that cannot be dropped is the one error after which the frame is in the table.
func TestWriteFailsInTheEnd(t *testing.T) {
	failed := errors.New("failed")
	db := &fake{
		answers: map[string]*answer{"SELECT COUNT": counted(1)},
		refuse:  map[string]error{"DROP": failed}, from: "RENAME",
	}
	o := options{Dialect: sqlio.MySQL, Mode: sqlio.Replace}
	err := sqlio.Write(context.Background(), db.open(t), "t", small(t, "n", 3), o)
	const want = `sqlio: write: table "t": the new table is in place, the old one could not be dropped: ` +
		"DROP TABLE IF EXISTS `sqlio_old_t`: failed"
	if !errors.Is(err, failed) || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if last := db.log[len(db.log)-1]; last != "DROP TABLE IF EXISTS `sqlio_old_t`" {
		t.Errorf("the last step is %s", last)
	}
}

// Two long names with one beginning do not share the tables beside them, and neither passes MySQL's 64 characters.
func TestLongNamesKeepApart(t *testing.T) {
	seen := map[string]string{}
	for _, end := range []string{"a", "b", ""} {
		table := strings.Repeat("日", 63) + end
		db := &fake{answers: map[string]*answer{"SELECT COUNT": counted(1)}}
		o := options{Dialect: sqlio.MySQL, Mode: sqlio.Replace}
		if err := sqlio.Write(context.Background(), db.open(t), table, small(t, "n", 1), o); err != nil {
			t.Fatal(err)
		}
		for _, statement := range db.log {
			for k, name := range strings.Split(statement, "`") {
				if k%2 == 0 || !strings.HasPrefix(name, "sqlio_") {
					continue
				}
				if other, ok := seen[name]; ok && other != table {
					t.Errorf("%s is beside both %s and %s", name, other, table)
				}
				if n := utf8.RuneCountInString(name); n > 64 {
					t.Errorf("%s has %d characters, want at most 64", name, n)
				}
				seen[name] = table
			}
		}
	}
	if len(seen) != 6 {
		t.Errorf("got %d names beside three tables, want a new and an old one each: %v", len(seen), seen)
	}
}

// A rollback that fails as well is told beside the error that made it necessary.
func TestWriteFailsTwice(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	db := &fake{
		answers: map[string]*answer{"SELECT COUNT": counted(0)},
		refuse:  map[string]error{"INSERT": first, "ROLLBACK": second},
	}
	err := sqlio.Write(context.Background(), db.open(t), "t", small(t, "n", 3), sqlio.WriteOptions{Dialect: sqlio.SQLite})
	if !errors.Is(err, first) || !errors.Is(err, second) {
		t.Errorf("got %v", err)
	}
}

// What Write can see for itself it reports at once, and asks nothing of the database.
func TestWriteRefuses(t *testing.T) {
	long := strings.Repeat("é", 32)
	inf := frame.Floats("x", []float64{0, math.Inf(1)})
	nul := frame.Strings("x", []string{"", "a\x00"})
	raw := frame.Strings("y", []string{"a", "\xff"})
	pg, my, lite := sqlio.PostgreSQL, sqlio.MySQL, sqlio.SQLite
	tests := []struct {
		name    string
		table   string
		columns []frame.Column
		options sqlio.WriteOptions
		want    string // "" when it is written
	}{
		{"no dialect", "t", []frame.Column{inf}, options{}, "dialect(0) is none of SQLite, PostgreSQL, MySQL"},
		{"options and names", "", []frame.Column{frame.Ints("a\x00b", nil), frame.Ints("\xff", nil)},
			options{Dialect: lite, Mode: 7, Schema: "s\x00", BatchRows: -1},
			"mode 7 is none of Create, Append, Replace\n" +
				"BatchRows is -1; with 2 columns it can be 0 to 16383, as a statement of SQLite has at most 32766 parameters\n" +
				"the table has no name\n" +
				"the schema \"s\\x00\": the name is not UTF-8 or has a NUL\n" +
				"column \"a\\x00b\": the name is not UTF-8 or has a NUL\n" +
				"column \"\\xff\": the name is not UTF-8 or has a NUL"},
		{"no columns", "t", nil, options{Dialect: lite}, "the frame has no columns"},
		{"too many rows a statement", "t", []frame.Column{inf, raw}, options{Dialect: pg, BatchRows: 40000},
			"BatchRows is 40000; with 2 columns it can be 0 to 32767, as a statement of PostgreSQL has" +
				" at most 65535 parameters"},
		{"a name of 64 bytes", long, []frame.Column{inf}, options{Dialect: pg},
			`the table "` + long + `": the name has 64 bytes, PostgreSQL keeps 63`},
		{"a name of 65 characters", "t", []frame.Column{frame.Ints(strings.Repeat("é", 65), nil)}, options{Dialect: my},
			`column "` + strings.Repeat("é", 65) + `": the name has 65 characters, MySQL keeps 64`},
		{"a long name for SQLite", long + long + long, []frame.Column{inf}, options{Dialect: lite}, ""},
		{"an infinity for MySQL", "t", []frame.Column{inf, raw}, options{Dialect: my},
			"column \"x\", row 1: a DOUBLE of MySQL cannot hold +Inf\n" +
				"column \"y\", row 1: the string \"\\xff\" is not UTF-8"},
		{"a NUL for PostgreSQL", "t", []frame.Column{nul}, options{Dialect: pg},
			`column "x", row 1: the string "a\x00" has a NUL, which a TEXT of PostgreSQL cannot hold`},
		{"a NUL for MySQL", "t", []frame.Column{nul}, options{Dialect: my}, ""},
		{"a NUL for SQLite", "t", []frame.Column{nul}, options{Dialect: lite}, ""},
		{"an infinity for PostgreSQL", "t", []frame.Column{inf}, options{Dialect: pg}, ""},
		{"bytes for SQLite", "t", []frame.Column{raw}, options{Dialect: lite},
			`column "y", row 1: the string "\xff" is not UTF-8`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := frame.New(test.columns...)
			if err != nil {
				t.Fatal(err)
			}
			db := &fake{answers: map[string]*answer{"SELECT COUNT": counted(0)}}
			err = sqlio.Write(context.Background(), db.open(t), test.table, f, test.options)
			if test.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if want := fmt.Sprintf("sqlio: write: table %q: %s", test.table, test.want); err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			if len(db.log) > 0 {
				t.Errorf("the database was asked %q", db.log)
			}
		})
	}
}

func TestDialectNames(t *testing.T) {
	got := fmt.Sprint(sqlio.SQLite, sqlio.PostgreSQL, sqlio.MySQL, sqlio.Dialect(9))
	if got != "SQLite PostgreSQL MySQL dialect(9)" {
		t.Errorf("got %s", got)
	}
}
