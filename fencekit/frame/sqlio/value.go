package sqlio

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"time"
	"unicode/utf8"

	"fence/fencekit/frame"
)

// cell is one value of a driver as a value of a frame's kind.
type cell struct {
	kind  frame.Kind
	float float64
	int   int64 // of Int, and the nanoseconds of Duration
	text  string
	bool  bool
	large bool // text is a whole number that does not fit int64
}

// cellOf returns a value as the driver gave it, which is not nil.
func cellOf(value any) (cell, error) {
	switch v := value.(type) {
	case int64:
		return cell{kind: frame.Int, int: v}, nil
	case float64:
		return cell{kind: frame.Float, float: v}, nil
	case bool:
		return cell{kind: frame.Bool, bool: v}, nil
	case string:
		return textCell(v)
	case []byte:
		return textCell(string(v))
	case time.Time:
		return textCell(v.Format(time.RFC3339Nano))
	case time.Duration:
		return cell{kind: frame.Duration, int: int64(v)}, nil
	}
	return otherCell(reflect.ValueOf(value))
}

// textCell refuses bytes that are not text.
func textCell(s string) (cell, error) {
	if at := notUTF8(s); at >= 0 {
		return cell{}, fmt.Errorf("bytes that are not UTF-8, from byte %d of %d on; select hex of them", at, len(s))
	}
	return cell{kind: frame.String, text: s}, nil
}

// notUTF8 returns the place of the first byte that is not part of a UTF-8 character, or -1.
func notUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for at, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[at:]); size == 1 {
				return at
			}
		}
	}
	panic("sqlio: utf-8: a string is invalid at no byte")
}

// otherCell returns a value of a type that database/sql does not ask of a driver and that some return all the same.
func otherCell(v reflect.Value) (cell, error) {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return cell{kind: frame.Int, int: v.Int()}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if v.Uint() > math.MaxInt64 {
			return cell{kind: frame.String, text: strconv.FormatUint(v.Uint(), 10), large: true}, nil
		}
		return cell{kind: frame.Int, int: int64(v.Uint())}, nil
	case reflect.Float32, reflect.Float64:
		return cell{kind: frame.Float, float: v.Float()}, nil
	case reflect.Bool:
		return cell{kind: frame.Bool, bool: v.Bool()}, nil
	case reflect.String:
		return textCell(v.String())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return textCell(string(v.Bytes()))
		}
	}
	return cell{}, fmt.Errorf("a value of type %v, which has no column kind; select it cast to text", v.Type())
}

// as returns the cell as one of another kind, or an error that says what it holds.
func (c cell) as(kind frame.Kind) (cell, error) {
	if c.kind == kind {
		return c, nil
	}
	var err error
	d := cell{kind: kind}
	switch kind {
	case frame.Float:
		d.float, err = c.toFloat()
	case frame.Int:
		d.int, err = c.toInt()
	case frame.Bool:
		d.bool, err = c.toBool()
	case frame.Duration:
		d.int, err = c.toDuration()
	case frame.String:
		d.text = c.String()
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return cell{}, fmt.Errorf("%s is out of the range of %v", c.quoted(), kind)
	case err != nil:
		return cell{}, fmt.Errorf("%s is not %v", c.quoted(), kind)
	}
	return d, nil
}

// errKind is the error of a conversion between kinds that do not convert; as says which value it was.
var errKind = errors.New("another kind")

func (c cell) toFloat() (float64, error) {
	switch c.kind {
	case frame.Int:
		return float64(c.int), nil
	case frame.String:
		return strconv.ParseFloat(c.text, 64)
	}
	return 0, errKind
}

func (c cell) toInt() (int64, error) {
	switch c.kind {
	case frame.Bool:
		if c.bool {
			return 1, nil
		}
		return 0, nil
	case frame.Float:
		if c.float == math.Trunc(c.float) && c.float >= math.MinInt64 && c.float < -math.MinInt64 {
			return int64(c.float), nil
		}
	case frame.String:
		return strconv.ParseInt(c.text, 10, 64)
	}
	return 0, errKind
}

// toBool knows the words of strconv.ParseBool, and the one byte in which MySQL gives a BIT(1).
func (c cell) toBool() (bool, error) {
	switch {
	case c.kind == frame.Int && (c.int == 0 || c.int == 1):
		return c.int == 1, nil
	case c.kind == frame.String && (c.text == "\x00" || c.text == "\x01"):
		return c.text == "\x01", nil
	case c.kind == frame.String:
		return strconv.ParseBool(c.text)
	}
	return false, errKind
}

// toDuration reads a whole number as nanoseconds, and text as that or in the form of time.ParseDuration.
func (c cell) toDuration() (int64, error) {
	switch c.kind {
	case frame.Int:
		return c.int, nil
	case frame.String:
		if n, err := strconv.ParseInt(c.text, 10, 64); err == nil {
			return n, nil
		}
		if d, err := time.ParseDuration(c.text); err == nil {
			return int64(d), nil
		}
	}
	return 0, errKind
}

// String returns the value as text that reads back as it.
func (c cell) String() string {
	switch c.kind {
	case frame.Float:
		return strconv.FormatFloat(c.float, 'g', -1, 64)
	case frame.Int:
		return strconv.FormatInt(c.int, 10)
	case frame.Bool:
		return strconv.FormatBool(c.bool)
	case frame.Duration:
		return time.Duration(c.int).String()
	}
	return c.text
}

// quoted returns the value and its type for an error, a long text cut short.
func (c cell) quoted() string {
	switch {
	case c.large:
		return "the whole number " + c.text
	case c.kind == frame.String && len(c.text) > 40:
		return fmt.Sprintf("the string %.40q… of %d bytes", c.text, len(c.text))
	case c.kind == frame.String:
		return fmt.Sprintf("the string %q", c.text)
	}
	return fmt.Sprintf("the %v %s", c.kind, c)
}
