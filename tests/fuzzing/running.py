"""Runs a fuzzing target with atheris.

python -m tests.fuzzing.running TARGET [OPTION OF LIBFUZZER ...]
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["truebleu"]):
    from tests.fuzzing.targets import TARGETS

if __name__ == "__main__":
    target = TARGETS[sys.argv[1]]
    atheris.Setup([sys.argv[0], *sys.argv[2:]], target)
    atheris.Fuzz()
