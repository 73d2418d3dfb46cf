package dist

import (
	"encoding"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

var (
	_ encoding.TextMarshaler   = Dist{}
	_ encoding.TextUnmarshaler = (*Dist)(nil)
)

// Parse reads the text form that the package comment lists. Blanks between its parts do not count. A number without
// a unit is a share, except that a bare 0 is the duration 0 or goes with what stands beside it. Files are opened
// with os.Open. Errors carry the text, the position in it counted in bytes from 1, and what was expected there.
func Parse(text string) (Dist, error) {
	return ParseWith(text, func(name string) (io.ReadCloser, error) { return os.Open(name) })
}

// ParseWith is Parse with another way to open files; where open is nil, a text that names a file is an error.
func ParseWith(text string, open func(name string) (io.ReadCloser, error)) (Dist, error) {
	p := &parser{text: text, open: open}
	d, err := p.dist()
	if err == nil {
		if p.skip(); p.pos < len(text) {
			err = p.fail(p.pos, "want the end of the text, have %.20q", text[p.pos:])
		}
	}
	if err != nil {
		return Dist{}, fmt.Errorf("dist: parse: %.80q: %w", text, err)
	}
	return d, nil
}

// String returns the text form, which Parse reads back to an equal distribution.
func (d Dist) String() string { return string(d.append(nil)) }

// MarshalText returns the text form.
func (d Dist) MarshalText() ([]byte, error) { return d.append(nil), nil }

// UnmarshalText sets d from its text form, as Parse does: a text that names a file opens it.
func (d *Dist) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// append adds the text form to b.
func (d Dist) append(b []byte) []byte {
	switch d.kind {
	case constant:
		return appendDuration(b, time.Duration(d.lo))
	case constant | share:
		return appendNumber(b, d.x)
	case uniform:
		b = appendDuration(append(b, "uniform("...), d.Min())
		return append(appendDuration(append(b, ','), d.Max()), ')')
	case uniform | share:
		b = appendNumber(append(b, "uniform("...), d.x)
		return append(appendNumber(append(b, ','), d.y), ')')
	case exponential, exponential | share:
		return append(d.appendCentre(append(b, "exp("...)), ')')
	case logNormal, logNormal | share:
		b = d.appendCentre(append(b, "lognormal("...))
		return append(appendNumber(append(b, ','), d.y), ')')
	case empirical:
		return d.rec.append(b)
	}
	return d.mix.append(b)
}

// appendCentre adds the mean of an exponential or the median of a log-normal distribution.
func (d Dist) appendCentre(b []byte) []byte {
	if d.IsShare() {
		return appendNumber(b, d.x)
	}
	return appendDuration(b, time.Duration(d.lo))
}

func (m *mixed) append(b []byte) []byte {
	b = append(b, "mix("...)
	for i, c := range m.parts {
		if i > 0 {
			b = append(b, ',')
		}
		b = c.of.append(append(appendNumber(b, c.weight), ':'))
	}
	return append(b, ')')
}

func (r *Recording) append(b []byte) []byte {
	b = appendName(append(b, "file("...), r.Name)
	if r.Column != "" {
		b = appendName(append(b, ','), r.Column)
	}
	return append(b, ')')
}

// appendDuration writes d as time.Duration does, without the zeros behind whole minutes and hours.
func appendDuration(b []byte, d time.Duration) []byte {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return append(b, text...)
}

func appendNumber(b []byte, x float64) []byte { return strconv.AppendFloat(b, x, 'g', -1, 64) }

// appendName writes the name of a file or column, in quotes where it would not be read back without.
func appendName(b []byte, name string) []byte {
	plain := name != "" && strings.TrimSpace(name) == name && utf8.ValidString(name) &&
		!strings.ContainsFunc(name, func(r rune) bool { return strings.ContainsRune(`,)"`, r) || !unicode.IsPrint(r) })
	if plain {
		return append(b, name...)
	}
	return strconv.AppendQuote(b, name)
}

// A parser reads the text form from left to right.
type parser struct {
	text  string
	pos   int
	depth int // of the mixtures around pos
	open  func(name string) (io.ReadCloser, error)
}

// fail is an error at a byte of the text.
func (p *parser) fail(at int, format string, args ...any) error {
	return fmt.Errorf("at %d: %w", at+1, fmt.Errorf(format, args...))
}

// skip moves over blanks.
func (p *parser) skip() {
	rest := strings.TrimLeft(p.text[p.pos:], " \t\r\n")
	p.pos = len(p.text) - len(rest)
}

// accept moves over c, and the blanks before it, when it is what comes next.
func (p *parser) accept(c byte) bool {
	p.skip()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

// expect is accept for what must come; after says what it follows.
func (p *parser) expect(c byte, after string) error {
	if p.accept(c) {
		return nil
	}
	if p.pos == len(p.text) {
		return p.fail(p.pos, "want %q after %s, have the end of the text", c, after)
	}
	return p.fail(p.pos, "want %q after %s, have %.20q", c, after, p.text[p.pos:])
}

// word is the text up to a bracket, comma, colon or blank, and where it began.
func (p *parser) word() (word string, at int) {
	p.skip()
	at = p.pos
	n := strings.IndexAny(p.text[at:], "(),: \t\r\n")
	if n < 0 {
		n = len(p.text) - at
	}
	p.pos += n
	return p.text[at:p.pos], at
}

func (p *parser) dist() (Dist, error) {
	word, at := p.word()
	if word == "" {
		return Dist{}, p.fail(at, "want a duration such as 5ms, a share such as 0.5, or one of %s", known)
	}
	if !p.accept('(') {
		return p.scalar(word, at)
	}
	d, err := p.call(word, at)
	if err != nil {
		return Dist{}, err
	}
	return d, p.expect(')', "the last argument of "+word)
}

const known = "uniform, exp, lognormal, mix, file"

// call reads the arguments of a distribution; its errors point at the argument that is wrong, or, where they lie in
// the relation of several, at the name.
func (p *parser) call(name string, at int) (Dist, error) {
	switch name {
	case "uniform":
		return p.uniform(at)
	case "exp", "exponential":
		return p.exponential(at)
	case "lognormal":
		return p.logNormal(at)
	case "mix":
		return p.mixture(at)
	case "file":
		return p.file()
	}
	return Dist{}, p.fail(at, "unknown distribution %.20q, want one of %s", name, known)
}

// An amount is a duration, or a number without a unit.
type amount struct {
	text     string
	bare     bool // without a unit
	number   float64
	duration time.Duration
}

// amount reads one amount.
func (p *parser) amount() (amount, error) {
	word, at := p.word()
	if word == "" {
		return amount{}, p.fail(at, "want a duration such as 5ms or a share such as 0.5")
	}
	a, err := parseAmount(word)
	if err != nil {
		return amount{}, p.fail(at, "%w", err)
	}
	return a, nil
}

func parseAmount(word string) (amount, error) {
	if _, err := strconv.ParseFloat(word, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		x, err := parseNumber(word)
		if err == nil && x < 0 {
			err = fmt.Errorf("%s is below 0", word)
		}
		return amount{text: word, bare: true, number: x}, err
	}
	d, err := parseDuration(word)
	if err == nil && d < 0 {
		err = fmt.Errorf("%s is below 0", word)
	}
	return amount{text: word, duration: d}, err
}

// scalar is a constant, written as an amount alone.
func (p *parser) scalar(word string, at int) (Dist, error) {
	if c := word[0]; unicode.IsLetter(rune(c)) {
		if _, err := strconv.ParseFloat(word, 64); err != nil {
			const want = "want one of " + known + " and then its arguments in brackets"
			return Dist{}, p.fail(at, "unknown distribution %.20q, %s", word, want)
		}
	}
	a, err := parseAmount(word)
	if err != nil {
		return Dist{}, p.fail(at, "%w", err)
	}
	if a.bare {
		return p.checked(at)(newConstantShare(a.number))
	}
	return p.checked(at)(newConstant(a.duration))
}

// checked adds the position to an error of a constructor.
func (p *parser) checked(at int) func(Dist, error) (Dist, error) {
	return func(d Dist, err error) (Dist, error) {
		if err != nil {
			return Dist{}, p.fail(at, "%w", err)
		}
		return d, nil
	}
}

func (p *parser) uniform(at int) (Dist, error) {
	lo, err := p.amount()
	if err != nil {
		return Dist{}, err
	}
	if err := p.expect(',', "the low end of uniform"); err != nil {
		return Dist{}, err
	}
	hi, err := p.amount()
	switch {
	case err != nil:
		return Dist{}, err
	case lo.bare && hi.bare:
		return p.checked(at)(newUniformShare(lo.number, hi.number))
	case lo.bare && lo.number > 0 || hi.bare && hi.number > 0:
		const want = "one has a unit and one has none, want both alike"
		return Dist{}, p.fail(at, "uniform: of %s and %s %s", lo.text, hi.text, want)
	}
	return p.checked(at)(newUniform(lo.duration, hi.duration))
}

func (p *parser) exponential(at int) (Dist, error) {
	mean, err := p.amount()
	if err != nil {
		return Dist{}, err
	}
	if mean.bare {
		return p.checked(at)(newExponentialShare(mean.number))
	}
	return p.checked(at)(newExponential(mean.duration))
}

func (p *parser) logNormal(at int) (Dist, error) {
	median, err := p.amount()
	if err != nil {
		return Dist{}, err
	}
	if err := p.expect(',', "the median of lognormal"); err != nil {
		return Dist{}, err
	}
	sigma, err := p.number("sigma, a number without a unit such as 1.2")
	if err != nil {
		return Dist{}, err
	}
	if median.bare {
		return p.checked(at)(newLogNormalShare(median.number, sigma))
	}
	return p.checked(at)(newLogNormal(median.duration, sigma))
}

// number reads a number; want describes it.
func (p *parser) number(want string) (float64, error) {
	word, at := p.word()
	if word == "" {
		return 0, p.fail(at, "want %s", want)
	}
	x, err := parseNumber(word)
	if err != nil {
		return 0, p.fail(at, "%w, want %s", err, want)
	}
	return x, nil
}

func (p *parser) mixture(at int) (Dist, error) {
	if p.depth++; p.depth > maxDepth {
		return Dist{}, p.fail(at, "mixture: nested more than %d deep", maxDepth)
	}
	var parts []Part
	for more := true; more; more = p.accept(',') {
		weight, err := p.number("a weight such as 0.15, then a colon and a distribution")
		if err != nil {
			return Dist{}, err
		}
		if err := p.expect(':', "the weight"); err != nil {
			return Dist{}, err
		}
		of, err := p.dist()
		if err != nil {
			return Dist{}, err
		}
		parts = append(parts, Part{weight, of})
	}
	p.depth--
	return p.checked(at)(newMixture(parts))
}

func (p *parser) file() (Dist, error) {
	name, at, err := p.name("the name of a file")
	if err != nil {
		return Dist{}, err
	}
	column := ""
	if p.accept(',') {
		if column, _, err = p.name("the name of a column"); err != nil {
			return Dist{}, err
		}
	}
	rec, err := p.recording(name, column)
	if err != nil {
		return Dist{}, p.fail(at, "%w", err)
	}
	return p.checked(at)(newEmpirical(rec))
}

// name reads the name of a file or column, in quotes or up to a comma or bracket, and where it began.
func (p *parser) name(want string) (name string, at int, err error) {
	p.skip()
	at = p.pos
	if quoted, err := strconv.QuotedPrefix(p.text[at:]); err == nil && quoted[0] == '"' {
		p.pos += len(quoted)
		name, _ = strconv.Unquote(quoted)
	} else {
		n := strings.IndexAny(p.text[at:], ",)")
		if n < 0 {
			n = len(p.text) - at
		}
		p.pos += n
		name = strings.TrimSpace(p.text[at:p.pos])
	}
	if name == "" {
		return "", at, p.fail(at, "want %s", want)
	}
	return name, at, nil
}

func (p *parser) recording(name, column string) (rec Recording, err error) {
	if p.open == nil {
		return Recording{}, fmt.Errorf("file %s cannot be read: no files can be opened here", name)
	}
	f, err := p.open(name)
	if err != nil {
		return Recording{}, err
	}
	rec, err = readRecording(f, name, column)
	return rec, errors.Join(err, f.Close())
}
