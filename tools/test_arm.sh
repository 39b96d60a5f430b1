#!/usr/bin/env bash
# Run the core's tests as an ARM processor of 64 bits does, in an emulator, so that the NEON kernel
# is held against the portable one on any machine: test_arm.sh CARGO [ARGUMENT of the tests ...]
# The programs are linked with musl: threads of glibc hang in the emulator of Debian 12.
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
        echo "make: this machine is ARM: its tests run without an emulator"
        exec "$cargo" test --package truebleu-core --quiet -- "$@"
        ;;
esac
emulator="$(command -v qemu-aarch64-static || command -v qemu-aarch64 || true)"
[[ -n "$emulator" ]] ||
    fail "there is no emulator of ARM. On Debian and Ubuntu: apt install qemu-user-static"
[[ -d "$(rustc --print target-libdir --target "$target")" ]] ||
    fail "Rust's library for ARM is not installed. With rustup: rustup target add $target"

export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER="$emulator"
exec "$cargo" test --package truebleu-core --target "$target" --quiet -- "$@"
