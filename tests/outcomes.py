"""Outcomes of calls, for comparisons of two programs."""

from __future__ import annotations

from typing import Any


def outcome(call: Any) -> Any:
    """Return the result of a call, or the exception that it raises."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001  any exception is compared
        return error
