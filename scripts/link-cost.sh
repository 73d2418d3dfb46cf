#!/usr/bin/env bash
# What it costs a notebook cell to import our packages: builds the programs of two cells in turns, each after a change of
# one line, and compares the medians. A cell with a frame stands against one with a table made by hand; a cell that shows a
# frame and a figure through package nb against one that shows an empty plot of gonum's through gonbui. Exits with 1 above a
# limit.
# usage: scripts/link-cost.sh [ROUNDS]      ROUNDS of each, 21 by default
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-21}
module=$(go list -m)
plot=$(go list -m -f '{{.Version}}' gonum.org/v1/plot)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/table" "$work/frame" "$work/plot" "$work/nb"
cat >"$work/go.mod" <<EOF
module cell
go 1.26
require (
	github.com/janpfeifer/gonb v0.11.3
	gonum.org/v1/plot $plot
	$module v0.0.0
)
replace $module => $PWD
EOF
cat >"$work/table/main.go" <<'EOF'
package main

import (
	"fmt"

	"github.com/janpfeifer/gonb/gonbui"
)

func main() {
	gonbui.DisplayHTML(fmt.Sprintf("<table><tr><td>%d</td></tr></table>", 7))
}
EOF
cat >"$work/frame/main.go" <<EOF
package main

import (
	"fmt"

	"github.com/janpfeifer/gonb/gonbui"

	"$module/fencekit/frame"
)

func main() {
	f, err := frame.New(frame.Ints("seed", []int64{7}))
	if err != nil {
		fmt.Println(err)
		return
	}
	gonbui.DisplayHTML(f.HTML())
}
EOF
cat >"$work/plot/main.go" <<'EOF'
package main

import (
	"bytes"
	"fmt"

	"github.com/janpfeifer/gonb/gonbui"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

func main() {
	picture, err := plot.New().WriterTo(6*vg.Inch, 4*vg.Inch, "png")
	if err != nil {
		fmt.Println(err)
		return
	}
	var b bytes.Buffer
	if _, err := picture.WriteTo(&b); err != nil {
		fmt.Println(err)
		return
	}
	gonbui.DisplayPNG(b.Bytes())
}
EOF
cat >"$work/nb/main.go" <<EOF
package main

import (
	"$module/fencekit/frame"
	"$module/fencekit/nb"
	"$module/plots"
)

func main() {
	f := nb.Must(frame.New(frame.Floats("hold_ms", []float64{7, 8, 9})))
	nb.Show(f, nb.Must(plots.Histogram{Column: "hold_ms"}.Figure(f)))
}
EOF
cd "$work"
go mod tidy >"$work/tidy" 2>&1 || { cat "$work/tidy" >&2; exit 1; }

TIMEFORMAT='%3R %3U %3S'
build() { # KIND ROUND: the seconds that building the changed cell takes, elapsed and of the processor
  printf '\nvar _ = %d\n' "$2" >>"$1/main.go"
  { time go build -o "$1.bin" "./$1" 2>&3; } 3>&2 2>&1 | awk '{ print $1, $2 + $3 }'
}

compare() { # WITHOUT WITH LIMIT: builds both in turns; 1 where the second takes more than LIMIT times as long
  local kind i order
  for kind in "$1" "$2"; do build "$kind" 0 >/dev/null; done # the packages themselves
  for ((i = 1; i <= rounds; i++)); do
    if ((i % 2)); then order="$1 $2"; else order="$2 $1"; fi
    for kind in $order; do build "$kind" "$i" >>"$kind.times"; done
  done
  # A busy machine slows whole rounds, so each round has a ratio of its own, and the median of those counts.
  paste -d' ' "$1.times" "$2.times" |
    awk -v na="$1" -v nb="$2" -v sa="$(wc -c <"$1.bin")" -v sb="$(wc -c <"$2.bin")" -v limit="$3" '
    function median(v, n,   i, j, x) {
      for (i = 2; i <= n; i++) { x = v[i]; for (j = i - 1; j > 0 && v[j] > x; j--) { v[j + 1] = v[j] } v[j + 1] = x }
      return v[int((n + 1) / 2)]
    }
    { a[NR] = $1; b[NR] = $3; r[NR] = $3 / $1; ca[NR] = $2; cb[NR] = $4; cr[NR] = $4 / $2 }
    END {
      printf "link cost, medians of %d rounds:\n", NR
      printf "  %-6s %4.0f ms  processor %4.0f ms  %.2f MB\n", na, 1000 * median(a, NR), 1000 * median(ca, NR), sa / 1e6
      printf "  %-6s %4.0f ms  processor %4.0f ms  %.2f MB\n", nb, 1000 * median(b, NR), 1000 * median(cb, NR), sb / 1e6
      ratio = median(r, NR)
      printf "  ratio  %.3f    processor %.3f    must be at most %.2f\n", ratio, median(cr, NR), limit
      exit ratio > limit
    }'
}

status=0
compare table frame 1.10 || status=1
compare plot nb 1.30 || status=1
exit "$status"
