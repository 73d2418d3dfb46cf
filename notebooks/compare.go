package notebooks

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png" // pictures of outputs
	"slices"
)

// Two pictures count as the same if at most one pixel of so many differs by more than a shade: on another architecture an
// edge may be rounded otherwise. A mean over all pixels would not notice that a mark has moved; it does notice an area that
// has another tint, whose pixels differ by less than that shade.
const (
	shade  = 64 // of 255, in any colour
	oneOf  = 20_000
	tint   = 0.25 // of 255, in the mean over all pixels
	colour = 257  // between the 16 bits of package image and 255
)

// Compare returns in what a fresh run of a notebook differs from what is stored, a line each; nothing if it does not.
func Compare(stored, fresh *Notebook) []string {
	if len(stored.Cells) != len(fresh.Cells) {
		return []string{fmt.Sprintf("%d cells are stored, and %d were run", len(stored.Cells), len(fresh.Cells))}
	}
	var found []string
	for i := range stored.Cells {
		a, b := &stored.Cells[i], &fresh.Cells[i]
		if a.Source != b.Source {
			found = append(found, fmt.Sprintf("cell %d: its source differs", i))
			continue
		}
		if len(a.Outputs) != len(b.Outputs) {
			found = append(found, fmt.Sprintf("cell %d: %d outputs are stored, and a run has %d", i, len(a.Outputs), len(b.Outputs)))
			continue
		}
		for j := range a.Outputs {
			for _, d := range differences(&a.Outputs[j], &b.Outputs[j]) {
				found = append(found, fmt.Sprintf("cell %d, output %d: %s", i, j+1, d))
			}
		}
	}
	return found
}

// differences returns in what two outputs differ.
func differences(a, b *Output) []string {
	var found []string
	if a.Type != b.Type || a.Name != b.Name {
		return []string{fmt.Sprintf("is stored as %s %s, and a run has %s %s", a.Type, a.Name, b.Type, b.Name)}
	}
	if a.Text != b.Text {
		found = append(found, differs("its text", a.Text, b.Text))
	}
	mimes := func(o *Output) []string {
		names := make([]string, 0, len(o.Data))
		for mime := range o.Data {
			names = append(names, mime)
		}
		slices.Sort(names)
		return names
	}
	if !slices.Equal(mimes(a), mimes(b)) {
		return append(found, fmt.Sprintf("has %v, and a run has %v", mimes(a), mimes(b)))
	}
	for _, mime := range mimes(a) {
		if mime == pngImage {
			if x, y := fmt.Sprint(a.Metadata[mime]), fmt.Sprint(b.Metadata[mime]); x != y {
				found = append(found, differs("the size of its picture", x, y))
			}
			if d := pictureDiffers(a, b); d != "" {
				found = append(found, d)
			}
		} else if a.Data[mime] != b.Data[mime] {
			found = append(found, differs(mime, a.Data[mime], b.Data[mime]))
		}
	}
	if x, y := a.CSV(), b.CSV(); x != y {
		found = append(found, differs("the cells of its table", x, y))
	}
	return found
}

// differs says where two texts part.
func differs(what, a, b string) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	excerpt := func(s string) string { return s[max(0, min(at-20, len(s))):min(len(s), at+40)] }
	return fmt.Sprintf("%s differs: stored %q, a run has %q", what, excerpt(a), excerpt(b))
}

// CSV returns the cells of the table that an output shows, or "".
func (o *Output) CSV() string {
	ours, _ := o.Metadata["fence"].(map[string]any)
	text, _ := ours["csv"].(string)
	return text
}

// pictureDiffers says in what two pictures differ, beyond the tolerance.
func pictureDiffers(a, b *Output) string {
	if a.Data[pngImage] == b.Data[pngImage] {
		return ""
	}
	x, err := decode(a)
	if err != nil {
		return "the stored picture: " + err.Error()
	}
	y, err := decode(b)
	if err != nil {
		return "the picture of a run: " + err.Error()
	}
	if x.Bounds() != y.Bounds() {
		return fmt.Sprintf("its picture has %v pixels, that of a run %v", x.Bounds().Size(), y.Bounds().Size())
	}
	differing, sum, all := 0, 0, x.Bounds().Dx()*x.Bounds().Dy()
	for py := x.Bounds().Min.Y; py < x.Bounds().Max.Y; py++ {
		for px := x.Bounds().Min.X; px < x.Bounds().Max.X; px++ {
			r, g, b, _ := x.At(px, py).RGBA()
			r2, g2, b2, _ := y.At(px, py).RGBA()
			d := max(apart(r, r2), apart(g, g2), apart(b, b2))
			sum += d
			if d > shade*colour {
				differing++
			}
		}
	}
	if differing*oneOf > all {
		return fmt.Sprintf("its picture differs in %d of %d pixels; one of %d may", differing, all, oneOf)
	}
	if mean := float64(sum) / colour / float64(all); mean > tint {
		return fmt.Sprintf("its picture differs by %.2f of 255 in the mean; by %v it may", mean, tint)
	}
	return ""
}

// apart is how far two colours are from each other.
func apart(a, b uint32) int {
	d := int(a) - int(b)
	return max(d, -d)
}

func decode(o *Output) (image.Image, error) {
	content, err := o.Picture()
	if err != nil {
		return nil, err
	}
	picture, _, err := image.Decode(bytes.NewReader(content))
	return picture, err
}
