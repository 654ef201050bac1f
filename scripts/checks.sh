#!/usr/bin/env bash
# Every check a change has to pass, by name: all of them without arguments, else those named. `.ci/run` and the
# workflow CI call this one list.
set -euo pipefail
cd "$(dirname "$0")/.."

all=(tests types lint docs architecture dist e2e property simulation fuzz bench workflows examples demo)

# `npm test`, with coverage.
check_tests() { npm run --silent coverage -- --silent --reporters=default --coverageReporters=text-summary; }
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

check_e2e() { npm run --silent test:e2e; }
check_property() { npm run --silent test:property; }
check_simulation() { npm run --silent sim -- --seeds 10000; }

check_fuzz() {
  npm run --silent fuzz -- --lines 10000
  npm run --silent fuzz -- --guided --runs 1000000 --seconds 15
  npm run --silent fuzz:time -- --seconds 60
}

check_bench() { npm run --silent bench:fleet -- --quick; }
check_workflows() { scripts/lint-workflows.sh; }
check_examples() { examples/twins/run.sh; }
check_demo() { npm run --silent demo; }

[ "$#" -gt 0 ] || set -- "${all[@]}"
for name in "$@"; do
  printf '\n=== %s\n' "$name"
  started=$SECONDS
  "check_$name"
  printf '=== %s passed in %d s\n' "$name" "$((SECONDS - started))"
done
