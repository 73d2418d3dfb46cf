package plots

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// linearTicks marks an axis in the smallest steps of 1, 2 or 5 times a power of ten that cut it into so many parts at
// most, every mark labelled with one and the same number of decimals.
type linearTicks struct{ parts int }

// Ticks implements plot.Ticker.
func (t linearTicks) Ticks(low, high float64) []plot.Tick {
	step, exponent := niceStep((high - low) / float64(max(t.parts, 1)))
	var ticks []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: decimal(i*step, max(0, -exponent))})
	}
	return ticks
}

// niceStep returns the smallest of 1, 2, 5 times a power of ten that is not below a width, and the exponent.
func niceStep(width float64) (step float64, exponent int) {
	if !(width > 0) || math.IsInf(width, 0) {
		return 1, 0
	}
	exponent = int(math.Floor(math.Log10(width)))
	unit := math.Pow10(exponent)
	for _, n := range []float64{1, 2, 5} {
		if n*unit >= width*(1-1e-9) {
			return n * unit, exponent
		}
	}
	return 10 * unit, exponent + 1
}

// minus is the sign of a negative number in print.
const minus = "−"

// decimal writes a number with so many decimals; from five digits on they are grouped with commas.
func decimal(x float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, fraction, dotted := strings.Cut(s, ".")
	if len(whole) > 4 {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
	}
	if dotted {
		whole += "." + fraction
	}
	if x < 0 && strings.Trim(s, "0.") != "" {
		return minus + whole
	}
	return whole
}

// zeroLog is the scale of an axis that is logarithmic from a floor up and has a place for zero below it. What lies
// between zero and the floor is drawn at the floor. Min of the axis is 0.
type zeroLog struct {
	// Floor is the smallest value of the logarithmic part, above 0.
	Floor float64
}

// zeroShare is how much of the axis lies between zero and the floor.
const zeroShare = 0.14

// Normalize implements plot.Normalizer.
func (s zeroLog) Normalize(_, high, x float64) float64 {
	switch {
	case x <= 0 || math.IsNaN(x):
		return 0
	case x <= s.Floor || high <= s.Floor:
		return zeroShare
	}
	return zeroShare + (1-zeroShare)*math.Log(x/s.Floor)/math.Log(high/s.Floor)
}

// Ticks implements plot.Ticker: zero, and powers of ten from the floor up. Where these are few, their doubles and
// fivefolds are labelled too, so that at least two labels stand above zero.
func (s zeroLog) Ticks(_, high float64) []plot.Tick {
	return append([]plot.Tick{{Value: 0, Label: "0"}}, logTicks(s.Floor, high)...)
}

// logTicks marks a logarithmic axis from low to high, both above 0.
func logTicks(low, high float64) []plot.Tick {
	decades := math.Log10(high / low)
	var ticks []plot.Tick
	for exponent := int(math.Floor(math.Log10(low) + 1e-9)); ; exponent++ {
		unit := math.Pow10(exponent)
		if unit > high*(1+1e-9) {
			return ticks
		}
		for n := 1.0; n < 10; n++ {
			x := n * unit
			if x < low*(1-1e-9) || x > high*(1+1e-9) {
				continue
			}
			label := ""
			if n == 1 && (decades <= 6 || exponent%2 == 0) || decades < 2 && (n == 2 || n == 5) || decades < 0.7 {
				label = power(x)
			}
			ticks = append(ticks, plot.Tick{Value: x, Label: label})
		}
	}
}

// power writes a number of one digit and a power of ten: as a decimal where that is short.
func power(x float64) string {
	exponent := int(math.Floor(math.Log10(x) + 1e-9))
	digit := int(math.Round(x / math.Pow10(exponent)))
	switch {
	case exponent >= -2 && exponent <= 4:
		return decimal(x, max(0, -exponent))
	case digit == 1:
		return "10^{" + decimal(float64(exponent), 0) + "}"
	}
	return strconv.Itoa(digit) + "·10^{" + decimal(float64(exponent), 0) + "}"
}
