#!/usr/bin/env bash
# Builds every package that a notebook cell may import, so that the first cell links and does not compile.
# usage: scripts/warm.sh
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
module=$(go list -m)

# The packages of the module that link quickly, and what else the notebooks name. Listing must not fetch: the go command
# would get the modules of the others too.
imports() {
  GOPROXY=off go list -e -find -f '{{if ne .Name "main"}}{{.ImportPath}}{{end}}' ./fencekit/... ./plots/... 2>/dev/null |
    grep -vE '/internal/|/(arrowio|parquetio|sqlio)$'
  grep -rohE --include='*.ipynb' "\\\\\"($module|gonum\.org)/[^\"\\]+" notebooks | tr -d '\\"'
}

# A program that imports them, in a workspace as the kernel lays one: this also fetches the descriptions of modules that
# only a workspace asks for, since the kernel itself asks nobody.
cell=$(mktemp -d)
trap 'rm -rf "$cell"' EXIT
{
  echo 'package main'
  imports | sort -u | sed 's/.*/import _ "&"/'
  echo 'func main() {}'
} >"$cell/main.go"
cd "$cell"
go mod init cell 2>/dev/null
go work init . "$here"
go build -ldflags=-s -o cell .
