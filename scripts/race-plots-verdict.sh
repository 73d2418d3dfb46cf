#!/usr/bin/env bash
# Reads lines "CHART ours|plain|fastest SECONDS" from standard input, three of each, and prints medians, ratios and
# whether ours is as much faster as is wanted than the fastest way of matplotlib: twice for the lanes of a lease log;
# the other charts are shown. Exit 1 when it is not, 2 when a time is missing.
# usage: scripts/race-plots-verdict.sh <TIMES
set -euo pipefail
LC_ALL=C sort -k1,1 -k2,2 -k3,3g | awk '
  $3 + 0 > 0 { times[$1, $2, ++count[$1, $2]] = $3 + 0 }
  END {
    split("lease-lanes protocol-lanes margin", charts, " ")
    split("2 0 0", wanted, " ")
    split("ours plain fastest", names, " ")
    for (i = 1; i <= 3; i++) {
      for (j = 1; j <= 3; j++) {
        n = count[charts[i], names[j]]
        if (n != 3) { printf "race: %s, %s: got %d times, want 3\n", charts[i], names[j], n; missing = 1 }
      }
    }
    if (missing) { exit 2 }
    printf "%-16s %10s %21s %6s %23s %6s  %s\n", "medians of 3, ms", "ours", "matplotlib, plain", "ratio",
      "matplotlib, fastest", "ratio", "at least"
    for (i = 1; i <= 3; i++) {
      ours = times[charts[i], "ours", 2]
      plain = times[charts[i], "plain", 2]
      fastest = times[charts[i], "fastest", 2]
      said = "-"
      if (wanted[i] > 0) { said = wanted[i] ": " (fastest < wanted[i] * ours ? "no" : "yes") }
      if (fastest < wanted[i] * ours) { bad = 1 }
      printf "%-16s %10.1f %21.1f %6.1f %23.1f %6.1f  %s\n", charts[i], ours * 1e3, plain * 1e3, plain / ours,
        fastest * 1e3, fastest / ours, said
    }
    exit bad
  }'
