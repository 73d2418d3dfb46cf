package outfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fence/fencekit/outfile"
)

// scratch makes a folder for an example, and returns what removes it.
func scratch() (dir string, remove func()) {
	dir, err := os.MkdirTemp("", "outfile")
	if err != nil {
		fmt.Println(err)
	}
	return dir, func() { os.RemoveAll(dir) }
}

// show prints the content of a file.
func show(path string) {
	content, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		content = []byte("not there")
	}
	fmt.Printf("%s: %s\n", filepath.Base(path), content)
}

// The file of an earlier run stays as it is until the new one is whole.
func ExampleCreate() {
	dir, remove := scratch()
	defer remove()
	path := filepath.Join(dir, "margin.csv")
	os.WriteFile(path, []byte("of an earlier run"), 0o666)
	file, err := outfile.Create(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Abort() // nothing once it is committed
	fmt.Fprint(file, "of this run")
	show(path)
	if err := file.Commit(); err != nil {
		fmt.Println(err)
		return
	}
	show(path)
	// Output:
	// margin.csv: of an earlier run
	// margin.csv: of this run
}

// A folder in the place of a file is an error before anything is made, and so is a device where only a file will do.
func ExampleCreateRegular() {
	dir, remove := scratch()
	defer remove()
	_, err := outfile.CreateRegular(dir)
	fmt.Println(errors.Is(err, outfile.ErrFolder))
	_, err = outfile.CreateRegular(os.DevNull)
	fmt.Println(errors.Is(err, outfile.ErrNotRegular))
	// Output:
	// true
	// true
}

// Rows and what explains them are moved together, the explanation first.
func ExampleCommit() {
	dir, remove := scratch()
	defer remove()
	var files []*outfile.File
	for _, name := range []string{"rows.csv.meta.json", "rows.csv"} {
		file, err := outfile.Create(filepath.Join(dir, name))
		if err != nil {
			fmt.Println(err)
			return
		}
		defer file.Abort()
		fmt.Fprint(file, "new")
		files = append(files, file)
	}
	fmt.Println(outfile.Commit(files...))
	show(filepath.Join(dir, "rows.csv.meta.json"))
	show(filepath.Join(dir, "rows.csv"))
	// Output:
	// <nil>
	// rows.csv.meta.json: new
	// rows.csv: new
}

// A command puts its own words around what was wrong.
func ExampleError() {
	dir, remove := scratch()
	defer remove()
	os.WriteFile(filepath.Join(dir, "results"), nil, 0o666)
	_, err := outfile.CreateFolder(filepath.Join(dir, "results"))
	var e *outfile.Error
	if errors.As(err, &e) {
		fmt.Printf("output = %q: %v\n", filepath.Base(e.Name), e.Err)
	}
	// Output: output = "results": is a file, not a folder
}

// What has been written does not matter when it is thrown away.
func ExampleFile_Abort() {
	dir, remove := scratch()
	defer remove()
	path := filepath.Join(dir, "margin.csv")
	file, err := outfile.Create(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Fprint(file, "the half of")
	file.Abort()
	show(path)
	// Output: margin.csv: not there
}

// After a commit, as after an Abort, the file is closed.
func ExampleFile_Commit() {
	dir, remove := scratch()
	defer remove()
	path := filepath.Join(dir, "margin.csv")
	file, err := outfile.Create(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(file.Commit())
	fmt.Println(errors.Is(file.Commit(), os.ErrClosed))
	// Output:
	// <nil>
	// true
}

// A device has at once what is written to it.
func ExampleFile_Direct() {
	file, err := outfile.Create(os.DevNull)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Abort()
	fmt.Println(file.Direct())
	// Output: true
}

// A File is an io.Writer.
func ExampleFile_Write() {
	dir, remove := scratch()
	defer remove()
	path := filepath.Join(dir, "log.txt")
	file, err := outfile.Create(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Abort()
	n, err := io.WriteString(file, "0s | a | grant")
	fmt.Println(n, err)
	// Output: 14 <nil>
}

// The files of a report appear together when all are made, in folders that need not be there.
func ExampleCreateFolder() {
	dir, remove := scratch()
	defer remove()
	report, err := outfile.CreateFolder(filepath.Join(dir, "out", "today"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer report.Abort()
	for _, name := range []string{"report.md", "figures/margin.svg"} {
		if err := report.WriteFile(name, []byte("whole")); err != nil {
			fmt.Println(err)
			return
		}
	}
	page := filepath.Join(dir, "out", "today", "report.md")
	show(page)
	fmt.Println(report.Commit())
	show(page)
	// Output:
	// report.md: not there
	// <nil>
	// report.md: whole
}

// A file of a folder may be written again before the commit, and none may lead out of it.
func ExampleFolder_WriteFile() {
	dir, remove := scratch()
	defer remove()
	report, err := outfile.CreateFolder(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer report.Abort()
	fmt.Println(report.WriteFile("report.md", []byte("first")), report.WriteFile("report.md", []byte("second")))
	fmt.Println(errors.Is(report.WriteFile("../report.md", nil), outfile.ErrNotWithin))
	fmt.Println(report.Commit())
	show(filepath.Join(dir, "report.md"))
	// Output:
	// <nil> <nil>
	// true
	// <nil>
	// report.md: second
}

// Files of other names in the folder stay as they are.
func ExampleFolder_Commit() {
	dir, remove := scratch()
	defer remove()
	os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("mine"), 0o666)
	report, err := outfile.CreateFolder(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer report.Abort()
	fmt.Println(report.WriteFile("report.md", []byte("whole")), report.Commit())
	show(filepath.Join(dir, "notes.txt"))
	// Output:
	// <nil> <nil>
	// notes.txt: mine
}

// A report that is thrown away leaves nothing.
func ExampleFolder_Abort() {
	dir, remove := scratch()
	defer remove()
	report, err := outfile.CreateFolder(filepath.Join(dir, "out"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.WriteFile("report.md", []byte("half")))
	report.Abort()
	left, err := os.ReadDir(dir)
	fmt.Println(len(left), err)
	// Output:
	// <nil>
	// 0 <nil>
}

// A program that is interrupted throws away what its commands have under way.
func ExampleTracker() {
	dir, remove := scratch()
	defer remove()
	var unfinished outfile.Tracker
	file, err := unfinished.Create(filepath.Join(dir, "margin.csv"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Fprint(file, "the half of")
	unfinished.Abort()
	left, err := os.ReadDir(dir)
	fmt.Println(len(left), err)
	fmt.Println(errors.Is(file.Commit(), outfile.ErrStopped))
	// Output:
	// 0 <nil>
	// true
}
