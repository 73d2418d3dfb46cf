#!/usr/bin/env bash
# Runs the whole published experiment as a user would and wants its last line to say that every claim holds.
# usage: scripts/report.sh
set -euo pipefail
cd "$(dirname "$0")/.."
least=105 # claims; fewer would mean that some were not checked
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "report: go run ./cmd/fence report -o DIR"
go run ./cmd/fence report -o "$work/report" | tee "$work/printed"
last=$(tail -n 1 "$work/printed")
if ! [[ $last =~ ^claims:\ ([0-9]+)\ hold,\ 0\ fail$ ]] || ((BASH_REMATCH[1] < least)); then
  echo "report: the last line is \"$last\", want \"claims: N hold, 0 fail\" with N at least $least" >&2
  exit 1
fi
test -s "$work/report/report.md" || { echo "report: no report.md was written" >&2; exit 1; }
test -s "$work/report/index.html" || { echo "report: no index.html was written" >&2; exit 1; }
figures=0
for figure in "$work"/report/figures/*.svg; do
  test -s "$figure" && test -s "${figure%.svg}.png" && figures=$((figures + 1))
done
if ((figures < 9)); then
  echo "report: $figures figures in two formats, want at least 9" >&2
  exit 1
fi
for table in "$work"/report/*.csv "$work"/report/*.json; do
  case $table in *.meta.json) continue ;; esac
  test -s "$table.meta.json" || { echo "report: nothing beside $(basename "$table") says what it is" >&2; exit 1; }
done
