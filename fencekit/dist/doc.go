// Package dist draws durations: how long a client thinks, works, stops or waits for the network. It has two
// halves, a Stream of random numbers named by a label, and a Dist, an immutable distribution with a text form
// such as uniform(1s,17s).
//
// The problem it solves is repeatability. An experiment judges several rules on the same accidents, so its
// dice must not depend on the rule, the machine or the number of processors. Every use of randomness therefore
// has a stream of its own, named by a label and started from the one seed of the trial: a draw added in one
// place disturbs no other. Draws are made of integer operations and of + − × ÷ √ on float64, each of which IEEE
// 754 defines to the last bit; every product that is added to something is rounded first, because Go may
// otherwise fuse the two; exponential and logarithm are the package's own, because those of package math
// differ between architectures. The same seed and label give the same bits on amd64, arm64 and wasm.
//
// A distribution is of durations, or of shares: numbers without a unit, as in uniform(0.13,0.95), which Of turns
// into durations once the unit (the lease, say) is known.
//
//	5ms                         always 5 ms
//	uniform(1s,17s)             every nanosecond from 1 s to 17 s alike, both ends included
//	exp(18s)                    exponential with mean 18 s; exponential(18s) is the same
//	lognormal(20ms,1.2)         median 20 ms, standard deviation of the logarithm 1.2
//	mix(0.15:A,0.85:B)          A with probability 0.15, otherwise B; the weights sum to 1
//	file(pauses.csv)            one of the durations recorded in the file, each as likely as the next
//	file(pauses.csv,pause_ms)   the same, from a named column
//
// What is not promised: streams are not fit for secrets; streams of different labels or seeds are independent for
// simulation, not by proof; and a recording is drawn from as if its durations were independent, so
// bursts in the file do not come back as bursts.
package dist
