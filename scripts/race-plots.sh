#!/usr/bin/env bash
# Races the charts of package plots against bench/peers/matplotlib_plots.py: the same logs and the same table, in turn,
# three times over, on one core, one thread each, the median of the turns of a round. Prints the medians of the rounds
# and the ratios; exit 1 when ours is not twice as fast at the lanes of a lease log of 10,000 events.
# usage: scripts/race-plots.sh [OUT]      with OUT, a folder, both sides' pictures are written below it
set -euo pipefail
out=${1:+$(mkdir -p "$1" && cd "$1" && pwd)}
cd "$(dirname "$0")/.."
scripts/needs.sh matplotlib
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Both on the first processor that this process may use, where taskset is there to say so.
pin=()
if command -v taskset >/dev/null; then
  first=$(taskset -cp $$ | sed -E 's/.*: *([0-9]+).*/\1/')
  pin=(taskset -c "$first")
fi
export GOMAXPROCS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 NUMEXPR_NUM_THREADS=1

go build -o "$work/plotsrace" ./bench/peers/plotsrace
mkdir "$work/data"
"$work/plotsrace" data "$work/data"
[[ -z $out ]] || mkdir -p "$out/ours" "$out/matplotlib"

ours() {
  "${pin[@]}" "$work/plotsrace" times 7 ${out:+"$out/ours"} >"$work/printed"
  cat "$work/printed" >&2
  sed -E 's/ / ours /' "$work/printed"
}

peer() {
  "${pin[@]}" /usr/bin/python3 bench/peers/matplotlib_plots.py "$work/data" 7 ${out:+"$out/matplotlib"} >"$work/printed"
  cat "$work/printed"
}

for round in 1 2 3; do
  echo "race: round $round of 3" >&2
  ours
  peer
done >"$work/times"
scripts/race-plots-verdict.sh <"$work/times"
