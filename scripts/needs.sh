#!/usr/bin/env bash
# Sees to it that tools are there: installs Debian's package when run as root, otherwise says what is missing.
# usage: scripts/needs.sh TOOL...      TOOL: make, node, npm, gcc (with the C library's headers), simpy, matplotlib,
#         pandas (and scipy, jinja2, tabulate), chromium (with the typeface of the figures),
#         jupyter (a server, and nbconvert), buildah, mmdebstrap
set -euo pipefail

has() {
  case $1 in
    simpy) /usr/bin/python3 -c 'import simpy' 2>/dev/null ;;
    pandas) /usr/bin/python3 -c 'import pandas, scipy.stats, jinja2, tabulate' 2>/dev/null ;;
    matplotlib) /usr/bin/python3 -c 'import matplotlib.backends.backend_agg' 2>/dev/null ;;
    chromium) command -v chromium >/dev/null && [[ -n $(find /usr/share/fonts -name 'LiberationSans-Regular*' 2>/dev/null) ]] ;;
    jupyter) command -v jupyter >/dev/null && jupyter nbconvert --version >/dev/null 2>&1 &&
      { command -v jupyter-notebook || command -v jupyter-lab; } >/dev/null ;;
    gcc) echo '#include <stdlib.h>' | gcc -E - >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

packages_of() {
  case $1 in
    make) echo make ;;
    node) echo nodejs ;;
    npm) echo nodejs npm ;;
    gcc) echo gcc libc6-dev ;;
    buildah) echo buildah ;;
    mmdebstrap) echo mmdebstrap ;;
    jupyter) echo jupyter-notebook jupyter-nbconvert python3-nbclient ;;
    simpy) echo python3-simpy3 ;;
    matplotlib) echo python3-matplotlib ;;
    pandas) echo python3-pandas python3-scipy python3-jinja2 python3-tabulate ;;
    chromium) echo chromium fonts-liberation ;;
    *) echo "needs: unknown tool: $1" >&2; exit 2 ;;
  esac
}

packages=()
for tool in "$@"; do
  debian=$(packages_of "$tool")
  # shellcheck disable=SC2206 # one tool may need several packages
  has "$tool" || packages+=($debian)
done
if ((${#packages[@]} == 0)); then
  echo "needs: $* found"
  exit 0
fi
if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
  echo "needs: missing; on Debian: apt-get install ${packages[*]}" >&2
  exit 1
fi
echo "needs: installing ${packages[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
for tool in "$@"; do
  has "$tool" || { echo "needs: $tool is still missing after installing ${packages[*]}" >&2; exit 1; }
done
