#!/usr/bin/env bash
# Checks action.yml, sandbox/action.yml, the workflows, the examples and their twins with three linters that find different
# things: actionlint (expressions, inputs, shell; needs Go), zizmor (security; needs Python 3) and action-validator (schema, globs).
# Each is pinned by hash: in scripts/linters/go.sum, scripts/linters/requirements.txt and package-lock.json. The first two go into a
# cache directory, never into the work tree. Exits non-zero when one of them finds anything.
set -euo pipefail
cd "$(dirname "$0")/.."

pins=$(cat scripts/linters/go.* scripts/linters/requirements.txt | sha256sum | cut -c1-16)
cache="${XDG_CACHE_HOME:-$HOME/.cache}/agent-run-action/lint-$pins"
actionlint="$cache/bin/actionlint"
zizmor="$cache/venv/bin/zizmor"
validator=node_modules/.bin/action-validator
mkdir -p "$cache/bin"

if [ ! -x "$actionlint" ]; then
  command -v go > /dev/null || { echo 'actionlint is built with Go: install Go 1.25 or later' && exit 1; }
  go -C scripts/linters build -mod=readonly -o "$actionlint" github.com/rhysd/actionlint/cmd/actionlint
fi
if [ ! -x "$zizmor" ]; then
  python3 -m venv "$cache/venv"
  "$cache/venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --no-deps -r scripts/linters/requirements.txt
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
