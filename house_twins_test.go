package house_test

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// twin is a small package that breaks one rule, or none where want is empty. The code is what follows the package
// clause of one file; comment, example and format are put right around it where a twin does not bring its own.
type twin struct {
	name string
	dir  string
	code string
	test string // the test file, without its package clause; "" stands for a proper example
	want string // a part of the only finding
}

const properExample = "import \"fmt\"\n\nfunc Example() {\n\tfmt.Println(1)\n\t// Output: 1\n}\n"

var twins = []twin{
	// Layers.
	{name: "downwards", dir: "fencekit/lease", code: `import _ "MODULE/fencekit/dist"`},
	{name: "from the top", dir: "cmd/fence", code: `import _ "MODULE/fencekit/claims"`},
	{name: "upwards", dir: "fencekit/dist", code: `import _ "MODULE/fencekit/lease"`, want: "layer 1, imports fencekit/lease, layer 2"},
	{name: "sideways", dir: "fencekit/audit", code: `import _ "MODULE/fencekit/lease"`, want: "layer 2, imports fencekit/lease, layer 2"},
	{name: "sideways in a test", dir: "fencekit/audit", test: "import _ \"MODULE/fencekit/lease\"\n\n" + properExample},
	{name: "upwards in a test", dir: "fencekit/lease", test: "import _ \"MODULE/fencekit\"\n\n" + properExample, want: "layer 2, imports fencekit, layer 4"},
	{name: "to the command", dir: "plots", code: `import _ "MODULE/cmd/fence"`, want: "layer 5, imports cmd/fence, layer 6"},
	{name: "a named one", dir: "fencekit/claims", code: `import _ "MODULE/fencekit"`},
	{name: "a named one backwards", dir: "fencekit", code: `import _ "MODULE/fencekit/claims"`, want: "layer 4, imports fencekit/claims, layer 4"},
	{name: "embedded files", dir: "fencekit/claims", code: `import _ "MODULE/data"`},
	{name: "the program beside them", dir: "fencekit/claims", code: `import _ "MODULE/data/record"`, want: "layer 4, imports data/record, layer 6"},
	{name: "no layer", dir: "fencekit/util", want: "fencekit/util: name its layer"},
	{name: "no layer below a room", dir: "fencekit/lease/internal", want: "fencekit/lease/internal: name its layer"},
	{name: "to no layer", dir: "fencekit", code: `import _ "MODULE/fencekit/util"`, want: "imports fencekit/util, which has no layer"},

	// The wall clock.
	{name: "now", dir: "fencekit/trace", code: "import \"time\"\n\nfunc f() any { return time.Now() }", want: "time.Now reads"},
	{name: "now under another name", dir: "fencekit/lease", code: "import t \"time\"\n\nvar now = t.Now", want: "time.Now reads"},
	{name: "now by dot", dir: "fencekit/clock", code: "import . \"time\"\n\nvar now = Now", want: "time.Now reads"},
	{name: "since", dir: "fencekit/audit", code: "import \"time\"\n\nvar f = time.Since", want: "time.Since reads"},
	{name: "until", dir: "fencekit/audit", code: "import \"time\"\n\nvar f = time.Until", want: "time.Until reads"},
	{name: "sleep", dir: "fencekit/sweep", code: "import \"time\"\n\nfunc f() { time.Sleep(1) }", want: "time.Sleep reads"},
	{name: "after", dir: "fencekit/sweep", code: "import \"time\"\n\nvar f = time.After", want: "time.After reads"},
	{name: "tick", dir: "fencekit/sweep", code: "import \"time\"\n\nvar f = time.Tick", want: "time.Tick reads"},
	{name: "timer", dir: "fencekit/dist", code: "import \"time\"\n\nvar f = time.NewTimer", want: "time.NewTimer reads"},
	{name: "ticker", dir: "fencekit/dist", code: "import \"time\"\n\nvar f = time.NewTicker", want: "time.NewTicker reads"},
	{name: "after func", dir: "fencekit/dist", code: "import \"time\"\n\nvar f = time.AfterFunc", want: "time.AfterFunc reads"},
	{name: "timeout", dir: "fencekit/sweep", code: "import \"context\"\n\nvar f = context.WithTimeout", want: "context.WithTimeout reads"},
	{name: "durations are no clock", dir: "fencekit/lease", code: "import \"time\"\n\nconst lease = 3 * time.Second\n\nvar late = lease.Round(time.Second)"},
	{name: "now outside the engine", dir: "cmd/fence", code: "import \"time\"\n\nvar began = time.Now()"},

	// Randomness.
	{name: "rand", dir: "fencekit/lease", code: `import _ "math/rand"`, want: "imports math/rand: randomness"},
	{name: "rand v2", dir: "fencekit/dist", code: `import _ "math/rand/v2"`, want: "imports math/rand/v2: randomness"},
	{name: "crypto rand", dir: "fencekit/clock", code: `import _ "crypto/rand"`, want: "imports crypto/rand: randomness"},
	{name: "maphash", dir: "fencekit/trace", code: `import _ "hash/maphash"`, want: "imports hash/maphash: randomness"},
	{name: "rand in a test", dir: "fencekit/dist", test: "import _ \"math/rand/v2\"\n\n" + properExample},

	// The order of a map.
	{name: "range", dir: "fencekit/audit", code: "func f(m map[int]int) {\n\tfor range m {\n\t}\n}", want: "range over a map"},
	{name: "range over a named map", dir: "fencekit/audit", code: "type set map[int]bool\n\nfunc f(m set) {\n\tfor k := range m {\n\t\t_ = k\n\t}\n}", want: "range over a map"},
	{name: "range over a field", dir: "fencekit/trace", code: "func f(x struct{ m map[int]int }) {\n\tfor range x.m {\n\t}\n}", want: "range over a map"},
	{name: "range over a type parameter", dir: "fencekit/trace", code: "func f[M ~map[int]int](m M) {\n\tfor range m {\n\t}\n}", want: "range over a map"},
	{name: "keys", dir: "fencekit/trace", code: "import \"maps\"\n\nfunc f(m map[int]int) {\n\tfor range maps.Keys(m) {\n\t}\n}", want: "the order of a map"},
	{name: "collected keys", dir: "fencekit/trace", code: "import (\n\t\"maps\"\n\t\"slices\"\n)\n\nfunc f(m map[int]int) []int { return slices.Collect(maps.Keys(m)) }", want: "the order of a map"},
	{name: "sorted keys", dir: "fencekit/trace", code: "import (\n\t\"maps\"\n\t\"slices\"\n)\n\nfunc f(m map[int]int) []int { return slices.Sorted(maps.Keys(m)) }"},
	{name: "reflected keys", dir: "fencekit/trace", code: "import \"reflect\"\n\nfunc f(v reflect.Value) any { return v.MapKeys() }", want: "reflect.MapKeys may give"},
	{name: "range over a slice", dir: "fencekit/audit", code: "func f(s []int) {\n\tfor range s {\n\t}\n}"},
	{name: "range outside the engine", dir: "fencekit/frame", code: "func f(m map[int]int) {\n\tfor range m {\n\t}\n}"},

	// Floats.
	{name: "exp", dir: "fencekit/dist", code: "import \"math\"\n\nvar f = math.Exp", want: "math.Exp may differ"},
	{name: "log", dir: "fencekit/lease", code: "import \"math\"\n\nvar f = math.Log(2)", want: "math.Log may differ"},
	{name: "pow", dir: "fencekit/clock", code: "import \"math\"\n\nvar f = math.Pow", want: "math.Pow may differ"},
	{name: "sine", dir: "fencekit/clock", code: "import \"math\"\n\nvar f = math.Sin", want: "math.Sin may differ"},
	{name: "fused", dir: "fencekit/lease", code: "import \"math\"\n\nvar f = math.FMA", want: "math.FMA may differ"},
	{name: "root and constants", dir: "fencekit/dist", code: "import \"math\"\n\nvar f = math.Sqrt(math.MaxInt64) * math.Pi"},

	// Parallelism, input and output.
	{name: "goroutine", dir: "fencekit/lease", code: "func f() {\n\tgo f()\n}", want: "starts a goroutine"},
	{name: "lock", dir: "fencekit/audit", code: `import _ "sync"`, want: "imports sync: only the sweep"},
	{name: "atomic", dir: "fencekit/trace", code: `import _ "sync/atomic"`, want: "imports sync/atomic: only the sweep"},
	{name: "the sweep may", dir: "fencekit/sweep", code: "import _ \"sync\"\n\nfunc f() {\n\tgo f()\n}"},
	{name: "files", dir: "fencekit/lease", code: `import _ "os"`, want: "imports os: the lease engine"},
	{name: "processes", dir: "fencekit/lease", code: `import _ "os/exec"`, want: "imports os/exec: the lease engine"},
	{name: "distributions may open files", dir: "fencekit/dist", code: `import _ "os"`},

	// Form.
	{name: "71 lines", dir: "cmd/fence", code: "func f() {\n" + strings.Repeat("\tf()\n", 69) + "}", want: "function of 71 lines: 70 at most"},
	{name: "70 lines", dir: "cmd/fence", code: "func f() {\n" + strings.Repeat("\tf()\n", 68) + "}"},
	{name: "71 lines in a literal", dir: "cmd/fence", code: "var f = func() {\n" + strings.Repeat("\tprintln()\n", 69) + "}", want: "function of 71 lines"},
	{name: "71 lines in a test", dir: "fencekit/lease", test: properExample + "\nfunc f() {\n" + strings.Repeat("\tf()\n", 69) + "}\n"},
	{name: "no example", dir: "fencekit/lease", test: "var x int\n", want: "fencekit/lease: no Example"},
	{name: "no example of a command", dir: "cmd/fence", test: "var x int\n"},
	{name: "example without output", dir: "fencekit/lease", test: properExample + "\nfunc Example_more() {\n\tfmt.Println(2)\n}\n", want: "has no output"},
	{name: "not formatted", dir: "plots", code: "var  x int", want: "plots/twin.go: not formatted"},
	{name: "test not formatted", dir: "plots", test: properExample + "\n\nvar  x int\n", want: "plots/twin_test.go: not formatted"},
	{name: "open end", dir: "plots", code: "// TO" + "DO: more\nvar x int", want: "twin.go:4: an open end"},
	{name: "open end in a test", dir: "plots", test: properExample + "\n// FIX" + "ME\n", want: "an open end"},
	{name: "parts of words", dir: "plots", code: "var TO" + "DOS, mXX" + "X int"},
}

func TestBrokenTwinsAreFound(t *testing.T) {
	module := moduleOf(t)
	exports := exportData(t, "context", "maps", "math", "reflect", "slices", "time")
	for _, tw := range twins {
		t.Run(tw.name, func(t *testing.T) {
			r := tw.room(t, module, "// Package twin is a twin.\n")
			if slices.Contains(engine, tw.dir) {
				_ = r.check(exports) // a twin imports packages that there may be no data of; the rest is known
			}
			onlyFinding(t, findingsOf(r), tw.want)
		})
	}
}

func TestMissingPackageCommentIsFound(t *testing.T) {
	r := twin{dir: "cmd/fence"}.room(t, moduleOf(t), "")
	onlyFinding(t, findingsOf(r), "cmd/fence: no package comment")
}

func TestBuildConstraintsOfTheEngineAreFound(t *testing.T) {
	for _, c := range []struct{ dir, file, comment, want string }{
		{"fencekit/clock", "clock.go", "", ""},
		{"fencekit/clock", "clock_linux.go", "", "no build constraint"},
		{"fencekit/clock", "clock_arm64.go", "", "no build constraint"},
		{"fencekit/clock", "clock.go", "//go:build !js\n\n", "no build constraint"},
		{"fencekit/clock", "clock_linux_test.go", "", ""},
		{"player", "main_js.go", "//go:build js\n\n", ""},
	} {
		r := &room{dir: c.dir, fset: token.NewFileSet()}
		if err := r.add(c.dir+"/"+c.file, []byte(c.comment+"package clock\n")); err != nil {
			t.Fatal(err)
		}
		onlyFinding(t, checkConstraints(r), c.want)
	}
}

// TestSameLayerNeedsItsName shows that naming an import is what allows it, in the direction named and no other.
func TestSameLayerNeedsItsName(t *testing.T) {
	defer func(old []string) { sameLayer = old }(sameLayer)
	sameLayer = []string{"fencekit/termination imports fencekit/snapshot"}
	there := twin{dir: "fencekit/termination", code: `import _ "MODULE/fencekit/snapshot"`}
	back := twin{dir: "fencekit/snapshot", code: `import _ "MODULE/fencekit/termination"`}
	onlyFinding(t, checkLayers(there.room(t, moduleOf(t), "")), "")
	onlyFinding(t, checkLayers(back.room(t, moduleOf(t), "")), "layer 3, imports fencekit/termination, layer 3")
}

func TestMachinesAreFound(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"cd /wo" + "rk/main", "a path of one machine"},
		{"see `/ro" + "ot/x`", "a path of one machine"},
		{"/ho" + "me/ann/fence", "a path of one machine"},
		{"file:///Us" + "ers/ann", "a path of one machine"},
		{"-o=/tm" + "p/out", "a path of one machine"},
		{"GOPROXY=" + "https://modules.example", "the host of a registry"},
		{"\"resolved\":" + " \"https://packages.example/x\"", "the host of a registry"},
		{"deb " + "https://archive.example/debian", "the host of a registry"},
		{"https://example.org/wo" + "rk/of/others and frame/wo" + "rk/s", ""},
		{"$HOME/ho" + "me/x ./wo" + "rk/x ${dir}/tm" + "p/x", ""},
		{"mount -t tmpfs none /tm" + "p", ""},
	} {
		got := checkMachine("notes.md", []byte("first line\n"+c.text+"\n"))
		onlyFinding(t, got, c.want)
		if c.want != "" && !strings.HasPrefix(strings.Join(got, ""), "notes.md:2: ") {
			t.Errorf("%s: got %q, want line 2", c.text, got)
		}
	}
}

// TestEveryLayerAndEngineRoomIsNamedOnce holds the tables themselves to sense.
func TestEveryLayerAndEngineRoomIsNamedOnce(t *testing.T) {
	seen := map[string]int{}
	for _, rooms := range layers {
		for _, dir := range rooms {
			seen[dir]++
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(seen)) {
		if seen[dir] != 1 {
			t.Errorf("%s: named in %d layers, want 1", dir, seen[dir])
		}
	}
	for _, dir := range engine {
		if layer, _ := layerOf(dir); layer < 1 || layer > 2 {
			t.Errorf("%s: got layer %d, want the engine in layers 1 and 2", dir, layer)
		}
	}
}

// room puts a twin's code and test into a room of their own.
func (tw twin) room(t *testing.T, module, comment string) *room {
	t.Helper()
	name := "twin"
	if strings.HasPrefix(tw.dir, "cmd/") {
		name = "main"
	}
	test := tw.test
	if test == "" {
		test = properExample
	}
	code := comment + fmt.Sprintf("package %s\n", name)
	if tw.code != "" {
		code += "\n" + tw.code + "\n"
	}
	r := &room{module: module, dir: tw.dir, fset: token.NewFileSet()}
	for _, f := range []struct{ name, text string }{
		{"twin.go", code},
		{"twin_test.go", fmt.Sprintf("package %s\n\n%s", name, test)},
	} {
		if err := r.add(tw.dir+"/"+f.name, []byte(strings.ReplaceAll(f.text, "MODULE", module))); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func findingsOf(r *room) []string {
	var findings []string
	for _, rule := range rules {
		findings = append(findings, rule(r)...)
	}
	return findings
}

// onlyFinding checks that there is one finding, with want in it, or none where want is empty.
func onlyFinding(t *testing.T, got []string, want string) {
	t.Helper()
	switch {
	case want == "" && len(got) > 0:
		t.Errorf("findings: got %q, want none", got)
	case want != "" && (len(got) != 1 || !strings.Contains(got[0], want)):
		t.Errorf("findings: got %q, want one with %q", got, want)
	}
}
