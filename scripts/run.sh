#!/bin/sh
# Usage: sh scripts/run.sh program [argument ...]
#
# Installs the packages when that is necessary, and becomes a program of this repository, run with Node 24. Nothing of
# this stays beside the program: no shell, and no Node that was needed to find another one.
root=$(cd "$(dirname "$0")/.." && pwd) || exit
node=$(node "$root/scripts/bootstrap.mjs") || exit
cd "$root" || exit
NODE_COMPILE_CACHE="$root/.cache/node" exec "$node" "$@"
