package plots

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// writePNG writes the figure as PNG.
func (f *Figure) writePNG(w io.Writer) error {
	return f.EncodePNG(w, f.DPI, png.DefaultCompression)
}

// EncodePNG writes the figure as PNG with so many pixels an inch, 0 meaning 300, and a compression: png.BestSpeed is
// for a picture that is looked at once. The file carries its resolution, title, caption, alternative text and origin.
func (f *Figure) EncodePNG(w io.Writer, dpi int, level png.CompressionLevel) error {
	width, height, err := f.Size()
	if err != nil {
		return err
	}
	if dpi == 0 {
		dpi = resolution
	}
	pixels := float64(width/vg.Inch) * float64(dpi) * float64(height/vg.Inch) * float64(dpi)
	if dpi < 20 || pixels > mostPixels {
		return fmt.Errorf("plots: figure: %d dpi at %.3g × %.3g in: must be 20 or more, and not above %d pixels in all",
			dpi, float64(width/vg.Inch), float64(height/vg.Inch), mostPixels)
	}
	p := f.press()
	p.pixel = vg.Inch / vg.Length(dpi)
	c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(p.Background))
	m := c.Image().(*image.RGBA)
	if _, _, _, alpha := p.Background.RGBA(); alpha == 0xffff {
		p.raster = &raster{m, dpi}
	}
	f.draw(p, draw.NewCanvas(c, width, height))
	p.raster = nil // what was drawn with may be kept for another drawing, and shall not keep the pixels
	var b bytes.Buffer
	if err := encodePNG(&b, m, level); err != nil {
		return fmt.Errorf("plots: figure: %w", err)
	}
	return f.annotatePNG(w, b.Bytes(), dpi)
}

// EncodeScreen writes the figure as PNG as a page on a screen shows it, with so many pixels to one of the page, of which an
// inch has 96. A figure for paper is drawn in the theme of the screen, and one without a width in the width of that. With
// one pixel it is for a picture that is looked at for a moment, and is compressed as fast as can be.
func (f *Figure) EncodeScreen(w io.Writer, scale int) error {
	if scale < 1 {
		return fmt.Errorf("plots: figure: screen: scale = %d: must be 1 or more", scale)
	}
	page := *f
	if page.Theme.Ramp == nil || page.Theme.Name == Paper().Name {
		page.Theme = Screen()
	}
	level := png.DefaultCompression
	if scale == 1 {
		level = png.BestSpeed
	}
	return page.EncodePNG(w, 96*scale, level)
}

// headerEnd is where the first chunk of a PNG ends, the one with its size.
const headerEnd = 8 + 4 + 4 + 13 + 4

// annotatePNG copies a PNG with chunks for its resolution and its texts behind the first one.
func (f *Figure) annotatePNG(w io.Writer, image []byte, dpi int) error {
	var b bytes.Buffer
	b.Write(image[:headerEnd])
	metre := uint32(float64(dpi)/0.0254 + 0.5)
	density := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, metre), metre)
	chunk(&b, "pHYs", append(density, 1))
	for _, e := range f.entries() {
		chunk(&b, "iTXt", internationalText(e.key, e.text))
	}
	b.Write(image[headerEnd:])
	_, err := b.WriteTo(w)
	return err
}

// keyed is one text that a file carries.
type keyed struct{ key, text string }

// entries are the texts that files carry, those that are not empty, by the keywords of PNG where it has one.
func (f *Figure) entries() []keyed {
	var out []keyed
	for _, e := range []keyed{
		{"Title", unmarked(f.Title)}, {"Description", f.Alt}, {"Caption", unmarked(f.Caption)},
		{"Software", f.Origin.Program}, {"Command", f.Origin.Command}, {"Seed", f.Origin.Seed},
		{"Parameters", f.Origin.Params},
	} {
		if e.text = clean(e.text); e.text != "" {
			out = append(out, e)
		}
	}
	return out
}

// chunk writes a chunk of a PNG with its length and checksum.
func chunk(b *bytes.Buffer, kind string, data []byte) {
	body := append([]byte(kind), data...)
	b.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	b.Write(body)
	b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
}

// internationalText is the content of a chunk of UTF-8 text, compressed where it is long.
func internationalText(key, text string) []byte {
	data := append([]byte(key), 0)
	if len(text) < 500 {
		return append(append(data, 0, 0, 0, 0), text...)
	}
	b := bytes.NewBuffer(append(data, 1, 0, 0, 0))
	z, give, _ := deflater(b, zlib.DefaultCompression) // which is a level
	defer give()
	z.Write([]byte(text)) // a buffer takes everything
	z.Close()
	return b.Bytes()
}
