package sqlio

import (
	"strconv"
	"strings"

	"fence/fencekit/frame"
)

// Dialect is how a database wants its statements written.
type Dialect uint8

// The dialects. The zero Dialect is none: Write asks for one, because it cannot be told from a *sql.DB.
const (
	SQLite     Dialect = iota + 1
	PostgreSQL         // 9.6 or later
	MySQL              // MySQL and MariaDB
)

// dialect is what the statements of Write need to know.
type dialect struct {
	name       string
	quote      string // around names, doubled within
	numbered   bool   // parameters are $1, $2 …, not ?
	parameters int    // the most that one statement may have
	longest    int    // the longest name, 0 for no bound
	inBytes    bool   // that bound counts bytes, not characters
	types      map[frame.Kind]string
	exists     string // counts the tables of the name given as parameter; SQLite's has a %s for the schema
	commits    bool   // CREATE TABLE commits the transaction it is in
	schema     string // that of a table for which none is given, "" where the database looks for one itself
}

// longestMySQL is how many characters a name of MySQL has at most.
const longestMySQL = 64

var dialects = map[Dialect]dialect{
	SQLite: {
		name: "SQLite", quote: `"`, parameters: 32766,
		types: map[frame.Kind]string{
			frame.Float: "REAL", frame.Int: "INTEGER", frame.String: "TEXT", frame.Bool: "BOOLEAN",
			frame.Duration: durationType,
		},
		exists: "SELECT COUNT(*) FROM %s.sqlite_master WHERE name = ? COLLATE NOCASE",
		// SQLite creates a table of a bare name in main, and then finds a temporary one of that name first.
		schema: "main",
	},
	PostgreSQL: {
		name: "PostgreSQL", quote: `"`, numbered: true, parameters: 65535, longest: 63, inBytes: true,
		types: map[frame.Kind]string{
			frame.Float: "DOUBLE PRECISION", frame.Int: "BIGINT", frame.String: "TEXT", frame.Bool: "BOOLEAN",
			frame.Duration: "BIGINT",
		},
		exists: "SELECT COUNT(to_regclass($1))",
	},
	MySQL: {
		name: "MySQL", quote: "`", parameters: 65535, longest: longestMySQL,
		types: map[frame.Kind]string{
			frame.Float: "DOUBLE", frame.Int: "BIGINT", frame.String: "LONGTEXT CHARACTER SET utf8mb4",
			frame.Bool: "BOOLEAN", frame.Duration: "BIGINT",
		},
		exists: "SELECT COUNT(*) FROM information_schema.tables" +
			" WHERE table_schema = COALESCE(NULLIF(?, ''), DATABASE()) AND table_name = ?",
		commits: true,
	},
}

// String returns the name of the database.
func (d Dialect) String() string {
	if known, ok := dialects[d]; ok {
		return known.name
	}
	return "dialect(" + strconv.Itoa(int(d)) + ")"
}

// quoted returns a name as one identifier, whatever characters it has.
func (d dialect) quoted(name string) string {
	return d.quote + strings.ReplaceAll(name, d.quote, d.quote+d.quote) + d.quote
}

// qualified returns a table's name with its schema, if it is given one.
func (d dialect) qualified(schema, table string) string {
	if schema == "" {
		return d.quoted(table)
	}
	return d.quoted(schema) + "." + d.quoted(table)
}

// placeholders returns the parameters of so many rows: (?, ?), (?, ?).
func (d dialect) placeholders(rows, columns int) string {
	var b strings.Builder
	for n := range rows * columns {
		switch {
		case n == 0:
			b.WriteString("(")
		case n%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		if d.numbered {
			b.WriteString("$" + strconv.Itoa(n+1))
		} else {
			b.WriteByte('?')
		}
	}
	b.WriteString(")")
	return b.String()
}

// create returns the statement that creates a table for a frame.
func (d dialect) create(table string, f frame.Frame, kinds map[string]frame.Kind) string {
	columns := make([]string, 0, len(kinds))
	for _, name := range f.Columns() {
		columns = append(columns, d.quoted(name)+" "+d.types[kinds[name]])
	}
	return "CREATE TABLE " + table + " (" + strings.Join(columns, ", ") + ")"
}

// insert returns the statement that inserts so many rows of a frame.
func (d dialect) insert(table string, f frame.Frame, rows int) string {
	names := f.Columns()
	for j, name := range names {
		names[j] = d.quoted(name)
	}
	return "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES " + d.placeholders(rows, len(names))
}
