package plots_test

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fence/plots"
)

// readWild reads the file that WildMargins has as a table.
func readWild(t *testing.T) []plots.Landmark {
	t.Helper()
	file, err := os.Open("../data/wild-margins.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	ms := func(text string) time.Duration {
		if text == "" {
			return 0
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return time.Duration(n) * time.Millisecond
	}
	var out []plots.Landmark
	for _, row := range rows[1:] {
		out = append(out, plots.Landmark{Name: row[0], Margin: ms(row[1]), Lease: ms(row[2]), Source: row[3], Note: row[4]})
	}
	return out
}

func TestWildMarginsAreThoseOfTheFile(t *testing.T) {
	got, want := plots.WildMargins(), readWild(t)
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	got[0].Name = "changed"
	if slices.Equal(plots.WildMargins(), got) {
		t.Error("a change of what WildMargins returned changed what it returns")
	}
}

// Every margin has a source and a note, is shorter than its lease, and is in order.
func TestWildMarginsAreMargins(t *testing.T) {
	last := time.Duration(0)
	for _, m := range plots.WildMargins() {
		if !strings.HasPrefix(m.Source, "https://") || m.Note == "" {
			t.Errorf("%s: source %q, note %q", m.Name, m.Source, m.Note)
		}
		if m.Margin <= 0 || m.Margin < last || m.Lease != 0 && m.Margin >= m.Lease {
			t.Errorf("%s: margin %v after %v, lease %v", m.Name, m.Margin, last, m.Lease)
		}
		last = m.Margin
	}
}
