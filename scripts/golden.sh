#!/usr/bin/env bash
# Writes the golden files of every package anew whose tests define the flag -update, then shows what changed.
# usage: scripts/golden.sh
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(grep -rlE --include='*_test.go' 'flag\.Bool(Var)?\(.*"update"' . | xargs -r -n 1 dirname | sort -u)
for package in $packages; do
  echo "golden: $package"
  go test -count=1 "$package" -update
done
echo "golden: commit only differences that you can explain"
git --no-pager diff --stat
