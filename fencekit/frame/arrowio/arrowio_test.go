package arrowio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

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

func written(t *testing.T, f frame.Frame, write func(io.Writer, frame.Frame) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var forms = []struct {
	name  string
	write func(io.Writer, frame.Frame) error
}{{"file", Write}, {"stream", WriteStream}}

func TestRoundTrip(t *testing.T) {
	all := everything()
	allGone := must(frame.New(frame.Strings("s", []string{"a", "b"}).WithMissing([]bool{true, true}),
		frame.Floats("x", []float64{math.NaN(), math.NaN()})))
	for _, c := range []struct {
		name string
		f    frame.Frame
	}{
		{"everything", all}, {"no rows", all.Head(0)}, {"one row", all.Head(1)}, {"a slice", all.Tail(3)},
		{"no columns", frame.Frame{}.WithCaption("nothing")}, {"nothing there", allGone},
	} {
		for _, form := range forms {
			b := written(t, c.f, form.write)
			got, err := Read(bytes.NewReader(b))
			if err != nil || !frame.Equal(got, c.f) {
				t.Errorf("%s, %s: got %v\n%v\nwant\n%v", c.name, form.name, err, got, c.f)
			}
			if again := written(t, c.f, form.write); !bytes.Equal(b, again) {
				t.Errorf("%s, %s: the second time gives other bytes", c.name, form.name)
			}
		}
		r, err := Record(c.f)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Frame(r); err != nil || !frame.Equal(got, c.f) {
			t.Errorf("%s, record: got %v\n%v\nwant\n%v", c.name, err, got, c.f)
		}
	}
}

// TestManyRows crosses the sizes of bitmaps and builders.
func TestManyRows(t *testing.T) {
	for _, n := range []int{7, 8, 9, 63, 64, 65, 1000} {
		ints, gaps, texts := make([]int64, n), make([]bool, n), make([]string, n)
		for i := range ints {
			ints[i], gaps[i], texts[i] = int64(i*i), i%3 == 1, strings.Repeat("x", i%5)
		}
		f := must(frame.New(frame.Ints("n", ints).WithMissing(gaps), frame.Strings("s", texts).WithMissing(gaps),
			frame.Bools("b", gaps)))
		if got, err := Read(bytes.NewReader(written(t, f, Write))); err != nil || !frame.Equal(got, f) {
			t.Errorf("%d rows: got %v\n%v", n, err, got)
		}
	}
}

// TestMetadataKeys holds what other programs look for to what the documentation says.
func TestMetadataKeys(t *testing.T) {
	r := must(ipc.NewFileReader(bytes.NewReader(written(t, everything(), Write))))
	caption, _ := r.Schema().Metadata().GetValue("fence.caption")
	if want := everything().Caption(); caption != want {
		t.Errorf("caption: got %q, want %q", caption, want)
	}
	types := []string{"float64", "int64", "utf8", "bool", "duration[ns]", "int64"}
	for i, field := range r.Schema().Fields() {
		if field.Type.String() != types[i] || !field.Nullable {
			t.Errorf("%s: got %v, nullable %v, want %s, nullable", field.Name, field.Type, field.Nullable, types[i])
		}
	}
	got := r.Schema().Field(0).Metadata
	want := arrow.NewMetadata([]string{"fence.unit", "fence.meaning", "fence.method"},
		[]string{"ms", "how long it took, naïvely", "median"})
	if !got.Equal(want) {
		t.Errorf("metadata: got %v, want %v", got, want)
	}
	if got := r.Schema().Field(5).Metadata; got.Len() != 1 {
		t.Errorf("metadata of a column that has a method alone: got %v", got)
	}
}

// arrayFrom builds an array from JSON. A dictionary may be given as its numbers and its values, with a | between.
func arrayFrom(t *testing.T, dt arrow.DataType, cells string) arrow.Array {
	t.Helper()
	if numbers, values, ok := strings.Cut(cells, "|"); ok {
		d := dt.(*arrow.DictionaryType)
		return array.NewDictionaryArray(d, arrayFrom(t, d.IndexType, numbers), arrayFrom(t, d.ValueType, values))
	}
	a, _, err := array.FromJSON(memory.DefaultAllocator, dt, strings.NewReader(cells))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// batchOf builds one record batch of one nullable column from JSON.
func batchOf(t *testing.T, dt arrow.DataType, cells string) arrow.RecordBatch {
	t.Helper()
	a := arrayFrom(t, dt, cells)
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: dt, Nullable: true}}, nil)
	return array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len()))
}

// ipcOf writes batches in one of the forms, with the options of the library.
func ipcOf(t *testing.T, form string, options []ipc.Option, batches ...arrow.RecordBatch) []byte {
	t.Helper()
	var b bytes.Buffer
	options = append(options, ipc.WithSchema(batches[0].Schema()))
	var w recordWriter = ipc.NewWriter(&b, options...)
	if form == "file" {
		w = must(ipc.NewFileWriter(&b, options...))
	}
	for _, r := range batches {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadWidens(t *testing.T) {
	words := func(index, value arrow.DataType) arrow.DataType {
		return &arrow.DictionaryType{IndexType: index, ValueType: value}
	}
	ints := frame.Ints("x", []int64{1, 0, 127}).WithMissing([]bool{false, true, false})
	floats := frame.Floats("x", []float64{1, math.NaN(), 127})
	texts := frame.Strings("x", []string{"a", "", "a longer one than twelve"}).WithMissing([]bool{false, true, false})
	const numbers, strings = `[1, null, 127]`, `["a", null, "a longer one than twelve"]`
	for _, c := range []struct {
		dt    arrow.DataType
		cells string
		want  frame.Column
	}{
		{arrow.PrimitiveTypes.Int8, numbers, ints}, {arrow.PrimitiveTypes.Int16, numbers, ints},
		{arrow.PrimitiveTypes.Int32, numbers, ints}, {arrow.PrimitiveTypes.Int64, numbers, ints},
		{arrow.PrimitiveTypes.Uint8, numbers, ints}, {arrow.PrimitiveTypes.Uint16, numbers, ints},
		{arrow.PrimitiveTypes.Uint32, numbers, ints}, {arrow.PrimitiveTypes.Uint64, numbers, ints},
		{arrow.PrimitiveTypes.Uint64, `[9223372036854775807]`, frame.Ints("x", []int64{math.MaxInt64})},
		{arrow.FixedWidthTypes.Float16, numbers, floats}, {arrow.PrimitiveTypes.Float32, numbers, floats},
		{arrow.PrimitiveTypes.Float64, numbers, floats},
		{arrow.PrimitiveTypes.Float32, `[0.1]`, frame.Floats("x", []float64{float64(float32(0.1))})},
		{arrow.BinaryTypes.String, strings, texts}, {arrow.BinaryTypes.LargeString, strings, texts},
		{arrow.BinaryTypes.StringView, strings, texts},
		{words(arrow.PrimitiveTypes.Int8, arrow.BinaryTypes.String), strings, texts},
		{words(arrow.PrimitiveTypes.Uint32, arrow.BinaryTypes.LargeString),
			`[1, null, 0] | ["a longer one than twelve", "a"]`, texts},
		{words(arrow.PrimitiveTypes.Uint32, arrow.BinaryTypes.StringView), `[2, 1, 0] | ["a longer one than twelve", null, "a"]`, texts},
		{words(arrow.PrimitiveTypes.Int64, arrow.PrimitiveTypes.Int16), numbers, ints},
		{arrow.FixedWidthTypes.Boolean, `[true, null, false]`,
			frame.Bools("x", []bool{true, false, false}).WithMissing([]bool{false, true, false})},
		{arrow.FixedWidthTypes.Duration_s, `[-2]`, frame.Durations("x", []time.Duration{-2 * time.Second})},
		{arrow.FixedWidthTypes.Duration_ms, `[1500]`, frame.Durations("x", []time.Duration{1500 * time.Millisecond})},
		{arrow.FixedWidthTypes.Duration_us, `[9223372036854775]`,
			frame.Durations("x", []time.Duration{9223372036854775 * time.Microsecond})},
		{arrow.FixedWidthTypes.Duration_ns, `[7]`, frame.Durations("x", []time.Duration{7})},
		{arrow.Null, `[null, null]`, frame.Strings("x", []string{"", ""}).WithMissing([]bool{true, true})},
	} {
		want := must(frame.New(c.want))
		twice := must(frame.Concat(want, want))
		batch := batchOf(t, c.dt, c.cells)
		for _, form := range forms {
			got, err := Read(bytes.NewReader(ipcOf(t, form.name, nil, batch, batch)))
			if err != nil || !frame.Equal(got, twice) {
				t.Errorf("%v, %s: got %v\n%v\nwant\n%v", c.dt, form.name, err, got, twice)
			}
		}
		if got, err := Frame(batch.NewSlice(1, batch.NumRows())); err != nil || !frame.Equal(got, want.Tail(want.Rows()-1)) {
			t.Errorf("%v, a slice: got %v\n%v\nwant\n%v", c.dt, err, got, want.Tail(want.Rows()-1))
		}
	}
}

// TestReadDictionaries reads dictionaries that change from batch to batch, as a stream may have them.
func TestReadDictionaries(t *testing.T) {
	dt := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	first, second := batchOf(t, dt, `["a", "b", null]`), batchOf(t, dt, `["c", "a"]`)
	grown := batchOf(t, dt, `["a", "b", "d"]`)
	for _, c := range []struct {
		name    string
		options []ipc.Option
		batches []arrow.RecordBatch
		want    string
	}{
		{"replaced", nil, []arrow.RecordBatch{first, second}, "a b - c a"},
		{"grown", []ipc.Option{ipc.WithDictionaryDeltas(true)}, []arrow.RecordBatch{first, grown, first}, "a b - a b d a b -"},
	} {
		f, err := Read(bytes.NewReader(ipcOf(t, "stream", c.options, c.batches...)))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for i, s := range must(frame.Col[string](f, "x")) {
			if must(f.Column("x")).Missing(i) {
				s = "-"
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
}

func TestReadCompressed(t *testing.T) {
	f := must(frame.New(frame.Ints("n", make([]int64, 50_000))))
	r := must(Record(f))
	for _, option := range []ipc.Option{ipc.WithLZ4(), ipc.WithZstd()} {
		for _, form := range forms {
			b := ipcOf(t, form.name, []ipc.Option{option}, r)
			if got, err := Read(bytes.NewReader(b)); err != nil || !frame.Equal(got, f) {
				t.Errorf("%s: got %v and %d rows, want %d", form.name, err, got.Rows(), f.Rows())
			}
			// The broken twin: a bound that the input keeps and the cells do not.
			if _, _, err := read(bytes.NewReader(b), 300_000); err == nil || len(b) > 300_000 ||
				!strings.Contains(err.Error(), "more than 300000 bytes of memory") {
				t.Errorf("%s, bounded: got %v for %d bytes", form.name, err, len(b))
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	list := arrow.ListOf(arrow.PrimitiveTypes.Int64)
	one := func(dt arrow.DataType, cells string) []byte { return ipcOf(t, "file", nil, batchOf(t, dt, cells)) }
	bad := array.NewStringBuilder(memory.DefaultAllocator)
	bad.AppendValues([]string{"fine", "b\xffd"}, nil)
	badText := bad.NewArray()
	columns := func(fields []arrow.Field, arrays ...arrow.Array) []byte {
		return ipcOf(t, "file", nil, array.NewRecordBatch(arrow.NewSchema(fields, nil), arrays, int64(arrays[0].Len())))
	}
	utf8 := arrow.BinaryTypes.String
	for _, c := range []struct {
		name string
		data []byte
		want []string
	}{
		{"timestamp", one(arrow.FixedWidthTypes.Timestamp_us, `[1]`),
			[]string{`column "x": holds timestamp[us, tz=UTC]`, "read are bool, integers"}},
		{"date", one(arrow.FixedWidthTypes.Date32, `[1]`), []string{"date32"}},
		{"list", one(list, `[[1]]`), []string{`column "x": holds list<item: int64, nullable>`}},
		{"struct", one(arrow.StructOf(arrow.Field{Name: "a", Type: utf8}), `[{"a": "b"}]`), []string{"struct<a: utf8>"}},
		{"decimal", one(&arrow.Decimal128Type{Precision: 9, Scale: 2}, `["1.25"]`), []string{"decimal(9, 2)"}},
		{"binary", one(arrow.BinaryTypes.Binary, `["AAAA"]`), []string{"binary"}},
		{"dictionary of dates", one(&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8,
			ValueType: arrow.FixedWidthTypes.Date32}, `[1]`), []string{"date32"}},
		{"uint64", one(arrow.PrimitiveTypes.Uint64, `[1, null, 9223372036854775808]`),
			[]string{`column "x": row 2: 9223372036854775808 is above the largest int64`}},
		{"seconds", one(arrow.FixedWidthTypes.Duration_s, `[1, 9223372037]`), []string{`column "x": row 1: 9223372037 s is more`}},
		{"minus seconds", one(arrow.FixedWidthTypes.Duration_s, `[-9223372037]`), []string{`row 0: -9223372037 s is more`}},
		{"text", columns([]arrow.Field{{Name: "x", Type: utf8}}, badText), []string{`column "x": row 1: "b\xffd" is not UTF-8`}},
		{"name", columns([]arrow.Field{{Name: "b\xff", Type: list}, {Name: "", Type: list}}, batchOf(t, list, `[]`).Column(0),
			batchOf(t, list, `[]`).Column(0)), []string{`column "b\xff"`, `column ""`}},
		{"names", columns([]arrow.Field{{Name: "x", Type: utf8}, {Name: "x", Type: utf8}, {Name: "", Type: utf8}},
			batchOf(t, utf8, `[]`).Column(0), batchOf(t, utf8, `[]`).Column(0), batchOf(t, utf8, `[]`).Column(0)),
			[]string{`columns 0 and 1 are both named "x"`, "column 2 has no name"}},
		{"nothing", nil, []string{"neither an Arrow file"}},
		{"parquet", []byte("PAR1\x15\x04\x15\x10PAR1"), []string{"not Arrow", "it is a Parquet file"}},
		{"csv", []byte("a,b\n1,2\n"), []string{"not Arrow"}},
		{"magic", []byte("ARROW1"), []string{"no end: it was cut short"}},
	} {
		f, err := Read(bytes.NewReader(c.data))
		if err == nil || f.Rows() != 0 || !strings.HasPrefix(err.Error(), "arrowio: read: ") {
			t.Errorf("%s: got %v and %d rows", c.name, err, f.Rows())
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %q, want %q in it", c.name, err, want)
			}
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	var b bytes.Buffer
	err := Write(&b, frametest.NotUTF8())
	for _, want := range []string{"arrowio: write: ", `column "s": row 1: "b\xff" is not UTF-8`, `column "t\xff"`,
		`column "n": its name or Meta "\xfe"`, `the caption "\xfd"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	if b.Len() != 0 {
		t.Errorf("written: got %d bytes, want none", b.Len())
	}
	if _, err := Record(frametest.NotUTF8()); err == nil || !strings.HasPrefix(err.Error(), "arrowio: record: ") {
		t.Errorf("record: got %v", err)
	}
}

func TestWriterFails(t *testing.T) {
	for _, form := range forms {
		for room := range len(written(t, everything(), form.write)) {
			left := frametest.Room(room)
			if err := form.write(&left, everything()); !errors.Is(err, frametest.ErrNoRoom) {
				t.Fatalf("%s, room for %d bytes: got %v, want %v", form.name, room, err, frametest.ErrNoRoom)
			}
		}
	}
}

func TestReaderFails(t *testing.T) {
	cause := errors.New("the line is cut")
	b := written(t, everything(), Write)
	_, err := Read(io.MultiReader(bytes.NewReader(b), failing{cause}))
	if !errors.Is(err, cause) {
		t.Errorf("got %v, want %v", err, cause)
	}
	if _, _, err := read(bytes.NewReader(b), int64(len(b)-1)); err == nil || !strings.Contains(err.Error(), "the most that is read") {
		t.Errorf("one byte too many: got %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestFrameKeepsNothing changes the memory of a record after its frame was made.
func TestFrameKeepsNothing(t *testing.T) {
	text := []byte("one two")
	offsets := arrow.GetBytes([]int32{0, 3, 7})
	numbers := []int64{1, 2}
	data := array.NewData(arrow.BinaryTypes.String, 2, []*memory.Buffer{nil, memory.NewBufferBytes(offsets),
		memory.NewBufferBytes(text)}, nil, 0, 0)
	ints := array.NewData(arrow.PrimitiveTypes.Int64, 2,
		[]*memory.Buffer{nil, memory.NewBufferBytes(arrow.GetBytes(numbers))}, nil, 0, 0)
	schema := arrow.NewSchema([]arrow.Field{{Name: "s", Type: arrow.BinaryTypes.String},
		{Name: "n", Type: arrow.PrimitiveTypes.Int64}}, nil)
	f := must(Frame(array.NewRecordBatch(schema, []arrow.Array{array.MakeFromData(data), array.MakeFromData(ints)}, 2)))
	before := f.String()
	copy(text, "XXXXXXX")
	numbers[0] = 99
	if f.String() != before {
		t.Errorf("got\n%v\nwant\n%s", f, before)
	}
}

// samples are valid files and streams, small enough to be damaged at every byte.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	words := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{{Name: "w", Type: words, Nullable: true},
		{Name: "v", Type: arrow.BinaryTypes.StringView, Nullable: true}}, nil)
	record, _, err := array.RecordFromJSON(memory.DefaultAllocator, schema,
		strings.NewReader(`[{"w": "a", "v": "a view of more than twelve bytes"}, {"w": null, "v": "b"}]`))
	if err != nil {
		t.Fatal(err)
	}
	for name, options := range map[string][]ipc.Option{"": nil, ", lz4": {ipc.WithLZ4()}, ", zstd": {ipc.WithZstd()}} {
		for form, open := range map[string]func(io.Writer, ...ipc.Option) recordWriter{
			"file":   func(w io.Writer, o ...ipc.Option) recordWriter { return must(ipc.NewFileWriter(w, o...)) },
			"stream": func(w io.Writer, o ...ipc.Option) recordWriter { return ipc.NewWriter(w, o...) },
		} {
			for what, r := range map[string]arrow.RecordBatch{"frame": must(Record(everything())), "words": record} {
				var b bytes.Buffer
				w := open(&b, append(options, ipc.WithSchema(r.Schema()))...)
				if err := errors.Join(w.Write(r), w.Close()); err != nil {
					t.Fatal(err)
				}
				all[form+" of "+what+name] = b.Bytes()
			}
		}
	}
	return all
}

// TestDamage cuts samples short and puts large and small numbers all over them. Each must be read or refused,
// in bounded memory: a count that the library believes would end the test by exhausting the machine.
func TestDamage(t *testing.T) {
	step := 5
	if os.Getenv("FENCE_LONG") == "1" {
		step = 1
	}
	const most = 64 << 20 // decompressors alone take some of it
	for name, whole := range samples(t) {
		if _, _, err := read(bytes.NewReader(whole), 1<<20); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for n := 0; n < len(whole); n += step {
			if _, _, err := read(bytes.NewReader(whole[:n]), 1<<20); err == nil && strings.HasPrefix(name, "file") {
				t.Errorf("%s: cut after %d of %d bytes: no error", name, n, len(whole))
			}
		}
		for at := 0; at+4 <= len(whole); at += 2 * step { // numbers begin at even bytes
			for _, value := range []uint32{0, 1, 0xFFFF, 0x10000000, 0x7FFFFFFF, 0xFFFFFFFF} {
				damaged := bytes.Clone(whole)
				binary.LittleEndian.PutUint32(damaged[at:], value)
				before := allocated()
				_, _, err := read(bytes.NewReader(damaged), 1<<20)
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

// TestVerifyFindsCycles gives verify metadata whose field is its own child.
func TestVerifyFindsCycles(t *testing.T) {
	whole := written(t, must(frame.New(frame.Ints("n", []int64{1}))), WriteStream)
	size := int(binary.LittleEndian.Uint32(whole[4:]))
	f := &flat{b: bytes.Clone(whole[8 : 8+size]), views: &viewCounts{}}
	field := 0
	f.tables(f.field(f.ref(f.field(f.ref(0), 2)), 1), func(table int) { field = table })
	if f.err != nil || field == 0 {
		t.Fatalf("the field: got %d, %v", field, f.err)
	}
	children := f.ref(f.field(field, 5))
	binary.LittleEndian.PutUint32(f.b[children:], 1)
	binary.LittleEndian.PutUint32(f.b[children+4:], uint32(field-children-4))
	if _, err := verifyMessage(f.b, &viewCounts{}); err == nil || !strings.Contains(err.Error(), "metadata") {
		t.Errorf("a field that is its own child: got %v", err)
	}
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
		f, got, err := ReadWith(&b)
		if err != nil || !frame.Equal(f, everything()) || !maps.Equal(got, want) {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	var b bytes.Buffer
	b.Write(written(t, everything(), Write))
	if _, got, err := ReadWith(&b); err != nil || got != nil {
		t.Errorf("without metadata: got %v, %v", got, err)
	}
	b.Reset()
	err := WriteWith(&b, everything(), map[string]string{"": "x", CaptionKey: "x", "bytes": "\xff"})
	for _, want := range []string{"a key is empty", "metadata: the key \"" + CaptionKey + "\" is that of", "metadata \"bytes\": it is not UTF-8"} {
		if err == nil || !strings.Contains(err.Error(), want) || b.Len() != 0 {
			t.Errorf("got %v and %d bytes, want %q and none", err, b.Len(), want)
		}
	}
}
