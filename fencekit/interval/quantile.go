package interval

import (
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"
)

// normalCritical returns the number of standard deviations that a normal variable stays within with probability level.
func normalCritical(level float64) float64 {
	return round10(distuv.UnitNormal.Quantile(1 - (1-level)/2))
}

// studentCritical is the same for Student's t with so many degrees of freedom.
//
// Above 10,000 of them it uses the first terms of the Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5), good to
// ten digits there at the levels of tables; the inverse of the incomplete beta function loses digits as the freedom
// grows.
func studentCritical(level float64, freedom int) float64 {
	nu := float64(freedom)
	if freedom <= 10_000 {
		return round10(distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu}.Quantile(1 - (1-level)/2))
	}
	z := distuv.UnitNormal.Quantile(1 - (1-level)/2)
	z3 := float64(float64(z*z) * z)
	z5 := float64(float64(z*z) * z3)
	first := (z3 + z) / float64(4*nu)
	second := (float64(5*z5) + float64(16*z3) + float64(3*z)) / float64(96*float64(nu*nu))
	return round10(z + first + second)
}

// round10 rounds to ten significant digits. Platforms differ in the last bit of logarithms and the like, which no
// table should show.
func round10(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 9, 64), 64)
	if err != nil {
		panic("interval: round: strconv does not read what it wrote: " + err.Error())
	}
	return r
}
