package lease

// Resource is what the lock is meant to protect: one value, and what it remembers of the tokens that it has seen.
type Resource struct {
	rule  Rule
	reads bool // a fence of reads and writes

	value   value
	applied int32 // writes applied so far
	highest int64 // the highest token applied
	// The highest token that has read, who read with it, and the highest that any other client has read with.
	read, readOther int64
	reader          int32
}

// value is the value that the resource holds, known by the write that left it.
type value struct {
	token         int64
	client, grant int32 // none before the first write
	nth           int32 // how many writes had been applied with it
}

// NewResource returns a resource that has seen nothing. With reads its fence is raised by reads too.
func NewResource(rule Rule, scope FenceScope) Resource {
	return Resource{rule: rule, reads: scope == OnReadsAndWrites, value: value{client: none, grant: none}, reader: none}
}

// Highest returns the highest token applied so far.
func (r *Resource) Highest() int64 { return r.highest }

// Stored returns the token of the value that the resource holds; 0 before the first write.
func (r *Resource) Stored() int64 { return r.value.token }

// Read is a read by the holder of a token. A fence of reads and writes remembers it.
func (r *Resource) Read(client int32, token int64) {
	switch {
	case !r.reads:
	case client == r.reader:
		r.read = max(r.read, token)
	case token > r.read:
		r.readOther, r.read, r.reader = r.read, token, client
	default:
		r.readOther = max(r.readOther, token)
	}
}

// Admits says whether the resource applies a write. It is the whole of the difference between the postures at the
// resource.
func (r *Resource) Admits(w *Write) bool {
	if !r.rule.admits(w, r.highest) {
		return false
	}
	switch r.rule {
	case NotBelow:
		return w.Token >= r.read
	case Above:
		return w.Token > r.readByOthers(w.Client)
	}
	return true
}

// admits is the rule where nothing has been read, given the highest token applied so far.
func (r Rule) admits(w *Write, highest int64) bool {
	switch r {
	case NotBelow:
		return w.Token >= highest
	case Above:
		return w.Token > highest
	case LiveAtService:
		return w.Live
	}
	return true
}

// readByOthers returns the highest token that another client has read with: a holder's own read does not stand in
// the way of the write that follows it, however strict the fence.
func (r *Resource) readByOthers(client int32) int64 {
	if client == r.reader {
		return r.readOther
	}
	return r.read
}

// Apply puts a write's value in the place of the one held.
func (r *Resource) Apply(w *Write) {
	r.applied++
	r.value = value{token: w.Token, client: w.Client, grant: w.Grant, nth: r.applied}
	r.highest = max(r.highest, w.Token)
}
