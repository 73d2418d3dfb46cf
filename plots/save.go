package plots

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"fence/fencekit/outfile"
)

// Beside is what is added to the name of a figure's file for that of the text beside it.
const Beside = ".txt"

// FormatOf returns the format that the name of a file asks for by its ending. One that no format has is an error that
// lists those that there are.
func FormatOf(path string) (string, error) {
	ending := filepath.Ext(path)
	format := strings.ToLower(strings.TrimPrefix(ending, "."))
	if !slices.Contains(Formats(), format) {
		return "", fmt.Errorf("plots: figure: file %q: its ending is %q; must be one of .%s",
			path, ending, strings.Join(Formats(), ", ."))
	}
	return format, nil
}

// Save writes the figure to a file in the format of its ending, and what Text returns to one beside it whose name has
// .txt after the whole of it. Both are written or none, and neither is ever there in part.
func (f *Figure) Save(path string) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	content, err := f.Bytes(format)
	if err != nil {
		return err
	}
	file, err := outfile.Create(path)
	if err != nil {
		return unsaved(err)
	}
	defer file.Abort()
	text, err := outfile.Create(path + Beside)
	if err != nil {
		return unsaved(err)
	}
	defer text.Abort()
	if _, err := file.Write(content); err != nil {
		return unsaved(err)
	}
	if _, err := text.Write([]byte(f.Text())); err != nil {
		return unsaved(err)
	}
	if err := outfile.Commit(text, file); err != nil {
		return unsaved(err)
	}
	return nil
}

// Export saves the figure at a width, such as SingleColumn or DoubleColumn, and the height that suits it, to each of the
// files as Save does, in the format of its ending; PNG has 300 pixels an inch unless DPI says otherwise. A folder that is
// not there is made. The figure itself stays as it is.
func (f *Figure) Export(width vg.Length, paths ...string) error {
	if len(paths) == 0 {
		return errors.New("plots: figure: export: no file is named")
	}
	for _, path := range paths { // before any is written
		if _, err := FormatOf(path); err != nil {
			return err
		}
	}
	printed := *f
	printed.Width, printed.Height = width, 0
	for _, path := range paths {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return unsaved(err)
		}
		if err := printed.Save(path); err != nil {
			return err
		}
	}
	return nil
}

func unsaved(err error) error { return fmt.Errorf("plots: figure: save: %w", err) }
