#!/usr/bin/env bash
# Gives the module another path: in go.mod and in every import of the project's Go files and notebooks. Then it builds.
# usage: scripts/rename.sh MODULE
set -euo pipefail
cd "$(dirname "$0")/.."
new=${1:-}
if [[ -z $new ]]; then
  echo "rename: MODULE is empty; say make rename MODULE=example.org/you/fence" >&2
  exit 2
fi
if ! [[ $new =~ ^[A-Za-z0-9._~/-]+$ ]]; then
  echo "rename: MODULE: \"$new\" is no module path" >&2
  exit 2
fi
old=$(go list -m)
if [[ $new == "$old" ]]; then
  echo "rename: the module is $old already"
  exit 0
fi

# files ENDING: the files that git knows or would add; without git, all.
files() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard -- "*$1"
  else
    find . -name "*$1" -not -path './out/*' -print0
  fi
}

go mod edit -module "$new"
# A line that is an import, alone, in a block or in a comment; the path must be the module's or begin with it and a slash.
line='^([[:space:]]*(//[[:space:]]*)?(import[[:space:]]+)?([A-Za-z_.][A-Za-z0-9_]*[[:space:]]+)?")'
changed=0
while IFS= read -r -d '' file; do
  [[ -f $file ]] || continue
  sed -E "s|$line${old//./\\.}(/[^\"]*)?(\"[[:space:]]*(//.*)?)\$|\\1$new\\5\\6|" "$file" >"$file.renamed"
  if cmp -s "$file" "$file.renamed"; then
    rm "$file.renamed"
  else
    gofmt "$file.renamed" >"$file" # the imports of a block may sort otherwise now
    rm "$file.renamed"
    changed=$((changed + 1))
  fi
done < <(files .go)
# The same line as a string of a notebook's JSON.
line='^([[:space:]]*"(\\t)*(import +)?([A-Za-z_.][A-Za-z0-9_]* +)?\\")'
while IFS= read -r -d '' file; do
  [[ -f $file ]] || continue
  sed -E "s|$line${old//./\\.}(/[^\"\\]*)?(\\\\\"[^\"]*\",?)\$|\\1$new\\5\\6|" "$file" >"$file.renamed"
  if cmp -s "$file" "$file.renamed"; then
    rm "$file.renamed"
  else
    mv "$file.renamed" "$file"
    changed=$((changed + 1))
  fi
done < <(files .ipynb)
echo "rename: $old is now $new in go.mod and $changed files; building"
go build ./...
go vet ./...
