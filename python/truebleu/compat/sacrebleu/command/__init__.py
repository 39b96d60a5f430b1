"""`truebleu sacrebleu`: sacreBLEU 2.6's command, its flags and its output, byte for byte."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from truebleu.compat.sacrebleu.command.stopping import FAILED, Stop
from truebleu.errors import TrueBleuError
from truebleu.io.console import say_error

__all__ = ["run_sacrebleu"]


def run_sacrebleu(arguments: Sequence[str]) -> int:
    """Run the command and give sacreBLEU's exit code.

    That is 0; 1 for what is wrong with files or settings, where sacreBLEU mostly ends in a
    traceback; 2 for a wrong command line; 17 for lines with different numbers of fields.
    """
    from truebleu.compat.sacrebleu.command.flags import parse

    try:
        typed = parse(arguments)
    except SystemExit as end:  # argparse has said why
        return int(end.code or 0)
    if not typed.quiet:
        logging.basicConfig(level=logging.INFO, format="sacreBLEU: %(message)s")
    from truebleu.compat.sacrebleu.command.running import run

    try:
        return run(typed)
    except Stop as stop:
        say_error(str(stop))
        return stop.code
    except BrokenPipeError:
        raise
    except (TrueBleuError, OSError, ValueError, LookupError) as error:
        say_error(str(error))
        return FAILED
