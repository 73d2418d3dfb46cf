package lease

import (
	"fmt"
	"strings"
)

// Posture is a way of protecting the resource: when a client sends a write, and when the resource applies one.
type Posture struct {
	// Name is the word by which flags and columns know it.
	Name string
	// Check makes the client read its clock before every write and abort unless the believed remaining lease is
	// above the margin.
	Check bool
	// Rule decides at the resource. It is [Always] for a resource that decides nothing.
	Rule Rule
}

// Rule is how the resource decides about a write that has arrived.
type Rule int

// The rules.
const (
	Always        Rule = iota // every write is applied
	NotBelow                  // if its token is at least the highest applied: the fence
	Above                     // if its token is above the highest written: the strict fence
	LiveAtService             // if the service honours its lease at that instant, asked in one atomic protocol
)

// The postures. Each names what it checks; a fence looks at writes, and with [OnReadsAndWrites] at reads too.
var (
	Unprotected  = Posture{Name: "unprotected", Rule: Always}
	Check        = Posture{Name: "check", Check: true, Rule: Always}
	Fencing      = Posture{Name: "fencing", Rule: NotBelow}
	Strict       = Posture{Name: "strict", Rule: Above}
	CheckFencing = Posture{Name: "check+fencing", Check: true, Rule: NotBelow}
	Validated    = Posture{Name: "validated", Rule: LiveAtService}
)

// Postures returns all postures, in the order in which tables show them.
func Postures() []Posture {
	return []Posture{Unprotected, Check, Fencing, Strict, CheckFencing, Validated}
}

// Published returns the three postures of the published experiment.
func Published() []Posture { return []Posture{Unprotected, Check, Fencing} }

// ParsePosture finds a posture by its name.
func ParsePosture(name string) (Posture, error) {
	var known []string
	for _, p := range Postures() {
		if p.Name == strings.TrimSpace(name) {
			return p, nil
		}
		known = append(known, p.Name)
	}
	return Posture{}, fmt.Errorf("lease: unknown posture %q; must be one of %s", name, strings.Join(known, ", "))
}

// ParsePostures reads a comma-separated list of names; "all" stands for every posture. Naming one twice is an error.
func ParsePostures(list string) ([]Posture, error) {
	if strings.TrimSpace(list) == "all" {
		return Postures(), nil
	}
	var out []Posture
	for name := range strings.SplitSeq(list, ",") {
		p, err := ParsePosture(name)
		if err != nil {
			return nil, err
		}
		for _, q := range out {
			if q.Name == p.Name {
				return nil, fmt.Errorf("lease: posture %q is named twice", p.Name)
			}
		}
		out = append(out, p)
	}
	return out, nil
}
