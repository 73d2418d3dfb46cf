package claims

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// measured is what a check found. Which of its fields are looked at depends on the relation of the claim.
type measured struct {
	value float64 // the figure; NaN where there is none
	// typical is what a sampled figure comes to over the engine's first few blocks: their mean, or where the figure
	// has a long tail their median.
	typical    float64
	longTailed bool
	text       string // the figure for people; made from value where it is empty
	// other is what the figure is compared with where the relation names no number.
	other float64
	// differ says where two things that must be identical first differ.
	differ string
	// flaw says what makes the figure worthless whatever it is, such as a run in which nothing was sent.
	flaw string
}

// number returns a figure that is a whole number.
func number(n int64) measured { return measured{value: float64(n)} }

func (m measured) String() string {
	switch {
	case m.text != "":
		return m.text
	case math.IsNaN(m.value):
		return "undefined"
	}
	return strconv.FormatFloat(m.value, 'f', -1, 64)
}

// inside is the relation of the sampled claims.
const inside = "inside the 99.9 % interval"

// judge applies the relation of a row to what was measured. It returns a sentence that says why the claim fails, ""
// when it holds. The error is for a row that asks for what nobody knows how to compare.
func (r Row) judge(m measured, interval *Interval) (reason string, err error) {
	if m.flaw != "" {
		return m.flaw + ".", nil
	}
	operator, bound, hasBound := r.bound()
	switch {
	case (r.Relation == "identical" || r.Relation == "<=" || r.Relation == "< lease") && r.Published != r.Relation:
		return fmt.Sprintf("The published %q is not the %q of the relation.", r.Published, r.Relation), nil
	case r.Relation == "identical":
		if m.differ != "" {
			return "Not identical: " + m.differ + ".", nil
		}
		return "", nil
	case r.Relation == inside:
		return r.insideOf(m, interval)
	case r.Relation == "ordered", r.Relation == "<=", r.Relation == "< lease":
		return r.comparison(m), nil
	case operator == "=" && !hasBound:
		return r.equals(m)
	case hasBound:
		return r.against(m, operator, bound)
	}
	return "", fmt.Errorf("claims: %s: relation %q: nobody knows how to compare it", r.ID, r.Relation)
}

// bound splits a relation such as "<= 0.95" or "= 1 refused" into the comparison and the number it names.
func (r Row) bound() (operator string, bound float64, ok bool) {
	operator, rest, _ := strings.Cut(r.Relation, " ")
	first, _, _ := strings.Cut(rest, " ")
	if above, below, fraction := strings.Cut(first, "/"); fraction {
		a, errA := strconv.ParseFloat(above, 64)
		b, errB := strconv.ParseFloat(below, 64)
		return operator, a / b, errA == nil && errB == nil && b != 0
	}
	bound, err := strconv.ParseFloat(first, 64)
	return operator, bound, err == nil
}

// against compares with the number that the relation names. The published figure must be that number: a file in which
// the two disagree says nothing.
func (r Row) against(m measured, operator string, bound float64) (string, error) {
	nonzero := operator == ">" && bound == 0
	if nonzero != (r.Published == "nonzero") || !nonzero && r.Published != rounded(bound, r.Published) {
		return fmt.Sprintf("The published figure %s is not the %s of the relation.", r.Published, r.Relation), nil
	}
	ok := false
	switch operator {
	case "=":
		ok = m.value == bound
	case ">":
		ok = m.value > bound
	case "<=":
		ok = m.value <= bound
	default:
		return "", fmt.Errorf("claims: %s: relation %q: nobody knows how to compare it", r.ID, r.Relation)
	}
	if !ok {
		return fmt.Sprintf("Found %v, which is not %s.", m, r.Relation), nil
	}
	return "", nil
}

// comparison compares the figure with another one that the check found beside it.
func (r Row) comparison(m measured) string {
	ok := m.value < m.other
	switch r.Relation {
	case "<=":
		ok = m.value <= m.other
	case "ordered":
		ok = m.differ == ""
	}
	if ok {
		return ""
	}
	return fmt.Sprintf("Found %v, which is not %s.", m, r.Relation)
}

// equals compares at the precision of the published figure.
func (r Row) equals(m measured) (string, error) {
	if r.Relation != "=" {
		return "", fmt.Errorf("claims: %s: relation %q: nobody knows how to compare it", r.ID, r.Relation)
	}
	if got := rounded(m.value, r.Published); got != r.Published {
		return fmt.Sprintf("Found %s where %s was published.", got, r.Published), nil
	}
	return "", nil
}

// The engine at hand is held to what is stored by its mean over so many blocks, to within so many standard errors; a
// figure with a long tail by its median, which must lie in the interval itself. A test holds the right engine to this
// over many seeds, and one that is off by two standard deviations of a block fails.
const (
	fewBlocks = 12
	tolerance = 6
)

// insideOf holds the published figure against the model's interval, and the engine at hand against the model.
func (r Row) insideOf(m measured, v *Interval) (string, error) {
	published, err := strconv.ParseFloat(r.Published, 64)
	if err != nil {
		return "", fmt.Errorf("claims: %s: published figure %q: must be a number", r.ID, r.Published)
	}
	if v == nil {
		return "There is no stored interval for it: compute the intervals anew.", nil
	}
	if !(published >= v.Low && published <= v.High) {
		return fmt.Sprintf("The published %s lies outside [%.4g, %.4g], where the model's figures fall.",
			r.Published, v.Low, v.High), nil
	}
	low, high, what := v.Low, v.High, "median"
	if !m.longTailed {
		apart := tolerance * v.SD / math.Sqrt(fewBlocks)
		low, high, what = v.Mean-apart, v.Mean+apart, "mean"
	}
	if !(m.typical >= low && m.typical <= high) { // an undefined one fails too
		return fmt.Sprintf("The engine's %s over %d blocks is %.4g and lies outside [%.4g, %.4g]: it does not agree with "+
			"its stored intervals; compute them anew or explain it.", what, fewBlocks, m.typical, low, high), nil
	}
	return "", nil
}

// rounded writes a figure with as many decimals as a published one has.
func rounded(x float64, published string) string {
	return strconv.FormatFloat(x, 'f', decimals(published), 64)
}

func decimals(published string) int {
	_, after, _ := strings.Cut(published, ".")
	return len(after)
}
