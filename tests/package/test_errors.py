"""The tree of errors, its messages and its attributes."""

from __future__ import annotations

import pickle

import pytest

from truebleu import errors
from truebleu.errors import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidSignature,
    InvalidUnicode,
    LengthMismatch,
    MissingDependency,
    ReferenceShapeError,
    TrueBleuError,
    UnknownConvention,
    UnknownSetting,
    UnknownTokenizer,
)


@pytest.mark.parametrize(
    ("kind", "parents"),
    [
        (InputError, (TrueBleuError, ValueError)),
        (LengthMismatch, (InputError,)),
        (ReferenceShapeError, (InputError,)),
        (EmptyCorpus, (InputError,)),
        (InvalidUnicode, (InputError,)),
        (ConfigurationError, (TrueBleuError, ValueError)),
        (UnknownTokenizer, (ConfigurationError,)),
        (UnknownSetting, (ConfigurationError, TypeError)),
        (UnknownConvention, (ConfigurationError,)),
        (InvalidSignature, (ConfigurationError,)),
        (MissingDependency, (TrueBleuError, ImportError)),
    ],
)
def test_errors_form_a_tree(
    kind: type[TrueBleuError], parents: tuple[type[Exception], ...]
) -> None:
    assert all(issubclass(kind, parent) for parent in parents)
    assert kind("what, where, what to do").message == "what, where, what to do"


def test_input_errors_keep_where_it_was_through_a_pickle() -> None:
    error = InvalidUnicode("half a character", segment=7, file="hyp.txt", line=9)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is InvalidUnicode
    assert (str(again), again.segment, again.file, again.line) == (
        "half a character", 7, "hyp.txt", 9,
    )  # fmt: skip


def test_a_length_mismatch_keeps_its_counts_through_a_pickle() -> None:
    error = LengthMismatch("not equal", hypotheses=3, references=2, stream=1, segment=4)
    again = pickle.loads(pickle.dumps(error))
    assert (again.hypotheses, again.references, again.stream, again.segment) == (3, 2, 1, 4)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and kind.__module__ == errors.__name__
    ],
)
def test_every_error_can_be_pickled(name: str) -> None:
    error = getattr(errors, name)("a message")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert again.args == error.args
    assert vars(again) == vars(error)


@pytest.mark.parametrize(
    ("typed", "found"),
    [("Exp", "exp"), ("flor", "floor"), ("add_k", "add-k"), ("zzzzzz", None), (3, None)],
)
def test_the_nearest_name(typed: object, found: str | None) -> None:
    assert errors.nearest(typed, ["none", "floor", "add-k", "exp"]) == found


def test_a_message_without_a_near_name_lists_what_is_allowed() -> None:
    assert errors.allowed("x", 7, ["a"]) == "unknown x 7. Choose from: a."
