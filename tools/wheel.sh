#!/usr/bin/env bash
# Builds a wheel and the source archive of this checkout: wheel.sh PYTHON OUT
# PYTHON is the one that maturin is installed for. The same commit gives the same wheel: the time in
# it is the commit's, and no path of this machine is in it.
set -euo pipefail
python="$(realpath -s "$1")"
out="$(realpath -m "$2")"
cd "$(dirname "$0")/.."
PATH="$(dirname "$python"):$PATH" # where maturin looks for zig

SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
registry="${CARGO_HOME:-$HOME/.cargo}/registry/src"
export RUSTFLAGS="--remap-path-prefix=$registry=/registry --remap-path-prefix=$PWD=/truebleu"
# Apart from the other builds, whose flags are others.
export CARGO_TARGET_DIR="$PWD/target/wheel"

compatibility=(--compatibility pypi)
if [[ "$(uname -s)" == Linux ]]; then
    # zig links against the C library of 2014 wherever this runs.
    compatibility=(--zig --compatibility manylinux2014)
fi
"$python" -m maturin build --release --locked --quiet "${compatibility[@]}" --out "$out"
"$python" tools/settle_wheel.py "$out"/truebleu-*.whl
"$python" -m maturin sdist --out "$out"
if [[ "$(uname -s)" == Linux ]]; then
    "$python" -m auditwheel show "$out"/truebleu-*.whl
fi
