#!/usr/bin/env bash
# Draws the figures that the pages show, by the commands that stand in the pages: every line of theirs that writes to
# docs/figures. A test says when a picture is out of date.
# usage: scripts/figures.sh
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p docs/figures out
go build -o out/fence ./cmd/fence
grep -hE '^go run \./cmd/fence .* -o docs/figures/' README.md docs/figures.md | sed 's/ *#.*//' | while read -r line; do
  echo "figures: $line"
  eval "out/fence ${line#go run ./cmd/fence }"
done
