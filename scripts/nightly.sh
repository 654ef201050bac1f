#!/usr/bin/env bash
# What takes too long for every change, by name: all of it without arguments, else those named. Goes on after a failure, and ends
# with a table of date, commit and results. SEED draws anew what is drawn by chance; the same seed repeats it.
set -uo pipefail
cd "$(dirname "$0")/.."

export SEED="${SEED:-$(date -u +%Y%m%d)}"
all=(coverage lint e2e certificate live services property simulation fuzz time examples bench mutation)

nightly_coverage() { PROPERTY_SEED="$SEED" scripts/checks.sh coverage; }
# With the rules that need types in tests and scripts as well.
nightly_lint() { LINT_TYPES=all npm run --silent lint; }
# Without what looks at the clock: that is in `time`.
nightly_e2e() { npm run --silent test:e2e -- --silent --reporters=default --maxWorkers=4 --testPathIgnorePatterns 'dist/hostile-answers\.test'; }
nightly_property() { PROPERTY_SEED="$SEED" npm run --silent test:property; }
nightly_simulation() { npm run --silent sim -- --seeds 100000 --from "${SEED}000000"; }
# The same stories for every service, and what docs/services.md says of their results.
nightly_certificate() { npm run --silent certificate -- --check; }
# The action against a real server of OpenHands, which is installed once (live/openhands/README.md).
nightly_live() { npm run --silent live:openhands; }
# All services but the first; `simulation` has that one, which is the default.
nightly_services() {
  local services service
  services=$(npm run --silent sim -- --list | tail -n +2) || return
  for service in $services; do
    npm run --silent sim -- --service "$service" --seeds 100000 --from "${SEED}000000" || return
  done
}
nightly_fuzz() {
  npm run --silent fuzz -- --lines 5000000 --seed "$SEED" &&
    npm run --silent fuzz -- --markdown 200000 --seed "$SEED" &&
    npm run --silent fuzz -- --hidden 100000 --seed "$SEED"
}
# Looks at the clock: with the machine to itself.
nightly_time() {
  scripts/checks.sh time &&
    npm run --silent fuzz:time -- --seconds 3600 --seed "$SEED"
}
nightly_examples() { examples/twins/run.sh; }
nightly_bench() { npm run --silent bench:fleet; }
# Needs Stryker, which is no dependency: see docs/mutation.md.
nightly_mutation() { npm run --silent mutation; }

[ "$#" -gt 0 ] || set -- "${all[@]}"
table="$(date -u +%FT%RZ), $(git rev-parse --short HEAD), seed $SEED"
failed=0
for name in "$@"; do
  printf '\n=== %s\n' "$name"
  started=$SECONDS result=passed
  "nightly_$name" || { result=FAILED failed=1; }
  table+=$(printf '\n%-12s %s after %d s' "$name" "$result" "$((SECONDS - started))")
done
printf '\n%s\n' "$table"
exit "$failed"
