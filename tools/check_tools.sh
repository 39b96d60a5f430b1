#!/usr/bin/env bash
# Says in plain words what is missing before anything is built: check_tools.sh PYTHON CARGO
set -euo pipefail
python="$1"
cargo="$2"

fail() {
    printf 'make: %s\n' "$1" >&2
    exit 1
}

# older A B: is version A before version B?
older() {
    [[ "$1" != "$2" && "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" == "$1" ]]
}

command -v "$python" >/dev/null ||
    fail "there is no $python. Install Python 3.10 or later, or name one: make PYTHON=python3.12 ..."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    fail "$("$python" --version 2>&1) is too old: Python 3.10 or later is needed. Name one: make PYTHON=python3.12 ..."
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "$python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"
# Without cargo tools/install_rust.sh installs one, unless that is forbidden or another is named.
if ! command -v "$cargo" >/dev/null && [[ -n "${MATURIN_NO_INSTALL_RUST:-}" || "$cargo" != cargo ]]; then
    fail "there is no $cargo. Install Rust (https://www.rust-lang.org/tools/install) or name one: make CARGO=/path/to/cargo ..."
fi
command -v cc >/dev/null ||
    fail "there is no C compiler to link with (cc). On Debian and Ubuntu: apt install gcc libc6-dev"

command -v "$cargo" >/dev/null || exit 0
needed="$(sed -nE 's/^rust-version *= *"([0-9.]+)".*/\1/p' Cargo.toml | head -n 1)"
found="$("$cargo" --version | sed -nE 's/^cargo ([0-9.]+).*/\1/p')"
if [[ -n "$needed" ]] && older "$found" "$needed"; then
    fail "cargo $found is too old: Rust $needed or later is needed. With rustup: rustup update stable"
fi
