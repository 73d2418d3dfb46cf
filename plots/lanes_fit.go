package plots

import "gonum.org/v1/plot/vg"

// Fit returns how many lanes Pages puts on its first page, and how many there are. It fails as Pages does.
func (l *Lanes) Fit(height vg.Length) (fit, of int, err error) {
	w, err := l.window()
	if err != nil {
		return 0, 0, err
	}
	fixed, moving := l.divided()
	n, err := l.perPage(w, height, fixed, moving)
	if err != nil {
		return 0, 0, err
	}
	return len(fixed) + min(n, len(moving)), len(fixed) + len(moving), nil
}
