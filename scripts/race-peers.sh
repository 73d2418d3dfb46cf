#!/usr/bin/env bash
# Races BenchmarkCompare of fencekit/lease against the programs of bench/peers: in turn, three times over, on one core.
# Prints the medians in microseconds a trial and the ratios; exit 1 when a ratio is below what is wanted.
# usage: scripts/race-peers.sh
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/needs.sh node simpy
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# All three on the first processor that this process may use, where taskset is there to say so.
pin=()
if command -v taskset >/dev/null; then
  first=$(taskset -cp $$ | sed -E 's/.*: *([0-9]+).*/\1/')
  pin=(taskset -c "$first")
fi
export GOMAXPROCS=1

go test -c -o "$work/lease.test" ./fencekit/lease

ours() {
  (cd fencekit/lease && "${pin[@]}" "$work/lease.test" -test.run=NONE -test.bench='BenchmarkCompare$') | tee "$work/printed" >&2
  awk '$1 ~ /^BenchmarkCompare(-[0-9]+)?$/ { for (i = 3; i <= NF; i++) if ($i == "ns/trial") print "ours", $(i - 1) / 1000 }' "$work/printed"
}

peer() { # NAME COMMAND...
  local name=$1
  shift
  "${pin[@]}" "$@" 2>"$work/printed" >/dev/null || { cat "$work/printed" >&2; return 1; }
  cat "$work/printed" >&2
  sed -nE "s/.* ([0-9.]+) us per trial\$/$name \\1/p" "$work/printed"
}

for round in 1 2 3; do
  echo "race: round $round of 3" >&2
  ours
  peer tick node bench/peers/tick.mjs 150
  peer simpy /usr/bin/python3 bench/peers/simpy_fence.py 2000
done >"$work/times"
scripts/race-verdict.sh <"$work/times"
