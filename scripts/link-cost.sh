#!/usr/bin/env bash
# What it costs a notebook cell to import frames: builds the program of a cell that shows a table made by hand and of one
# that shows a frame, in turns, each after a change of one line, and compares the medians. Exits with 1 above LIMIT.
# usage: scripts/link-cost.sh [ROUNDS]      ROUNDS of each, 21 by default
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-21}
limit=1.10
module=$(go list -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/without" "$work/with"
cat >"$work/go.mod" <<EOF
module cell
go 1.26
require (
	github.com/janpfeifer/gonb v0.11.3
	$module v0.0.0
)
replace $module => $PWD
EOF
cat >"$work/without/main.go" <<'EOF'
package main

import (
	"fmt"

	"github.com/janpfeifer/gonb/gonbui"
)

func main() {
	gonbui.DisplayHTML(fmt.Sprintf("<table><tr><td>%d</td></tr></table>", 7))
}
EOF
cat >"$work/with/main.go" <<EOF
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
cd "$work"
go mod tidy >"$work/tidy" 2>&1 || { cat "$work/tidy" >&2; exit 1; }

TIMEFORMAT='%3R %3U %3S'
build() { # KIND ROUND: the seconds that building the changed cell takes, elapsed and of the processor
  printf '\nvar _ = %d\n' "$2" >>"$1/main.go"
  { time go build -o "$1.bin" "./$1" 2>&3; } 3>&2 2>&1 | awk '{ print $1, $2 + $3 }'
}
for kind in without with; do build $kind 0 >/dev/null; done # the packages themselves
for ((i = 1; i <= rounds; i++)); do
  if ((i % 2)); then order="without with"; else order="with without"; fi
  for kind in $order; do build $kind "$i" >>"$kind.times"; done
done
# A busy machine slows whole rounds, so each round has a ratio of its own, and the median of those counts.
paste -d' ' without.times with.times | awk -v sa="$(wc -c <without.bin)" -v sb="$(wc -c <with.bin)" -v limit="$limit" '
  function median(v, n,   i, j, x) {
    for (i = 2; i <= n; i++) { x = v[i]; for (j = i - 1; j > 0 && v[j] > x; j--) { v[j + 1] = v[j] } v[j + 1] = x }
    return v[int((n + 1) / 2)]
  }
  { a[NR] = $1; b[NR] = $3; r[NR] = $3 / $1; ca[NR] = $2; cb[NR] = $4; cr[NR] = $4 / $2 }
  END {
    printf "link cost, medians of %d rounds:\n", NR
    printf "  without frames  %4.0f ms  processor %4.0f ms  %.2f MB\n", 1000 * median(a, NR), 1000 * median(ca, NR), sa / 1e6
    printf "  with frames     %4.0f ms  processor %4.0f ms  %.2f MB\n", 1000 * median(b, NR), 1000 * median(cb, NR), sb / 1e6
    ratio = median(r, NR)
    printf "  ratio           %.3f    processor %.3f    must be at most %.2f\n", ratio, median(cr, NR), limit
    exit ratio > limit
  }'
