package frame

import "strings"

// wrapped breaks the lines of a text that are wider than limit columns of a screen, between words where it can.
func wrapped(text string, limit int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if width(line) > limit {
			lines[i] = broken(line, limit)
		}
	}
	return strings.Join(lines, "\n")
}

// broken returns one line as several. A word that is itself too wide is cut.
func broken(line string, limit int) string {
	var b strings.Builder
	at := 0 // columns that the last line has
	for _, word := range strings.Fields(line) {
		w := width(word)
		switch {
		case at > 0 && at+1+w <= limit:
			b.WriteByte(' ')
			at++
		case at > 0:
			b.WriteByte('\n')
			at = 0
		}
		for _, r := range word {
			if n := runeWidth(r); at+n > limit {
				b.WriteByte('\n')
				at = n
			} else {
				at += n
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}
