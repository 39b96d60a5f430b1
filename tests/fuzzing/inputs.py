"""The inputs that fuzzers found worth keeping: `fuzz/inputs`, a line of hexadecimal digits each."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "fuzz" / "inputs"


def inputs(name: str) -> list[bytes]:
    lines = (FOLDER / f"{name}.hex").read_text(encoding="ascii").splitlines()
    return [bytes.fromhex(line) for line in lines if not line.startswith("#")]


def write_inputs(name: str, every: list[bytes]) -> None:
    text = "".join(f"{each.hex()}\n" for each in every)
    (FOLDER / f"{name}.hex").write_text(text, encoding="ascii")
