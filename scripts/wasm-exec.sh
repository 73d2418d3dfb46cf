#!/usr/bin/env bash
# Runs a js/wasm binary under node with a small environment: the runtime refuses to start with a large one.
set -euo pipefail
exec env -i PATH="$PATH" HOME="${HOME:-}" "$WASM_EXEC" "$@"
