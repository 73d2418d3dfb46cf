// Command run runs the notebooks on the project's kernel and stores what comes out, or with -check compares what is
// stored with it. It needs Jupyter, and the kernel that `make lab-kernel` sets up.
//
// usage, from the root of the checkout: go run ./notebooks/run [-check] [NAME...]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"time"

	"fence/notebooks"
)

func main() {
	check := flag.Bool("check", false, "compare what is stored with a fresh run, and store nothing")
	jobs := flag.Int("jobs", 2, "`notebooks` that run side by side")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./notebooks/run [-check] [-jobs N] [NAME...]\n\n"+
			"Runs notebooks/NAME.ipynb, all without a name, and stores the outputs.")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if !runAll(ctx, flag.Args(), *check, max(*jobs, 1)) {
		os.Exit(1)
	}
}

// runAll runs the notebooks, and reports whether all is well.
func runAll(ctx context.Context, names []string, check bool, jobs int) bool {
	paths, err := pathsOf(names)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return false
	}
	var (
		mu    sync.Mutex
		all   sync.WaitGroup
		slots = make(chan struct{}, jobs)
		well  = true
	)
	for _, path := range paths {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			begun := time.Now()
			found := run(ctx, path, check)
			mu.Lock()
			defer mu.Unlock()
			fmt.Printf("%-32s %5.1f s  %s\n", filepath.Base(path), time.Since(begun).Seconds(), outcome(check, found))
			for _, f := range found {
				well = false
				fmt.Println("   ", f)
			}
		})
	}
	all.Wait()
	return well
}

func outcome(check bool, found []string) string {
	switch {
	case len(found) > 0:
		return "not well:"
	case check:
		return "is current"
	}
	return "stored"
}

// pathsOf returns the files of notebooks by their names.
func pathsOf(names []string) ([]string, error) {
	if len(names) == 0 {
		paths, err := filepath.Glob("notebooks/*.ipynb")
		if err == nil && len(paths) == 0 {
			err = fmt.Errorf("no notebook in notebooks/: this runs from the root of the checkout")
		}
		return paths, err
	}
	var paths []string
	for _, name := range names {
		path := filepath.Join("notebooks", name)
		if filepath.Ext(name) != ".ipynb" {
			path += ".ipynb"
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%s: there is no %s", name, path)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// run runs one notebook, and returns what is wrong. One that failed is not stored.
func run(ctx context.Context, path string, check bool) []string {
	stored, err := notebooks.Read(path)
	if err != nil {
		return []string{err.Error()}
	}
	fresh, err := notebooks.Execute(ctx, ".", path)
	if err != nil {
		return []string{err.Error()}
	}
	if found := notebooks.Failures(fresh); len(found) > 0 {
		return found
	}
	if check {
		return notebooks.Compare(stored, fresh)
	}
	if err := fresh.Write(path); err != nil {
		return []string{err.Error()}
	}
	return append(notebooks.Form(fresh, filepath.Dir(path)), notebooks.Prose(fresh)...)
}
