package parquetio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"fence/fencekit/frame"
)

const magic = "PAR1"

// footerOf returns the metadata at the end of a file, after its counts were checked.
func footerOf(data []byte, limit int64) (*format.FileMetaData, error) {
	end := len(data) - 8
	switch {
	case !bytes.HasPrefix(data, []byte(magic)) && bytes.HasPrefix(data, []byte("PARE")):
		return nil, errors.New("it is an encrypted Parquet file, which is not read")
	case bytes.HasPrefix(data, []byte("ARROW1")), bytes.HasPrefix(data, []byte("\xff\xff\xff\xff")):
		return nil, errors.New("it is an Arrow file")
	case !bytes.HasPrefix(data, []byte(magic)):
		return nil, fmt.Errorf("it is not a Parquet file, which begins with %s", magic)
	case end < 4 || !bytes.HasSuffix(data, []byte(magic)):
		return nil, errors.New("the file has no end: it was cut short")
	}
	size := int64(binary.LittleEndian.Uint32(data[end:]))
	if size > int64(end-4) {
		return nil, fmt.Errorf("a footer of %d bytes in a file of %d", size, len(data))
	}
	footer := data[end-int(size) : end]
	if n, err := structSize(footer, limit); err != nil {
		return nil, err
	} else if n != len(footer) {
		return nil, fmt.Errorf("a footer of %d bytes that ends after %d: signed files are not read", len(footer), n)
	}
	meta := new(format.FileMetaData)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), footer, meta); err != nil {
		return nil, err
	}
	return meta, checkGroups(meta, limit)
}

// checkGroups holds the row groups to the schema and the row counts to one another and to the bound.
func checkGroups(meta *format.FileMetaData, limit int64) error {
	if len(meta.Schema) == 0 {
		return errors.New("the file has no schema")
	}
	leaves, rows := 0, int64(0)
	for _, e := range meta.Schema {
		if e.Type.Valid {
			leaves++
		}
	}
	for i, g := range meta.RowGroups {
		if len(g.Columns) != leaves {
			return fmt.Errorf("row group %d has %d columns, the schema %d", i, len(g.Columns), leaves)
		}
		if g.NumRows < 0 || g.NumRows > limit {
			return fmt.Errorf("row group %d of %d rows: more than is read", i, g.NumRows)
		}
		rows += g.NumRows
	}
	if rows != meta.NumRows {
		return fmt.Errorf("%d rows in the row groups, %d in the file", rows, meta.NumRows)
	}
	return nil
}

// leaf is a column of a file.
type leaf struct {
	name     string
	kind     frame.Kind // that its type is read as; 0 when it is not
	what     string     // its type in words
	unsigned bool       // integers are
	null     bool       // every cell is missing
	optional bool
	physical format.Type
	encoded  int // its place among the columns of a row group
}

// leavesOf returns the columns of a schema. Those that are groups of columns take part as one that is not read.
func leavesOf(schema []format.SchemaElement) ([]leaf, error) {
	root := schema[0]
	if root.Type.Valid || !root.NumChildren.Valid {
		return nil, errors.New("the root of the schema is a column")
	}
	var leaves []leaf
	at, encoded := 1, 0
	for range root.NumChildren.V {
		if at >= len(schema) {
			return nil, errors.New("the schema has fewer columns than its root says")
		}
		l := leafOf(schema[at])
		l.encoded = encoded
		leaves = append(leaves, l)
		var err error
		if at, err = after(schema, at, &encoded, deepest); err != nil {
			return nil, err
		}
	}
	if at != len(schema) {
		return nil, errors.New("the schema has more columns than its root says")
	}
	return leaves, nil
}

// after returns the place behind an element and all that is below it, and counts the leaves.
func after(schema []format.SchemaElement, at int, leaves *int, depth int) (int, error) {
	if at >= len(schema) || depth == 0 {
		return 0, errors.New("the schema has fewer elements than a group says, or too many levels")
	}
	e := schema[at]
	at++
	if e.Type.Valid {
		*leaves++
		return at, nil
	}
	for range max(e.NumChildren.V, 0) {
		var err error
		if at, err = after(schema, at, leaves, depth-1); err != nil {
			return 0, err
		}
	}
	return at, nil
}

func leafOf(e format.SchemaElement) leaf {
	l := leaf{name: e.Name, physical: e.Type.V, what: e.Type.V.String()}
	l.optional = e.RepetitionType.Valid && e.RepetitionType.V == format.Optional
	if e.LogicalType.Value != nil {
		l.what += " " + e.LogicalType.Value.String()
	} else if e.ConvertedType.Valid {
		l.what += " " + convertedName(e.ConvertedType.V)
	}
	switch {
	case !e.Type.Valid:
		l.what = "a group of columns"
		if e.LogicalType.Value != nil {
			l.what += ", " + e.LogicalType.Value.String()
		}
	case e.RepetitionType.Valid && e.RepetitionType.V == format.Repeated:
		l.what = "lists of " + l.what
	default:
		l.kind, l.unsigned, l.null = kindOf(e)
	}
	return l
}

// convertedNames are the annotations of old files, in the order of their numbers.
var convertedNames = []string{"UTF8", "MAP", "MAP_KEY_VALUE", "LIST", "ENUM", "DECIMAL", "DATE", "TIME_MILLIS",
	"TIME_MICROS", "TIMESTAMP_MILLIS", "TIMESTAMP_MICROS", "UINT_8", "UINT_16", "UINT_32", "UINT_64", "INT_8", "INT_16",
	"INT_32", "INT_64", "JSON", "BSON", "INTERVAL"}

func convertedName(t deprecated.ConvertedType) string {
	if t >= 0 && int(t) < len(convertedNames) {
		return convertedNames[t]
	}
	return fmt.Sprintf("of annotation %d", t)
}

// kindOf returns the kind of column that a type is read as, or 0.
func kindOf(e format.SchemaElement) (k frame.Kind, unsigned, null bool) {
	switch logical := e.LogicalType.Value.(type) {
	case nil:
		return converted(e)
	case *format.NullType:
		return frame.String, false, true
	case *format.IntType:
		if e.Type.V == format.Int32 || e.Type.V == format.Int64 {
			return frame.Int, !logical.IsSigned, false
		}
	case *format.StringType, *format.EnumType, *format.JsonType:
		if e.Type.V == format.ByteArray {
			return frame.String, false, false
		}
	}
	return 0, false, false
}

// converted is kindOf for the annotations of old files.
func converted(e format.SchemaElement) (k frame.Kind, unsigned, null bool) {
	if !e.ConvertedType.Valid {
		switch e.Type.V {
		case format.Boolean:
			return frame.Bool, false, false
		case format.Int32, format.Int64:
			return frame.Int, false, false
		case format.Float, format.Double:
			return frame.Float, false, false
		case format.ByteArray:
			return frame.String, false, false
		}
		return 0, false, false
	}
	integer := e.Type.V == format.Int32 || e.Type.V == format.Int64
	switch e.ConvertedType.V {
	case deprecated.UTF8, deprecated.Enum, deprecated.Json:
		if e.Type.V == format.ByteArray {
			return frame.String, false, false
		}
	case deprecated.Int8, deprecated.Int16, deprecated.Int32, deprecated.Int64:
		if integer {
			return frame.Int, false, false
		}
	case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
		if integer {
			return frame.Int, true, false
		}
	}
	return 0, false, false
}
