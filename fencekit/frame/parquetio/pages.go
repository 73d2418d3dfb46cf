package parquetio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// verifier checks the pages of a file before the library decodes them. The library takes the sizes in headers, in
// compressed blocks and in run lengths at their word, each of which may ask for gigabytes in a few bytes.
type verifier struct {
	data  []byte
	limit int64
	zstd  *zstd.Decoder
}

// plainDictionary is what old files call the encodings of a dictionary and of the numbers of its values.
const plainDictionary format.Encoding = 2

// chunk checks the pages of one column in one row group.
func (v *verifier) chunk(l leaf, c *format.ColumnMetaData, rows int64) error {
	start := c.DataPageOffset
	if c.DictionaryPageOffset != 0 {
		start = c.DictionaryPageOffset
	}
	size := c.TotalCompressedSize
	if start < 4 || size < 0 || start > int64(len(v.data)) || size > int64(len(v.data))-start ||
		c.DataPageOffset < start || c.DataPageOffset > start+size {
		return fmt.Errorf("pages of %d bytes at %d in a file of %d", size, start, len(v.data))
	}
	if c.Type != l.physical {
		return fmt.Errorf("pages of %v in a column of %v", c.Type, l.physical)
	}
	left := rows // values that the headers may still count
	for rest := v.data[start : start+size]; len(rest) > 0; {
		n, err := structSize(rest, v.limit)
		if err != nil {
			return err
		}
		header := new(format.PageHeader)
		if err := thrift.Unmarshal(new(thrift.CompactProtocol), rest[:n], header); err != nil {
			return err
		}
		rest = rest[n:]
		if size := header.CompressedPageSize; size < 0 || int64(size) > int64(len(rest)) {
			return fmt.Errorf("a page of %d bytes where %d are left", size, len(rest))
		}
		if err := v.page(l, c.Codec, header, rest[:header.CompressedPageSize], &left); err != nil {
			return err
		}
		rest = rest[header.CompressedPageSize:]
	}
	if left != 0 {
		return fmt.Errorf("%d values in %d rows", rows-left, rows)
	}
	return nil
}

// page checks one page.
func (v *verifier) page(l leaf, codec format.CompressionCodec, h *format.PageHeader, body []byte, left *int64) error {
	size := int64(h.UncompressedPageSize)
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		d := h.DictionaryPageHeader.V
		known := d.Encoding == format.Plain || d.Encoding == plainDictionary
		if d.NumValues < 0 || int64(d.NumValues) > size || !known {
			return fmt.Errorf("a dictionary of %d values in %d bytes, %v", d.NumValues, size, d.Encoding)
		}
		_, err := v.decompressed(codec, body, size)
		return err
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		d := h.DataPageHeader.V
		values, err := v.decompressed(codec, body, size)
		if err != nil {
			return err
		}
		if l.optional {
			if d.DefinitionLevelEncoding != format.RLE {
				return fmt.Errorf("levels encoded as %v, which is not read", d.DefinitionLevelEncoding)
			}
			if len(values) < 4 || int64(binary.LittleEndian.Uint32(values)) > int64(len(values)-4) {
				return errCount
			}
			n := int(binary.LittleEndian.Uint32(values))
			if err := runs(values[4:4+n], 1, int64(d.NumValues)); err != nil {
				return err
			}
			values = values[4+n:]
		}
		return v.values(l, d.Encoding, values, int64(d.NumValues), left)
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		return v.pageV2(l, codec, h, body, left)
	}
	return fmt.Errorf("a page of type %v", h.Type)
}

// pageV2 checks a page of the second form, whose levels stand before the values and are not compressed.
func (v *verifier) pageV2(l leaf, codec format.CompressionCodec, h *format.PageHeader, body []byte, left *int64) error {
	d := h.DataPageHeaderV2.V
	n := int64(d.DefinitionLevelsByteLength)
	if n < 0 || n > int64(len(body)) || d.RepetitionLevelsByteLength != 0 || d.NumNulls < 0 ||
		d.NumNulls > d.NumValues || l.optional != (n > 0) && d.NumValues > 0 {
		return fmt.Errorf("levels of %d and %d bytes in a page of %d", n, d.RepetitionLevelsByteLength, len(body))
	}
	if err := runs(body[:n], 1, int64(d.NumValues)); err != nil {
		return err
	}
	if d.IsCompressed.Valid && !d.IsCompressed.V {
		codec = format.Uncompressed
	}
	values, err := v.decompressed(codec, body[n:], int64(h.UncompressedPageSize)-n)
	if err != nil {
		return err
	}
	return v.values(l, d.Encoding, values, int64(d.NumValues), left)
}

// values checks the counts within encoded values.
func (v *verifier) values(l leaf, e format.Encoding, b []byte, n int64, left *int64) error {
	if n < 0 || n > *left {
		return fmt.Errorf("%d values where %d are left", n, *left)
	}
	*left -= n
	switch e {
	case format.Plain, format.ByteStreamSplit:
		return nil
	case format.RLEDictionary, plainDictionary:
		if len(b) == 0 {
			return nil
		}
		return runs(b[1:], int(b[0]), n)
	case format.RLE:
		if l.physical != format.Boolean || len(b) < 4 || int64(binary.LittleEndian.Uint32(b)) > int64(len(b)-4) {
			return errCount
		}
		return runs(b[4:4+binary.LittleEndian.Uint32(b)], 1, n)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		return deltas(b, n)
	}
	return fmt.Errorf("values encoded as %v, which is not read", e)
}

// runs checks the counts of a run-length encoding of n numbers of so many bits. Groups of eight may go beyond n.
func runs(b []byte, bits int, n int64) error {
	if bits > 32 {
		return errCount
	}
	for total := int64(0); len(b) > 0; {
		head, k := binary.Uvarint(b)
		if k <= 0 || head>>1 > uint64(n)+8 {
			return errCount
		}
		b = b[k:]
		count, size := int64(head>>1), (bits+7)/8
		if head&1 == 1 {
			size = int(count) * bits
			count *= 8
		}
		if total += count; total > 2*n+64 || size > len(b) {
			return errCount
		}
		b = b[size:]
	}
	return nil
}

// deltas checks the head of an encoding by differences: the size of its blocks, blocks in a block, and how many values.
func deltas(b []byte, n int64) error {
	var head [3]uint64
	for i := range head {
		v, k := binary.Uvarint(b)
		if k <= 0 {
			return errCount
		}
		head[i], b = v, b[k:]
	}
	if head[0] > 1<<16 || head[1] == 0 || head[1] > head[0] || head[2] > uint64(n) {
		return errCount
	}
	return nil
}

// decompressed returns the bytes of a block that must come to the given size.
func (v *verifier) decompressed(codec format.CompressionCodec, b []byte, size int64) (out []byte, err error) {
	if size < 0 || size > v.limit {
		return nil, fmt.Errorf("a page of %d bytes: more than is read", size)
	}
	switch codec {
	case format.Uncompressed:
		out = b
	case format.Snappy:
		// The block says its own size, and no element of three bytes copies more than 64.
		if n, k := binary.Uvarint(b); k <= 0 || n != uint64(size) || size > 64*int64(len(b)) {
			return nil, fmt.Errorf("a block of %d bytes for a page of %d", n, size)
		}
		out, err = parquet.Snappy.Decode(nil, b)
	case format.Gzip:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(b)); err == nil {
			out, err = io.ReadAll(io.LimitReader(r, size+1))
		}
	case format.Zstd:
		if v.zstd == nil {
			v.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
				zstd.WithDecoderMaxMemory(uint64(v.limit)))
		}
		if err == nil {
			err = v.zstd.Reset(bytes.NewReader(b))
		}
		if err == nil {
			out, err = io.ReadAll(io.LimitReader(v.zstd, size+1))
		}
	default:
		return nil, fmt.Errorf("compressed with %v; read are SNAPPY, GZIP and ZSTD", codec)
	}
	if err == nil && int64(len(out)) != size {
		err = fmt.Errorf("a page of %d bytes that says %d", len(out), size)
	}
	return out, err
}
