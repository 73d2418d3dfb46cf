#!/usr/bin/env bash
# Builds what the image needs beside Jupyter: the kernel and the programs it calls, the command, and what cells import.
# usage: container/build.sh        in the image, as the user who runs the cells
set -euo pipefail
cd "$(dirname "$0")/.."

# The kernel's programs leave neither their modules nor their build behind: no cell needs them, and they are a third of a
# gigabyte.
aside=$(mktemp -d)
GOCACHE=$aside/cache GOMODCACHE=$aside/modules scripts/lab.sh --kernel-cold
chmod -R u+w "$aside"
rm -rf "$aside"

go build -o /go/bin/fence ./cmd/fence
scripts/warm.sh
