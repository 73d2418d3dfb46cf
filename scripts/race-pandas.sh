#!/usr/bin/env bash
# Races BenchmarkSummarise of fencekit/frame against bench/peers/pandas_groupby.py: in turn, three times over, on one
# core, one thread each, the best turn of a round. Prints the medians of the rounds and the ratios; exit 1 when ours
# takes longer.
# usage: scripts/race-pandas.sh
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/needs.sh pandas
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Both on the first processor that this process may use, where taskset is there to say so.
pin=()
if command -v taskset >/dev/null; then
  first=$(taskset -cp $$ | sed -E 's/.*: *([0-9]+).*/\1/')
  pin=(taskset -c "$first")
fi
export GOMAXPROCS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 NUMEXPR_NUM_THREADS=1

go test -c -o "$work/frame.test" ./fencekit/frame

ours() {
  (cd fencekit/frame && "${pin[@]}" "$work/frame.test" -test.run=NONE -test.bench='BenchmarkSummarise$' \
    -test.benchtime=10x) | tee "$work/printed" >&2
  sed -nE 's/^BenchmarkSummarise\/([^ \t]+).*[ \t]([0-9.]+) best-ms.*/\1 ours \2/p' "$work/printed"
}

pandas() {
  "${pin[@]}" /usr/bin/python3 bench/peers/pandas_groupby.py 5 2>"$work/printed" || {
    cat "$work/printed" >&2
    return 1
  }
  cat "$work/printed" >&2
  sed -nE 's/^(.*) best: ([0-9.]+) ms$/\1 pandas \2/p' "$work/printed"
}

for round in 1 2 3; do
  echo "race: round $round of 3" >&2
  ours
  pandas
done >"$work/times"
scripts/race-pandas-verdict.sh <"$work/times"
