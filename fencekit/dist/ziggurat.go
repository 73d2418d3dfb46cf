package dist

// The ziggurat (G. Marsaglia and W. W. Tsang, "The Ziggurat Method for Generating Random Variables", Journal of
// Statistical Software 5(8), 2000) covers the area under e^−x with 256 strips of equal area: the lowest is everything
// below height e^−zigguratEnd, tail included, the others are rectangles. A random point of a random strip is accepted
// at once when it lies left of the curve's narrowest point in that strip, which happens 98.9 % of the time.
const (
	zigguratEnd  = 7.69711747013104972      // where the tail begins, from the paper
	zigguratArea = 0.0039496598225815571993 // of each strip, from the paper
)

// A strip gives, for a random word of 53 bits, the abscissa word·width, and the words below which the point is
// accepted at once; between bottom and top lies the part of the strip that the curve crosses.
type strip struct {
	accept      uint64
	width       float64
	bottom, top float64
}

var ziggurat = newZiggurat()

// newZiggurat fills the strips from the lowest, the one with the tail, to the highest.
func newZiggurat() (strips [256]strip) {
	end, height := zigguratEnd, Exp(-zigguratEnd)
	base := zigguratArea / height
	strips[0] = strip{accept: uint64(float64(end / base * 0x1p53)), width: base / 0x1p53, top: height}
	for i := 1; i < len(strips); i++ {
		top := height + zigguratArea/end
		next := 0.0
		if i < len(strips)-1 {
			next = -Log(top)
		} else {
			top = 1
		}
		strips[i] = strip{accept: uint64(float64(next / end * 0x1p53)), width: end / 0x1p53, bottom: height, top: top}
		end, height = next, top
	}
	return strips
}

// Exponential returns a draw from the exponential distribution with mean 1. It takes one word from the
// stream, rarely more.
func (s *Stream) Exponential() float64 {
	word := s.Uint64()
	z := &ziggurat[word&255]
	if word>>11 < z.accept {
		return float64(float64(word>>11) * z.width)
	}
	return s.exponentialSlow(word)
}

// exponentialSlow finishes a draw that was not accepted at once. Beyond the end the distribution begins anew: it has no
// memory.
func (s *Stream) exponentialSlow(word uint64) float64 {
	beyond := 0.0
	for {
		z := &ziggurat[word&255]
		x := float64(float64(word>>11) * z.width)
		switch {
		case word>>11 < z.accept:
			return beyond + x
		case word&255 == 0:
			beyond += zigguratEnd
		case z.bottom+float64(s.Float64()*(z.top-z.bottom)) < Exp(-x):
			return beyond + x
		}
		word = s.Uint64()
	}
}
