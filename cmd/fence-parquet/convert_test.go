package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"fence/fencekit/frame"
	"fence/fencekit/frame/arrowio"
	"fence/fencekit/frame/parquetio"
)

// TestMain lets the test binary stand in for the program where a test needs a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("FENCE_PARQUET_TEST_MAIN") == "1" {
		runProcess(new(app))
	}
	os.Exit(m.Run())
}

// result is what a run of the program came to.
type result struct {
	code        int
	out, errors string
}

// convert runs the program in this process.
func convert(args ...string) result { return convertWith(context.Background(), "", args...) }

func convertWith(ctx context.Context, stdin string, args ...string) result {
	var out, errs bytes.Buffer
	a := &app{ctx: ctx, args: args, stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs}
	code := a.run()
	return result{code, out.String(), errs.String()}
}

// fine runs the program and fails the test unless it exits with 0.
func fine(t *testing.T, args ...string) string {
	t.Helper()
	r := convert(args...)
	if r.code != exitFine || r.errors != "" {
		t.Fatalf("fence-parquet %s: got exit code %d, want 0; it says\n%s", strings.Join(args, " "), r.code, r.errors)
	}
	return r.out
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func names(t *testing.T) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// results is a frame of all kinds with gaps, without infinities, which JSON does not have.
func results(t *testing.T) frame.Frame {
	t.Helper()
	gap := []bool{false, true, false}
	f, err := frame.New(
		frame.Strings("posture", []string{"check", "", "007"}).WithMissing(gap),
		frame.Floats("rate", []float64{1, math.NaN(), 1e300}).WithMeta(frame.Meta{Unit: "1/s", Meaning: "writes a second"}),
		frame.Ints("seed", []int64{math.MaxInt64, 0, -1}),
		frame.Bools("held", []bool{true, false, false}).WithMissing(gap),
		frame.Durations("margin", []time.Duration{250 * time.Millisecond, 0, 0}).WithMissing(gap),
	)
	if err != nil {
		t.Fatal(err)
	}
	return f.WithCaption("Three runs")
}

func same(t *testing.T, what string, want frame.Frame, read func() (frame.Frame, error)) {
	t.Helper()
	if got, err := read(); err != nil || !frame.Equal(got, want) {
		t.Errorf("%s: got %v\n%v\nwant\n%v", what, err, got, want)
	}
}

// TestEveryFormIntoEveryOther goes round all the forms with one table, whose types, gaps, units and caption must
// survive.
func TestEveryFormIntoEveryOther(t *testing.T) {
	t.Chdir(t.TempDir())
	want := results(t)
	if err := want.WriteFile("first.csv"); err != nil {
		t.Fatal(err)
	}
	round := strings.Fields("first.csv a.parquet b.json c.arrow d.csv e.feather f.parquet g.arrow h.json i.parquet")
	for k, out := range round[1:] {
		said := fine(t, round[k], out)
		if prefix := out + ": 3 rows × 5 columns, "; !strings.HasPrefix(said, prefix) {
			t.Errorf("%s: got %q, want %q at its beginning", out, said, prefix)
		}
	}
	same(t, "d.csv", want, func() (frame.Frame, error) { return frame.ReadFile("d.csv") })
	same(t, "h.json", want, func() (frame.Frame, error) { return frame.ReadFile("h.json") })
	same(t, "g.arrow", want, func() (frame.Frame, error) { return arrowio.Read(strings.NewReader(read(t, "g.arrow"))) })
	last := read(t, "i.parquet")
	same(t, "i.parquet", want, func() (frame.Frame, error) {
		return parquetio.Read(strings.NewReader(last), int64(len(last)))
	})
	if got, want := len(names(t)), len(round)+4; got != want { // those of CSV and JSON have one beside them
		t.Errorf("files: got %d, want %d: %v", got, want, names(t))
	}
}

// TestPlainTables infers the types of tables that nothing says them of.
func TestPlainTables(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "plain.csv", "who,n,took\nann,1,1.5s\nbob,,2s\n")
	write(t, "plain.tsv", "who\tn\ttook\nann\t1\t1.5s\nbob\t\t2s\n")
	write(t, "rows.ndjson", `{"who":"ann","n":1,"took":"1.5s"}`+"\n"+`{"who":"bob","n":null,"took":"2s"}`+"\n")
	write(t, "table", read(t, "plain.csv"))
	fine(t, "plain.csv", "want.arrow")
	want, err := arrowio.Read(strings.NewReader(read(t, "want.arrow")))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"plain.tsv", "rows.ndjson", "--from csv table", "--from tsv plain.tsv"} {
		fine(t, append(strings.Fields(args), "got.arrow")...)
		same(t, args, want, func() (frame.Frame, error) { return arrowio.Read(strings.NewReader(read(t, "got.arrow"))) })
	}
}

func TestShowsTheColumns(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := results(t).WriteFile("first.csv"); err != nil {
		t.Fatal(err)
	}
	fine(t, "first.csv", "first.parquet")
	for _, name := range []string{"first.csv", "first.parquet"} {
		out := fine(t, name)
		for _, want := range []string{"Three runs\n" + name + ": 3 rows × 5 columns\n\ncolumn   kind           missing  unit  meaning\n" +
			"posture  string               1\nrate     float64              1  1/s   writes a second\nseed     int64\n",
			"margin   time.Duration        1\n"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: got\n%s\nwant %q in it", name, out, want)
			}
		}
	}
}

func TestStandardInputAndOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "who,n\nann,1\nbob,\n"
	ctx := context.Background()
	parquet := convertWith(ctx, text, "--from", "csv", "--to", "parquet", "-", "-")
	arrow := convertWith(ctx, parquet.out, "--from", "parquet", "--to", "arrow", "-", "-")
	rows := convertWith(ctx, arrow.out, "--from", "arrow", "--to", "json", "-", "-")
	csv := convertWith(ctx, rows.out, "--from", "json", "--to", "csv", "-", "-")
	if csv != (result{out: text}) {
		t.Errorf("got %+v, want %q", csv, text)
	}
	if got := names(t); len(got) != 0 {
		t.Errorf("files: got %v, want none", got)
	}
	if r := convertWith(ctx, text, "--from", "csv", "-"); r.code != 0 || !strings.HasPrefix(r.out, "-: 2 rows × 2 columns\n") {
		t.Errorf("its columns: got %+v", r)
	}
}

// TestBadInput runs what must be refused: exit code 2, words that help, nothing on standard output, no file written.
func TestBadInput(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good.csv", "a\n1\n")
	write(t, "ragged.csv", "a,b\n1\n")
	write(t, "empty.csv", "")
	write(t, "text.parquet", "a,b\n")
	write(t, "text.arrow", "a,b\n1,2\n")
	write(t, "bytes.csv", "a\nx\n")
	write(t, "typed.csv", "a\nx\n")
	write(t, "typed.csv.meta.json", `{"frame":{"version":1,"columns":[{"name":"a","kind":"int64"}]}}`)
	write(t, "endless.csv", "a\n1\nInf\n")
	write(t, "listed.csv", "a\n1\n")
	write(t, "listed.csv.meta.json", "null")
	fine(t, "good.csv", "p.parquet")
	fine(t, "good.csv", "a.arrow")
	for _, err := range []error{os.Rename("a.arrow", "a.parquet.new"), os.Rename("p.parquet", "p.arrow"),
		os.Rename("a.parquet.new", "a.parquet")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder.parquet", 0o777); err != nil {
		t.Fatal(err)
	}
	before := names(t)
	for _, c := range []struct{ args, want string }{
		{"", "IN is missing"},
		{"a.csv b.csv c.csv", "got 3 arguments, IN and OUT at most"},
		{"none.csv out.parquet", `IN = "none.csv": no such file`},
		{"none.parquet out.csv", `IN = "none.parquet": cannot be read: no such file`},
		{"folder.parquet out.parquet", `IN = "folder.parquet": `},
		{"--from arrow folder.parquet", `IN = "folder.parquet": cannot be read: is a directory`},
		{"good.csv", ""}, // the twin that is fine
		{"good.dat out.parquet", `IN = "good.dat": its name does not tell the form; those that do end in .arrow, .csv, .feather`},
		{"good.csv out", `OUT = "out": its name does not tell the form; those that do end in .arrow, .csv, .feather, .json, .parquet;`},
		{"good.csv out.tsv", `OUT = "out.tsv": its ending means tsv, which is not written`},
		{"good.csv -", `OUT = "-": its name does not tell the form`},
		{"- out.parquet", `IN = "-": its name does not tell the form`},
		{"--to parquet good.csv", "to = parquet: there is no OUT to write"},
		{"--from xml good.csv out.parquet", `from = "xml": must be one of csv, tsv, json, parquet, arrow`},
		{"--to tsv good.csv out.tsv", `to = "tsv": must be one of csv, json, parquet, arrow`},
		{"--form csv good.csv", "unknown flag --form; did you mean --from? fence-parquet -h lists them"},
		{"--elephants", "unknown flag --elephants; fence-parquet -h lists them"},
		{"ragged.csv out.parquet", `IN = "ragged.csv": line 2`},
		{"empty.csv out.parquet", `IN = "empty.csv": `},
		{"typed.csv out.parquet", `IN = "typed.csv": line 2`},
		{"text.parquet out.csv", `IN = "text.parquet": not Parquet, or damaged: it is not a Parquet file`},
		{"text.arrow out.csv", `IN = "text.arrow": not Arrow, or damaged`},
		{"a.parquet out.csv", `IN = "a.parquet": not Parquet, or damaged: it is an Arrow file`},
		{"p.arrow out.csv", `IN = "p.arrow": not Arrow, or damaged: it is a Parquet file`},
		{"good.csv good.csv", `OUT = "good.csv": is the same file as IN`},
		{"listed.csv out.parquet", `the file beside it, "listed.csv.meta.json": `},
		{"--from parquet text.arrow out.csv", "not Parquet"},
		{"good.csv nowhere/out.parquet", `OUT = "nowhere/out.parquet": cannot be written: no such file`},
		{"good.csv nowhere/out.csv", `OUT = "nowhere/out.csv": `},
		{"--to parquet good.csv out.csv", `OUT = "out.csv": its ending means csv, but the form is parquet`},
		{"good.csv folder.parquet", `OUT = "folder.parquet": cannot be written: is a directory`},
		{"endless.csv out.json", `OUT = "out.json": `},
	} {
		r := convert(strings.Fields(c.args)...)
		if c.want == "" {
			if r.code != exitFine {
				t.Errorf("%s: got %+v, want exit code 0", c.args, r)
			}
			continue
		}
		if r.code != exitBadInput || r.out != "" || !strings.HasPrefix(r.errors, "fence-parquet: ") ||
			!strings.Contains(r.errors, c.want) {
			t.Errorf("%s: got %+v, want exit code 2 and %q", c.args, r, c.want)
		}
		for _, word := range []string{"frame: ", "parquetio: ", "arrowio: ", ".part"} {
			if strings.Contains(r.errors, word) {
				t.Errorf("%s: %q in %q", c.args, word, r.errors)
			}
		}
	}
	if after := names(t); !slices.Equal(after, before) {
		t.Errorf("files: got %v, want %v", after, before)
	}
}

// TestReplacesAFile writes over files: one that is kept when the new one fails, one that is private, one behind a link.
// Whatever the mask of the process, a file that is replaced keeps its permissions, and nothing else is left.
func TestKeepsPermissions(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good.csv", "a\n1\n")
	made := []string{"x.parquet", "x.csv", "x.csv.meta.json"}
	for _, name := range made {
		write(t, name, "{}")
		if err := os.Chmod(name, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fine(t, "good.csv", "x.parquet")
	fine(t, "x.parquet", "x.csv")
	for _, name := range made {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o666 || read(t, name) == "{}" {
			t.Errorf("%s: got %v, %v, want it written with its permissions", name, info.Mode(), err)
		}
	}
	if got := names(t); len(got) != 4 {
		t.Errorf("files: got %v, want the four", got)
	}
}

// When one of the two files cannot get to its place, the other stays as it was, and nothing waits for a pipe.
func TestBothFilesOrNone(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good.csv", "a\n1\n")
	write(t, "x.csv", "old")
	if err := os.Mkdir("x.csv.meta.json", 0o777); err != nil {
		t.Fatal(err)
	}
	r := convert("good.csv", "x.csv")
	if r.code != exitBadInput || !strings.Contains(r.errors, "is a directory") || read(t, "x.csv") != "old" {
		t.Errorf("a folder in the place of the types: got %+v, and the old file is %q", r, read(t, "x.csv"))
	}
	if err := os.Mkdir("elsewhere", 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "elsewhere/y.csv", "old")
	if err := os.Symlink("elsewhere/y.csv", "y.csv"); err != nil {
		t.Fatal(err)
	}
	fine(t, "good.csv", "y.csv")
	if read(t, "elsewhere/y.csv") != "a\n1\n" || !strings.Contains(read(t, "y.csv.meta.json"), `"int64"`) {
		t.Errorf("behind a link: got %q and beside it %q", read(t, "elsewhere/y.csv"), read(t, "y.csv.meta.json"))
	}
}

func TestReplacesAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good.csv", "a\n1\n")
	write(t, "bad.csv", "a\n\"\n")
	write(t, "real.parquet", "old")
	for _, err := range []error{os.Chmod("real.parquet", 0o600), os.Symlink("real.parquet", "link.parquet")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if r := convert("bad.csv", "link.parquet"); r.code != exitBadInput || read(t, "real.parquet") != "old" {
		t.Errorf("a file that cannot be read: got %+v, and the old file is %q", r, read(t, "real.parquet"))
	}
	fine(t, "good.csv", "link.parquet")
	info, err := os.Lstat("link.parquet")
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link: got %v, %v", info, err)
	}
	if info, err := os.Stat("real.parquet"); err != nil || info.Mode().Perm() != 0o600 || info.Size() < 100 {
		t.Errorf("the file: got %v, %v", info, err)
	}
	write(t, "good.csv.meta.json", "{}")
	for _, args := range [][]string{{"link.parquet", "link.parquet"}, {"link.parquet", "real.parquet"},
		{"real.parquet", "./link.parquet"}, {"--to", "csv", "good.csv", "good.csv"}} {
		before := read(t, "real.parquet") + read(t, "good.csv")
		r := convert(args...)
		if r.code != exitBadInput || !strings.Contains(r.errors, "OUT = \""+args[len(args)-1]+"\": is the same file as IN") ||
			read(t, "real.parquet")+read(t, "good.csv") != before {
			t.Errorf("%v: got %+v, want it refused and the file as it was", args, r)
		}
	}
	if err := os.Remove("good.csv.meta.json"); err != nil {
		t.Fatal(err)
	}
	if got := names(t); len(got) != 4 {
		t.Errorf("files: got %v, want the four", got)
	}
}

func TestSaysLittleWhenAsked(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good.csv", "a\n1\n")
	if got := fine(t, "--quiet", "good.csv", "out.parquet"); got != "" {
		t.Errorf("--quiet: got %q", got)
	}
	if got := fine(t, "--version"); !strings.HasPrefix(got, "fence-parquet") {
		t.Errorf("--version: got %q", got)
	}
	for _, c := range []struct {
		bytes int64
		want  string
	}{{1, "1 byte"}, {999, "999 bytes"}, {1000, "1.0 kB"}, {9949, "9.9 kB"}, {9951, "10 kB"}, {12_400, "12 kB"},
		{999_499, "999 kB"}, {999_500, "1.0 MB"}, {2_500_000_000, "2.5 GB"}, {1_234_000_000_000, "1,234 GB"}} {
		if got := bytesOf(c.bytes); got != c.want {
			t.Errorf("%d bytes: got %q, want %q", c.bytes, got, c.want)
		}
	}
}

func TestHelpFitsAScreen(t *testing.T) {
	for line := range strings.Lines(fine(t, "-h")) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > screen {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
}

// TestInterrupted stops the program before it writes.
func TestInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "good.csv", "a\n1\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	want := result{code: exitInterrupted, errors: "fence-parquet: interrupted; nothing was written\n"}
	if got := convertWith(ctx, "", "good.csv", "out.parquet"); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	a := &app{ctx: context.Background()}
	ctx, cancel = context.WithCancel(a.ctx)
	a.ctx = ctx
	err := a.place("late.parquet", func(w io.Writer) error {
		cancel()
		_, err := io.WriteString(w, "half")
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("while it writes: got %v, want %v", err, context.Canceled)
	}
	if got := names(t); !slices.Equal(got, []string{"good.csv"}) {
		t.Errorf("files: got %v, want none but the input", got)
	}
}

// TestInterruptedProcess stops a process that waits for its input.
func TestInterruptedProcess(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "--from", "csv", "-", filepath.Join(dir, "out.parquet"))
	cmd.Env = append(os.Environ(), "FENCE_PARQUET_TEST_MAIN=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: once it is written, the program reads, and listens to signals.
	if _, err := io.WriteString(in, "a\n"+strings.Repeat("1\n", 200_000)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("got %v, want exit code 130; it says %s", err, errs.String())
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 0 || errs.String() != "fence-parquet: interrupted; nothing was written\n" {
		t.Errorf("got %v, %v, %q", entries, err, errs.String())
	}
}
