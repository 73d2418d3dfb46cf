#!/usr/bin/env bash
# Reads lines "ours|tick|simpy MICROSECONDS" from standard input, three of each, and prints medians, ratios and whether
# each ratio is what is wanted. Exit 1 when one is below, 2 when a time is missing.
# usage: scripts/race-verdict.sh <TIMES
set -euo pipefail
LC_ALL=C sort -k1,1 -k2,2g | awk '
  $2 + 0 > 0 { times[$1, ++count[$1]] = $2 + 0 }
  function median(name) { return times[name, 2] }
  function row(name, what, least,   ratio, verdict) {
    ratio = median(name) / median("ours")
    verdict = ratio >= least ? "yes" : "no"
    if (ratio < least) { bad = 1 }
    printf "%-34s %12.2f %10.0f %10d  %s\n", what, median(name), ratio, least, verdict
  }
  END {
    split("ours tick simpy", names, " ")
    for (i = 1; i <= 3; i++) {
      if (count[names[i]] != 3) { printf "race: %s: got %d times, want 3\n", names[i], count[names[i]]; missing = 1 }
    }
    if (missing) { exit 2 }
    printf "%-34s %12s %10s %10s  %s\n", "medians of 3", "us/trial", "ratio", "at least", "holds"
    printf "%-34s %12.2f %10d %10s\n", "fencekit/lease, BenchmarkCompare", median("ours"), 1, "-"
    row("tick", "bench/peers/tick.mjs", 2000)
    row("simpy", "bench/peers/simpy_fence.py", 80)
    exit bad
  }'
