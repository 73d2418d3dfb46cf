package fencekit

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Range returns the axis of a parameter from one value to another in equal steps, both ends included, as in
// Range("margin", "0s", "2s", "250ms"). The parameter is a duration, a distribution whose values are durations, a number
// or a whole number. Values are exact: they are counted in nanoseconds, or in the decimals that the three texts have.
// Those of work may be shares of the lease, as in Range("work", "0.1", "0.9", "0.2").
//
// It is an error if a text cannot be read, from is above to, the step is not above 0 or does not land on to, or there are
// more than MaxGrid values.
func Range(name, from, to, step string) (Axis, error) {
	a, err := LookupParameter(name)
	if err != nil {
		return Axis{}, err
	}
	read, write := readDecimal, writeDecimal
	switch a.Kind {
	case kindDuration, kindDist:
		if a.Name == "work" && bare(from, to, step) {
			break
		}
		read, write = readNanoseconds, writeNanoseconds
		if a.Name == "work" {
			read = readWork
		}
	case kindNumber, kindWhole:
	default:
		return Axis{}, fmt.Errorf("fencekit: range: %s has no ranges: its values are %s", a.Name, valuesOf(a.Kind))
	}
	var ends [3]*big.Int
	var errs [3]error
	for i, text := range []string{from, to, step} {
		if ends[i], errs[i] = read(strings.TrimSpace(text)); errs[i] != nil {
			errs[i] = fmt.Errorf("fencekit: range: %s = %s..%s/%s: %q %w", a.Name, from, to, step, text, errs[i])
		}
	}
	if err := errors.Join(errs[:]...); err != nil {
		return Axis{}, err
	}
	values, err := between(ends[0], ends[1], ends[2], write)
	if err != nil {
		return Axis{}, fmt.Errorf("fencekit: range: %s = %s..%s/%s: %w", a.Name, from, to, step, err)
	}
	return Axis{Name: a.Name, Values: values}, nil
}

// bare says whether all texts are numbers without units.
func bare(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !decimal.MatchString(strings.TrimSpace(s)) })
}

// valuesOf says what the values of a kind are.
func valuesOf(kind string) string {
	switch {
	case strings.HasPrefix(kind, "list of "):
		return "lists of " + strings.TrimPrefix(kind, "list of ")
	case strings.HasPrefix(kind, "range, "):
		return "ranges themselves, " + strings.TrimPrefix(kind, "range, ")
	}
	return kind
}

// between lists the values from … to.
func between(from, to, step *big.Int, write func(*big.Int) string) ([]string, error) {
	if step.Sign() <= 0 {
		return nil, errors.New("the step must be above 0")
	}
	if from.Cmp(to) > 0 {
		return nil, errors.New("must go from the lesser to the greater")
	}
	rest := new(big.Int).Sub(to, from)
	steps, rest := new(big.Int).QuoRem(rest, step, rest)
	if steps.Cmp(big.NewInt(MaxGrid-1)) > 0 {
		return nil, fmt.Errorf("must have at most %d values", MaxGrid)
	}
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("the last step is at %s and does not land on %s", write(rest.Sub(to, rest)), write(to))
	}
	values, at := make([]string, steps.Int64()+1), new(big.Int).Set(from)
	for k := range values {
		values[k] = write(at)
		at.Add(at, step)
	}
	return values, nil
}

// decimal is a number without an exponent, short enough for any parameter. places is how many decimals it may have.
var decimal = regexp.MustCompile(`^([-+]?)(?:([0-9]{1,20})(?:\.([0-9]{0,20}))?|\.([0-9]{1,20}))$`)

const places = 20

// readDecimal returns a number in units of its last possible decimal.
func readDecimal(text string) (*big.Int, error) {
	m := decimal.FindStringSubmatch(text)
	if m == nil {
		return new(big.Int), errors.New("must be a number in decimals, such as 0.25")
	}
	after := m[3] + m[4]
	x, ok := new(big.Int).SetString(m[1]+m[2]+after+strings.Repeat("0", places-len(after)), 10)
	if !ok {
		panic("fencekit: range: digits are not a number: " + text)
	}
	return x, nil
}

// writeDecimal writes all the decimals there are.
func writeDecimal(x *big.Int) string {
	sign, digits := "", new(big.Int).Abs(x).String()
	if x.Sign() < 0 {
		sign = "-"
	}
	digits = strings.Repeat("0", max(0, places+1-len(digits))) + digits
	whole, after := digits[:len(digits)-places], strings.TrimRight(digits[len(digits)-places:], "0")
	if after != "" {
		after = "." + after
	}
	return sign + whole + after
}

func readNanoseconds(text string) (*big.Int, error) {
	d, err := parseDuration(text)
	return big.NewInt(int64(d)), err
}

// readWork is readNanoseconds with an error that also names the other way to write work.
func readWork(text string) (*big.Int, error) {
	x, err := readNanoseconds(text)
	if err != nil {
		err = fmt.Errorf("%w; or all three must be shares of the lease, such as 0.1..0.9/0.2", err)
	}
	return x, err
}

func writeNanoseconds(x *big.Int) string { return time.Duration(x.Int64()).String() }
