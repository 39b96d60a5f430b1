"""Errors with the message of another package, and what to do about it as a note."""

from __future__ import annotations

from typing import TypeVar

Problem = TypeVar("Problem", bound=Exception)


def hinted(error: Problem, hint: str) -> Problem:
    """Add a note, which Python prints below the message from 3.11 on; return the error.

    >>> hinted(ValueError("unknown type: x"), "Use rouge1.").__notes__
    ['Use rouge1.']
    """
    error.__dict__["__notes__"] = [hint]  # `add_note` of Python 3.11
    return error
