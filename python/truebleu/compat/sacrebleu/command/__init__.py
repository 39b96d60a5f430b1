"""The command `truebleu sacrebleu`, with the flags and output of sacreBLEU 2.6's command."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from truebleu.compat.sacrebleu.command.stopping import FAILED, Stop
from truebleu.errors import TrueBleuError
from truebleu.io.console import say_error

__all__ = ["run_sacrebleu"]


def run_sacrebleu(arguments: Sequence[str]) -> int:
    """Run the command `truebleu sacrebleu` and return its exit code, as in sacreBLEU.

    - 0: success.
    - 1: an error in files or settings. sacreBLEU prints a traceback for many such errors.
    - 2: an invalid command line.
    - 17: the lines of a file have different numbers of fields.
    """
    from truebleu.compat.sacrebleu.command.flags import parse

    try:
        args = parse(arguments)
    except SystemExit as end:  # argparse has printed the error
        return int(end.code or 0)
    if not args.quiet:
        logging.basicConfig(level=logging.INFO, format="sacreBLEU: %(message)s")
    from truebleu.compat.sacrebleu.command.running import run

    try:
        return run(args)
    except Stop as stop:
        say_error(str(stop))
        return stop.code
    except BrokenPipeError:
        raise
    except (TrueBleuError, OSError, ValueError, LookupError) as error:
        say_error(str(error))
        return FAILED
