package sqlio_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	_ "github.com/ncruces/go-sqlite3/driver" // registers itself as sqlite3

	"fence/fencekit/frame"
	"fence/fencekit/frame/sqlio"
)

// memory opens a database that lives in the memory of its one connection.
func memory() *sql.DB {
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(1)
	return db
}

// runs is a small table of results.
func runs() frame.Frame {
	f, err := frame.New(
		frame.Ints("seed", []int64{1, 2, 3}),
		frame.Strings("posture", []string{"check", "check", "fencing"}),
		frame.Floats("destroyed", []float64{0.25, math.NaN(), 0}),
		frame.Durations("margin", []time.Duration{time.Second, 1500 * time.Millisecond, 0}),
	)
	if err != nil {
		panic(err)
	}
	return f
}

func Example() {
	ctx, db := context.Background(), memory()
	defer db.Close()
	if err := sqlio.Write(ctx, db, "runs", runs(), sqlio.WriteOptions{Dialect: sqlio.SQLite}); err != nil {
		fmt.Println(err)
		return
	}
	f, err := sqlio.Query(ctx, db, `SELECT posture, COUNT(*) AS runs, AVG(destroyed) AS destroyed
		FROM runs GROUP BY posture ORDER BY posture`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	// Output:
	// posture  runs  destroyed
	// check       2       0.25
	// fencing     1       0.00
}

func ExampleWrite() {
	ctx, db := context.Background(), memory()
	defer db.Close()
	o := sqlio.WriteOptions{Dialect: sqlio.SQLite}
	fmt.Println(sqlio.Write(ctx, db, "runs", runs(), o))

	err := sqlio.Write(ctx, db, "runs", runs(), o)
	fmt.Println(err, errors.Is(err, sqlio.ErrTableExists))

	o.Mode = sqlio.Append
	fmt.Println(sqlio.Write(ctx, db, "runs", runs(), o))
	f, err := sqlio.Query(ctx, db, "SELECT COUNT(*) AS n FROM runs")
	fmt.Print(f, err)
	// Output:
	// <nil>
	// sqlio: write: table "runs": the table exists; Append adds to it, Replace drops it first true
	// <nil>
	// n
	// 6
	//  <nil>
}

func ExampleQuery() {
	ctx, db := context.Background(), memory()
	defer db.Close()
	f, err := sqlio.Query(ctx, db, "SELECT ? AS low, ? AS high, NULL AS unknown", 1, 2.5)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	_, err = sqlio.Query(ctx, db, "SELECT 1 AS a, 2 AS a")
	fmt.Println(err)
	_, err = sqlio.Query(ctx, db, "SELECT 1 AS a UNION ALL SELECT 'one'")
	fmt.Println(err)
	// Output:
	// low  high  unknown
	//   1   2.5  -
	// sqlio: read: columns 0 and 1 are both named "a"; rename one with AS
	// sqlio: read: column "a", row 1: the string "one" in a column that holds int64 from row 0 on
}

// A table that holds durations as whole nanoseconds, in a type that does not say so.
func ExampleRead() {
	ctx, db := context.Background(), memory()
	defer db.Close()
	rows, err := db.QueryContext(ctx, "SELECT 'check' AS posture, 1500000000 AS margin")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer rows.Close()
	f, err := sqlio.Read(rows, sqlio.ReadOptions{
		Kinds:   map[string]frame.Kind{"margin": frame.Duration},
		MaxRows: 1000,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(f)
	// Output:
	// posture  margin
	// check      1.5s
}

func ExampleKindsOf() {
	kinds := sqlio.KindsOf(runs())
	fmt.Println(kinds["seed"], kinds["posture"], kinds["destroyed"], kinds["margin"])
	// Output: int64 string float64 time.Duration
}

func ExampleDialect_String() {
	fmt.Println(sqlio.SQLite, sqlio.PostgreSQL, sqlio.MySQL)
	// Output: SQLite PostgreSQL MySQL
}
