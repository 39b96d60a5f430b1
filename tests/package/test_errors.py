"""The class hierarchy of errors, their messages and attributes."""

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
def test_errors_have_their_parent_classes(
    kind: type[TrueBleuError], parents: tuple[type[Exception], ...]
) -> None:
    assert all(issubclass(kind, parent) for parent in parents)
    assert kind("what, where, what to do").message == "what, where, what to do"


def test_input_errors_keep_their_location_in_a_pickle() -> None:
    error = InvalidUnicode("half a character", segment=7, file="hyp.txt", line=9)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is InvalidUnicode
    assert (str(again), again.segment, again.file, again.line) == (
        "half a character", 7, "hyp.txt", 9,
    )  # fmt: skip


def test_a_length_mismatch_keeps_its_counts_in_a_pickle() -> None:
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


def test_a_message_without_a_similar_name_lists_the_choices() -> None:
    assert errors.allowed("x", 7, ["a"]) == "unknown x 7. Choose from: a."
