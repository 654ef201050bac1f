#!/usr/bin/env bash
# Every check a change has to pass, by name: all of them without arguments, else those named. `.ci/run` and the
# workflow CI call this one list, which takes about twenty minutes on two cores. What takes longer is in nightly.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

# The strings of a list run beside each other, the checks that a string names one after the other.
first=(types dist)
# Uses every core by itself.
alone=(tests)
# The suites of processes mostly wait, so the checks that compute run beside them, at a lower priority.
waiting=("promises examples" "conformance e2e")
computing=("docs architecture lint property simulation fuzz workflows")
# What holds the product to a time limit while it works hard runs last, with the machine to itself.
last=(time demo)

# `npm test`, with the Python packages that hold OpenTelemetry's own messages, pinned by hash. Where they cannot be
# installed, the tests that need them are skipped and say so.
check_tests() { with_otlp npm test --silent -- --silent --reporters=default; }
check_coverage() { with_otlp npm run --silent coverage -- --silent --reporters=default --coverageReporters=text-summary; }
with_otlp() {
  local bin
  if bin=$(scripts/pinned.sh __tests__/report/otlp/requirements.txt); then export PYTHON="$bin/python"; fi
  "$@"
}
check_types() { npm run --silent types; }
check_lint() { npm run --silent lint; }
check_docs() { npm run --silent docs -- --check; }
check_architecture() { npm run --silent architecture; }

# The action is what dist says, not what src says, so the bundles are built from nothing and compared.
check_dist() {
  rm -rf dist sandbox/dist
  npm run --silent build
  changed=$(git status --porcelain -- dist sandbox/dist)
  if [ -n "$changed" ]; then
    printf 'The committed bundles differ from a fresh build. Run "npm run build" and commit them:\n%s\n' "$changed"
    return 1
  fi
}

# What the contract promises, one file a promise.
# More workers than cores, because these tests wait for timers and processes; not many more, because two suites run at once.
check_promises() { npm run --silent promises -- --silent --reporters=default --maxWorkers=3; }

# The same stories for every service, and the table of their results in docs/services.md.
check_conformance() { npm run --silent certificate -- --check; }

# Files of `__tests__/dist` that take minutes: at night.
long='dist/(egress|large-log)\.test'
# Files of `__tests__/dist` that work hard against a time limit, or count what fits into one: in `time`.
timed='dist/(hostile-answers|cursor)\.test'
check_e2e() { npm run --silent test:e2e -- --silent --reporters=default --maxWorkers=3 --testPathIgnorePatterns "$long" "$timed"; }
# At the low priority that it has beside the suites of processes, a test may take thirty times as long as alone.
check_property() { npm run --silent test:property -- --testTimeout=600000; }
# Two services at a time, the newest first, which take longest; each says what it found in one piece. A run of
# 2,000 seeds or more also has to reach every rare state: that is for the night, which draws 100,000 of each service.
check_simulation() { npm run --silent sim -- --list | tac | xargs -P 2 -I '{}' scripts/checks.sh simulate '{}'; }
simulate() {
  local found failed=0
  found=$(npm run --silent sim -- --seeds 500 --service "$1") || failed=$?
  printf '%s: %s\n' "$1" "$found"
  return "$failed"
}

check_fuzz() {
  npm run --silent fuzz -- --lines 100000
  npm exec -- node scripts/fuzz-faults.ts
}

# The limits of contract 6.5, against answers that are hard to read.
check_time() {
  npm run --silent test:e2e -- "$timed" --silent --reporters=default
  npm run --silent fuzz:time -- --seconds 15 --slack 3
}

check_workflows() { scripts/lint-workflows.sh; }
# One of each kind: a dispatch as a stranger copies it, an issue's comments, a pull request, a schedule, a fleet, a review.
# Those that take longest come first. All of them run at night.
check_examples() { examples/twins/run.sh unchanged comments readme structured-verdict scheduled-maintenance fan-out inline-review cursor-issue-comment devin-schedule jules-issue-label openhands-issue-label; }
check_demo() { npm run --silent demo; }

run() {
  local name started
  for name in "$@"; do
    printf '\n=== %s\n' "$name"
    started=$SECONDS
    "check_$name"
    printf '=== %s passed in %d s\n' "$name" "$((SECONDS - started))"
  done
}

if [ "${1:-}" = simulate ]; then
  simulate "$2"
  exit
fi
if [ "$#" -gt 0 ]; then
  run "$@"
  exit
fi

outputs=$(mktemp -d)
trap 'rm -rf "$outputs"' EXIT
started=()

# start NICENESS STRING…
start() {
  local names niceness=$1
  shift
  for names in "$@"; do
    # Names without spaces, split on purpose.
    # shellcheck disable=SC2086
    nice -n "$niceness" scripts/checks.sh $names > "$outputs/$names" 2>&1 &
    started+=("$!")
  done
}

# Waits for all that was started, and says what each has said in one piece.
finish() {
  local pid failed=0
  for pid in "${started[@]}"; do
    wait "$pid" || failed=$?
  done
  cat "$outputs"/*
  rm -f "$outputs"/*
  started=()
  return "$failed"
}

start 0 "${first[@]}"
finish
run "${alone[@]}"
start 0 "${waiting[@]}"
start 10 "${computing[@]}"
finish
run "${last[@]}"
