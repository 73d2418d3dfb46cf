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

build() { # KIND ROUND: the seconds that building the changed cell takes
  printf '\nvar _ = %d\n' "$2" >>"$1/main.go"
  local start end
  start=$(date +%s%N)
  go build -o "$1.bin" "./$1"
  end=$(date +%s%N)
  echo $(((end - start) / 1000))
}
for kind in without with; do build $kind 0 >/dev/null; done # the packages themselves
for ((i = 1; i <= rounds; i++)); do
  if ((i % 2)); then order="without with"; else order="with without"; fi
  for kind in $order; do build $kind "$i" >>"$kind.us"; done
done
median() { sort -n "$1.us" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
awk -v a="$(median without)" -v b="$(median with)" -v sa="$(wc -c <without.bin)" -v sb="$(wc -c <with.bin)" -v limit="$limit" '
  BEGIN {
    printf "link cost: a cell without frames %.0f ms, %.2f MB; with %.0f ms, %.2f MB; ratio %.3f (must be at most %.2f)\n",
      a / 1000, sa / 1e6, b / 1000, sb / 1e6, b / a, limit
    exit b / a > limit
  }'
