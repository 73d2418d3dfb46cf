package sqlio_test

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fence/fencekit/frame"
	"fence/fencekit/frame/sqlio"
)

// readFake reads an answer through database/sql.
func readFake(t *testing.T, a *answer, o sqlio.ReadOptions) (frame.Frame, error) {
	t.Helper()
	rows, err := (&fake{answers: map[string]*answer{"SELECT": a}}).open(t).Query("SELECT")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	return sqlio.Read(rows, o)
}

// cellsOf returns the kind and the exact text of column x, "NULL" for a missing cell.
func cellsOf(t *testing.T, f frame.Frame) (frame.Kind, []string) {
	t.Helper()
	c, err := f.Column("x")
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, c.Len())
	for i := range out {
		if out[i] = c.Text(i); c.Missing(i) {
			out[i] = "NULL"
		}
	}
	return c.Kind(), out
}

type (
	word  string
	bytes []byte
)

func TestReadKinds(t *testing.T) {
	zone := time.FixedZone("", 2*3600)
	when := time.Date(2026, 1, 2, 3, 4, 5, 678e6, zone)
	tests := []struct {
		name   string
		answer *answer
		asked  frame.Kind
		kind   frame.Kind
		want   []string
	}{
		{"values alone: whole numbers", column("", int64(1), nil, int64(-3)), 0, frame.Int, []string{"1", "NULL", "-3"}},
		{"values alone: floats", column("", nil, 1.5), 0, frame.Float, []string{"NULL", "1.5"}},
		{"values alone: NaN is missing", column("", math.NaN()), 0, frame.Float, []string{"NULL"}},
		{"values alone: infinities", column("", math.Inf(1), math.Inf(-1)), 0, frame.Float, []string{"+Inf", "-Inf"}},
		{"values alone: bool", column("", true, nil, false), 0, frame.Bool, []string{"true", "NULL", "false"}},
		{"values alone: text", column("", "a", nil, ""), 0, frame.String, []string{"a", "NULL", ""}},
		{"bytes of UTF-8", column("BLOB", []byte("né"), []byte{}), 0, frame.String, []string{"né", ""}},
		{"time", column("TIMESTAMPTZ", when, nil), 0, frame.String, []string{"2026-01-02T03:04:05.678+02:00", "NULL"}},
		{"whole seconds in UTC", column("", when.Truncate(time.Second).UTC()), 0, frame.String,
			[]string{"2026-01-02T01:04:05Z"}},

		{"whole numbers, then a float", column("", int64(1), nil, int64(-3), 0.5), 0, frame.Float,
			[]string{"1", "NULL", "-3", "0.5"}},
		{"a float, then whole numbers", column("", 0.5, int64(1<<53)), 0, frame.Float, []string{"0.5", "9007199254740992"}},
		{"a float in a column named for whole numbers", column("INTEGER", int64(1), 2.5), 0, frame.Float,
			[]string{"1", "2.5"}},

		{"every integer type", column("", int8(1), int16(2), int32(3), int(4), uint8(5), uint16(6), uint32(7),
			uint64(8), uint(9)), 0, frame.Int, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}},
		{"float32", column("", float32(0.5)), 0, frame.Float, []string{"0.5"}},
		{"types of the driver's own", column("", word("w"), bytes("b")), 0, frame.String, []string{"w", "b"}},
		{"a duration", column("", time.Second), 0, frame.Duration, []string{"1s"}},

		{"text of whole numbers", column("BIGINT", []byte("12"), []byte("-9223372036854775808")), 0, frame.Int,
			[]string{"12", "-9223372036854775808"}},
		{"a type of several words", column("unsigned bigint(20)", []byte("12")), 0, frame.Int, []string{"12"}},
		{"decimal text", column("NUMERIC", []byte("1.50"), "NaN", "Infinity", int64(3), nil), 0, frame.Float,
			[]string{"1.5", "NULL", "+Inf", "3", "NULL"}},
		{"whole numbers in a float column", column("REAL", int64(3)), 0, frame.Float, []string{"3"}},
		{"bool as 0 and 1", column("BOOLEAN", int64(0), int64(1), true), 0, frame.Bool, []string{"false", "true", "true"}},
		{"bool as text", column("bool", "t", "false", []byte("0")), 0, frame.Bool, []string{"true", "false", "false"}},
		{"one bit", column("BIT", []byte{0}, []byte{1}, nil), 0, frame.Bool, []string{"false", "true", "NULL"}},
		{"bits as text", column("BIT", "1010"), 0, frame.String, []string{"1010"}},
		{"2 in a column named for bool", column("BOOLEAN", int64(2), nil), 0, frame.Int, []string{"2", "NULL"}},
		{"numbers in a column of text", column("VARCHAR(20)", "a", int64(1), 0.25, true), 0, frame.String,
			[]string{"a", "1", "0.25", "true"}},
		{"an interval is text", column("INTERVAL", "1 day 02:00:01.5"), 0, frame.String, []string{"1 day 02:00:01.5"}},
		{"money is text", column("MONEY", "$5.00"), 0, frame.String, []string{"$5.00"}},
		{"nanoseconds as declared", column("duration_ns", int64(1500), []byte("7"), nil), 0, frame.Duration,
			[]string{"1.5µs", "7ns", "NULL"}},

		{"asked for durations", column("BIGINT", int64(-1), "1m30s", time.Second), frame.Duration, frame.Duration,
			[]string{"-1ns", "1m30s", "1s"}},
		{"asked for text", column("NUMERIC", []byte("1.500"), int64(2), nil, time.Second), frame.String, frame.String,
			[]string{"1.500", "2", "NULL", "1s"}},
		{"asked for text of a large number", column("", uint64(math.MaxUint64)), frame.String, frame.String,
			[]string{"18446744073709551615"}},
		{"asked for floats of a large number", column("BIGINT", uint64(1<<63)), frame.Float, frame.Float,
			[]string{"9223372036854776000"}},
		{"asked for bool", column("TINYINT", int64(1), []byte("0")), frame.Bool, frame.Bool, []string{"true", "false"}},
		{"asked for whole numbers", column("", 3.0, true, false, "4"), frame.Int, frame.Int, []string{"3", "1", "0", "4"}},

		{"nothing but NULL", column("", nil, nil), 0, frame.String, []string{"NULL", "NULL"}},
		{"nothing but NULL of a named type", column("INT4", nil), 0, frame.Int, []string{"NULL"}},
		{"nothing but NULL, asked", column("INT4", nil), frame.Duration, frame.Duration, []string{"NULL"}},
		{"no rows of a named type", column("DOUBLE PRECISION"), 0, frame.Float, []string{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := sqlio.ReadOptions{}
			if test.asked != 0 {
				o.Kinds = map[string]frame.Kind{"x": test.asked}
			}
			f, err := readFake(t, test.answer, o)
			if err != nil {
				t.Fatal(err)
			}
			if kind, cells := cellsOf(t, f); kind != test.kind || !slices.Equal(cells, test.want) {
				t.Errorf("got %v %q, want %v %q", kind, cells, test.kind, test.want)
			}
		})
	}
}

// A column without values is of the kind of the type it would be scanned into, when its own type has no known name.
func TestReadScanTypes(t *testing.T) {
	tests := []struct {
		scan reflect.Type
		want frame.Kind
	}{
		{reflect.TypeFor[int32](), frame.Int},
		{reflect.TypeFor[uint8](), frame.Int},
		{reflect.TypeFor[float32](), frame.Float},
		{reflect.TypeFor[bool](), frame.Bool},
		{reflect.TypeFor[time.Duration](), frame.Duration},
		{reflect.TypeFor[sql.NullInt64](), frame.Int},
		{reflect.TypeFor[sql.Null[float64]](), frame.Float},
		{reflect.TypeFor[sql.NullBool](), frame.Bool},
		{reflect.TypeFor[sql.NullTime](), frame.String},
		{reflect.TypeFor[time.Time](), frame.String},
		{reflect.TypeFor[[]byte](), frame.String},
		{reflect.TypeFor[any](), frame.String},
		{nil, frame.String},
	}
	for _, test := range tests {
		a := column("GEOMETRY", nil)
		a.scans = []reflect.Type{test.scan}
		f, err := readFake(t, a, sqlio.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if kind, _ := cellsOf(t, f); kind != test.want {
			t.Errorf("%v: got %v, want %v", test.scan, kind, test.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	kinds := func(k frame.Kind) sqlio.ReadOptions {
		return sqlio.ReadOptions{Kinds: map[string]frame.Kind{"x": k}}
	}
	none := sqlio.ReadOptions{}
	tests := []struct {
		name    string
		answer  *answer
		options sqlio.ReadOptions
		want    string
	}{
		{"text after whole numbers", column("", int64(1), nil, "abc"), none,
			`column "x", row 2: the string "abc" in a column that holds int64 from row 0 on`},
		{"a whole number after text", column("", nil, "abc", int64(7)), none,
			`column "x", row 2: the int64 7 in a column that holds string from row 1 on`},
		{"bool after floats", column("", 0.5, true), none,
			`column "x", row 1: the bool true in a column that holds float64 from row 0 on`},
		{"a large whole number beside floats", column("", 0.5, int64(1<<53+1)), none,
			`column "x", row 1: the whole number 9007199254740993 beside floats, which would be rounded to 9007199254740992`},
		{"a float after a large whole number", column("", int64(0), int64(math.MaxInt64), 0.5), none,
			`column "x", row 2: the float64 0.5 after row 1: the whole number 9223372036854775807 beside floats, ` +
				`which would be rounded to 9223372036854775808`},
		{"text in a column named for whole numbers", column("INT8", []byte("12"), []byte("1.5")), none,
			`column "x" (INT8), row 1: the string "1.5" is not int64`},
		{"a number in text out of range", column("INT8", "9223372036854775808"), none,
			`column "x" (INT8), row 0: the string "9223372036854775808" is out of the range of int64`},
		{"a decimal out of range", column("NUMERIC", "1e400"), none,
			`column "x" (NUMERIC), row 0: the string "1e400" is out of the range of float64`},
		{"a word in a column named for bool", column("BOOLEAN", "yes"), none,
			`column "x" (BOOLEAN), row 0: the string "yes" is not bool`},
		{"a whole number beyond int64", column("", uint64(1<<63)), none,
			`column "x", row 0: the whole number 9223372036854775808 is out of the range of int64`},
		{"bytes", column("BYTEA", []byte("ok"), []byte("n\xff")), none,
			`column "x" (BYTEA), row 1: bytes that are not UTF-8, from byte 1 of 2 on; select hex of them`},
		{"text that is no text", column("TEXT", "\xc3"), none,
			`column "x" (TEXT), row 0: bytes that are not UTF-8, from byte 0 of 1 on; select hex of them`},
		{"a type without a kind", column("_INT4", []int64{1}), none,
			`column "x" (_INT4), row 0: a value of type []int64, which has no column kind; select it cast to text`},
		{"asked for what it is not", column("", int64(1), 2.5), kinds(frame.Int),
			`column "x", row 1: the float64 2.5 is not int64`},
		{"asked for whole numbers beyond int64", column("", -float64(math.MinInt64)), kinds(frame.Int),
			`column "x", row 0: the float64 9.223372036854776e+18 is not int64`},
		{"asked for a duration of a float", column("", 1.5), kinds(frame.Duration),
			`column "x", row 0: the float64 1.5 is not time.Duration`},
		{"asked for a duration of an interval", column("INTERVAL", "00:00:01.5"), kinds(frame.Duration),
			`column "x" (INTERVAL), row 0: the string "00:00:01.5" is not time.Duration`},
		{"asked for bool of 2", column("", int64(2)), kinds(frame.Bool), `column "x", row 0: the int64 2 is not bool`},
		{"asked for float of bool", column("", true), kinds(frame.Float), `column "x", row 0: the bool true is not float64`},
		{"a long text", column("INT", strings.Repeat("ab", 500)), none,
			`column "x" (INT), row 0: the string "` + strings.Repeat("ab", 20) + `"… of 1000 bytes is not int64`},
		{"no columns", &answer{}, none, "the statement returns no columns; is it a query?"},
		{"no names and one name twice", &answer{names: []string{"a", "", "a", "b", ""}}, none,
			"column 1 has no name; give it one with AS\n" +
				"columns 0 and 2 are both named \"a\"; rename one with AS\n" +
				"column 4 has no name; give it one with AS"},
		{"options", column("", int64(1)),
			sqlio.ReadOptions{MaxRows: -1, Kinds: map[string]frame.Kind{"xy": frame.Int, "x": 9}},
			"MaxRows is -1; it must be positive, or 0 for no bound\n" +
				"column \"x\" of Kinds: kind(9) is no kind\n" +
				"no column \"xy\" to give a kind, the nearest is \"x\"; there are x"},
		{"a misspelt name", &answer{names: []string{"margin", "seed"}},
			sqlio.ReadOptions{Kinds: map[string]frame.Kind{"margn": frame.Int}},
			`no column "margn" to give a kind, the nearest is "margin"; there are margin, seed`},
		{"too many rows", column("", int64(1), int64(2), int64(3)), sqlio.ReadOptions{MaxRows: 2},
			"there are more than MaxRows = 2 rows"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, err := readFake(t, test.answer, test.options)
			if err == nil {
				t.Fatalf("no error, but\n%v", f)
			}
			if got := err.Error(); got != "sqlio: read: "+test.want {
				t.Errorf("got  %s\nwant sqlio: read: %s", got, test.want)
			}
			if len(f.Columns()) != 0 {
				t.Errorf("a frame beside the error:\n%v", f)
			}
		})
	}
}

func TestReadTakesMaxRows(t *testing.T) {
	f, err := readFake(t, column("", int64(1), int64(2)), sqlio.ReadOptions{MaxRows: 2})
	if err != nil || f.Rows() != 2 {
		t.Errorf("got %d rows, %v; want 2", f.Rows(), err)
	}
}

// A connection that breaks in the middle must not give a frame of the rows before.
func TestReadReportsTheDriver(t *testing.T) {
	lost := errors.New("the connection was lost")
	a := column("", int64(1), int64(2))
	a.broken = lost
	_, err := readFake(t, a, sqlio.ReadOptions{})
	if !errors.Is(err, lost) || !strings.Contains(err.Error(), "after 2 rows") {
		t.Errorf("in the rows: %v", err)
	}
	a = column("", int64(1))
	rows, err := (&fake{answers: map[string]*answer{"SELECT": a}}).open(t).Query("SELECT")
	if err != nil {
		t.Fatal(err)
	}
	rows.Close()
	if _, err := sqlio.Read(rows, sqlio.ReadOptions{}); err == nil {
		t.Error("closed rows: no error")
	}
}

// Read begins where the caller stopped and does not close what is the caller's.
func TestReadGoesOn(t *testing.T) {
	a := column("", int64(1), int64(2), int64(3))
	rows, err := (&fake{answers: map[string]*answer{"SELECT": a}}).open(t).Query("SELECT")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	rows.Next()
	f, err := sqlio.Read(rows, sqlio.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, cells := cellsOf(t, f); !slices.Equal(cells, []string{"2", "3"}) {
		t.Errorf("got %q, want 2 and 3", cells)
	}
}

func TestQueryReportsTheDriver(t *testing.T) {
	down, unclosed := errors.New("down"), errors.New("not closed")
	db := (&fake{refuse: map[string]error{"SELECT": down}}).open(t)
	if _, err := sqlio.Query(context.Background(), db, "SELECT"); !errors.Is(err, down) {
		t.Errorf("refused: %v", err)
	}
	a := column("", "abc", int64(1))
	a.closed = unclosed
	db = (&fake{answers: map[string]*answer{"SELECT": a}}).open(t)
	_, err := sqlio.Query(context.Background(), db, "SELECT")
	if err == nil || !strings.Contains(err.Error(), "row 1") || errors.Is(err, unclosed) {
		t.Errorf("an error of Read must come before that of Close: %v", err)
	}
}
