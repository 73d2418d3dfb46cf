#!/usr/bin/env bash
# Sets up the project's own notebook kernel and starts Jupyter with it. Everything goes into .jupyter in the checkout;
# nothing of the user's own set-up is read or written.
# usage: scripts/lab.sh [--kernel-only|--kernel-cold]
# --kernel-only stops before the server, --kernel-cold also before anything that cells import is built.
# PORT is the server's port, 8888 by default; NOTEBOOK is what opens, 00-start.ipynb by default; LAB=notebook or
# LAB=lab takes one of the two Jupyters where both are there.
set -euo pipefail
cd "$(dirname "$0")/.."
goimports=v0.42.0 # of golang.org/x/tools
gopls=v0.21.0     # the newest for this Go
port=${PORT:-8888}
notebook=${NOTEBOOK:-00-start.ipynb}
server=${LAB:-}

die() { echo "lab: $2" >&2; exit "$1"; }
busy() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }

# Whatever would stop the start is said before the minutes of building.
case ${1:-} in
  "" | --kernel-only | --kernel-cold) ;;
  *) echo "usage: scripts/lab.sh [--kernel-only|--kernel-cold]" >&2; exit 2 ;;
esac
if [[ -z ${1:-} ]]; then
  [[ -f notebooks/$notebook ]] || die 2 "NOTEBOOK = $notebook: must be one of $(cd notebooks && echo *.ipynb)"
  [[ $port =~ ^[1-9][0-9]{0,4}$ ]] && ((port < 65536)) || die 2 "PORT = $port: must lie within [1, 65535]"
  [[ $server =~ ^(lab|notebook)?$ ]] || die 2 "LAB = $server: must be lab or notebook"
  ! busy || die 1 "port $port is in use; take another: make lab PORT=8889"
fi
command -v go >/dev/null || die 1 "go is missing; install Go $(awk '$1 == "go" { print $2 }' go.mod) or newer"
if [[ -z ${1:-} ]]; then
  scripts/needs.sh jupyter
  [[ -z $server ]] || command -v "jupyter-$server" >/dev/null || die 1 "LAB = $server: jupyter-$server is not installed"
fi

root=$PWD
home=$root/.jupyter
mkdir -p "$home/bin" "$home/tools" "$home/kernels/gonb"

# install FOLDER NAME MODULE VERSION COMMAND...: runs the command unless the folder has the program of that version.
install() {
  local folder=$home/$1 name=$2 module=$3 version=$4 built
  shift 4
  # A variable, since grep -q would end the pipe early, and pipefail call that a failure.
  built=$(go version -m "$folder/$name" 2>/dev/null || true)
  if grep -q "[[:space:]]${module}[[:space:]]${version}[[:space:]]" <<<"$built"; then return; fi
  echo "lab: installing $name $version"
  GOBIN=$folder GOFLAGS= "$@"
}
install bin gonb github.com/janpfeifer/gonb "$(go list -m -f '{{.Version}}' github.com/janpfeifer/gonb)" \
  go install github.com/janpfeifer/gonb
install bin goimports golang.org/x/tools "$goimports" go install "golang.org/x/tools/cmd/goimports@$goimports"
install tools gopls golang.org/x/tools/gopls "$gopls" go install "golang.org/x/tools/gopls@$gopls"
# GoNB leaves its gopls running when it is ended before it has stopped it, at most restarts and shutdowns. One that
# nobody is connected to for a minute ends by itself.
cat >"$home/gopls.new" <<EOF
#!/bin/sh
exec "$home/tools/gopls" "\$@" -listen.timeout=1m
EOF
chmod +x "$home/gopls.new"
mv "$home/gopls.new" "$home/bin/gopls"

# A panic in a cell is one line; GOTRACEBACK=single brings the stack back. A program cannot lower this itself.
# Cells are built without symbols, which links them a fifth faster, and never ask the network: all they may import is
# what this checkout builds with.
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
  "GOTRACEBACK": "${GOTRACEBACK:-none}",
  "GOFLAGS": "$flags"
 }
}
EOF
# Debian's Lab does not list running kernels that have no picture. The module may be gone though its program is there.
go mod download github.com/janpfeifer/gonb
command install -m 644 "$(go list -m -f '{{.Dir}}' github.com/janpfeifer/gonb)/internal/kernel/Go_gopher_favicon.svg" \
  "$home/kernels/gonb/logo-svg.svg"
[[ ${1:-} == --kernel-cold ]] && exit 0
echo "lab: building what notebooks import, so that the first cell is quick"
scripts/warm.sh
# A cell may also import the packages that take long to build. The modules that they need are fetched, since the kernel
# asks nobody, and not built.
go list -deps ./fencekit/... >/dev/null
[[ ${1:-} == --kernel-only ]] && exit 0

if [[ -z $server ]]; then
  server=notebook
  command -v jupyter-lab >/dev/null && server=lab
fi
# The first Ctrl-C ends the server and its kernels; it asks nothing.
options=(--ip=127.0.0.1 "--port=$port" -y)
[[ $(id -u) == 0 ]] && options+=(--allow-root)
[[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-}${BROWSER:-} || $(uname) == Darwin ]] || options+=(--no-browser)
export JUPYTER_PATH=$home${JUPYTER_PATH:+:$JUPYTER_PATH}
export JUPYTER_CONFIG_DIR=$home/config JUPYTER_DATA_DIR=$home/data JUPYTER_RUNTIME_DIR=$home/runtime
export IPYTHONDIR=$home/ipython
cd notebooks
# The server prints the address of its list of files; the notebook's own is printed here, so the token has to be known.
export JUPYTER_TOKEN=${JUPYTER_TOKEN:-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}
path=notebooks
[[ $server == lab ]] && path=lab/tree
echo "lab: Ctrl-C ends the server; the notebook is at http://127.0.0.1:$port/$path/$notebook?token=$JUPYTER_TOKEN"
if [[ $server == lab ]]; then
  exec jupyter lab "${options[@]}" --ServerApp.port_retries=0 "$notebook"
fi
exec jupyter notebook "${options[@]}" --NotebookApp.port_retries=0 "$notebook"
