#!/usr/bin/env bash
# Prints the coverage of each package in a profile and fails where one is below its floor, or is not in the profile.
# usage: scripts/cover.sh PROFILE FLOOR FOLDER...      FLOOR in per cent; FOLDER from the module's root
set -euo pipefail
profile=$1 floor=$2
shift 2
awk -v floor="$floor" -v module="$(go list -m)" -v folders="$*" '
  /^mode:/ { next }
  {
    folder = $1
    sub(/\/[^\/]*$/, "", folder)
    sub("^" module "/", "", folder)
    if (!(folder in all)) { order[++n] = folder }
    all[folder] += $2
    if ($3 > 0) { run[folder] += $2 }
  }
  END {
    print "coverage by package, statements:"
    for (i = 1; i <= n; i++) {
      f = order[i]
      printf "  %-28s %6.2f %%  (%d of %d)\n", f, 100 * run[f] / all[f], run[f], all[f]
    }
    count = split(folders, wanted, " ")
    for (i = 1; i <= count; i++) {
      f = wanted[i]
      if (!(f in all)) { printf "coverage: %s is not in the profile\n", f; bad = 1 }
      else if (100 * run[f] < floor * all[f]) { printf "coverage: %s is below %s %%\n", f, floor; bad = 1 }
    }
    exit bad
  }' "$profile"
