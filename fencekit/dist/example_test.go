package dist_test

import (
	"fmt"
	"io"
	"strings"
	"time"

	"fence/fencekit/dist"
)

func Example() {
	pause := dist.Must(dist.Parse("uniform(1s,17s)"))
	s := dist.NewStream(1, "pause")
	for range 3 {
		fmt.Println(pause.Draw(&s))
	}
	// Output:
	// 16.54174117s
	// 10.212251834s
	// 13.372249468s
}

// A stream's numbers depend on its seed and label alone; hashing the label once makes a start cheap.
func ExampleStream_Reset() {
	think := dist.LabelHash("think")
	var s dist.Stream
	for seed := range uint64(3) {
		s.Reset(seed, think)
		fmt.Println(s.Uint64n(100), s.Uint64n(100), s.Uint64n(100))
	}
	// Output:
	// 60 9 99
	// 74 38 27
	// 66 80 24
}

func ExampleParse() {
	wire, err := dist.Parse("mix(0.15:uniform(50ms,540ms), 0.85:uniform(5ms,40ms))")
	fmt.Println(wire, err)
	fmt.Println(wire.Min(), wire.Max(), wire.Mean())
	_, err = dist.Parse("uniform(17s,1s)")
	fmt.Println(err)
	// Output:
	// mix(0.15:uniform(50ms,540ms),0.85:uniform(5ms,40ms)) <nil>
	// 5ms 540ms 63.375ms
	// dist: parse: "uniform(17s,1s)": at 1: uniform: low 17s is above high 1s
}

func ExampleParseWith() {
	open := func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("# recorded: 60s\npause_ms\n12\n7.5\n140\n")), nil
	}
	pause, err := dist.ParseWith("file(pauses.csv)", open)
	fmt.Println(pause, err)
	fmt.Println(pause.Mean(), pause.Rate(), "a second")
	// Output:
	// file(pauses.csv,pause_ms) <nil>
	// 53.166667ms 0.05 a second
}

// A distribution without units is of shares; the lease turns it into durations.
func ExampleDist_Of() {
	work := dist.Must(dist.UniformShare(0.13, 0.95))
	fmt.Println(work, work.IsShare())
	fmt.Println(work.Of(3 * time.Second))
	// Output:
	// uniform(0.13,0.95) true
	// uniform(390ms,2.85s)
}

func ExampleMixture() {
	spike := dist.Must(dist.Uniform(50*time.Millisecond, 540*time.Millisecond))
	usual := dist.Must(dist.LogNormal(12*time.Millisecond, 0.5))
	fmt.Println(dist.Mixture(dist.Part{Weight: 0.25, Of: spike}, dist.Part{Weight: 0.75, Of: usual}))
	// Output:
	// mix(0.25:uniform(50ms,540ms),0.75:lognormal(12ms,0.5)) <nil>
}

func ExampleReadRecording() {
	r, err := dist.ReadRecording(strings.NewReader("node,took\na,12ms\nb,1.5s\n"), "took.csv", "")
	fmt.Println(r.Column, r.Durations, err)
	_, err = dist.ReadRecording(strings.NewReader("node,took\na,12ms\nb,soon\n"), "took.csv", "took")
	fmt.Println(err)
	// Output:
	// took [12ms 1.5s] <nil>
	// dist: recording: took.csv:3:3: column took: "soon" is not a duration with its unit, such as 12ms
}
