#!/usr/bin/env bash
# Check that the tools for building are installed; if not, print how to install them.
# Usage: check_tools.sh PYTHON CARGO
set -euo pipefail
python="$1"
cargo="$2"

fail() {
    printf 'make: %s\n' "$1" >&2
    exit 1
}

# Usage: older A B. Succeeds if version A is lower than version B.
older() {
    [[ "$1" != "$2" && "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" == "$1" ]]
}

command -v "$python" >/dev/null ||
    fail "$python not found. Install Python 3.10 or later, or name it: make PYTHON=python3.12 ..."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    fail "$("$python" --version 2>&1) is too old. Name Python 3.10 or later: make PYTHON=python3.12 ..."
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "$python cannot create virtual environments. On Debian and Ubuntu: apt install python3-venv"
# tools/install_rust.sh installs a missing cargo, unless the user disables that or names another.
if ! command -v "$cargo" >/dev/null && [[ -n "${MATURIN_NO_INSTALL_RUST:-}" || "$cargo" != cargo ]]; then
    fail "$cargo not found. Install Rust (https://www.rust-lang.org/tools/install) or name it: make CARGO=/path/to/cargo ..."
fi
command -v cc >/dev/null ||
    fail "C compiler cc not found, which is needed to link. On Debian and Ubuntu: apt install gcc libc6-dev"

command -v "$cargo" >/dev/null || exit 0
needed="$(sed -nE 's/^rust-version *= *"([0-9.]+)".*/\1/p' Cargo.toml | head -n 1)"
found="$("$cargo" --version | sed -nE 's/^cargo ([0-9.]+).*/\1/p')"
if [[ -n "$needed" ]] && older "$found" "$needed"; then
    fail "cargo $found is too old. Install Rust $needed or later: rustup update stable"
fi
