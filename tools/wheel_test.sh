#!/bin/sh
# Builds the wheel of this platform, installs it into a fresh environment that finds no compiler, and runs the demo from it.
# Usage: wheel_test.sh [linked]; linked: with nanobind compiled in, as distributions want it, and nanobind-backend removed.
set -eu
bin=$(pwd)/.venv/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

quietly() { "$@" > "$work/log" 2>&1 || { cat "$work/log" >&2; echo "failed: $*" >&2; exit 1; }; }

if [ "${1:-}" = linked ]; then
  quietly "$bin/python" -m build --wheel --no-isolation --outdir "$work/raw" -Ccmake.define.RECTRIX_LINKED=ON \
    -Cwheel.py-api= -Cbuild-dir=build/linked .
else
  quietly "$bin/python" -m build --wheel --no-isolation --outdir "$work/raw" .
  ls "$work"/raw/*-cp311-abi3-*.whl > /dev/null  # one wheel for every CPython from 3.11 on
fi
if [ "$(uname)" = Linux ]; then
  quietly env PATH="$bin:$PATH" "$bin/python" -m auditwheel repair --wheel-dir "$work/wheels" "$work"/raw/*.whl
else
  mv "$work/raw" "$work/wheels"
fi

"$bin/python" -m venv "$work/fresh"
quietly "$work/fresh/bin/python" -m pip install --only-binary :all: --constraint constraints.txt "$work"/wheels/*.whl
[ "${1:-}" != linked ] || quietly "$work/fresh/bin/python" -m pip uninstall --yes nanobind-backend
# The folder of the environment alone is searched for programs: no compiler, no make.
alone="env PATH=$work/fresh/bin"
$alone "$work/fresh/bin/rectrix" --version
quietly $alone "$work/fresh/bin/rectrix" demo --output "$work/demo" --pairs 600 --held-out-sentences 50
for wheel in "$work"/wheels/*.whl; do echo "the demo ran from $(basename "$wheel")"; done
