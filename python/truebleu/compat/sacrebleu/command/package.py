"""Calls of the installed sacreBLEU for test sets, with one-line error messages."""

from __future__ import annotations

import logging
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from truebleu.compat.sacrebleu.command.stopping import Stop
from truebleu.errors import TrueBleuError
from truebleu.wording import missing_package

sacrelogger = logging.getLogger("sacrebleu")


def package() -> Any:
    """Return the module `sacrebleu.utils` of the installed sacreBLEU, which manages test sets.

    Standard output is switched to UTF-8, because the module prints text in many scripts.

    Raises:
        MissingDependency: the package sacrebleu is not installed.
    """
    try:
        utils = import_module("sacrebleu.utils")
    except ImportError:
        raise missing_package("test sets", "testsets", plural=True) from None
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8")
    return utils


@contextmanager
def called(args: Namespace, name: str | None) -> Iterator[Any]:
    """Give the module `sacrebleu.utils`. In the `with` block, its errors are raised as `Stop`.

    Args:
        args: the parsed command line.
        name: comma-separated names of test sets.

    Raises:
        Stop: a download or checksum failed, a file is invalid, or a field is missing.
    """
    utils = package()
    errors = _Errors()
    sacrelogger.addFilter(errors)
    try:
        yield utils
    except (TrueBleuError, BrokenPipeError):
        raise
    except SystemExit as end:
        raise Stop(" ".join(errors.messages) or "sacreBLEU exited", int(end.code or 0)) from None
    except Exception as error:
        raise Stop(_explained(error, args, name)) from error
    finally:
        sacrelogger.removeFilter(errors)


class _Errors(logging.Filter):
    """Logging filter that collects sacreBLEU's error messages instead of logging them."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.ERROR:
            return True
        self.messages.append(record.getMessage().strip())
        return False


def folders(name: str | None) -> str:
    """Return the paths of the folders of the named test sets, joined by "and"."""
    root: str = package().SACREBLEU_DIR
    return " and ".join(os.path.join(root, test_set) for test_set in (name or "").split(","))


def _explained(error: Exception, args: Namespace, name: str | None) -> str:
    """Return a one-line message for an error of sacreBLEU, with the problem and how to fix it."""
    pair = f" ({args.langpair})" if args.langpair else ""
    about = f"test set {name!r}{pair}"
    if isinstance(error, re.error):
        return f"--subset {args.subset!r} is not a regular expression: {error}"
    if type(error) is Exception:  # raised by sacreBLEU itself
        return f"{about}: {error}"
    if type(error).__module__.startswith(("urllib.", "http.", "ssl")) or isinstance(
        error, ConnectionError | TimeoutError
    ):
        return f"cannot download {about}: {_network(error)}"
    if isinstance(error, FileNotFoundError):
        reason = f"{error.filename} does not exist"
    else:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
    return (
        f"cannot read {about}: {reason}. If its files are damaged, delete {folders(name)} to "
        "download them again."
    )


def _network(error: Exception) -> str:
    """Return the reason why a download failed, with the address if the error has one."""
    address = getattr(error, "url", None)
    reason = getattr(error, "reason", None)
    if address:
        return f"{address} returned {error}"
    return str(getattr(reason, "strerror", None) or reason or repr(error))
