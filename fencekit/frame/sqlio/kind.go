package sqlio

import (
	"reflect"
	"strings"
	"time"

	"fence/fencekit/frame"
)

// durationType is the declared type of a column of durations on SQLite, which keeps it. None of the words by which
// SQLite chooses an affinity is in it, so whole numbers stay what they are.
const durationType = "DURATION_NS"

// byType lists the names of types whose values are to be understood as those of a kind.
var byType = map[string]frame.Kind{
	"REAL": frame.Float, "FLOAT": frame.Float, "DOUBLE": frame.Float, "FLOAT4": frame.Float, "FLOAT8": frame.Float,
	"BINARY_FLOAT": frame.Float, "BINARY_DOUBLE": frame.Float, "NUMERIC": frame.Float, "DECIMAL": frame.Float,
	"DEC": frame.Float, "NUMBER": frame.Float,

	"INT": frame.Int, "INTEGER": frame.Int, "TINYINT": frame.Int, "SMALLINT": frame.Int, "MEDIUMINT": frame.Int,
	"BIGINT": frame.Int, "INT2": frame.Int, "INT4": frame.Int, "INT8": frame.Int, "SERIAL": frame.Int,
	"SMALLSERIAL": frame.Int, "BIGSERIAL": frame.Int, "YEAR": frame.Int,

	"BOOL": frame.Bool, "BOOLEAN": frame.Bool,

	"TEXT": frame.String, "TINYTEXT": frame.String, "MEDIUMTEXT": frame.String, "LONGTEXT": frame.String,
	"CHAR": frame.String, "CHARACTER": frame.String, "BPCHAR": frame.String, "VARCHAR": frame.String,
	"NCHAR": frame.String, "NVARCHAR": frame.String, "VARCHAR2": frame.String, "NVARCHAR2": frame.String,
	"CLOB": frame.String, "NCLOB": frame.String, "UUID": frame.String, "JSON": frame.String, "JSONB": frame.String,
	"XML": frame.String, "ENUM": frame.String, "INTERVAL": frame.String,

	durationType: frame.Duration,
}

// typeWord returns the word of a type's name that tells its kind: BIGINT of "unsigned bigint(20)".
func typeWord(name string) string {
	name, _, _ = strings.Cut(strings.ToUpper(name), "(")
	for _, word := range strings.Fields(name) {
		if word != "UNSIGNED" && word != "SIGNED" {
			return word
		}
	}
	return ""
}

// scanKind returns the kind of the Go type into which a driver would have its values scanned, zero when it tells none.
func scanKind(t reflect.Type) frame.Kind {
	switch {
	case t == nil:
		return 0
	case t == reflect.TypeFor[time.Duration]():
		return frame.Duration
	case t.Kind() == reflect.Struct && t.NumField() == 2 && t.Field(1).Name == "Valid":
		return scanKind(t.Field(0).Type) // sql.NullInt64 and its like
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return frame.Int
	case reflect.Float32, reflect.Float64:
		return frame.Float
	case reflect.Bool:
		return frame.Bool
	}
	return 0
}
