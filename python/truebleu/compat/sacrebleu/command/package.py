"""sacreBLEU's package of test sets, called so that whatever goes wrong in it is one line."""

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
    """SacreBLEU's module of test sets, which prints: as UTF-8, whatever the locale is.

    Raises:
        MissingDependency: the package is not installed.
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
def called(typed: Namespace, name: str | None) -> Iterator[Any]:
    """Give the package for some calls about test sets.

    Args:
        typed: the command line.
        name: of the test sets, commas between them.

    Raises:
        Stop: something went wrong: a download, a checksum, a file, a field that is not there.
    """
    utils = package()
    heard = _Errors()
    sacrelogger.addFilter(heard)
    try:
        yield utils
    except (TrueBleuError, BrokenPipeError):
        raise
    except SystemExit as end:
        raise Stop(" ".join(heard.messages) or "sacreBLEU gave up", int(end.code or 0)) from None
    except Exception as error:
        raise Stop(_explained(error, typed, name)) from error
    finally:
        sacrelogger.removeFilter(heard)


class _Errors(logging.Filter):
    """Keeps the errors that sacreBLEU logs before it exits: they become one line."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything through but errors."""
        if record.levelno < logging.ERROR:
            return True
        self.messages.append(record.getMessage().strip())
        return False


def folders(name: str | None) -> str:
    """Where the files of test sets are kept."""
    root: str = package().SACREBLEU_DIR
    return " and ".join(os.path.join(root, one) for one in (name or "").split(","))


def _explained(error: Exception, typed: Namespace, name: str | None) -> str:
    """What went wrong and what to do, without sacreBLEU's traceback."""
    pair = f" ({typed.langpair})" if typed.langpair else ""
    about = f"test set {name!r}{pair}"
    if isinstance(error, re.error):
        return f"--subset {typed.subset!r} is no regular expression: {error}"
    if type(error) is Exception:  # sacreBLEU's own, about what was asked for
        return f"{about}: {error}"
    if type(error).__module__.startswith(("urllib.", "http.", "ssl")) or isinstance(
        error, ConnectionError | TimeoutError
    ):
        return f"{about} cannot be downloaded: {_network(error)}"
    if isinstance(error, FileNotFoundError):
        what = f"there is no {error.filename}"
    else:
        what = " ".join(f"{type(error).__name__}: {error}".split())
    return (
        f"{about} cannot be read: {what}. If its files are damaged, delete {folders(name)}, and "
        "they are downloaded again"
    )


def _network(error: Exception) -> str:
    """Why a server gave nothing, with the address where it is known."""
    address = getattr(error, "url", None)
    reason = getattr(error, "reason", None)
    if address:
        return f"{address} answers {error}"
    return str(getattr(reason, "strerror", None) or reason or repr(error))
