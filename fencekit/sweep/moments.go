package sweep

// Moments adds up one number a trial: what Mean, Rate and Difference need. The zero Moments is empty. Sums of whole
// numbers are exact up to 2^53, whatever the order of adding.
type Moments struct {
	N               int
	Sum, SumSquares float64
}

// Add counts one trial with value x.
func (m *Moments) Add(x float64) {
	m.N++
	m.Sum += x
	m.SumSquares += float64(x * x)
}

// Merge adds the trials of from.
func (m *Moments) Merge(from Moments) {
	m.N += from.N
	m.Sum += from.Sum
	m.SumSquares += from.SumSquares
}

// Mean returns the interval for the mean per trial.
func (m Moments) Mean(level float64) Interval { return Mean(m.Sum, m.SumSquares, m.N, level) }

// Rate returns the interval for events per trial, the 3/n bound where there were none.
func (m Moments) Rate(level float64) Interval { return Rate(m.Sum, m.SumSquares, m.N, level) }

// Difference returns the interval for the mean of paired differences.
func (m Moments) Difference(level float64) Interval {
	return Difference(m.Sum, m.SumSquares, m.N, level)
}

// Pairs adds up two numbers a trial: what Ratio and RateOver need. The zero Pairs is empty.
type Pairs struct {
	N                int
	X, Y, XX, YY, XY float64
}

// Add counts one trial with x above the line and y below.
func (p *Pairs) Add(x, y float64) {
	p.N++
	p.X += x
	p.Y += y
	p.XX += float64(x * x)
	p.YY += float64(y * y)
	p.XY += float64(x * y)
}

// Merge adds the trials of from.
func (p *Pairs) Merge(from Pairs) {
	p.N += from.N
	p.X += from.X
	p.Y += from.Y
	p.XX += from.XX
	p.YY += from.YY
	p.XY += from.XY
}

// Ratio returns the interval for the sum of x over the sum of y.
func (p Pairs) Ratio(level float64) Interval {
	return Ratio(p.X, p.Y, p.XX, p.YY, p.XY, p.N, level)
}

// Rate returns the interval for events per unit of y, the 3/n bound where there were none.
func (p Pairs) Rate(level float64) Interval {
	return RateOver(p.X, p.Y, p.XX, p.YY, p.XY, p.N, level)
}
