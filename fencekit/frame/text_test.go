package frame

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func displayFloats(values []float64) []string { return Floats("x", values).display() }

func TestDigitsDownAColumn(t *testing.T) {
	cases := []struct {
		why    string
		values []float64
		want   string
	}{
		{"whole numbers have no point", []float64{1, 20, 300}, "1 20 300"},
		{"one column, one number of decimals", []float64{1.5, 2, 3.25}, "1.50 2.00 3.25"},
		{"four significant digits of the smallest", []float64{0.31475, 0.0125}, "0.31475 0.01250"},
		{"no more than two beyond the largest's own", []float64{123.456, 0.012345}, "123.456 0.012"},
		{"but always one", []float64{1234567, 3.54}, "1234567.0 3.5"},
		{"a single size has four digits", []float64{12.345678}, "12.35"},
		{"large ones are whole", []float64{123456.7}, "123457"},
		{"small ones keep their digits", []float64{0.0000123}, "0.0000123"},
		{"rounding up to ten", []float64{9.99999}, "10"},
		{"too small to show is not shown as zero", []float64{12.5, 1e-7, 0}, "12.5 1e-07 0.0"},
		{"nor is a negative one", []float64{5.5, -1e-9}, "5.5 -1e-09"},
		{"huge ones have exponents", []float64{1.23456e18, 0}, "1.235e+18 0"},
		{"tiny ones have exponents", []float64{-1.23456e-8, 0}, "-1.235e-08 0"},
		{"a negative zero is a zero", []float64{math.Copysign(0, -1), 1.5}, "0.0 1.5"},
		{"with as many digits as that takes", []float64{12345.5, 0.0096}, "12345.5 0.0096"},
		{"infinities", []float64{math.Inf(1), math.Inf(-1), 2.5}, "+Inf -Inf 2.5"},
		{"only zeros", []float64{0, 0}, "0 0"},
		{"nothing but a gap", []float64{math.NaN()}, ""},
		{"a gap among others", []float64{math.NaN(), 0.25}, " 0.25"},
	}
	for _, c := range cases {
		if got := strings.Join(displayFloats(c.values), " "); got != c.want {
			t.Errorf("%s: %v: got %q, want %q", c.why, c.values, got, c.want)
		}
	}
}

// TestOneFormForAColumn: a cell written by itself is what trimming the zeros of the whole column leaves of it.
func TestOneFormForAColumn(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 5000 {
		values := make([]float64, 1+r.IntN(5))
		for i := range values {
			values[i] = float64(r.IntN(2000)-1000) * math.Pow(10, float64(r.IntN(12)-7))
			if r.IntN(8) == 0 {
				values[i] = []float64{math.Inf(1), math.NaN(), 0, 1e17, math.Copysign(0, -1)}[r.IntN(5)]
			}
		}
		whole := make([]string, len(values))
		form := floatForm{decimals: decimals(values)}
		for i, x := range values {
			whole[i] = string(form.append(nil, x))
		}
		trimZeros(whole)
		for i, got := range displayFloats(values) {
			if bare := strings.TrimPrefix(whole[i], "-"); got != whole[i] && got != bare && !isZeroText(bare) {
				t.Fatalf("%v: cell %d is %q, want %q", values, i, got, whole[i])
			}
		}
	}
}

// TestDigitsKeepTheValue: whatever the column, a value that is not 0 is not shown as 0, and each is shown either with
// the decimals of the largest and within half of the last place, or, where that would be 0 or the column has exponents,
// within 6 %.
func TestDigitsKeepTheValue(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 5000 {
		values := make([]float64, 1+r.IntN(6))
		largest := 0
		for i := range values {
			values[i] = (r.Float64() - 0.3) * math.Pow(10, float64(r.IntN(24)-10))
			if r.IntN(5) == 0 {
				values[i] = math.Round(values[i])
			}
			if math.Abs(values[i]) > math.Abs(values[largest]) {
				largest = i
			}
		}
		cells := displayFloats(values)
		places := decimalsOf(cells[largest])
		last := math.Pow(10, -float64(places))
		for i, s := range cells {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil || (x == 0) != (values[i] == 0) {
				t.Fatalf("%v: %v is shown as %q (%v)", values, values[i], s, err)
			}
			off := math.Abs(x - values[i])
			aligned := decimalsOf(s) == places && off <= 0.5001*last
			alone := math.Abs(values[i]) <= 0.5001*last || strings.Contains(cells[largest], "e")
			if !aligned && (!alone || off > 0.06*math.Abs(values[i])) {
				t.Fatalf("%v: %v is shown as %s in %v", values, values[i], s, cells)
			}
		}
	}
}

func decimalsOf(s string) int {
	_, decimals, _ := strings.Cut(s, ".")
	return len(decimals)
}

func TestExactFloatReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	values := []float64{0, 1, 0.1, 1e6, 1e20, 1e21, 1e-6, 9.9e-7, math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53}
	for range 10_000 {
		if x := math.Float64frombits(r.Uint64()); !math.IsNaN(x) {
			values = append(values, x)
		}
	}
	for _, x := range values {
		if got, err := strconv.ParseFloat(exactFloat(x), 64); err != nil || got != x {
			t.Fatalf("%v is written as %s, which reads back as %v, %v", x, exactFloat(x), got, err)
		}
	}
	for x, want := range map[float64]string{1e6: "1000000", 123456789: "123456789", 0.00001: "0.00001", 1e-7: "1e-07"} {
		if got := exactFloat(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567", -999: "-999",
		math.MinInt64: "-9,223,372,036,854,775,808"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}
