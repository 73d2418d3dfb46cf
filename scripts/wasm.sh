#!/usr/bin/env bash
# Runs the golden draws of fencekit/dist and the golden logs of fencekit/lease in js/wasm under node: the same seed must
# give the same bits there.
# usage: scripts/wasm.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export WASM_EXEC
WASM_EXEC="$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
rooms=(./fencekit/dist ./fencekit/lease)
for room in "${rooms[@]}"; do
  if ! grep -q '^Test' <<<"$(go test -list 'Golden' "$room")"; then
    echo "wasm: $room has no test named Golden" >&2
    exit 1
  fi
done
echo "wasm: golden tests of ${rooms[*]}, by node $(node --version)"
GOOS=js GOARCH=wasm go test -count=1 -run Golden -exec "$PWD/scripts/wasm-exec.sh" "${rooms[@]}"
