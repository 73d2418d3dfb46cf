#!/usr/bin/env bash
# Runs the golden draws of fencekit/dist in js/wasm under node: the same seed must give the same bits there.
# usage: scripts/wasm.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export WASM_EXEC
WASM_EXEC="$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
golden=$(go test -list 'Golden' ./fencekit/dist | grep -c '^Test' || true)
if ((golden == 0)); then
  echo "wasm: fencekit/dist has no test named Golden" >&2
  exit 1
fi
echo "wasm: $golden golden tests of fencekit/dist, by node $(node --version)"
GOOS=js GOARCH=wasm go test -count=1 -run Golden -exec "$PWD/scripts/wasm-exec.sh" ./fencekit/dist
