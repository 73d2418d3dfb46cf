package plots

import "fence/fencekit/frame"

// Failover draws a frame of fencekit.Failover: what a lock service does to a resource when it fails over and may forget
// the tokens that it gave out. A panel a counter, a group of bars a kind of failover, a bar a posture, means over the
// trials with their 95 % intervals, all panels on one scale. The zero value suits such a frame.
type Failover struct {
	// Group and By are the columns that tell groups and bars apart, in order of first appearance. Default failover and
	// posture.
	Group, By string
	// Counters are what the panels show, as in Postures. Default same_token and newer_overwritten, which are what comes
	// of tokens that are given out again, refused_live, which is what a strict fence costs then, and released_stranger.
	// work_destroyed tells less: it goes by tokens, so that it does not see what a forgetful service overwrites.
	Counters []string
	Title    string // default "Failover of the lock service"
}

// Figure returns the chart of a frame. Its errors are those of Postures; two rows of one kind and posture are one too.
func (o Failover) Figure(f frame.Frame) (*Figure, error) {
	c := groupChart{name: "failover", group: orElse(o.Group, "failover"), by: orElse(o.By, "posture"),
		counters: o.Counters, title: orElse(o.Title, "Failover of the lock service")}
	if len(c.counters) == 0 {
		c.counters = []string{"same_token", "newer_overwritten", "refused_live", "released_stranger"}
	}
	return c.figure(f)
}
