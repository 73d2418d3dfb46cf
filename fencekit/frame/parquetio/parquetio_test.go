package parquetio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"fence/fencekit/frame"
	"fence/fencekit/frame/frametest"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// What every format is held to.
var (
	everything = frametest.Everything
	allocated  = frametest.Allocated
)

func written(t testing.TB, f frame.Frame) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readAll(b []byte) (frame.Frame, error) { return Read(bytes.NewReader(b), int64(len(b))) }

func TestRoundTrip(t *testing.T) {
	all := everything()
	many := make([]string, 100_000) // more than a dictionary holds
	for i := range many {
		many[i] = strings.Repeat(fmt.Sprint(i), 5)
	}
	for _, c := range []struct {
		name string
		f    frame.Frame
	}{
		{"everything", all}, {"no rows", all.Head(0)}, {"one row", all.Head(1)}, {"a slice", all.Tail(3)},
		{"nothing there", must(frame.New(frame.Strings("s", []string{"a", "b"}).WithMissing([]bool{true, true}),
			frame.Floats("x", []float64{math.NaN(), math.NaN()}), frame.Bools("b", []bool{true, true}).WithMissing([]bool{true, true})))},
		{"many strings", must(frame.New(frame.Strings("s", many)))},
	} {
		b := written(t, c.f)
		got, err := readAll(b)
		if err != nil || !frame.Equal(got, c.f) {
			t.Errorf("%s: got %v\n%v\nwant\n%v", c.name, err, got, c.f)
		}
		if again := written(t, c.f); !bytes.Equal(b, again) {
			t.Errorf("%s: the second time gives other bytes", c.name)
		}
	}
}

// TestRowGroups crosses the sizes of groups, pages and buffers.
func TestRowGroups(t *testing.T) {
	const n = 10_000
	ints, gaps, texts := make([]int64, n), make([]bool, n), make([]string, n)
	for i := range ints {
		ints[i], gaps[i], texts[i] = int64(i*i), i%3 == 1 || i > 5000 && i < 7000, strings.Repeat("x", i%5)
	}
	f := must(frame.New(frame.Ints("n", ints).WithMissing(gaps), frame.Strings("s", texts).WithMissing(gaps),
		frame.Bools("b", gaps)))
	for _, most := range []int{1 << 20, n, n - 1, 4096, 999} {
		var b bytes.Buffer
		if err := writeGroups(&b, f, nil, most); err != nil {
			t.Fatal(err)
		}
		file := must(parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len())))
		if got, want := len(file.RowGroups()), (n+most-1)/most; got != want {
			t.Errorf("%d rows a group: got %d groups, want %d", most, got, want)
		}
		if got, err := readAll(b.Bytes()); err != nil || !frame.Equal(got, f) {
			t.Errorf("%d rows a group: got %v\n%v", most, err, got)
		}
	}
}

// TestFormOfTheFile holds what other programs find to what the documentation says.
func TestFormOfTheFile(t *testing.T) {
	b := written(t, everything())
	file := must(parquet.OpenFile(bytes.NewReader(b), int64(len(b))))
	want := []string{"z.loss DOUBLE", "count INT(64,true)", "who, and why STRING", "ok BOOLEAN", "held INT(64,true)",
		"Aa INT(64,true)"}
	for i, c := range file.Root().Columns() {
		if got := c.Name() + " " + c.Type().String(); got != want[i] || !c.Optional() {
			t.Errorf("column %d: got %s, optional %v, want %s, optional", i, got, c.Optional(), want[i])
		}
		if codec := file.Metadata().RowGroups[0].Columns[i].MetaData.Codec; codec != format.Snappy {
			t.Errorf("column %d: got %v, want SNAPPY", i, codec)
		}
	}
	schema, _ := file.Lookup("fence.frame")
	for _, part := range []string{`"caption":"All of it,\nin `, `{"name":"z.loss","kind":"float64","unit":"ms",`,
		`{"name":"held","kind":"duration"}`, `{"name":"Aa","kind":"int64","method":"Wilson, 95 %"}`} {
		if !strings.Contains(schema, part) {
			t.Errorf("the schema: got %s, want %s in it", schema, part)
		}
	}
}

// made is a file of one column that the library wrote, in a form of choice.
type made struct {
	node    parquet.Node
	values  []parquet.Value
	codec   compress.Codec
	version int    // of data pages
	schema  string // of the frame, when there is one
	rows    []parquet.Row
}

func (m made) bytes(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	options := []parquet.WriterOption{parquet.NewSchema("made", parquet.Group{"x": m.node}), parquet.DataPageVersion(max(m.version, 1))}
	if m.codec != nil {
		options = append(options, parquet.Compression(m.codec))
	}
	if m.schema != "" {
		options = append(options, parquet.KeyValueMetadata(SchemaKey, m.schema))
	}
	w := parquet.NewWriter(&b, options...)
	rows := m.rows
	for _, v := range m.values {
		level := 0
		if m.node.Optional() && !v.IsNull() {
			level = 1
		}
		rows = append(rows, parquet.Row{v.Level(0, level, 0)})
	}
	if _, err := w.WriteRows(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func values(vs ...any) (out []parquet.Value) {
	for _, v := range vs {
		out = append(out, parquet.ValueOf(v))
	}
	return out
}

func TestReadWidens(t *testing.T) {
	ints := frame.Ints("x", []int64{1, 0, 127}).WithMissing([]bool{false, true, false})
	texts := frame.Strings("x", []string{"a", "", "bc"}).WithMissing([]bool{false, true, false})
	small, large := values(int32(1), nil, int32(127)), values(int64(1), nil, int64(127))
	words := values("a", nil, "bc")
	for _, c := range []struct {
		name   string
		node   parquet.Node
		values []parquet.Value
		want   frame.Column
	}{
		{"int8", parquet.Int(8), small, ints}, {"int16", parquet.Int(16), small, ints}, {"int32", parquet.Int(32), small, ints},
		{"int64", parquet.Int(64), large, ints}, {"uint8", parquet.Uint(8), small, ints}, {"uint64", parquet.Uint(64), large, ints},
		{"bare int32", parquet.Leaf(parquet.Int32Type), small, ints},
		{"uint32", parquet.Uint(32), values(int32(-1)), frame.Ints("x", []int64{math.MaxUint32})},
		{"differences", parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked), large, ints},
		{"numbered", parquet.Encoded(parquet.Int(64), &parquet.RLEDictionary), large, ints},
		{"float", parquet.Leaf(parquet.FloatType), values(float32(0.1), nil), frame.Floats("x", []float64{float64(float32(0.1)), math.NaN()})},
		{"split", parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.ByteStreamSplit), values(0.1, nil, -2.5),
			frame.Floats("x", []float64{0.1, math.NaN(), -2.5})},
		{"NaN", parquet.Leaf(parquet.DoubleType), values(math.NaN(), 1.0), frame.Floats("x", []float64{math.NaN(), 1})},
		{"string", parquet.Encoded(parquet.String(), &parquet.Plain), words, texts},
		{"lengths", parquet.Encoded(parquet.String(), &parquet.DeltaLengthByteArray), words, texts},
		{"enum", parquet.Enum(), words, texts}, {"json", parquet.JSON(), words, texts},
		{"bytes", parquet.Leaf(parquet.ByteArrayType), words, texts},
		{"bool", parquet.Leaf(parquet.BooleanType), values(true, nil, false),
			frame.Bools("x", []bool{true, false, false}).WithMissing([]bool{false, true, false})},
		{"bool in runs", parquet.Encoded(parquet.Leaf(parquet.BooleanType), &parquet.RLE), values(true, nil, false),
			frame.Bools("x", []bool{true, false, false}).WithMissing([]bool{false, true, false})},
	} {
		want := must(frame.New(c.want))
		for _, codec := range []compress.Codec{nil, &parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Zstd} {
			for version := 1; version <= 2; version++ {
				b := made{node: parquet.Optional(c.node), values: c.values, codec: codec, version: version}.bytes(t)
				if got, err := readAll(b); err != nil || !frame.Equal(got, want) {
					t.Errorf("%s, %v, pages %d: got %v\n%v\nwant\n%v", c.name, codec, version, err, got, want)
				}
				if c.values[len(c.values)-1].IsNull() || c.want.Len() > 1 && c.want.Missing(1) {
					continue
				}
				b = made{node: c.node, values: c.values, codec: codec, version: version}.bytes(t)
				if got, err := readAll(b); err != nil || !frame.Equal(got, want) {
					t.Errorf("%s, %v, pages %d, required: got %v\n%v\nwant\n%v", c.name, codec, version, err, got, want)
				}
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	one := func(node parquet.Node, vs ...any) []byte {
		return made{node: parquet.Optional(node), values: values(vs...)}.bytes(t)
	}
	said := func(schema string) []byte {
		return made{node: parquet.Int(64), values: values(int64(1)), schema: schema}.bytes(t)
	}
	nested := made{node: parquet.Group{"a": parquet.String()}, rows: []parquet.Row{{parquet.ValueOf("b").Level(0, 0, 0)}}}
	list := made{node: parquet.Repeated(parquet.Int(64)), rows: []parquet.Row{{parquet.ValueOf(int64(1)).Level(0, 1, 0)}}}
	for _, c := range []struct {
		name, want string
		data       []byte
	}{
		{"timestamp", `column "x": holds INT64 TIMESTAMP(isAdjustedToUTC=true,unit=MICROS), which frames do not have; read are`,
			one(parquet.Timestamp(parquet.Microsecond), int64(1))},
		{"date", "INT32 DATE", one(parquet.Date(), int32(1))},
		{"time", "TIME(", one(parquet.Time(parquet.Millisecond), int32(1))},
		{"decimal", "INT64 DECIMAL(", one(parquet.Decimal(2, 12, parquet.Int64Type), int64(125))},
		{"uuid", "UUID", one(parquet.UUID(), "0123456789abcdef")},
		{"bson", "BSON", one(parquet.BSON(), "a")},
		{"fixed", "FIXED_LEN_BYTE_ARRAY", one(parquet.Leaf(parquet.FixedLenByteArrayType(3)), "abc")},
		{"group", `column "x": holds a group of columns`, nested.bytes(t)},
		{"repeated", `column "x": holds lists of INT64`, list.bytes(t)},
		{"uint64", `column "x": row 2: 9223372036854775808 is above the largest int64`,
			one(parquet.Uint(64), int64(1), nil, int64(math.MinInt64))},
		{"text", `column "x": row 1: "b\xff" is not UTF-8`, one(parquet.String(), "a", "b\xff")},
		{"bytes", "is not UTF-8", one(parquet.Leaf(parquet.ByteArrayType), "\xff")},
		{"brotli", "compressed with BROTLI; read are SNAPPY", made{node: parquet.Int(64), values: values(int64(1)), codec: &parquet.Brotli}.bytes(t)},
		{"lz4", "compressed with LZ4_RAW", made{node: parquet.Int(64), values: values(int64(1)), codec: &parquet.Lz4Raw}.bytes(t)},
		{"prefixes", "encoded as DELTA_BYTE_ARRAY", one(parquet.Encoded(parquet.String(), &parquet.DeltaByteArray), "a")},
		{"a kind that is none", "fence.frame", said(`{"version":1,"columns":[{"name":"x","kind":"date"}]}`)},
		{"another kind", `column "x": holds INT64 INT(64,true), the schema in fence.frame says bool`,
			said(`{"version":1,"columns":[{"name":"x","kind":"bool"}]}`)},
		{"a schema that is none", "fence.frame", said(`{"columns":`)},
		{"a schema of bytes", "is not UTF-8", said("\xff")},
		{"nothing", "not a Parquet file, which begins with PAR1", nil},
		{"arrow", "it is an Arrow file", []byte("ARROW1\x00\x00")},
		{"arrow stream", "it is an Arrow file", []byte("\xff\xff\xff\xff\x10\x00\x00\x00")},
		{"encrypted", "encrypted", []byte("PARE1234PARE")},
		{"magic", "no end: it was cut short", []byte("PAR1PAR1")},
	} {
		f, err := readAll(c.data)
		if err == nil || f.Rows() != 0 || !strings.HasPrefix(err.Error(), "parquetio: read: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v and %d rows, want an error with %q", c.name, err, f.Rows(), c.want)
		}
	}
}

// TestSchemaOfAnotherFile matches what a frame's schema says by name, since another program may have changed the
// columns.
func TestSchemaOfAnotherFile(t *testing.T) {
	schema := `{"version":1,"caption":"Held.","later":1,"columns":[{"name":"gone","kind":"bool"},` +
		`{"name":"x","kind":"duration","unit":"ns","meaning":"held"}]}`
	got, err := readAll(made{node: parquet.Int(64), values: values(int64(1500)), schema: schema}.bytes(t))
	want := must(frame.New(frame.Durations("x", []time.Duration{1500}).WithMeta(frame.Meta{Unit: "ns", Meaning: "held"}))).
		WithCaption("Held.")
	if err != nil || !frame.Equal(got, want) {
		t.Errorf("got %v\n%v\nwant\n%v", err, got, want)
	}
}

// edited returns a file with another footer.
func edited(t *testing.T, b []byte, edit func(*format.FileMetaData)) []byte {
	t.Helper()
	end := len(b) - 8
	start := end - int(binary.LittleEndian.Uint32(b[end:]))
	meta := new(format.FileMetaData)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), b[start:end], meta); err != nil {
		t.Fatal(err)
	}
	edit(meta)
	footer := must(thrift.Marshal(new(thrift.CompactProtocol), meta))
	out := append(bytes.Clone(b[:start]), footer...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(footer))), magic...)
}

// TestReadOldAnnotations reads types as writers before logical types annotated them, and the type of nothing.
func TestReadOldAnnotations(t *testing.T) {
	numbers := made{node: parquet.Optional(parquet.Leaf(parquet.Int64Type)), values: values(int64(1), nil)}
	small := made{node: parquet.Optional(parquet.Leaf(parquet.Int32Type)), values: values(int32(-1), nil)}
	text := made{node: parquet.Optional(parquet.String()), values: values("a", nil)}
	gap := []bool{false, true}
	ints := frame.Ints("x", []int64{1, 0}).WithMissing(gap)
	texts := frame.Strings("x", []string{"a", ""}).WithMissing(gap)
	for _, c := range []struct {
		from made
		old  deprecated.ConvertedType
		want frame.Column
		err  string
	}{
		{from: numbers, old: deprecated.Int64, want: ints}, {from: numbers, old: deprecated.Uint64, want: ints},
		{from: small, old: deprecated.Int8, want: frame.Ints("x", []int64{-1, 0}).WithMissing(gap)},
		{from: small, old: deprecated.Uint32, want: frame.Ints("x", []int64{math.MaxUint32, 0}).WithMissing(gap)},
		{from: text, old: deprecated.UTF8, want: texts}, {from: text, old: deprecated.Enum, want: texts},
		{from: text, old: deprecated.Json, want: texts},
		{from: numbers, old: deprecated.TimestampMillis, err: `column "x": holds INT64 TIMESTAMP_MILLIS`},
		{from: small, old: deprecated.Date, err: "INT32 DATE"}, {from: text, old: deprecated.Decimal, err: "BYTE_ARRAY DECIMAL"},
		{from: text, old: deprecated.Bson, err: "BYTE_ARRAY BSON"}, {from: text, old: 99, err: "BYTE_ARRAY of annotation 99"},
		{from: text, old: deprecated.Int8, err: "BYTE_ARRAY INT_8"},
	} {
		b := edited(t, c.from.bytes(t), func(m *format.FileMetaData) {
			m.Schema[1].LogicalType.Value = nil
			m.Schema[1].ConvertedType = thrift.New(c.old)
		})
		got, err := readAll(b)
		if c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%d: got %v, want %q in it", c.old, err, c.err)
		} else if c.err == "" && (err != nil || !frame.Equal(got, must(frame.New(c.want)))) {
			t.Errorf("%d: got %v\n%v", c.old, err, got)
		}
	}
	empty := made{node: parquet.Optional(parquet.Leaf(parquet.Int32Type)), values: values(nil, nil)}
	b := edited(t, empty.bytes(t), func(m *format.FileMetaData) { m.Schema[1].LogicalType.Value = new(format.NullType) })
	want := must(frame.New(frame.Strings("x", []string{"", ""}).WithMissing([]bool{true, true})))
	if got, err := readAll(b); err != nil || !frame.Equal(got, want) {
		t.Errorf("nothing: got %v\n%v\nwant\n%v", err, got, want)
	}
}

// TestLyingFooters gives footers that do not fit the pages or one another. The twin of each, without a lie, is read.
func TestLyingFooters(t *testing.T) {
	var b bytes.Buffer
	if err := writeGroups(&b, everything(), nil, 2); err != nil {
		t.Fatal(err)
	}
	chunk := func(m *format.FileMetaData) *format.ColumnMetaData { return &m.RowGroups[0].Columns[1].MetaData }
	for _, c := range []struct {
		want string
		edit func(*format.FileMetaData)
	}{
		{"", func(*format.FileMetaData) {}},
		{"5 rows in the row groups, 6 in the file", func(m *format.FileMetaData) { m.NumRows = 6 }},
		{"row group 0 of -1 rows", func(m *format.FileMetaData) { m.RowGroups[0].NumRows = -1 }},
		{"2 values in 3 rows", func(m *format.FileMetaData) { m.RowGroups[0].NumRows, m.NumRows = 3, 6 }},
		{"2 values where 1 are left", func(m *format.FileMetaData) { m.RowGroups[0].NumRows, m.NumRows = 1, 4 }},
		{"take more than 1073741824 bytes", func(m *format.FileMetaData) { m.RowGroups[0].NumRows, m.NumRows = 1<<28, 1<<28+3 }},
		{"row group 1 has 5 columns, the schema 6", func(m *format.FileMetaData) { m.RowGroups[1].Columns = m.RowGroups[1].Columns[1:] }},
		{`column "count": not Parquet, or damaged: pages of`, func(m *format.FileMetaData) { chunk(m).DataPageOffset = 1 << 40 }},
		{"pages of", func(m *format.FileMetaData) { chunk(m).TotalCompressedSize = 1 << 40 }},
		{"pages of", func(m *format.FileMetaData) { chunk(m).TotalCompressedSize = -1 }},
		{"pages of DOUBLE in a column of INT64", func(m *format.FileMetaData) { chunk(m).Type = format.Double }},
		{"compressed with SNAPPY and with GZIP", func(m *format.FileMetaData) {
			m.RowGroups[1].Columns[1].MetaData.Codec = format.Gzip
		}},
		{"compressed with LZO", func(m *format.FileMetaData) {
			for i := range m.RowGroups {
				m.RowGroups[i].Columns[1].MetaData.Codec = format.LZO
			}
		}},
		{"the file has no schema", func(m *format.FileMetaData) { m.Schema = nil }},
		{"fewer columns than its root", func(m *format.FileMetaData) { m.Schema[0].NumChildren = thrift.New(int32(7)) }},
		{"more columns than its root", func(m *format.FileMetaData) { m.Schema[0].NumChildren = thrift.New(int32(5)) }},
		{"the root of the schema is a column", func(m *format.FileMetaData) { m.Schema = m.Schema[1:] }},
		{`columns 0 and 1 are both named "count"`, func(m *format.FileMetaData) {
			m.KeyValueMetadata, m.Schema[1].Name = nil, "count"
		}},
		{`column "\xff": its name is not UTF-8`, func(m *format.FileMetaData) { m.Schema[1].Name = "\xff" }},
	} {
		f, err := readAll(edited(t, b.Bytes(), c.edit))
		if c.want == "" && (err != nil || !frame.Equal(f, everything())) {
			t.Errorf("the honest one: got %v\n%v", err, f)
		} else if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("got %v, want %q in it", err, c.want)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	var b bytes.Buffer
	err := Write(&b, frametest.NotUTF8())
	for _, want := range []string{"parquetio: write: ", `column "s": row 1: "b\xff" is not UTF-8`, `column "t\xff"`,
		`column "n": its name or Meta "\xfe"`, `the caption "\xfd"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	if err := Write(&b, frame.Frame{}); err == nil || !strings.Contains(err.Error(), "no columns") {
		t.Errorf("no columns: got %v", err)
	}
	if b.Len() != 0 {
		t.Errorf("written: got %d bytes, want none", b.Len())
	}
}

func TestWriterFails(t *testing.T) {
	whole := len(written(t, everything()))
	for room := 0; room < whole; room += 7 {
		left := frametest.Room(room)
		if err := Write(&left, everything()); !errors.Is(err, frametest.ErrNoRoom) {
			t.Fatalf("room for %d of %d bytes: got %v, want %v", room, whole, err, frametest.ErrNoRoom)
		}
	}
}

type failing struct{ err error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.err }

func TestReaderFails(t *testing.T) {
	cause := errors.New("the disk is gone")
	if _, err := Read(failing{cause}, 100); !errors.Is(err, cause) {
		t.Errorf("got %v, want %v", err, cause)
	}
	b := written(t, everything())
	if _, err := Read(bytes.NewReader(b), int64(len(b))+1); !errors.Is(err, io.EOF) {
		t.Errorf("shorter than it says: got %v, want %v", err, io.EOF)
	}
	for _, size := range []int64{-1, MaxBytes + 1} {
		if _, err := Read(failing{cause}, size); err == nil || errors.Is(err, cause) {
			t.Errorf("a size of %d: got %v", size, err)
		}
	}
}

// TestReadIsBounded reads small files of large frames with less memory than they need.
func TestReadIsBounded(t *testing.T) {
	for _, c := range []struct {
		name string
		f    frame.Frame
	}{
		{"rows", must(frame.New(frame.Ints("n", make([]int64, 100_000))))},
		{"text", must(frame.New(frame.Strings("s", []string{strings.Repeat("a", 1_500_000), strings.Repeat("b", 1_500_000)})))},
	} {
		b := written(t, c.f)
		if _, _, err := read(bytes.NewReader(b), int64(len(b)), 1_000_000); err == nil || len(b) > 1_000_000 {
			t.Errorf("%s: got %v for a file of %d bytes", c.name, err, len(b))
		}
		if got, _, err := read(bytes.NewReader(b), int64(len(b)), 5_000_000); err != nil || !frame.Equal(got, c.f) {
			t.Errorf("%s with enough: got %v", c.name, err)
		}
	}
}

// samples are valid files, small enough to be damaged at every byte.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{"everything": written(t, everything()), "no rows": written(t, everything().Head(0))}
	for i, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Gzip, &parquet.Zstd} {
		for name, node := range map[string]parquet.Node{
			"text":        parquet.Encoded(parquet.String(), &parquet.DeltaLengthByteArray),
			"words":       parquet.Encoded(parquet.String(), &parquet.RLEDictionary),
			"plain words": parquet.Encoded(parquet.String(), &parquet.Plain),
		} {
			all[fmt.Sprint(name, codec)] = made{node: parquet.Optional(node), values: values("a", nil, "bcd", "a"), codec: codec,
				version: 1 + i%2}.bytes(t)
		}
		all[fmt.Sprint("differences", codec)] = made{node: parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked),
			values: values(int64(1), int64(7), int64(-7)), codec: codec, version: 2 - i%2}.bytes(t)
		all[fmt.Sprint("bits", codec)] = made{node: parquet.Encoded(parquet.Leaf(parquet.BooleanType), &parquet.RLE),
			values: values(true, false, true), codec: codec, version: 2}.bytes(t)
	}
	return all
}

// TestDamage cuts samples short and puts other bytes and large numbers all over them. Each must be read or
// refused, in bounded memory: a count that the library believes would end the test by exhausting the machine.
func TestDamage(t *testing.T) {
	step := 5
	if os.Getenv("FENCE_LONG") == "1" {
		step = 1
	}
	const most = 64 << 20 // decompressors alone take some of it
	for name, whole := range samples(t) {
		if _, _, err := read(bytes.NewReader(whole), int64(len(whole)), 1<<20); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for n := 0; n < len(whole); n += step {
			if _, _, err := read(bytes.NewReader(whole), int64(n), 1<<20); err == nil {
				t.Errorf("%s: cut after %d of %d bytes: no error", name, n, len(whole))
			}
		}
		for at := 0; at < len(whole); at += step {
			for _, value := range []uint64{0x00, 0x01, 0x7F, 0xF9, 0x0FFFFFFFF9, 0x0FFFFFFFFF, 0xFFFFFFFF, 0x7FFFFFFF} {
				var long [8]byte
				binary.LittleEndian.PutUint64(long[:], value)
				damaged := bytes.Clone(whole)
				copy(damaged[at:], bytes.TrimRight(long[:], "\x00"))
				if value == 0 {
					damaged[at] = 0
				}
				before := allocated()
				_, _, err := read(bytes.NewReader(damaged), int64(len(damaged)), 1<<20)
				if err != nil && strings.Contains(err.Error(), "runtime error") {
					t.Errorf("%s: %#x at %d: tells of the program and not of the file: %v", name, value, at, err)
				}
				if n := allocated() - before; n > most {
					t.Errorf("%s: %#x at %d: got %d bytes allocated, want at most %d: %v", name, value, at, n, most, err)
				}
			}
		}
	}
}

// TestLies checks the counts that would take gigabytes if the library were told them, each beside the honest one.
func TestLies(t *testing.T) {
	varint := func(v uint64) []byte { return binary.AppendUvarint(nil, v) }
	for _, c := range []struct {
		name         string
		honest, lies []byte
		check        func([]byte) error
	}{
		{"a run", append(varint(8<<1), 1), append(varint(1<<30<<1), 1), func(b []byte) error { return runs(b, 1, 8) }},
		{"runs", bytes.Repeat(append(varint(4<<1), 1), 2), bytes.Repeat(append(varint(8<<1), 1), 1000),
			func(b []byte) error { return runs(b, 1, 8) }},
		{"groups", append(varint(1<<1|1), 0xAA), append(varint(3<<1|1), 0xAA), func(b []byte) error { return runs(b, 1, 8) }},
		{"differences", []byte{128, 1, 4, 8, 0}, []byte{128, 1, 4, 9, 0}, func(b []byte) error { return deltas(b, 8) }},
		{"blocks", []byte{128, 1, 4, 8, 0}, append(varint(1<<20), 4, 8, 0), func(b []byte) error { return deltas(b, 8) }},
		{"a list", []byte{0x19, 0x25, 2, 4, 0}, []byte{0x19, 0xF5, 0xFF, 0xFF, 0xFF, 0xFF, 7, 2, 0}, sized},
		{"structures", append([]byte{0x19, 0xAC}, make([]byte, 11)...), append([]byte{0x19, 0xFC, 100}, make([]byte, 101)...), sized},
		{"levels", append(bytes.Repeat([]byte{0x1C}, 8), make([]byte, 9)...), append(bytes.Repeat([]byte{0x1C}, 99), make([]byte, 100)...),
			sized},
		{"a text", []byte{0x18, 2, 'a', 'b', 0}, []byte{0x18, 0x7F, 'a', 'b', 0}, sized},
	} {
		if err := c.check(c.honest); err != nil {
			t.Errorf("%s, honest: got %v", c.name, err)
		}
		if err := c.check(c.lies); err == nil {
			t.Errorf("%s, not honest: got no error", c.name)
		}
	}
}

func sized(b []byte) error {
	_, err := structSize(b, 20*elementBytes)
	return err
}

// What made a frame goes along under keys of its own, in an order that does not depend on a map's.
func TestMetadataGoesAlong(t *testing.T) {
	want := map[string]string{"fence.origin": `{"seed":1}`, "a": "é", "b": "2", "c": "3", "d": "4"}
	var first []byte
	for range 5 {
		var b bytes.Buffer
		if err := WriteWith(&b, everything(), want); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = bytes.Clone(b.Bytes())
		} else if !bytes.Equal(b.Bytes(), first) {
			t.Error("the same frame and metadata give other bytes")
		}
		f, got, err := ReadWith(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil || !frame.Equal(f, everything()) || !maps.Equal(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	var b bytes.Buffer
	b.Write(written(t, everything()))
	if _, got, err := ReadWith(bytes.NewReader(b.Bytes()), int64(b.Len())); err != nil || got != nil {
		t.Errorf("without metadata: got %v, %v", got, err)
	}
	b.Reset()
	err := WriteWith(&b, everything(), map[string]string{"": "x", SchemaKey: "x", "bytes": "\xff"})
	for _, want := range []string{"a key is empty", "metadata: the key \"" + SchemaKey + "\" is that of", "metadata \"bytes\": it is not UTF-8"} {
		if err == nil || !strings.Contains(err.Error(), want) || b.Len() != 0 {
			t.Errorf("got %v and %d bytes, want %q and none", err, b.Len(), want)
		}
	}
}

// A panic of the library ends as an error about the file, without the words of the runtime.
func TestPanicsTellOfTheFile(t *testing.T) {
	caught := func(do func()) (err error) {
		defer func() { err = damage(recover()) }()
		do()
		return nil
	}
	var none []int
	const lie = "the file is damaged: what it says of its parts does not agree with what they hold"
	for _, c := range []struct {
		do   func()
		want string
	}{
		{func() { _ = none[len(none)] }, lie}, {func() { panic(fmt.Errorf("page 3: %w", caughtRuntime())) }, lie},
		{func() { panic("page 3: no values") }, "the file is damaged: page 3: no values"},
		{func() { panic(errors.New("page 3: no values")) }, "the file is damaged: page 3: no values"},
	} {
		if got := caught(c.do); got == nil || got.Error() != c.want {
			t.Errorf("got %v, want %s", got, c.want)
		}
	}
}

// caughtRuntime is an error of the runtime.
func caughtRuntime() (err error) {
	defer func() { err, _ = recover().(error) }()
	var none []int
	_ = none[len(none)]
	return nil
}
