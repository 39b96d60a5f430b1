#!/usr/bin/env bash
# Build a wheel and the source archive of this checkout. Usage: wheel.sh PYTHON OUT
# PYTHON must have maturin. Builds are reproducible: the wheel has the time of the commit and no
# paths of this machine.
set -euo pipefail
python="$(realpath -s "$1")"
out="$(realpath -m "$2")"
cd "$(dirname "$0")/.."
PATH="$(dirname "$python"):$PATH" # maturin searches zig there

SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
registry="${CARGO_HOME:-$HOME/.cargo}/registry/src"
export RUSTFLAGS="--remap-path-prefix=$registry=/registry --remap-path-prefix=$PWD=/truebleu"
# A separate folder, because other builds have other flags.
export CARGO_TARGET_DIR="$PWD/target/wheel"

compatibility=(--compatibility pypi)
if [[ "$(uname -s)" == Linux ]]; then
    # zig links with the C library of manylinux2014 on any machine.
    compatibility=(--zig --compatibility manylinux2014)
fi
"$python" -m maturin build --release --locked --quiet "${compatibility[@]}" --out "$out"
"$python" tools/settle_wheel.py "$out"/truebleu-*.whl
"$python" -m maturin sdist --out "$out"
if [[ "$(uname -s)" == Linux ]]; then
    "$python" -m auditwheel show "$out"/truebleu-*.whl
fi
