#!/usr/bin/env bash
# Installs the Python packages of a requirements file, each pinned by hash, into a cache directory, and prints the folder with their
# programs. Usage: scripts/pinned.sh <requirements.txt>. PYTHON names another Python than python3.
set -euo pipefail
cache="${XDG_CACHE_HOME:-$HOME/.cache}/agent-run-action/$(sha256sum < "$1" | cut -c1-16)"
if [ ! -f "$cache/installed" ]; then
  "${PYTHON:-python3}" -m venv "$cache" >&2
  "$cache/bin/pip" install --quiet --disable-pip-version-check --require-hashes --no-deps -r "$1" >&2
  touch "$cache/installed"
fi
echo "$cache/bin"
