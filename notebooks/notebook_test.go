package notebooks

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// expected are the notebooks that there have to be.
var expected = []string{"00-start", "01-postures", "02-sources", "03-margin", "04-failover", "05-your-lease",
	"06-read-modify-write", "99-published-vs-ours"}

func TestEveryNotebookKeepsItsForm(t *testing.T) {
	paths, err := filepath.Glob("*.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, strings.TrimSuffix(path, ".ipynb"))
		n, err := Read(path)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, found := range slices.Concat(Form(n, "."), Prose(n), Failures(n)) {
			t.Errorf("%s: %s", path, found)
		}
		marks := 0
		for _, c := range n.Cells {
			if c.Type == "markdown" {
				marks += len(marked.FindAllString(c.Source, -1))
			}
		}
		t.Logf("%s: %d cells, %d numbers of prose held to tables", path, len(n.Cells), marks)
	}
	if !slices.Equal(names, expected) {
		t.Errorf("there are %v, want %v", names, expected)
	}
}

func TestNotebooksAreStoredAsTheyWouldBeWritten(t *testing.T) {
	for _, name := range expected {
		n, err := Read(name + ".ipynb")
		if err != nil {
			t.Fatal(err)
		}
		again := filepath.Join(t.TempDir(), "again.ipynb")
		n.Normalise()
		if err := n.Write(again); err != nil {
			t.Fatal(err)
		}
		stored, err := os.ReadFile(name + ".ipynb")
		if err != nil {
			t.Fatal(err)
		}
		written, err := os.ReadFile(again)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(stored, written) {
			t.Errorf("%s: the file is not as make notebooks writes it", name)
		}
	}
}

// ofJupyter is a notebook as Jupyter writes one, with each kind of output.
const ofJupyter = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "a",
   "metadata": {},
   "source": [
    "# Title\n",
    "a < b & \"c\""
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "id": "b",
   "metadata": {
    "tags": [
     "raises-line"
    ]
   },
   "outputs": [
    {
     "name": "stderr",
     "output_type": "stream",
     "text": [
      "one\n",
      "exit status 1\n"
     ]
    },
    {
     "data": {
      "image/png": "aGk=",
      "text/plain": [
       "µ ≤ 3"
      ]
     },
     "metadata": {
      "image/png": {
       "width": 10
      }
     },
     "output_type": "display_data"
    }
   ],
   "source": [
    "a\r",
    "b\r\n",
    "c\u000b",
    "d"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}
`

func TestNotebookIsWrittenAsJupyterWritesIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ipynb")
	if err := os.WriteFile(path, []byte(ofJupyter), 0o644); err != nil {
		t.Fatal(err)
	}
	n, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if c := n.Cells[1]; c.Outputs[0].Text != "one\nexit status 1\n" || !c.HasTag(OnPurpose) || c.HasTag("other") || c.Count != 1 {
		t.Errorf("got %+v", c)
	}
	if err := n.Write(path); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != ofJupyter {
		t.Errorf("got\n%s\n%v", got, err)
	}
}

// FuzzNotebook holds that what was read once is written and read again without a change, and that checks take anything.
func FuzzNotebook(f *testing.F) {
	f.Add(ofJupyter)
	f.Add(`{"cells": [{"cell_type": "code", "outputs": [{"output_type": "error", "ename": "a"}, {"data": {"image/png": 3}}]}]}`)
	f.Fuzz(func(t *testing.T, s string) {
		var n Notebook
		if json.Unmarshal([]byte(s), &n) != nil {
			return
		}
		first, err := json.Marshal(&n)
		if err != nil {
			t.Fatal(err)
		}
		var again Notebook
		if err := json.Unmarshal(first, &again); err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if second, err := json.Marshal(&again); err != nil || !bytes.Equal(first, second) {
			t.Errorf("%v: written first\n%s\nthen\n%s", err, first, second)
		}
		if found := Compare(&n, &n); len(found) > 0 {
			t.Errorf("differs from itself: %q", found)
		}
		n.Normalise()
		_, _, _ = Form(&n, t.TempDir()), Prose(&n), Failures(&n)
	})
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ content, want string }{
		"cut.ipynb":   {`{"cells": [`, "cut.ipynb: unexpected end"},
		"old.ipynb":   {`{"cells": [], "nbformat": 3}`, "nbformat = 3: must be 4"},
		"empty.ipynb": {"", "unexpected end"},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(c.content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q in it", name, err, c.want)
		}
	}
	if _, err := Read(filepath.Join(dir, "none.ipynb")); err == nil || !strings.Contains(err.Error(), "none.ipynb") {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestNormaliseKeepsWhatIsSaid(t *testing.T) {
	n := &Notebook{Cells: []Cell{{Type: "markdown"}, {Type: "code", Count: 7,
		Metadata: map[string]any{"execution": "at ten", "tags": []any{"x"}},
		Outputs: []Output{{Type: "stream", Name: "stdout", Text: "a"}, {Type: "stream", Name: "stdout", Text: "b"},
			{Type: "stream", Name: "stderr", Text: "c"}, {Type: "display_data", Data: map[string]string{htmlText: " "}},
			{Type: "display_data", Data: map[string]string{plainText: "shown"}}}}}}
	n.Normalise()
	c := n.Cells[1]
	if c.Count != 1 || len(c.Outputs) != 3 || c.Outputs[0].Text != "ab" || !c.HasTag("x") || c.Metadata["execution"] != nil {
		t.Errorf("got %+v", c)
	}
}

func TestFailuresFindsWhatTheKernelCallsASuccess(t *testing.T) {
	stderr := func(text string) []Output { return []Output{{Type: "stream", Name: "stderr", Text: text}} }
	purpose := map[string]any{"tags": []any{OnPurpose}}
	for name, c := range map[string]struct {
		cell Cell
		want string // a part of the one finding; "" for none
	}{
		"fine":           {Cell{Outputs: []Output{{Type: "stream", Name: "stdout", Text: "exit status 1"}}}, ""},
		"panic":          {Cell{Outputs: stderr("panic: no\nexit status 2\n")}, "cell 0 failed: panic: no"},
		"status alone":   {Cell{Outputs: stderr("exit status 3\n")}, "failed"},
		"killed":         {Cell{Outputs: stderr("signal: killed\n")}, "failed"},
		"compiler":       {Cell{Outputs: []Output{{Type: "error", Name: "ERROR", Text: "undefined: x"}}}, "undefined: x"},
		"a remark":       {Cell{Outputs: stderr("warning: no\n")}, "wrote to the standard error: warning"},
		"on purpose":     {Cell{Metadata: purpose, Outputs: stderr("margin = -1s\nexit status 1\n")}, ""},
		"not failing":    {Cell{Metadata: purpose}, "must fail with one line"},
		"two lines":      {Cell{Metadata: purpose, Outputs: stderr("a\nb\nexit status 1\n")}, "must fail with one line"},
		"without status": {Cell{Metadata: purpose, Outputs: stderr("a\n")}, "must fail with one line"},
		"without a line": {Cell{Metadata: purpose, Outputs: stderr("exit status 1\n")}, "must fail with one line"},
	} {
		found := Failures(&Notebook{Cells: []Cell{c.cell}})
		if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || !strings.Contains(found[0], c.want)) {
			t.Errorf("%s: got %q, want %q", name, found, c.want)
		}
	}
}

// drawn is a white picture of 200 by 200 pixels with so many of them black.
func drawn(t *testing.T, black int) string { return tinted(t, black, 255) }

// tinted is the same on a ground of another shade, with so many more pixels slightly darker.
func tinted(t *testing.T, black int, ground uint8, darker ...int) string {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 200, 200))
	for i := range m.Pix {
		m.Pix[i] = ground
	}
	for i := range black {
		m.Pix[i] = 0
	}
	for _, n := range darker {
		for i := range n {
			m.Pix[black+i] = ground - shade
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestCompareFindsWhatDiffers(t *testing.T) {
	made := func() *Notebook {
		return &Notebook{Cells: []Cell{{Type: "code", Source: "nb.Show(x)", Outputs: []Output{
			{Type: "stream", Name: "stdout", Text: "a line"},
			{Type: "display_data", Data: map[string]string{plainText: "946 aborted", htmlText: "<b>946</b>", pngImage: drawn(t, 100)},
				Metadata: map[string]any{"fence": map[string]any{"csv": "aborted\n946\n"}}}}}}}
	}
	for name, c := range map[string]struct {
		change func(c *Cell)
		want   string
	}{
		"nothing":       {func(*Cell) {}, ""},
		"one pixel":     {func(c *Cell) { c.Outputs[1].Data[pngImage] = drawn(t, 101) }, ""},
		"a mark moved":  {func(c *Cell) { c.Outputs[1].Data[pngImage] = drawn(t, 110) }, "differs in 10 of 40000 pixels"},
		"another tint":  {func(c *Cell) { c.Outputs[1].Data[pngImage] = tinted(t, 100, 245) }, "by 9.97 of 255 in the mean"},
		"a paler shade": {func(c *Cell) { c.Outputs[1].Data[pngImage] = tinted(t, 100, 255, 20) }, ""},
		"another size": {func(c *Cell) { c.Outputs[1].Metadata[pngImage] = map[string]any{"width": 50} },
			"the size of its picture"},
		"another digit":   {func(c *Cell) { c.Outputs[1].Data[plainText] = "947 aborted" }, "text/plain differs"},
		"a cell":          {func(c *Cell) { c.Outputs[1].Metadata["fence"] = map[string]any{"csv": "aborted\n947\n"} }, "the cells of its table"},
		"a printed line":  {func(c *Cell) { c.Outputs[0].Text = "a lime" }, "its text differs"},
		"an output less":  {func(c *Cell) { c.Outputs = c.Outputs[:1] }, "2 outputs are stored, and a run has 1"},
		"a form less":     {func(c *Cell) { delete(c.Outputs[1].Data, htmlText) }, "and a run has"},
		"another source":  {func(c *Cell) { c.Source = "nb.Show(y)" }, "its source differs"},
		"another stream":  {func(c *Cell) { c.Outputs[0].Name = "stderr" }, "is stored as stream stdout"},
		"no picture":      {func(c *Cell) { c.Outputs[1].Data[pngImage] = "bm8=" }, "the picture of a run"},
		"broken encoding": {func(c *Cell) { c.Outputs[1].Data[pngImage] = "?" }, "the picture of a run"},
	} {
		fresh := made()
		c.change(&fresh.Cells[0])
		found := Compare(made(), fresh)
		if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || !strings.Contains(found[0], c.want)) {
			t.Errorf("%s: got %q, want %q", name, found, c.want)
		}
	}
	if found := Compare(made(), &Notebook{}); len(found) != 1 {
		t.Errorf("a cell less: got %q", found)
	}
}

func TestFormFindsWhatReadersWouldMiss(t *testing.T) {
	shown := []Output{{Type: "display_data", Data: map[string]string{plainText: "x"}}}
	first := Cell{Type: "code", Source: "const seed = 1", Count: 1}
	_, name := moduleOf(".")
	for name, c := range map[string]struct {
		cells []Cell
		want  string
	}{
		"fine":          {[]Cell{first, {Type: "code", Source: "%%\nnb.Show(x)", Count: 2, Outputs: shown}}, ""},
		"seed in block": {[]Cell{{Type: "code", Source: "const (\n\tseed = 7\n)", Count: 1}}, ""},
		"no seed":       {[]Cell{{Type: "code", Source: "import \"fmt\"", Count: 1}}, "must have the seed"},
		"no code":       {[]Cell{{Type: "markdown"}}, "no cell of code"},
		"sixteen lines": {[]Cell{{Type: "code", Source: "const seed = 1" + strings.Repeat("\n", 15) + "x", Count: 1}}, "has 16 lines"},
		"set-up":        {[]Cell{first, {Type: "code", Source: "!*go work init", Count: 2}}, "needs no set-up"},
		"not run":       {[]Cell{{Type: "code", Source: "const seed = 1"}}, "has not been run"},
		"shows nothing": {[]Cell{first, {Type: "code", Source: "%%\nx()", Count: 2}}, "shows nothing"},
		"no text": {[]Cell{first, {Type: "code", Count: 2, Outputs: []Output{
			{Type: "display_data", Data: map[string]string{htmlText: "<b>"}}}}}, "has no text/plain"},
		"svg": {[]Cell{first, {Type: "code", Count: 2, Outputs: []Output{
			{Type: "display_data", Data: map[string]string{plainText: "x", "image/svg+xml": "<svg>"}}}}}, "image/svg+xml"},
		"dead link":      {[]Cell{first, {Type: "markdown", Source: "see [it](none.ipynb#there)"}}, "links to none.ipynb"},
		"main below":     {[]Cell{first, {Type: "code", Source: "func f() {}\n\n%%\nf()", Count: 2}}, "shows nothing"},
		"a flag":         {[]Cell{first, {Type: "code", Source: "%goflags -race", Count: 2}}, "needs no set-up"},
		"package there":  {[]Cell{{Type: "code", Source: "import (\n\t\"" + name + "/notebooks\" // us\n)\nconst seed = 1", Count: 1}}, ""},
		"no package":     {[]Cell{{Type: "code", Source: "import \"" + name + "/elsewhere\"\nconst seed = 1", Count: 1}}, "elsewhere, which is not"},
		"dead reference": {[]Cell{first, {Type: "markdown", Source: "see [it]\n\n[it]: none.md"}}, "links to none.md"},
		"link in code":   {[]Cell{first, {Type: "markdown", Source: "`[it](none.ipynb)`"}}, ""},
		"a result": {[]Cell{first, {Type: "code", Count: 2, Outputs: []Output{
			{Type: "execute_result", Data: map[string]string{htmlText: "<b>"}}}}}, "has no text/plain"},
		"web": {[]Cell{first, {Type: "markdown", Source: "see [it](https://example.org/none) and [here](#x)"}}, ""},
	} {
		found := Form(&Notebook{Cells: c.cells}, ".")
		if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || !strings.Contains(found[0], c.want)) {
			t.Errorf("%s: got %q, want %q", name, found, c.want)
		}
	}
}

func Example() {
	table := "posture,aborted,abort_pct,share\ncheck,946,25.16,0.2516\nfencing,0,0,0\n"
	n := &Notebook{Cells: []Cell{
		{Type: "code", Outputs: []Output{{Metadata: map[string]any{"fence": map[string]any{"csv": table}}}}},
		{Type: "markdown", Source: "The check aborts 946<!--=aborted@check-->, 25.3 %<!--=abort_pct@check-->, of 3754 writes."},
	}}
	for _, found := range Prose(n) {
		fmt.Println(found)
	}
	// Output:
	// cell 1: 25.3 % is marked abort_pct@check, which is 25.16
	// cell 1: the number 3754 has no mark; parameters stand in code spans
}
