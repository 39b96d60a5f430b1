"""Hints on how to fix a problem, added to errors that have another package's message."""

from __future__ import annotations

from typing import TypeVar

Problem = TypeVar("Problem", bound=Exception)


def hinted(error: Problem, hint: str) -> Problem:
    """Add a note to an error and return the error. Python 3.11 and later print notes.

    >>> hinted(ValueError("unknown type: x"), "Use rouge1.").__notes__
    ['Use rouge1.']
    """
    error.__dict__["__notes__"] = [hint]  # `add_note` of Python 3.11
    return error
