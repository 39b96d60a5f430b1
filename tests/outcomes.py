"""Outcomes of calls, for comparisons of two programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def outcome(call: Callable[[], Any]) -> Any:
    """Return the result of a call, or the exception that it raises."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001  any exception is compared
        return error
