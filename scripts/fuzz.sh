#!/usr/bin/env bash
# Runs every fuzz target of the module for a while, one after the other.
# usage: scripts/fuzz.sh [TIME]      TIME for each target, 10s by default
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-10s}
count=0
for package in $(go list ./...); do
  for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
    echo "fuzz: $target of $package for $time"
    go test -run=NONE -fuzz="^$target\$" -fuzztime="$time" "$package"
    count=$((count + 1))
  done
done
echo "fuzz: $count targets"
((count > 0))
