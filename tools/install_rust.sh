#!/usr/bin/env bash
# Install a Rust toolchain if there is none, as `pip install .` does. Usage: install_rust.sh VENV CARGO
# Like maturin's build backend, it uses puccinialin, which installs into the user's cache folder.
set -euo pipefail
venv="$1"
cargo="$2"
command -v "$cargo" >/dev/null && exit 0

echo "make: cargo not found. Installing Rust into your cache folder, as pip does (MATURIN_NO_INSTALL_RUST=1 prevents it)"
info="$venv/rust.json"
if ! { "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "puccinialin>=0.1,<0.2" &&
    "$venv/bin/python" -m puccinialin --info-json "$info" >"$venv/rust.log" 2>&1; }; then
    tail -n 1 "$venv/rust.log" 2>/dev/null >&2 || true
    echo "make: Rust could not be installed. Install it (https://www.rust-lang.org/tools/install) or name it: make CARGO=/path/to/cargo ..." >&2
    exit 1
fi
# Wrappers of the toolchain's programs; .venv/bin is first on the PATH of make, cargo and maturin.
"$venv/bin/python" - "$info" "$venv/bin" <<'PYTHON'
import json, os, shlex, sys
from pathlib import Path

env = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["env"]
programs = Path(env["CARGO_HOME"], "bin")
exports = [f"export {name}={shlex.quote(env[name])}" for name in ("CARGO_HOME", "RUSTUP_HOME")]
exports.append(f"export PATH={shlex.quote(str(programs))}:\"$PATH\"")
for program in ("cargo", "rustc", "rustdoc", "rustup"):
    wrapper = Path(sys.argv[2], program)
    command = f'exec {shlex.quote(str(programs / program))} "$@"'
    wrapper.write_text("\n".join(["#!/bin/sh", *exports, command, ""]), encoding="utf-8")
    wrapper.chmod(0o755)
PYTHON
"$venv/bin/cargo" --version
