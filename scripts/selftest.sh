#!/usr/bin/env bash
# Tests the scripts that judge: each must pass what is good and fail what is not.
# usage: scripts/selftest.sh
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# expect STATUS WORDS NAME COMMAND...: the command must end with the status and print the words.
expect() {
  local status=$1 words=$2 name=$3 got=0
  shift 3
  "$@" >"$work/printed" 2>&1 || got=$?
  if [[ $got != "$status" ]] || ! grep -qF -- "$words" "$work/printed"; then
    echo "selftest: $name: got exit $got, want $status and \"$words\":"
    cat "$work/printed"
    failed=1
  fi
}

# profile FILE COVERED UNCOVERED: a coverage profile of one package, fencekit/lease, with that many statements.
profile() {
  local module
  module=$(go list -m)
  printf 'mode: set\n%s/fencekit/lease/a.go:1.1,2.2 %d 1\n%s/fencekit/lease/b.go:1.1,2.2 %d 0\n' \
    "$module" "$2" "$module" "$3" >"$work/$1"
}
profile enough 95 5
profile little 949 51
expect 0 "95.00 %  (95 of 100)" "coverage at the floor" scripts/cover.sh "$work/enough" 95 fencekit/lease
expect 1 "fencekit/lease is below 95 %" "coverage below the floor" scripts/cover.sh "$work/little" 95 fencekit/lease
expect 1 "fencekit/audit is not in the profile" "coverage of no tests" scripts/cover.sh "$work/enough" 95 fencekit/audit

# verdict OURS TICK SIMPY: three rounds around these medians.
verdict() {
  printf 'ours %s\nours 0.01\nours 99999\ntick %s\ntick 1\ntick 1e9\nsimpy %s\nsimpy 1\nsimpy 1e9\n' "$@" | scripts/race-verdict.sh
}
expect 0 "2000       2000  yes" "race at the ratios" verdict 2.5 5000 200
expect 1 "1996       2000  no" "race lost to the tick loop" verdict 2.5 4990 400
expect 1 "79         80  no" "race lost to SimPy" verdict 2.5 10000 198
expect 2 "simpy: got 2 times, want 3" "race with a time missing" verdict 2.5 5000 none

# pandas_verdict OURS PANDAS: three rounds of two cases around these medians, the second twice as slow for both.
pandas_verdict() {
  local case factor
  for case in 100-groups 10^5-groups; do
    for factor in 1 0.5 7; do
      awk -v c="$case" -v f="$factor" -v ours="$1" -v theirs="$2" 'BEGIN {
        f *= c == "100-groups" ? 1 : 2; print c, "ours", ours * f; print c, "pandas", theirs * f }'
    done
  done | grep -v "${3:-^$}" | scripts/race-pandas-verdict.sh
}
expect 0 "10^5-groups        100.0      100.0    1.0  yes" "race as fast as pandas" pandas_verdict 50 50
expect 1 "100-groups          50.0       49.0    1.0  no" "race lost to pandas" pandas_verdict 50 49
expect 2 "10^5-groups, pandas: got 0 times, want 3" "race with pandas missing" pandas_verdict 50 60 '5-groups pandas'

# plots_verdict OURS FASTEST: three rounds of three charts around these medians, the plain way ten times as slow.
plots_verdict() {
  local chart factor
  for chart in lease-lanes protocol-lanes margin; do
    for factor in 1 0.5 7; do
      awk -v c="$chart" -v f="$factor" -v ours="$1" -v theirs="$2" 'BEGIN {
        print c, "ours", ours * f; print c, "fastest", theirs * f; print c, "plain", theirs * f * 10 }'
    done
  done | grep -v "${3:-^$}" | scripts/race-plots-verdict.sh
}
expect 0 "100.0                2000.0   20.0                   200.0    2.0  2: yes" \
  "charts twice as fast" plots_verdict 0.1 0.2
expect 1 "100.0                1990.0   19.9                   199.0    2.0  2: no" \
  "charts not twice as fast" plots_verdict 0.1 0.199
expect 2 "margin, fastest: got 2 times, want 3" "charts with a time missing" plots_verdict 0.1 0.3 'margin fastest 0.3$'

expect 2 "MODULE is empty" "rename to nothing" scripts/rename.sh ""
expect 2 "is no module path" "rename to nonsense" scripts/rename.sh "a b"
expect 2 "unknown tool: elephant" "an unknown tool" scripts/needs.sh elephant

expect 2 "usage: scripts/lab.sh" "an option that make lab has not" scripts/lab.sh --kernel
expect 2 "NOTEBOOK = 98-none.ipynb: must be one of 00-start.ipynb 01-" "a notebook that is not there" \
  env NOTEBOOK=98-none.ipynb scripts/lab.sh
expect 2 "PORT = 65536: must lie within [1, 65535]" "a port that there cannot be" env PORT=65536 scripts/lab.sh
expect 2 "PORT = 88x: must lie" "a port that is no number" env PORT=88x scripts/lab.sh
command -v jupyter-lab >/dev/null || ! command -v jupyter-notebook >/dev/null ||
  expect 1 "LAB = lab: jupyter-lab is not installed" "a Jupyter that is missing" env LAB=lab PORT=8997 scripts/lab.sh
expect 2 "LAB = vim: must be lab or notebook" "a Jupyter that there is not" env LAB=vim scripts/lab.sh

# A machine without any tools, and a person who may not install them.
mkdir "$work/bare"
printf '#!/bin/sh\necho 1000\n' >"$work/bare/id"
chmod +x "$work/bare/id"
expect 1 "apt-get install nodejs npm" "a missing tool" env PATH="$work/bare" "$(command -v bash)" scripts/needs.sh npm
for tool in awk dirname; do ln -s "$(command -v "$tool")" "$work/bare/$tool"; done
expect 1 "lab: go is missing; install Go 1." "make lab without Go" \
  env PATH="$work/bare" "$(command -v bash)" scripts/lab.sh --kernel-only

((failed == 0)) && echo "selftest: the scripts judge as they should"
exit "$failed"
