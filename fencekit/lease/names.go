package lease

import (
	"fmt"
	"slices"
	"strings"
)

// Sources is a set of the things that open the gap between a client's belief and the lock service's record.
type Sources uint8

// The sources. AllSources is the published three; drift takes part only when it is named.
const (
	Pauses Sources = 1 << iota // threads that stop inside a hold
	Steps                      // clocks that jump backwards
	Delay                      // writes that linger on the wire
	Drift                      // clocks with a steady rate error

	NoSources  Sources = 0
	AllSources         = Pauses | Steps | Delay
)

var sourceNames = [...]string{"pauses", "steps", "delay", "drift"}

// String returns the names joined by commas: "pauses,delay"; "all" and "none" for those sets.
func (s Sources) String() string {
	switch s {
	case NoSources:
		return "none"
	case AllSources:
		return "all"
	}
	var on []string
	for i, name := range sourceNames {
		if s&(1<<i) != 0 {
			on = append(on, name)
		}
	}
	return strings.Join(on, ",")
}

// ParseSources reads a comma-separated list of pauses, steps, delay, drift, all and none.
func ParseSources(text string) (Sources, error) {
	var s Sources
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		switch i := slices.Index(sourceNames[:], name); {
		case i >= 0:
			s |= 1 << i
		case name == "all":
			s |= AllSources
		case name == "none" && strings.TrimSpace(text) == "none":
		default:
			return 0, fmt.Errorf("lease: unknown source %q; must be a list of %s, or all, or none",
				name, strings.Join(sourceNames[:], ", "))
		}
	}
	return s, nil
}

// MarshalText implements encoding.TextMarshaler.
func (s Sources) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Sources) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSources(string(text))
	return err
}

// Failover says what a lock service does to its counter when it fails over.
type Failover int

// The kinds of failover.
const (
	NoFailover Failover = iota // the service never fails over
	Lossy                      // it comes back without the tail of its counter, and forgets the grants numbered in it
	Consensus                  // it comes back with everything it has ever answered
)

// Release says what must agree before a release frees the lock.
type Release int

// The kinds of comparison.
const (
	ByToken         Release = iota // the current lease's token
	ByOwnerAndToken                // its owner as well, which tells a reissued token's two holders apart
	Uncompared                     // nothing: the twin that unlocks strangers
)

// Clock is the kind of clock that a client does its lease arithmetic on.
type Clock int

// The kinds of clock.
const (
	Wall      Clock = iota // shows steps and drift
	Monotonic              // shows drift alone
)

// FenceScope says which operations of a read-modify-write section a fence checks.
type FenceScope int

// The scopes.
const (
	OnWrites         FenceScope = iota // writes alone: a fence that ignores reads still loses updates
	OnReadsAndWrites                   // the read raises the highest token too
)

var (
	failoverNames = []string{"none", "lossy", "consensus"}
	releaseNames  = []string{"token", "owner+token", "uncompared"}
	clockNames    = []string{"wall", "monotonic"}
	fenceNames    = []string{"writes", "reads+writes"}
)

func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("unknown(%d)", i)
	}
	return names[i]
}

func parseName(what string, names []string, text string) (int, error) {
	i := slices.Index(names, strings.TrimSpace(text))
	if i < 0 {
		return 0, fmt.Errorf("lease: unknown %s %q; must be one of %s", what, text, strings.Join(names, ", "))
	}
	return i, nil
}

// String returns the flag's word.
func (f Failover) String() string { return nameOf(failoverNames, int(f)) }

// String returns the flag's word.
func (r Release) String() string { return nameOf(releaseNames, int(r)) }

// String returns the flag's word.
func (c Clock) String() string { return nameOf(clockNames, int(c)) }

// String returns the flag's word.
func (f FenceScope) String() string { return nameOf(fenceNames, int(f)) }

// MarshalText implements encoding.TextMarshaler.
func (f Failover) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// MarshalText implements encoding.TextMarshaler.
func (r Release) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// MarshalText implements encoding.TextMarshaler.
func (c Clock) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText implements encoding.TextMarshaler.
func (f FenceScope) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *Failover) UnmarshalText(text []byte) error {
	i, err := parseName("failover", failoverNames, string(text))
	*f = Failover(i)
	return err
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Release) UnmarshalText(text []byte) error {
	i, err := parseName("release", releaseNames, string(text))
	*r = Release(i)
	return err
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Clock) UnmarshalText(text []byte) error {
	i, err := parseName("clock", clockNames, string(text))
	*c = Clock(i)
	return err
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *FenceScope) UnmarshalText(text []byte) error {
	i, err := parseName("fence", fenceNames, string(text))
	*f = FenceScope(i)
	return err
}
