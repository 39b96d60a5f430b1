"""Entry point of `python -m truebleu`, which runs the command `truebleu`."""

from __future__ import annotations

import sys

from truebleu.cli import main

if __name__ == "__main__":
    sys.exit(main())
