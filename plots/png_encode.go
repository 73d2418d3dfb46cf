package plots

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/png"
	"io"
	"sync"
)

// encodePNG writes an opaque picture as PNG, in three bytes a pixel and without filters. Filters are made for
// photographs: a chart, whose rows repeat, comes out smaller without them, and in a third of the time that the standard
// encoder takes to try them all. Others are left to that one.
func encodePNG(b *bytes.Buffer, m *image.RGBA, level png.CompressionLevel) error {
	if !m.Opaque() {
		return (&png.Encoder{CompressionLevel: level}).Encode(b, m)
	}
	width, height := m.Rect.Dx(), m.Rect.Dy()
	b.WriteString("\x89PNG\r\n\x1a\n")
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(width)), uint32(height))
	chunk(b, "IHDR", append(header, 8, 2, 0, 0, 0)) // 8 bits a channel, RGB
	var data bytes.Buffer
	z, give, err := deflater(&data, deflateLevel(level))
	if err != nil {
		return err
	}
	defer give()
	row := make([]byte, 1+3*width) // the first byte says that there is no filter
	for y := range height {
		pack(row[1:], m.Pix[y*m.Stride:][:4*width])
		if _, err := z.Write(row); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	chunk(b, "IDAT", data.Bytes())
	chunk(b, "IEND", nil)
	return nil
}

// pack copies the colours of pixels without their opacity.
func pack(to, from []byte) {
	for len(from) >= 4 && len(to) >= 3 {
		to[0], to[1], to[2] = from[0], from[1], from[2]
		from, to = from[4:], to[3:]
	}
}

// deflateLevel returns the level of deflate that stands for one of PNG. The default is below that of deflate, whose
// longer search gains a hundredth part in charts.
func deflateLevel(level png.CompressionLevel) int {
	switch level {
	case png.NoCompression:
		return zlib.NoCompression
	case png.BestSpeed:
		return zlib.BestSpeed
	case png.BestCompression:
		return zlib.BestCompression
	}
	return 4
}

// deflaters keep writers by their level: each takes most of a megabyte, which takes longer to clear than a text to write.
var deflaters [zlib.BestCompression + 2]sync.Pool

// deflater returns a writer to w of a level, and what gives it back when it has been closed.
func deflater(w io.Writer, level int) (*zlib.Writer, func(), error) {
	pool := &deflaters[level-zlib.DefaultCompression]
	if z, ok := pool.Get().(*zlib.Writer); ok {
		z.Reset(w)
		return z, func() { pool.Put(z) }, nil
	}
	z, err := zlib.NewWriterLevel(w, level)
	return z, func() { pool.Put(z) }, err
}
