//go:build browser

package notebooks

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"
)

// moves is how often the slider of 03-margin is moved for a figure of latency.
const moves = 60

// measured is a script that moves the slider of a cell, each time when everything has been drawn for the place before,
// and notes how many milliseconds after the event the first picture was another, and all three outputs were.
const measured = `window.times = null, (async () => {
	const cell = area(%d), pause = ms => new Promise(go => setTimeout(go, ms));
	const drawn = () => [...[...cell.querySelectorAll("img")].map(i => i.src), cell.querySelector("caption").textContent];
	const times = [];
	for (let i = 0; i < %d; i++) {
		await pause(60);
		const before = drawn(), time = {};
		await new Promise(go => {
			const look = () => {
				const differs = drawn().map((d, k) => d !== before[k]), now = performance.now() - begun;
				if (differs.some(d => d)) time.first ??= now;
				if (!differs.every(d => d)) return;
				time.all = now;
				watch.disconnect();
				go();
			};
			const watch = new MutationObserver(look), begun = performance.now();
			watch.observe(cell, {childList: true, subtree: true, attributes: true, characterData: true});
			move(%[1]d, 0.05 + (i * 7 %% 45) / 20);
			setTimeout(() => { watch.disconnect(); go(); }, 10000);
		});
		times.push(time);
	}
	window.times = times;
})()`

// TestBrowserLatency measures how long a reader of 03-margin waits for a drawing: from the event of the slider to new
// pictures in the page. The figures are logged; make latency shows them and, by FENCE_LATENCY, asks for those that a slider
// must keep. Otherwise only a bound that a busy machine keeps is asserted.
func TestBrowserLatency(t *testing.T) {
	s := newServer(t)
	p, cell := s.openMargin(t, true)
	p.do(measured, cell, moves)
	p.until(`window.times`)
	times := ask[[]map[string]float64](p, `window.times`)
	first, all := make([]float64, moves), make([]float64, moves)
	for i, time := range times {
		first[i], all[i] = time["first"], time["all"]
	}
	slices.Sort(first)
	slices.Sort(all)
	load, _ := os.ReadFile("/proc/loadavg")
	t.Logf("from the slider's event, over %d moves, on %d cores with a load of %.4s:", moves, runtime.NumCPU(), load)
	for i, times := range [][]float64{first, all} {
		t.Logf("%s: median %.0f ms, p95 %.0f ms, longest %.0f ms", []string{"the first output", "all three"}[i],
			times[moves/2], times[moves*95/100], times[moves-1])
	}
	if all[0] == 0 {
		t.Error("a move was not drawn within ten seconds")
	}
	if median := all[moves/2]; median >= 1000 {
		t.Errorf("the median of the latency is %.0f ms, want less than a second", median)
	}
	if median, p95 := all[moves/2], all[moves*95/100]; os.Getenv("FENCE_LATENCY") != "" && (median >= 60 || p95 >= 120) {
		t.Errorf("median %.0f and p95 %.0f ms: must be below 60 and 120", median, p95)
	}
	p.do(`press(%d, "done")`, cell)
	p.until(`!slider(%d) && ran(%[1]d) && idle()`, cell)
}

// TestBrowserSoak opens a slider again and again, each time in a new page with a new kernel, while two programs keep
// the processors busy. With FENCE_LONG it does so thirty times.
func TestBrowserSoak(t *testing.T) {
	times := 1
	if os.Getenv("FENCE_LONG") != "" {
		times = 30
	}
	s := newServer(t)
	for range 2 {
		hog := exec.Command("sh", "-c", "while :; do :; done")
		if err := hog.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = hog.Process.Kill(); _ = hog.Wait() })
	}
	connected, slowest := 0, time.Duration(0)
	for i := range times {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			p := s.with(t, "soak", slide, next)
			p.run(first, second)
			p.until(`connected(%d) || said(%[1]d).includes("could not be connected")`, first)
			if ask[bool](p, `connected(0)`) {
				connected++
				slowest = max(slowest, p.slid(first, 70+i%10))
			}
			p.says(second, "next cell")
			p.until(`idle()`)
			p.stored()
		})
	}
	t.Logf("%d of %d connected; the slowest drawing came after %v", connected, times, slowest.Round(time.Millisecond))
	if connected < times-times/30 {
		t.Errorf("%d of %d connected", connected, times)
	}
}

// slid moves the slider of a cell, presses Done, and returns how long the drawing took.
func (p *page) slid(cell, to int) time.Duration {
	p.Helper()
	begun := time.Now()
	p.do(`move(%d, %d)`, cell, to)
	p.says(cell, fmt.Sprintf("stands at %d.", to))
	took := time.Since(begun)
	p.do(`press(%d, "done")`, cell)
	p.says(cell, fmt.Sprintf("ended at %d.", to))
	return took
}
