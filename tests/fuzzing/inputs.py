"""Inputs of fuzzers in `fuzz/inputs`, one line of hexadecimal digits for each."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "fuzz" / "inputs"


def inputs(name: str) -> list[bytes]:
    lines = (FOLDER / f"{name}.hex").read_text(encoding="ascii").splitlines()
    return [bytes.fromhex(line) for line in lines if not line.startswith("#")]


def write_inputs(name: str, data: list[bytes]) -> None:
    text = "".join(f"{item.hex()}\n" for item in data)
    (FOLDER / f"{name}.hex").write_text(text, encoding="ascii")
