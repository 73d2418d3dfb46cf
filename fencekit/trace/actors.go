package trace

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Role is the part that an actor plays in a log.
type Role int

// The roles. In a lease log who grants is a service, who applies or refuses is a resource, and the others are clients;
// the names svc and S are a service's and a resource's. In any other log all are processes.
const (
	RoleProcess Role = iota
	RoleService
	RoleClient
	RoleResource
)

// String returns the role's word.
func (r Role) String() string { return [...]string{"process", "service", "client", "resource"}[r] }

// Actor is one actor of a log.
type Actor struct {
	Name string
	Role Role
}

// Actors returns the actors of a log as lanes are drawn: services, then clients in order of appearance with numbered
// names (C1 … Cn) by their number, then resources. In a log that is not about leases, the names svc and S stand first
// and last all the same.
func (l *Log) Actors() []Actor {
	lease := l.IsLease()
	c := castOf(l, lease)
	var all []Actor
	for _, name := range c.order() {
		a := Actor{Name: name}
		if lease {
			a.Role = c.roles[name]
		}
		all = append(all, a)
	}
	return all
}

// IsLease reports whether the log tells of leases, and is drawn with a lane of leases: by its family, or, where none is
// named, by a grant in it.
func (l *Log) IsLease() bool {
	if l.Header.Family != "" {
		return l.Header.Family == "lease"
	}
	return slices.ContainsFunc(l.Events, func(e Event) bool { return e.Kind == KindGrant })
}

// cast is the actors of a log and their roles.
type cast struct {
	names  []string // in order of appearance
	roles  map[string]Role
	events map[string][]int // by actor, the places of its events
}

// castOf goes by the usual names, and in a lease log by what an actor does.
func castOf(l *Log, lease bool) cast {
	c := cast{roles: map[string]Role{"svc": RoleService, "S": RoleResource}, events: map[string][]int{}}
	for i := range l.Events {
		e := &l.Events[i]
		if c.events[e.Actor] == nil {
			c.names = append(c.names, e.Actor)
			c.roles[e.Actor] = cmp.Or(c.roles[e.Actor], RoleClient)
		}
		c.events[e.Actor] = append(c.events[e.Actor], i)
		switch {
		case !lease || c.roles[e.Actor] != RoleClient:
		case e.Kind == KindGrant:
			c.roles[e.Actor] = RoleService
		case e.Kind == KindApplied, e.Kind == KindRefused:
			c.roles[e.Actor] = RoleResource
		}
	}
	return c
}

// order returns the actors as lanes are drawn.
func (c cast) order() []string {
	var all []string
	for _, want := range []Role{RoleService, RoleClient, RoleResource} {
		part := slices.DeleteFunc(slices.Clone(c.names), func(name string) bool { return c.roles[name] != want })
		sortNumbered(part)
		all = append(all, part...)
	}
	return all
}

// sortNumbered sorts names that differ only in a number at their end by that number, and leaves the order of the stems.
func sortNumbered(names []string) {
	ranks := map[string]int{}
	for _, name := range names {
		stem, _ := splitNumber(name)
		if _, ok := ranks[stem]; !ok {
			ranks[stem] = len(ranks)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		stemA, numberA := splitNumber(a)
		stemB, numberB := splitNumber(b)
		return cmp.Or(ranks[stemA]-ranks[stemB], numberA-numberB)
	})
}

// splitNumber splits C12 into C and 12; a name without a number, or with a very long one, is all stem.
func splitNumber(name string) (string, int) {
	stem := strings.TrimRight(name, "0123456789")
	n, err := strconv.ParseInt(name[len(stem):], 10, 32)
	if err != nil {
		return name, -1
	}
	return stem, int(n)
}
