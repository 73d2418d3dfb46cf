package dist

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"
)

// A Dist is a distribution of durations, or of shares of a unit not yet named. It is an immutable value: copy it
// freely, use it from any goroutine, compare it with Equal. The zero value is the constant 0.
type Dist struct {
	_    [0]func() // forbids ==, which would compare mixtures and recordings by address
	kind kind
	lo   int64      // durations: the constant, the low end, the mean or the median, in ns
	span uint64     // uniform durations: how many nanoseconds there are to choose from
	x, y float64    // shares: the constant, low and high, the mean; both: mean or median in ns or shares, and sigma
	mix  *mixed     // mixtures
	rec  *Recording // recordings
}

type kind uint8

const (
	constant kind = iota
	uniform
	exponential
	logNormal
	mixture
	empirical

	// share marks a distribution of shares. Being part of the kind, it costs a draw of durations no test.
	share kind = 0x80
)

// maxDepth is how deep mixtures may be nested.
const maxDepth = 8

// unbounded is the largest duration, at which draws saturate.
const unbounded = time.Duration(math.MaxInt64)

// A Part is one of the distributions of a mixture and the probability, in [0, 1], with which it is drawn from.
type Part struct {
	Weight float64
	Of     Dist
}

type mixed struct {
	parts []choice
	last  int // index of the last part of positive weight: what is left goes to it
	depth int // 1 for a mixture without mixtures inside
}

// A choice is a part with its integer threshold: it is taken when a random word is below the threshold and not below
// that of the part before.
type choice struct {
	below  uint64
	weight float64
	of     Dist
}

// Must returns d and panics when err is not nil. It is for texts and figures that stand in the program.
func Must(d Dist, err error) Dist {
	if err != nil {
		panic(err)
	}
	return d
}

// prefixed puts the package's name before an error of the constructors below, which the parser uses bare.
func prefixed(d Dist, err error) (Dist, error) {
	if err != nil {
		return Dist{}, fmt.Errorf("dist: %w", err)
	}
	return d, nil
}

// Constant returns the distribution that is always d. Drawing it takes nothing from the stream. A negative d is an
// error.
func Constant(d time.Duration) (Dist, error) { return prefixed(newConstant(d)) }

// Uniform returns the uniform distribution of the whole nanoseconds from lo to hi, both included. A negative lo is
// an error, and so is a lo above hi.
func Uniform(lo, hi time.Duration) (Dist, error) { return prefixed(newUniform(lo, hi)) }

// Exponential returns the exponential distribution with that mean. A negative mean is an error; with mean 0
// every draw is 0.
func Exponential(mean time.Duration) (Dist, error) { return prefixed(newExponential(mean)) }

// LogNormal returns the distribution whose logarithm is normal with standard deviation sigma, half of its draws lying
// below the median. A negative median is an error, and so is a sigma that is negative or not finite.
func LogNormal(median time.Duration, sigma float64) (Dist, error) {
	return prefixed(newLogNormal(median, sigma))
}

// ConstantShare returns the distribution that is always x times the unit. An x that is negative or not finite is an
// error. The share 0 is the duration 0.
func ConstantShare(x float64) (Dist, error) { return prefixed(newConstantShare(x)) }

// UniformShare returns the uniform distribution from lo to hi times the unit. A bound that is negative or not finite
// is an error, and so is a lo above hi.
func UniformShare(lo, hi float64) (Dist, error) { return prefixed(newUniformShare(lo, hi)) }

// ExponentialShare returns the exponential distribution whose mean is that share of the unit. A mean that is negative
// or not finite is an error.
func ExponentialShare(mean float64) (Dist, error) { return prefixed(newExponentialShare(mean)) }

// LogNormalShare is LogNormal with a median that is a share of the unit.
func LogNormalShare(median, sigma float64) (Dist, error) {
	return prefixed(newLogNormalShare(median, sigma))
}

// Mixture returns the distribution that draws from one of the parts, each with the probability of its weight. It is
// an error when there is no part, when a weight lies outside [0, 1], when the weights do not sum to 1 within 1e-9,
// when shares and durations are mixed (what is always 0 goes with either), or when mixtures are
// nested more than 8 deep.
func Mixture(parts ...Part) (Dist, error) { return prefixed(newMixture(parts)) }

// Empirical returns the distribution that draws one of the recording's durations, each as likely as the next. It
// keeps a copy. A recording without a name, without durations, or with a negative one is an error.
func Empirical(r Recording) (Dist, error) { return prefixed(newEmpirical(r)) }

func newConstant(d time.Duration) (Dist, error) {
	return Dist{lo: int64(d)}, notNegative("constant: value", d)
}

func newUniform(lo, hi time.Duration) (Dist, error) {
	if err := notNegative("uniform: low", lo); err != nil {
		return Dist{}, err
	}
	if lo > hi {
		return Dist{}, fmt.Errorf("uniform: low %v is above high %v", lo, hi)
	}
	return Dist{kind: uniform, lo: int64(lo), span: uint64(hi-lo) + 1}, nil
}

func newExponential(mean time.Duration) (Dist, error) {
	return Dist{kind: exponential, lo: int64(mean), x: float64(mean)}, notNegative("exponential: mean", mean)
}

func newLogNormal(median time.Duration, sigma float64) (Dist, error) {
	d := Dist{kind: logNormal, lo: int64(median), x: float64(median), y: sigma + 0}
	return d, cmp.Or(notNegative("lognormal: median", median), sensible("lognormal: sigma", sigma))
}

func newConstantShare(x float64) (Dist, error) {
	if err := sensible("constant: share", x); err != nil || x == 0 {
		return Dist{}, err
	}
	return Dist{kind: constant | share, x: x}, nil
}

func newUniformShare(lo, hi float64) (Dist, error) {
	if err := cmp.Or(sensible("uniform: low", lo), sensible("uniform: high", hi)); err != nil {
		return Dist{}, err
	}
	if lo > hi {
		return Dist{}, fmt.Errorf("uniform: low %v is above high %v", lo, hi)
	}
	if hi == 0 {
		return newUniform(0, 0)
	}
	return Dist{kind: uniform | share, x: lo + 0, y: hi}, nil
}

func newExponentialShare(mean float64) (Dist, error) {
	if err := sensible("exponential: mean", mean); err != nil {
		return Dist{}, err
	}
	if mean == 0 {
		return newExponential(0)
	}
	return Dist{kind: exponential | share, x: mean}, nil
}

func newLogNormalShare(median, sigma float64) (Dist, error) {
	if err := cmp.Or(sensible("lognormal: median", median), sensible("lognormal: sigma", sigma)); err != nil {
		return Dist{}, err
	}
	if median == 0 {
		return newLogNormal(0, sigma)
	}
	return Dist{kind: logNormal | share, x: median, y: sigma + 0}, nil
}

func newMixture(parts []Part) (Dist, error) {
	if len(parts) == 0 {
		return Dist{}, errors.New("mixture: no parts, want at least one")
	}
	m := &mixed{parts: make([]choice, len(parts)), depth: 1}
	sum := 0.0
	for i, p := range parts {
		if !(p.Weight >= 0 && p.Weight <= 1) {
			return Dist{}, fmt.Errorf("mixture: weight %v of part %d is not a probability in [0,1]", p.Weight, i+1)
		}
		sum += p.Weight
		m.add(i, p, sum)
	}
	if !(math.Abs(sum-1) <= 1e-9) {
		return Dist{}, fmt.Errorf("mixture: weights sum to %v, want 1", sum)
	}
	if m.depth > maxDepth {
		return Dist{}, fmt.Errorf("mixture: nested %d deep, at most %d", m.depth, maxDepth)
	}
	k, err := m.kind()
	return Dist{kind: k, mix: m}, err
}

// add puts p in place i; sum is the weight of the parts up to and including it.
func (m *mixed) add(i int, p Part, sum float64) {
	below := uint64(math.MaxUint64)
	if sum < 1 {
		below = uint64(float64(sum * 0x1p64))
	}
	m.parts[i] = choice{below, p.Weight + 0, p.Of}
	if p.Weight > 0 {
		m.last = i
	}
	if p.Of.mix != nil {
		m.depth = max(m.depth, p.Of.mix.depth+1)
	}
}

// kind is mixture, with the mark of shares when the parts are shares.
func (m *mixed) kind() (kind, error) {
	var shares, durations bool
	for _, c := range m.parts {
		shares = shares || c.of.IsShare()
		durations = durations || !c.of.IsShare() && c.of.Max() > 0
	}
	switch {
	case shares && durations:
		return 0, errors.New("mixture: some parts are shares and some are durations, want all the same")
	case shares:
		return mixture | share, nil
	}
	return mixture, nil
}

func newEmpirical(r Recording) (Dist, error) {
	if r.Name == "" {
		return Dist{}, errors.New("empirical: the recording has no name, want that of its file")
	}
	if len(r.Durations) == 0 {
		return Dist{}, fmt.Errorf("empirical: recording %s has no durations, want at least one", r.Name)
	}
	for i, d := range r.Durations {
		if d < 0 {
			return Dist{}, fmt.Errorf("empirical: recording %s: duration %d is %v, below 0", r.Name, i+1, d)
		}
	}
	if err := notNegative("empirical: recorded time", r.Recorded); err != nil {
		return Dist{}, err
	}
	r.Durations = slices.Clone(r.Durations)
	return Dist{kind: empirical, rec: &r}, nil
}

func notNegative(what string, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("%s %v is below 0", what, d)
	}
	return nil
}

func sensible(what string, x float64) error {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return fmt.Errorf("%s %v is not a finite number", what, x)
	case x < 0:
		return fmt.Errorf("%s %v is below 0", what, x)
	}
	return nil
}

// IsShare reports whether d is of shares, to be resolved by Of before it is drawn from.
func (d Dist) IsShare() bool { return d.kind&share != 0 }

// IsZero reports whether d is the constant 0.
func (d Dist) IsZero() bool { return d.kind == constant && d.lo == 0 }

// Of resolves shares to durations: bounds, means and medians become that part of unit, rounded to the nanosecond and
// no longer than the largest duration. A distribution of durations is returned as it is. It panics on a negative
// unit.
func (d Dist) Of(unit time.Duration) Dist {
	if unit < 0 {
		panic(fmt.Sprintf("dist: Of: unit %v is below 0", unit))
	}
	u := float64(unit)
	switch d.kind {
	case constant | share:
		return Dist{lo: int64(rounded(d.x * u))}
	case uniform | share:
		lo, hi := rounded(d.x*u), rounded(d.y*u)
		return Dist{kind: uniform, lo: int64(lo), span: uint64(hi-lo) + 1}
	case exponential | share:
		mean := rounded(d.x * u)
		return Dist{kind: exponential, lo: int64(mean), x: float64(mean)}
	case logNormal | share:
		median := rounded(d.x * u)
		return Dist{kind: logNormal, lo: int64(median), x: float64(median), y: d.y}
	case mixture | share:
		m := *d.mix
		m.parts = slices.Clone(m.parts)
		for i := range m.parts {
			m.parts[i].of = m.parts[i].of.Of(unit)
		}
		return Dist{kind: mixture, mix: &m}
	}
	return d
}

// rounded is x nanoseconds, x ≥ 0, as a duration; what is longer than the longest duration becomes that.
func rounded(x float64) time.Duration {
	if x >= 0x1p63 {
		return unbounded
	}
	return time.Duration(float64(x) + 0.5)
}

// Draw returns the next duration, in whole nanoseconds and never negative. A constant takes nothing from the stream,
// uniform and empirical take one word (more only where that would not be exactly even), a mixture takes one to
// choose the part and then what the part takes. Draws beyond the longest duration become that. Draw allocates
// nothing. It panics when d is of shares.
func (d *Dist) Draw(s *Stream) time.Duration {
	switch d.kind {
	case constant:
		return time.Duration(d.lo)
	case uniform:
		// Uint64n, written out: the call would be a third of the draw.
		hi, lo := bits.Mul64(s.Uint64(), d.span)
		if lo < d.span {
			hi = s.uint64nSlow(hi, lo, d.span)
		}
		return time.Duration(d.lo + int64(hi))
	case exponential:
		return rounded(float64(d.x * s.Exponential()))
	case logNormal:
		// Beyond 700 the draw saturates anyway; stopping there keeps a median of 0 from meeting infinity.
		return rounded(float64(d.x * Exp(min(float64(d.y*s.Normal()), 700))))
	case mixture:
		return d.mix.choose(s.Uint64()).Draw(s)
	case empirical:
		return d.rec.Durations[s.Uint64n(uint64(len(d.rec.Durations)))]
	}
	panic("dist: Draw: " + d.String() + " is a share; resolve it with Of first")
}

// choose is the part that word falls to.
func (m *mixed) choose(word uint64) *Dist {
	i := 0
	for i < m.last && word >= m.parts[i].below {
		i++
	}
	return &m.parts[i].of
}

// Min returns the shortest duration that can be drawn. It panics when d is of shares.
func (d Dist) Min() time.Duration {
	switch d.kind {
	case constant, uniform:
		return time.Duration(d.lo)
	case exponential:
		return 0
	case logNormal:
		if d.y == 0 {
			return time.Duration(d.lo)
		}
		return 0
	case mixture:
		least := unbounded
		for _, c := range d.mix.parts {
			if c.weight > 0 {
				least = min(least, c.of.Min())
			}
		}
		return least
	case empirical:
		return slices.Min(d.rec.Durations)
	}
	panic("dist: Min: " + d.String() + " is a share; resolve it with Of first")
}

// Max returns the longest duration that can be drawn, the largest there is when d is unbounded. It panics when d is
// of shares.
func (d Dist) Max() time.Duration {
	switch d.kind {
	case constant:
		return time.Duration(d.lo)
	case uniform:
		return time.Duration(d.lo + int64(d.span-1))
	case exponential, logNormal:
		if d.lo == 0 || d.kind == logNormal && d.y == 0 {
			return time.Duration(d.lo)
		}
		return unbounded
	case mixture:
		var most time.Duration
		for _, c := range d.mix.parts {
			if c.weight > 0 {
				most = max(most, c.of.Max())
			}
		}
		return most
	case empirical:
		return slices.Max(d.rec.Durations)
	}
	panic("dist: Max: " + d.String() + " is a share; resolve it with Of first")
}

// Mean returns the expected duration, rounded to the nanosecond. It is that of the distribution before draws saturate,
// and saturates itself. It panics when d is of shares.
func (d Dist) Mean() time.Duration {
	if d.IsShare() {
		panic("dist: Mean: " + d.String() + " is a share; resolve it with Of first")
	}
	switch d.kind {
	case uniform:
		return time.Duration(d.lo + int64(d.span/2))
	case logNormal:
		return rounded(float64(d.x * Exp(min(float64(d.y*d.y)/2, 700))))
	case mixture, empirical:
		return rounded(d.mean())
	}
	return time.Duration(d.lo)
}

// mean is the mean of a mixture or a recording in ns.
func (d Dist) mean() float64 {
	sum, weight := 0.0, 0.0
	if d.kind == empirical {
		for _, r := range d.rec.Durations {
			sum += float64(r)
		}
		return sum / float64(len(d.rec.Durations))
	}
	for _, c := range d.mix.parts {
		sum += float64(c.weight * float64(c.of.Mean()))
		weight += c.weight
	}
	return sum / weight
}

// Rate returns the events per running second that a recording carries; 0 when it is unknown, and for every other
// kind of distribution.
func (d Dist) Rate() float64 {
	if d.kind != empirical {
		return 0
	}
	return d.rec.Rate()
}

// Equal reports whether d and e are the same distribution, given by the same figures in the same form.
func (d Dist) Equal(e Dist) bool {
	if d.kind != e.kind || d.lo != e.lo || d.span != e.span || d.x != e.x || d.y != e.y {
		return false
	}
	switch d.kind &^ share {
	case mixture:
		return slices.EqualFunc(d.mix.parts, e.mix.parts, func(a, b choice) bool {
			return a.weight == b.weight && a.of.Equal(b.of)
		})
	case empirical:
		return d.rec.Name == e.rec.Name && d.rec.Column == e.rec.Column && d.rec.Recorded == e.rec.Recorded &&
			slices.Equal(d.rec.Durations, e.rec.Durations)
	}
	return true
}
