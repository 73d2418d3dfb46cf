package lease

// Tally sums the counts of trials under one posture. Everything that an interval over trials needs is a sum, so that
// memory does not grow with trials. Sums are of whole numbers and exact up to 2^53.
type Tally struct {
	// Trials is the number of trials summed.
	Trials int64
	// Sum is the sum of each counter, and Squares that of its squares.
	Sum, Squares [NumCounters]float64
	// WritesSquares is the sum of the squares of a trial's writes, sent and aborted, and AbortedWrites that of its
	// aborts times its writes: what the share of writes that abort needs.
	WritesSquares, AbortedWrites float64
	// AppliedArrived is the sum of a trial's unlocked writes applied times those that arrived.
	AppliedArrived float64
	// WithFirst is the sum of each counter times the first posture's, for differences paired by seed.
	WithFirst [NumCounters]float64
	// Nonzero is the number of trials in which a counter was not 0.
	Nonzero [NumCounters]int64
}

// Add adds one trial: its counts, and those of the first posture in the same trial.
func (t *Tally) Add(c, first *Counts) {
	t.Trials++
	writes := float64(c[Sent] + c[Aborted])
	t.WritesSquares += float64(writes * writes)
	t.AbortedWrites += float64(writes * float64(c[Aborted]))
	t.AppliedArrived += float64(float64(c[UnlockedApplied]) * float64(c[UnlockedArrived]))
	for k, n := range c {
		if n == 0 {
			continue
		}
		x := float64(n)
		t.Sum[k] += x
		t.Squares[k] += float64(x * x)
		t.WithFirst[k] += float64(x * float64(first[k]))
		t.Nonzero[k]++
	}
}

// Merge adds another tally.
func (t *Tally) Merge(u *Tally) {
	t.Trials += u.Trials
	t.WritesSquares += u.WritesSquares
	t.AbortedWrites += u.AbortedWrites
	t.AppliedArrived += u.AppliedArrived
	for k := range t.Sum {
		t.Sum[k] += u.Sum[k]
		t.Squares[k] += u.Squares[k]
		t.WithFirst[k] += u.WithFirst[k]
		t.Nonzero[k] += u.Nonzero[k]
	}
}

// Total returns the sum of a counter as a whole number; of BothHeldTime in nanoseconds.
func (t *Tally) Total(c Counter) int64 { return int64(t.Sum[c]) }

// Writes returns the writes sent and aborted.
func (t *Tally) Writes() int64 { return t.Total(Sent) + t.Total(Aborted) }
