#!/usr/bin/env bash
# Records data/pauses.csv anew: two minutes of a hiccup loop, with three busy processes a core for twenty seconds of it.
# usage: scripts/record-pauses.sh [FILE]      OTHER_LOAD='builds and tests' says what else the machine was doing
set -euo pipefail
cd "$(dirname "$0")/.."
file=${1:-data/pauses.csv}
busy=$((3 * $(nproc)))
other=${OTHER_LOAD:-nothing else of note}

burners=()
stop_burners() {
  if ((${#burners[@]} > 0)); then
    kill "${burners[@]}" 2>/dev/null || true
    wait "${burners[@]}" 2>/dev/null || true
  fi
  burners=()
}
work=$(mktemp -d)
trap 'stop_burners; rm -rf "$work"' EXIT
go build -o "$work/record" ./data/record

echo "recording two minutes to $file; $busy busy processes from second 50 to second 70"
"$work/record" -for 120s -threshold 4ms -o "$file" \
  -load "$busy busy processes from second 50 to second 70; besides: $other" &
recorder=$!
sleep 50
for ((i = 0; i < busy; i++)); do
  (while :; do :; done) &
  burners+=($!)
done
sleep 20
stop_burners
wait "$recorder"
