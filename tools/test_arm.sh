#!/usr/bin/env bash
# Run the core's tests on 64-bit ARM, in an emulator if necessary. They compare the NEON kernel with
# the portable one. Usage: test_arm.sh CARGO [ARGUMENT of the tests ...]
# Programs are linked with musl, because glibc's threads hang in Debian 12's emulator.
set -euo pipefail
cargo="$1"
shift
target=aarch64-unknown-linux-musl

fail() {
    printf 'make: %s\n' "$1" >&2
    exit 1
}

case "$(uname -m)" in
    aarch64 | arm64)
        echo "make: this machine is ARM, so the tests run without an emulator"
        exec "$cargo" test --package truebleu-core --quiet -- "$@"
        ;;
esac
emulator="$(command -v qemu-aarch64-static || command -v qemu-aarch64 || true)"
[[ -n "$emulator" ]] ||
    fail "ARM emulator not found. On Debian and Ubuntu: apt install qemu-user-static"
[[ -d "$(rustc --print target-libdir --target "$target")" ]] ||
    fail "Rust's library for ARM is not installed. With rustup: rustup target add $target"

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER="$emulator"
exec "$cargo" test --package truebleu-core --target "$target" --quiet -- "$@"
