#!/usr/bin/env bash
# Sets up the project's own notebook kernel and starts Jupyter with it. Everything goes into .jupyter in the checkout;
# nothing of the user's own set-up is read or written.
# usage: scripts/lab.sh [--kernel-only]
# PORT is the server's port, 8888 by default; NOTEBOOK is what opens, 00-start.ipynb by default; LAB=notebook or
# LAB=lab takes one of the two Jupyters where both are there.
set -euo pipefail
cd "$(dirname "$0")/.."
goimports=v0.42.0 # of golang.org/x/tools
gopls=v0.21.0     # the newest for this Go
port=${PORT:-8888}
notebook=${NOTEBOOK:-00-start.ipynb}

case ${1:-} in
  "" | --kernel-only) ;;
  *) echo "usage: scripts/lab.sh [--kernel-only]" >&2; exit 2 ;;
esac
command -v go >/dev/null || { echo "lab: go is missing; install Go $(awk '$1 == "go" { print $2 }' go.mod) or newer" >&2; exit 1; }

root=$PWD
home=$root/.jupyter
mkdir -p "$home/bin" "$home/kernels/gonb"

# install NAME MODULE VERSION COMMAND...: runs the command unless bin has the program of that version.
install() {
  local name=$1 module=$2 version=$3
  shift 3
  if go version -m "$home/bin/$name" 2>/dev/null | grep -q "[[:space:]]$module[[:space:]]$version"; then return; fi
  echo "lab: installing $name $version"
  GOBIN=$home/bin GOFLAGS= "$@"
}
install gonb github.com/janpfeifer/gonb "$(go list -m -f '{{.Version}}' github.com/janpfeifer/gonb)" \
  go install github.com/janpfeifer/gonb
install goimports golang.org/x/tools "$goimports" go install "golang.org/x/tools/cmd/goimports@$goimports"
install gopls golang.org/x/tools/gopls "$gopls" go install "golang.org/x/tools/gopls@$gopls"

# Cells are built without symbols, which links them a fifth faster, and never ask the network: all they may import is what
# this checkout builds with.
flags=-ldflags=-s
cat >"$home/kernels/gonb/kernel.json" <<EOF
{
 "argv": ["$home/bin/gonb", "-kernel", "{connection_file}", "-go_work=$root", "-raw_error=true", "-logtostderr=true"],
 "display_name": "Go (gonb)",
 "language": "go",
 "interrupt_mode": "signal",
 "env": {
  "PATH": "$home/bin:$(go env GOROOT)/bin:$PATH",
  "GOPROXY": "off",
  "GOFLAGS": "$flags"
 }
}
EOF
echo "lab: building what notebooks import, so that the first cell is quick"
GOFLAGS=$flags go build ./fencekit/... ./plots
warm=$(mktemp -d)
trap 'rm -rf "$warm"' EXIT
GOFLAGS=$flags go test -c -o "$warm/nb" ./fencekit/nb # the parts of the kernel that a cell links
[[ ${1:-} == --kernel-only ]] && exit 0

scripts/needs.sh jupyter
server=${LAB:-}
if [[ -z $server ]]; then
  server=notebook
  command -v jupyter-lab >/dev/null && server=lab
fi
if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
  echo "lab: port $port is in use; take another: make lab PORT=8889" >&2
  exit 1
fi
options=(--ip=127.0.0.1 "--port=$port")
[[ $(id -u) == 0 ]] && options+=(--allow-root)
[[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-}${BROWSER:-} || $(uname) == Darwin ]] || options+=(--no-browser)
export JUPYTER_PATH=$home${JUPYTER_PATH:+:$JUPYTER_PATH}
cd notebooks
echo "lab: Ctrl-C ends the server; the address with its token follows"
if [[ $server == lab ]]; then
  exec jupyter lab "${options[@]}" --ServerApp.port_retries=0 "$notebook"
fi
exec jupyter notebook "${options[@]}" --NotebookApp.port_retries=0 "$notebook"
