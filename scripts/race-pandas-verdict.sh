#!/usr/bin/env bash
# Reads lines "CASE ours|pandas MILLISECONDS" from standard input, three of each, and prints medians, ratios and whether
# ours takes no longer. Exit 1 when it does, 2 when a time is missing.
# usage: scripts/race-pandas-verdict.sh <TIMES
set -euo pipefail
LC_ALL=C sort -k1,1 -k2,2 -k3,3g | awk '
  $3 + 0 > 0 { times[$1, $2, ++count[$1, $2]] = $3 + 0 }
  END {
    split("100-groups 10^5-groups", cases, " ")
    split("ours pandas", names, " ")
    for (i = 1; i <= 2; i++) {
      for (j = 1; j <= 2; j++) {
        n = count[cases[i], names[j]]
        if (n != 3) { printf "race: %s, %s: got %d times, want 3\n", cases[i], names[j], n; missing = 1 }
      }
    }
    if (missing) { exit 2 }
    printf "%-13s %10s %10s %6s  %s\n", "medians of 3", "ours, ms", "pandas, ms", "ratio", "at least 1"
    for (i = 1; i <= 2; i++) {
      ours = times[cases[i], "ours", 2]
      theirs = times[cases[i], "pandas", 2]
      if (theirs < ours) { bad = 1 }
      printf "%-13s %10.1f %10.1f %6.1f  %s\n", cases[i], ours, theirs, theirs / ours, theirs < ours ? "no" : "yes"
    }
    exit bad
  }'
