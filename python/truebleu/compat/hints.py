"""Hints for errors whose message must equal that of another package."""

from __future__ import annotations

from typing import TypeVar

Problem = TypeVar("Problem", bound=Exception)


def hinted(error: Problem, hint: str) -> Problem:
    """Add a hint to an error as a note, and return the error. Python 3.11 and later print notes.

    >>> hinted(ValueError("unknown type: x"), "Use rouge1.").__notes__
    ['Use rouge1.']
    """
    error.__dict__["__notes__"] = [hint]  # `add_note` of Python 3.11
    return error
