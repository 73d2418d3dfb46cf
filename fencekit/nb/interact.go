package nb

import "fmt"

// Interact shows controls and below them what draw returns for their values, each value as Show would show it, and
// draws again in place whenever the reader moves one. It returns the last values.
func Interact(draw func(Values) []any, controls ...Control) Values {
	for i, c := range controls {
		Check(c.check())
		for _, other := range controls[:i] {
			if other.name == c.name {
				Check(fmt.Errorf("nb: interact: %s: two controls have this name", c.name))
			}
		}
	}
	v := initialValues(controls)
	Show(draw(v)...)
	return v
}
