#!/usr/bin/env bash
# Builds the image of the Dockerfile and looks whether it keeps its promises: its size, the notebooks run on its kernel
# without a network, the server answers those who have the token and nobody else, and the controls follow a reader's
# mouse in its JupyterLab.
# usage: scripts/container-test.sh
# With a Docker engine the image is built and run by it, otherwise by Debian's buildah, which needs root: then the base
# image is a stand-in, Debian's packages and the Go of this machine, and containers share this machine's network.
# PORT is the server's port here, 8888 by default. KEEP=DIR keeps buildah's images in DIR, and takes the stand-in from there;
# STORAGE_DRIVER is buildah's, by default vfs, which works everywhere; overlay needs less room and time.
set -euo pipefail
cd "$(dirname "$0")/.."
most=3000000000 # bytes of the image, unpacked
port=${PORT:-8888}
image=fence-container-test
base=golang:1.26-trixie
work=$(mktemp -d)
shots=${FENCE_SCREENSHOTS:-out/screenshots}
[[ $shots == /* ]] || shots=$PWD/$shots
server=

finish() {
  stop_server
  if [[ $engine == docker ]]; then
    [[ -n ${KEEP:-} ]] || docker rmi -f "$image" >/dev/null 2>&1 || true
  elif [[ -d ${store:-} ]]; then
    buildah_here rm -a >/dev/null 2>&1 || true
    [[ -n ${KEEP:-} ]] || rm -rf "$store"
  fi
  rm -rf "$work"
}
fail() { echo "container-test: $*" >&2; exit 1; }

# Docker's engine, or buildah in its place. Each has: build, inside COMMAND... (as the image's user, without a network where
# the engine can do without), start_server [OPTION...], server_log, stop_server, is_healthy.
if docker info >/dev/null 2>&1; then
  engine=docker
  build() { docker build --build-arg "GOPROXY=$(go env GOPROXY)" --build-arg "GOSUMDB=$(go env GOSUMDB)" -t "$image" .; }
  inside() { docker run --rm --network none "$image" "$@"; }
  start_server() { server=$(docker run -d --health-interval=2s -p "127.0.0.1:$port:8888" "$image" "$@"); }
  server_log() { docker logs "$server" 2>&1; }
  stop_server() { [[ -z $server ]] || docker rm -f "$server" >/dev/null; server=; }
  is_healthy() { [[ $(docker inspect --format '{{.State.Health.Status}}' "$server") == healthy ]]; }
else
  engine=buildah
  store=${KEEP:-}
  [[ $(id -u) == 0 ]] || fail "no Docker engine answers, and buildah without one needs root"
  scripts/needs.sh buildah mmdebstrap
  [[ -n $store ]] || store=$(mktemp -d -p /var/tmp fence-container.XXXXXX)
  export BUILDAH_ISOLATION=chroot
  # What this machine trusts, which may be a proxy of its own.
  trusted=/etc/ssl/certs/ca-certificates.crt
  where=(--storage-driver "${STORAGE_DRIVER:-vfs}" --root "$store/images" --runroot "$store/run")
  buildah_here() { buildah "${where[@]}" "$@"; }
  build() {
    buildah_here images -q "localhost/$base" >/dev/null 2>&1 || stand_in
    buildah_here bud -q --format docker --pull=never --volume "$trusted:$trusted:ro" \
      --build-arg "GOPROXY=$(go env GOPROXY)" --build-arg "GOSUMDB=$(go env GOSUMDB)" -t "$image" .
  }
  inside() { buildah_here run "$container" -- "$@"; }
  start_server() {
    [[ $# -gt 0 ]] || set -- jupyter lab
    setsid buildah "${where[@]}" run "$container" -- \
      "$@" "--ServerApp.port=$port" --ServerApp.ip=127.0.0.1 >"$work/log" 2>&1 &
    server=$!
  }
  server_log() { cat "$work/log"; }
  stop_server() {
    [[ -n $server ]] || return 0
    kill -TERM -- "-$server" 2>/dev/null || true
    for _ in {1..50}; do kill -0 -- "-$server" 2>/dev/null || break; sleep 0.2; done
    kill -KILL -- "-$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=
  }
  # buildah does not watch over health, so the image's own command is asked.
  is_healthy() {
    local command
    command=$(buildah_here inspect --format '{{index .Docker.ContainerConfig.Healthcheck.Test 1}}' "$container")
    inside sh -c "${command//8888/$port}" >/dev/null 2>&1
  }
fi
trap finish EXIT

# stand_in makes the base image: what Docker's official image of Go has, from the mirror that apt uses here.
stand_in() {
  echo "container-test: making a stand-in for $base"
  local codename root=$work/root.tar container
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 'Origin: Debian' | sort -u |
    sed "s/\b$codename\b/trixie/; s/.*/deb & main/" >"$work/sources"
  mmdebstrap --quiet --variant=apt --mode=root --include=ca-certificates,curl,g++,gcc,git,gnupg,libc6-dev,make,\
mercurial,netbase,openssh-client,passwd,pkg-config,procps,sq,subversion,tzdata,wget trixie "$root" "$work/sources"
  container=$(buildah_here from scratch)
  buildah_here add -q "$container" "$root" / >/dev/null
  buildah_here add -q "$container" "$(go env GOROOT)" /usr/local/go >/dev/null
  buildah_here run "$container" -- sh -c 'mkdir -p /go/src /go/bin && chmod -R 1777 /go'
  buildah_here config --env GOTOOLCHAIN=local --env GOPATH=/go --workingdir /go \
    --env PATH=/go/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah_here commit -q --rm "$container" "localhost/$base" >/dev/null
  rm "$root"
}

# code PATH: the status with which the server answers.
code() { curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port$1"; }

SECONDS=0
echo "container-test: building with $engine"
set +e
(set -e; build) >"$work/build" 2>&1
built=$?
set -e
((built == 0)) || { tail -n 30 "$work/build" >&2; fail "the image does not build"; }
[[ $engine == docker ]] || container=$(buildah_here from --pull-never "$image")
echo "container-test: built in $SECONDS s"

inside sh -c 'du -xsB1 /; du -xB1M -d3 /; true' 2>/dev/null >"$work/du"
size=$(awk 'NR == 1 { print $1 }' "$work/du")
echo "container-test: $((size / 1000000)) MB unpacked; the five largest parts, in MiB:"
awk 'NR > 1 && gsub("/", "/", $2) == 3' "$work/du" | sort -rn | sed -n 1,5p
((size < most)) || fail "the image has $size bytes, want less than $most"

[[ $(inside id -un) != root ]] || fail "the image runs as root"
echo "container-test: the notebooks, on the image's kernel"
SECONDS=0
inside env GOPROXY=off go run ./notebooks/run -check -jobs 1 || fail "the notebooks do not run in the image as they are stored"
echo "container-test: all notebooks in $SECONDS s"

[[ $(code /) == 000 ]] || fail "port $port is in use; PORT=N takes another"
start_server
for _ in {1..150}; do is_healthy && break; sleep 0.2; done
is_healthy || { server_log | tail -n 20 >&2; fail "the server does not become healthy"; }
token=$(server_log | grep -oE 'token=[0-9a-f]{48}' | head -n 1) || fail "the log names no token"
[[ $(code /api/contents) == 403 ]] || fail "without the token the server answers $(code /api/contents), want 403"
[[ $(code "/api/contents?$token") == 200 ]] || fail "with the token the server answers $(code "/api/contents?$token"), want 200"
echo "container-test: the server is healthy, refuses those without the token, and answers those with it"

scripts/needs.sh chromium
FENCE_LAB_URL=http://127.0.0.1:$port FENCE_LAB_TOKEN=${token#token=} FENCE_SCREENSHOTS=$shots \
  go test -tags container -count=1 -v ./container
stop_server
[[ $(code /) == 000 ]] || fail "the server goes on after its end"
echo "container-test: all is as the Dockerfile promises"
