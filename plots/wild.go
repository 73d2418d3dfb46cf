package plots

import (
	"slices"
	"strconv"
	"time"
)

// Landmark is a margin that a system in use keeps, to be marked on a chart.
type Landmark struct {
	Name string
	// Margin is the time between the point at which the holder stops, if it cannot renew, and that at which another may
	// take over.
	Margin time.Duration
	// Lease is the time from the last renewal to the point at which another may take over; 0 where the margin is not
	// part of a lease.
	Lease time.Duration
	// Source is the address of the document or program that has the figures, Note how they give the margin.
	Source, Note string
}

// wild are the margins of data/wild-margins.csv; a test holds the two equal.
var wild = []Landmark{
	{"Redlock", 32 * time.Millisecond, 3 * time.Second, "https://github.com/Elders/RedLock",
		"clock drift of 0.01 of the time to live and 2 ms; here for 3 s"},
	{"CockroachDB clock", 100 * time.Millisecond, 0, "https://www.cockroachlabs.com/docs/v2.0/operational-faqs",
		"of clock offset and not of lease time: a node stops at 80 % of the 500 ms by which clocks may differ"},
	{"CockroachDB", 500 * time.Millisecond, 6 * time.Second,
		"https://github.com/cockroachdb/cockroach/blob/57ce7d11d3327300b3281e53b8cb01a242e76dd7/pkg/kv/kvserver/" +
			"storagepb/lease_status.proto",
		"stasis: a lease is not used in its last 500 ms, the default of the largest clock offset; leases of 6 s"},
	{"hashicorp/raft", 500 * time.Millisecond, time.Second, "https://github.com/hashicorp/raft/blob/v1.7.3/config.go",
		"LeaderLeaseTimeout 500 ms, HeartbeatTimeout 1000 ms"},
	{"TiKV", time.Second, 10 * time.Second,
		"https://github.com/tikv/website/blob/99714dff31406bd8b22bb1411c02aaa43a5deec7/content/docs/dev/tasks/" +
			"configure/raftstore.md",
		"raft-store-max-leader-lease 9 s, election after 10 ticks of 1 s"},
	{"Kubernetes", 5 * time.Second, 15 * time.Second,
		"https://github.com/kubernetes/client-go/blob/v0.34.1/tools/leaderelection/leaderelection.go",
		"LeaseDuration 15 s, RenewDeadline 10 s"},
	{"OpenShift", 30 * time.Second, 137 * time.Second,
		"https://github.com/openshift/library-go/blob/da7c1856cca173a36e3bbf3aa2511d0874517f35/pkg/config/" +
			"leaderelection/leaderelection.go",
		"LeaseDuration 137 s, RenewDeadline 107 s"},
}

// WildMargins returns margins that systems in use keep by default, the smallest first. Delays that a lock service puts
// between two holders are not among them, such as the lock-delay of Consul and of Chubby: the holder does not stop
// earlier for them.
func WildMargins() []Landmark { return slices.Clone(wild) }

// lasting writes a duration with a blank before its unit.
func lasting(d time.Duration) string {
	in := func(unit time.Duration, name string) string {
		return strconv.FormatFloat(float64(d)/float64(unit), 'f', -1, 64) + " " + name
	}
	switch {
	case d >= time.Second:
		return in(time.Second, "s")
	case d >= time.Millisecond || d == 0:
		return in(time.Millisecond, "ms")
	}
	return in(time.Microsecond, "µs")
}
