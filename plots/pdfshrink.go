package plots

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
)

// What is looked for in a PDF that is made smaller: the page, a number with zeros at its end, and a place of a table.
var (
	pdfPage   = regexp.MustCompile(`<</Filter /FlateDecode /Length (\d+)>>\nstream\n`)
	pdfZeros  = regexp.MustCompile(`(\.[0-9]*?)0+([ \n])`)
	pdfPoint  = regexp.MustCompile(`\.([ \n])`)
	pdfOffset = regexp.MustCompile(`\d{10} 00000 n `)
)

// shrinkPDF writes the page of a PDF of one page with fewer digits and compresses it as far as that goes, which the
// back-end does not. It returns what it does not know as it is.
func shrinkPDF(pdf []byte) ([]byte, error) {
	head := pdfPage.FindSubmatchIndex(pdf)
	if head == nil {
		return pdf, nil
	}
	length, err := strconv.Atoi(string(pdf[head[2]:head[3]]))
	if err != nil || head[1]+length > len(pdf) {
		return pdf, nil
	}
	r, err := zlib.NewReader(bytes.NewReader(pdf[head[1] : head[1]+length]))
	if err != nil {
		return nil, fmt.Errorf("plots: figure: the page of the PDF: %w", err)
	}
	page, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("plots: figure: the page of the PDF: %w", err)
	}
	page = pdfPoint.ReplaceAll(pdfZeros.ReplaceAll(page, []byte("$1$2")), []byte("$1"))
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("plots: figure: the page of the PDF: %w", err)
	}
	z.Write(page) // a buffer takes everything
	z.Close()
	return replacePage(pdf, head, length, b.Bytes()), nil
}

// replacePage puts another page in, and sets right what the tables behind it say about places.
func replacePage(pdf []byte, head []int, length int, page []byte) []byte {
	var b bytes.Buffer
	b.Write(pdf[:head[0]])
	fmt.Fprintf(&b, "<</Filter /FlateDecode /Length %d>>\nstream\n", len(page))
	b.Write(page)
	shift := b.Len() - (head[1] + length)
	moved := func(digits []byte) int {
		at, err := strconv.Atoi(string(digits))
		if err != nil || at <= head[0] {
			return at
		}
		return at + shift
	}
	rest := pdfOffset.ReplaceAllFunc(pdf[head[1]+length:], func(entry []byte) []byte {
		return fmt.Appendf(nil, "%010d 00000 n ", moved(entry[:10]))
	})
	if start := pdfStart.FindSubmatchIndex(rest); start != nil {
		rest = fmt.Appendf(bytes.Clone(rest[:start[2]]), "%d%s", moved(rest[start[2]:start[3]]), rest[start[3]:])
	}
	b.Write(rest)
	return b.Bytes()
}
