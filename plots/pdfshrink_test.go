package plots_test

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"
)

// Every place in the first table of a PDF is where the object begins, and the end names the table: after its page
// was compressed anew all of them have moved.
func TestPDFTablesNameTheirPlaces(t *testing.T) {
	for _, d := range gallery {
		figure, err := d.make()
		if err != nil {
			t.Fatal(err)
		}
		pdf := bytesOf(t, figure, "pdf")
		for _, finding := range misplaced(t, pdf) {
			t.Errorf("%s: %s", d.name, finding)
		}
		if len(misplaced(t, bytes.Replace(pdf, []byte("stream\n"), []byte("stream\n "), 1))) == 0 {
			t.Errorf("%s: a byte too many is not noticed", d.name)
		}
	}
}

// misplaced returns what of a PDF's first table of places, and of the line that names it, is wrong.
func misplaced(t *testing.T, pdf []byte) (findings []string) {
	t.Helper()
	starts := regexp.MustCompile(`startxref\n(\d+)\n`).FindAllSubmatch(pdf, -1)
	if len(starts) == 0 {
		t.Fatal("no table is named")
	}
	if at := atoi(t, starts[0][1]); !bytes.HasPrefix(pdf[at:], []byte("xref\n")) {
		findings = append(findings, fmt.Sprintf("there is no table at %d", at))
	}
	table := pdf[bytes.Index(pdf, []byte("xref\n0 ")):bytes.Index(pdf, []byte("trailer"))]
	for i, place := range regexp.MustCompile(`(\d{10}) 00000 n `).FindAllSubmatch(table, -1) {
		if at := atoi(t, place[1]); !bytes.HasPrefix(pdf[at:], fmt.Appendf(nil, "%d 0 obj\n", i+1)) {
			findings = append(findings, fmt.Sprintf("object %d is not at %d", i+1, at))
		}
	}
	return findings
}
