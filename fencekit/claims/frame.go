package claims

import (
	"fmt"

	"fence/fencekit/frame"
)

// Frame returns the results as a frame, a row a claim: id, figure, published, ours, low, high, verdict. The interval
// is missing where there is none.
func Frame(results []Result) (frame.Frame, error) {
	texts := func(name, meaning string, of func(r *Result) string) frame.Column {
		return frame.Strings(name, collect(results, of)).WithMeta(frame.Meta{Meaning: meaning})
	}
	bounds := func(name, meaning string, of func(r *Result) float64) frame.Column {
		return frame.Floats(name, collect(results, of)).WithMeta(frame.Meta{Meaning: meaning,
			Method: "order statistics of the model's own blocks, 99.9 %"})
	}
	f, err := frame.New(
		texts("id", "name of the claim", func(r *Result) string { return r.ID }),
		texts("figure", "what is looked at", func(r *Result) string { return r.Figure }),
		texts("published", "the figure as published", func(r *Result) string { return r.Published }),
		texts("ours", "the engine's figure at the seed asked for", func(r *Result) string { return r.Ours }),
		bounds("low", "lower end of the model's prediction interval", func(r *Result) float64 { return r.Low }),
		bounds("high", "upper end of the model's prediction interval", func(r *Result) float64 { return r.High }),
		texts("verdict", "whether the claim holds", func(r *Result) string { return string(r.Verdict) }),
	)
	if err != nil {
		return f, fmt.Errorf("claims: frame: %w", err)
	}
	return f.WithCaption(Summary(results)), nil
}

func collect[T any](results []Result, of func(r *Result) T) []T {
	out := make([]T, len(results))
	for i := range results {
		out[i] = of(&results[i])
	}
	return out
}
