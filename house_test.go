// Package house_test holds the rules of the house that a compiler does not know: which package may import which, what
// the engine must not touch if the same seed is to give the same bytes everywhere, and the form that every file keeps.
//
// The rules are functions from a package to findings. One test runs them over the tree, which must give none; another
// runs them over small broken twins, each of which must be found. Rules see the files of the machine the test runs on:
// a file that a build constraint hides from it is checked for form; in the engine a constraint is itself a finding.
package house_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers lists the rooms from the ground up. A package may import only packages of a lower layer. A name that ends in
// "/..." stands for a folder and everything below it that no lower layer names. The folder data itself holds embedded
// files and no code, so that anything may read them; the programs below it that write them are at the top.
var layers = [][]string{
	1: {"fencekit/trace", "fencekit/frame", "fencekit/interval", "fencekit/logical", "fencekit/dist", "fencekit/clock",
		"fencekit/outfile", "data"},
	2: {"fencekit/lease", "fencekit/sim", "fencekit/sweep", "fencekit/audit", "fencekit/frame/arrowio", "fencekit/frame/parquetio",
		"fencekit/frame/sqlio", "fencekit/frame/frametest"},
	3: {
		"fencekit/clocksync", "fencekit/ordering", "fencekit/multicast", "fencekit/mutex", "fencekit/election",
		"fencekit/snapshot", "fencekit/termination", "fencekit/txn", "fencekit/deadlock", "fencekit/consensus",
		"fencekit/workflow", "fencekit/measure",
		"bench/lanelogs", // so low that the benchmarks of package plots may use it
	},
	4: {"fencekit", "fencekit/claims", "fencekit/live", "fencekit/ordering/sqlitestore"},
	5: {"plots", "fencekit/nb"},
	6: {".", "cmd/...", "player/...", "notebooks/...", "data/...", "bench/...", "interop", "container"},
}

// sameLayer names the imports within a layer that are wanted all the same, as "importer imports imported".
var sameLayer = []string{
	"fencekit/frame imports fencekit/interval", // a summary of many rows carries its interval
	"fencekit/frame imports fencekit/outfile",  // a frame is written to a file whole or not at all
	"notebooks/run imports notebooks",          // the command of the package
	"fencekit/claims imports fencekit",         // a claim is checked on the experiment that a notebook would run
}

// engine is what a run is made of. There the seed alone decides: no clock, no other randomness, no order of a map.
var engine = []string{
	"fencekit/dist", "fencekit/clock", "fencekit/trace", "fencekit/lease", "fencekit/interval", "fencekit/sweep", "fencekit/audit",
}

// drawing is the part of the engine whose floats decide events. Of package math it may use only what is exact, or
// correctly rounded, on every architecture.
var drawing = []string{"fencekit/dist", "fencekit/clock", "fencekit/lease"}

// exactMath are the functions of package math whose results have the same bits everywhere.
var exactMath = []string{
	"Abs", "Ceil", "Copysign", "Float32bits", "Float32frombits", "Float64bits", "Float64frombits", "Floor", "Frexp", "Inf",
	"IsInf", "IsNaN", "Ldexp", "Max", "Min", "Mod", "Modf", "NaN", "Round", "RoundToEven", "Signbit", "Sqrt", "Trunc",
}

// forbiddenImports are the packages a room must not import; a path that ends in "/..." stands for what is below it too.
var forbiddenImports = []struct {
	rooms []string
	paths []string
	why   string
}{
	{engine, []string{"math/rand", "math/rand/v2", "crypto/rand", "hash/maphash"}, "randomness comes from labelled streams"},
	{without(engine, "fencekit/sweep"), []string{"sync/..."}, "only the sweep runs in parallel"},
	{[]string{"fencekit/lease"}, []string{"os/...", "net/...", "syscall"}, "the lease engine does no input or output"},
}

// forbiddenNames are the functions and methods that no file of the engine may name, by package.
var forbiddenNames = []struct {
	pkg   string
	names []string
	why   string
}{
	{"time", []string{"Now", "Since", "Until", "Sleep", "After", "Tick", "NewTimer", "NewTicker", "AfterFunc"}, "reads the wall clock"},
	{"context", []string{"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"}, "reads the wall clock"},
	{"reflect", []string{"MapKeys", "MapRange", "Seq", "Seq2"}, "may give the order of a map"},
}

// maxLines is the longest a function may be, from its first line to its closing brace.
const maxLines = 70

var goBuild = regexp.MustCompile(`(?m)^//go:build `)

// The words are put together here so that this file does not contain them itself.
var (
	openEnd       = regexp.MustCompile(`\b(` + "TO" + "DO|FIX" + "ME|XX" + "X" + `)\b`)
	machinePath   = regexp.MustCompile("(?:^|file://|[^A-Za-z0-9_./~$}-])(/(?:wo" + "rk|ro" + "ot|ho" + "me|Us" + `ers)/|/tm` + `p/[A-Za-z0-9])`)
	registryHosts = regexp.MustCompile(`GOPROXY=\s*https?:|"resolved":\s*"https?:|^deb https?:`)
)

// source is one Go file.
type source struct {
	name string // from the root of the tree, with slashes
	text []byte
	file *ast.File
	test bool
}

// room is one folder with Go files.
type room struct {
	module  string // the module's path, by which its own imports are known
	dir     string // from the root of the tree; "." is the root
	fset    *token.FileSet
	sources []source
	info    *types.Info // of the files that are not tests; nil outside the engine
}

// rules are what every room is held to. Each returns its findings as "file:line: what".
var rules = []func(*room) []string{
	checkLayers, checkForbiddenImports, checkForbiddenNames, checkMath, checkMapOrder, checkGoroutines,
	checkConstraints, checkFunctionLength, checkPackageComment, checkExamples, checkFormat, checkOpenEnds,
}

func TestTreeKeepsTheRules(t *testing.T) {
	module := moduleOf(t)
	rooms := roomsOfTree(t, module)
	exports := exportData(t, engineOf(rooms)...)
	for _, r := range rooms {
		if slices.Contains(engine, r.dir) {
			if err := r.check(exports); err != nil {
				t.Errorf("%s: %v", r.dir, err)
			}
		}
		for _, rule := range rules {
			for _, finding := range rule(r) {
				t.Error(finding)
			}
		}
	}
	for _, dir := range engine {
		if !slices.ContainsFunc(rooms, func(r *room) bool { return r.dir == dir }) {
			t.Errorf("%s: there is no such package; the engine's rules would hold for nothing", dir)
		}
	}
}

func TestTextFilesNameNoMachine(t *testing.T) {
	files := 0
	walk(t, func(name string) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
			return // not text
		}
		files++
		for _, finding := range checkMachine(name, text) {
			t.Error(finding)
		}
	})
	if files < 5 {
		t.Errorf("text files: got %d, want the whole tree", files)
	}
}

// checkLayers holds imports to the layers. Tests may also import within their layer, but never a higher one.
func checkLayers(r *room) []string {
	own, ok := layerOf(r.dir)
	if !ok {
		return []string{fmt.Sprintf("%s: name its layer in the table of house_test.go", r.dir)}
	}
	return r.imports(func(s source, imported string) string {
		dir, ours := strings.CutPrefix(imported, r.module+"/")
		if !ours || dir == r.dir {
			return ""
		}
		layer, known := layerOf(dir)
		named := slices.Contains(sameLayer, r.dir+" imports "+dir)
		switch {
		case !known:
			return fmt.Sprintf("imports %s, which has no layer", dir)
		case layer < own, layer == own && (s.test || named):
			return ""
		}
		return fmt.Sprintf("%s, layer %d, imports %s, layer %d: imports go downwards", r.dir, own, dir, layer)
	})
}

func checkForbiddenImports(r *room) []string {
	return r.imports(func(s source, imported string) string {
		for _, f := range forbiddenImports {
			if !s.test && slices.Contains(f.rooms, r.dir) && anyMatch(f.paths, imported) {
				return fmt.Sprintf("%s imports %s: %s", r.dir, imported, f.why)
			}
		}
		return ""
	})
}

func checkForbiddenNames(r *room) []string {
	return r.uses(func(o types.Object) string {
		for _, f := range forbiddenNames {
			if o.Pkg().Path() == f.pkg && slices.Contains(f.names, o.Name()) {
				return fmt.Sprintf("%s.%s %s: the engine has virtual time and fixed orders only", f.pkg, o.Name(), f.why)
			}
		}
		return ""
	})
}

func checkMath(r *room) []string {
	if !slices.Contains(drawing, r.dir) {
		return nil
	}
	return r.uses(func(o types.Object) string {
		_, function := o.(*types.Func)
		if function && o.Pkg().Path() == "math" && !slices.Contains(exactMath, o.Name()) {
			return fmt.Sprintf("math.%s may differ by architecture: draws need the same bits everywhere", o.Name())
		}
		return ""
	})
}

// checkMapOrder finds ranges over maps, and the iterators of package maps unless they are sorted on the spot.
func checkMapOrder(r *room) []string {
	if r.info == nil {
		return nil
	}
	var findings []string
	sorted := map[ast.Node]bool{}
	for _, s := range r.sources {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if isMap(r.info.TypeOf(n.X)) {
					findings = append(findings, r.at(n)+": range over a map: sort the keys first")
				}
			case *ast.CallExpr:
				if r.callee(n.Fun, "slices", "Sorted", "SortedFunc", "SortedStableFunc") && len(n.Args) > 0 {
					sorted[ast.Unparen(n.Args[0])] = true
				}
				if r.callee(n.Fun, "maps", "Keys", "Values", "All") && !sorted[n] {
					findings = append(findings, r.at(n)+": the order of a map: wrap it in slices.Sorted")
				}
			}
			return true
		})
	}
	return findings
}

func checkGoroutines(r *room) []string {
	if !slices.Contains(engine, r.dir) || r.dir == "fencekit/sweep" {
		return nil
	}
	return r.inspect(func(n ast.Node) string {
		if _, ok := n.(*ast.GoStmt); ok {
			return "starts a goroutine: only the sweep runs in parallel"
		}
		return ""
	})
}

// checkConstraints finds files of the engine that are not built everywhere: the rules would see them on some machines
// only, and the same seed could mean different code.
func checkConstraints(r *room) []string {
	if !slices.Contains(engine, r.dir) {
		return nil
	}
	var findings []string
	for _, s := range r.sources {
		if s.test {
			continue
		}
		nowhere := build.Context{GOOS: "nowhere", GOARCH: "nothing", Compiler: "gc", OpenFile: func(string) (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(s.text)), nil
		}}
		everywhere, err := nowhere.MatchFile(r.dir, path.Base(s.name))
		if err != nil || !everywhere || goBuild.Match(s.text) {
			findings = append(findings, s.name+": the engine is the same code everywhere: no build constraint")
		}
	}
	return findings
}

func checkFunctionLength(r *room) []string {
	return r.inspect(func(n ast.Node) string {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if lines := r.fset.Position(n.End()).Line - r.fset.Position(n.Pos()).Line + 1; lines > maxLines {
				return fmt.Sprintf("function of %d lines: %d at most", lines, maxLines)
			}
		}
		return ""
	})
}

// checkPackageComment wants one comment before a package clause, on a folder that has more than tests.
func checkPackageComment(r *room) []string {
	code := false
	for _, s := range r.sources {
		if s.file.Doc != nil {
			return nil
		}
		code = code || !s.test
	}
	if !code {
		return nil
	}
	return []string{fmt.Sprintf("%s: no package comment: the problem, the assumptions, what is not promised", r.dir)}
}

// checkExamples wants an Example in every package that can be imported, and an output under every one: without it an
// example is compiled and never run.
func checkExamples(r *room) []string {
	var findings []string
	var tests []*ast.File
	library := false
	for _, s := range r.sources {
		if s.test {
			tests = append(tests, s.file)
		} else if s.file.Name.Name != "main" {
			library = true
		}
	}
	examples := doc.Examples(tests...)
	for _, e := range examples {
		if e.Output == "" && !e.EmptyOutput {
			findings = append(findings, fmt.Sprintf("%s: Example%s has no output", r.dir, e.Name))
		}
	}
	if library && len(examples) == 0 {
		findings = append(findings, r.dir+": no Example")
	}
	return findings
}

func checkFormat(r *room) []string {
	var findings []string
	for _, s := range r.sources {
		if formatted, err := format.Source(s.text); err != nil || !bytes.Equal(formatted, s.text) {
			findings = append(findings, s.name+": not formatted: run gofmt -w")
		}
	}
	return findings
}

func checkOpenEnds(r *room) []string {
	var findings []string
	for _, s := range r.sources {
		findings = append(findings, matches(s.name, s.text, openEnd, "an open end")...)
	}
	return findings
}

// checkMachine finds what belongs to one machine in any text: absolute paths of its folders, hosts of registries.
func checkMachine(name string, text []byte) []string {
	return append(matches(name, text, machinePath, "a path of one machine"),
		matches(name, text, registryHosts, "the host of a registry")...)
}

// layerOf returns the layer of a folder and whether it has one.
func layerOf(dir string) (int, bool) {
	for layer, rooms := range layers {
		if anyMatch(rooms, dir) {
			return layer, true
		}
	}
	return 0, false
}

// anyMatch says whether a path is one of the patterns, or below one that ends in "/...".
func anyMatch(patterns []string, p string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		above, tree := strings.CutSuffix(pattern, "/...")
		return p == above || tree && strings.HasPrefix(p, above+"/")
	})
}

func without(list []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == name })
}

// matches lists the lines of a text that a pattern is found in.
func matches(name string, text []byte, pattern *regexp.Regexp, what string) []string {
	var findings []string
	for i, line := range strings.Split(string(text), "\n") {
		if m := pattern.FindString(line); m != "" {
			findings = append(findings, fmt.Sprintf("%s:%d: %s: %q", name, i+1, what, m))
		}
	}
	return findings
}

// isMap says whether a type is a map, or a type parameter that may be one.
func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	if _, ok := t.Underlying().(*types.Map); ok {
		return true
	}
	switch t := t.(type) {
	case *types.TypeParam:
		return isMap(t.Constraint().Underlying())
	case *types.Interface:
		for e := range t.EmbeddedTypes() {
			if isMap(e) {
				return true
			}
		}
	case *types.Union:
		for term := range t.Terms() {
			if isMap(term.Type()) {
				return true
			}
		}
	}
	return false
}

// at is where a node begins, as "file:line".
func (r *room) at(n ast.Node) string {
	p := r.fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// imports asks find about every import of the room and returns what it answers.
func (r *room) imports(find func(s source, imported string) string) []string {
	var findings []string
	for _, s := range r.sources {
		for _, spec := range s.file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				panic("house: an import path that parsed does not unquote: " + spec.Path.Value)
			}
			if what := find(s, imported); what != "" {
				findings = append(findings, r.at(spec)+": "+what)
			}
		}
	}
	return findings
}

// inspect asks find about every node of the files that are not tests.
func (r *room) inspect(find func(ast.Node) string) []string {
	var findings []string
	for _, s := range r.sources {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if n != nil {
				if what := find(n); what != "" {
					findings = append(findings, r.at(n)+": "+what)
				}
			}
			return true
		})
	}
	return findings
}

// uses asks find about every name that stands for something of another package.
func (r *room) uses(find func(types.Object) string) []string {
	if r.info == nil {
		return nil
	}
	return r.inspect(func(n ast.Node) string {
		id, ok := n.(*ast.Ident)
		if !ok {
			return ""
		}
		if o := r.info.Uses[id]; o != nil && o.Pkg() != nil {
			return find(o)
		}
		return ""
	})
}

// callee says whether an expression names one of the functions of a package.
func (r *room) callee(fun ast.Expr, pkg string, names ...string) bool {
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	if selector, ok := fun.(*ast.SelectorExpr); ok {
		fun = selector.Sel
	}
	id, ok := fun.(*ast.Ident)
	if !ok {
		return false
	}
	o := r.info.Uses[id]
	return o != nil && o.Pkg() != nil && o.Pkg().Path() == pkg && slices.Contains(names, o.Name())
}

// add parses one file into the room.
func (r *room) add(name string, text []byte) error {
	file, err := parser.ParseFile(r.fset, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	r.sources = append(r.sources, source{name, text, file, strings.HasSuffix(name, "_test.go")})
	return nil
}

// check finds the types of the room's files, given the export data of what they import. It returns the errors of the
// type checker; what could be resolved is known all the same.
func (r *room) check(exports map[string]string) error {
	open := func(path string) (io.ReadCloser, error) {
		name := exports[path]
		if name == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(name)
	}
	var files []*ast.File
	for _, s := range r.sources {
		if !s.test {
			files = append(files, s.file)
		}
	}
	var errs []error
	config := types.Config{Importer: importer.ForCompiler(r.fset, "gc", open), Error: func(err error) { errs = append(errs, err) }}
	r.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	_, err := config.Check(r.dir, r.fset, files, r.info)
	if err != nil && len(errs) == 0 {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// moduleOf reads the module's path from go.mod, since whoever publishes the module may have renamed it.
func moduleOf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^module\s+(\S+)`).FindSubmatch(text)
	if m == nil {
		t.Fatal("go.mod: no module line")
	}
	return string(m[1])
}

// engineOf lists the import paths of the engine's rooms that there are.
func engineOf(rooms []*room) []string {
	var paths []string
	for _, r := range rooms {
		if slices.Contains(engine, r.dir) {
			paths = append(paths, r.module+"/"+r.dir)
		}
	}
	return paths
}

// exportData builds the packages named and returns the files of export data of everything they depend on, by path.
func exportData(t *testing.T, packages ...string) map[string]string {
	t.Helper()
	args := append([]string{"list", "-export", "-deps", "-json=ImportPath,Export"}, packages...)
	cmd := exec.Command("go", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); err == io.EOF {
			return exports
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
	}
}

// walk calls do with every file of the tree, by its name from the root. Folders that hold no source of this module are
// left out: those of git, of outputs, and modules of their own.
func walk(t *testing.T, do func(name string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." {
			_, err := os.Stat(path.Join(name, "go.mod"))
			if slices.Contains([]string{".git", ".jupyter", "out", "fence-report", "notebooks/out"}, name) || d.Name() == "node_modules" || err == nil {
				return fs.SkipDir
			}
		}
		if d.Type().IsRegular() {
			do(name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// roomsOfTree parses every Go file outside testdata, a room for each folder, in the order of the tree.
func roomsOfTree(t *testing.T, module string) []*room {
	t.Helper()
	var rooms []*room
	byDir := map[string]*room{}
	walk(t, func(name string) {
		dir := path.Dir(name)
		if path.Ext(name) != ".go" || strings.Contains("/"+dir+"/", "/testdata/") {
			return
		}
		r := byDir[dir]
		if r == nil {
			r = &room{module: module, dir: dir, fset: token.NewFileSet()}
			byDir[dir] = r
			rooms = append(rooms, r)
		}
		text, err := os.ReadFile(name)
		if err == nil {
			err = r.add(name, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	return rooms
}
