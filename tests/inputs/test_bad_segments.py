"""Invalid segments: the error names the segment and the fix."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

from tests.in_one_test import in_one_test
from tests.requirements import optional_module
from truebleu import (
    BLEU,
    CER,
    CHRF,
    GLEU,
    METEOR,
    NIST,
    ROUGE,
    TER,
    WER,
    CIDEr,
    DocumentFrequencies,
    EmbeddingSimilarity,
    InputError,
    InvalidUnicode,
    References,
)
from truebleu.inputs.validation import renumbered
from truebleu.metrics.base import metric as base

pd = optional_module("pandas")
pl = optional_module("polars")


def split(text: str) -> list[str]:
    return text.split()


def lengths(texts: list[str]) -> list[list[float]]:
    """Stand-in for an embedding model."""
    return [[1.0, float(len(text))] for text in texts]


FREQUENCIES = DocumentFrequencies(documents=9, counts={"a": 3})
METRICS: dict[str, Any] = {
    "core": BLEU(),
    "core, lower case": BLEU(lowercase=True),
    "Python": BLEU(tokenizer=split),
    "Python, lower case": BLEU(tokenizer=split, lowercase=True),
    "chrF": CHRF(),
    "TER": TER(),
    "GLEU": GLEU(),
    "ROUGE-L": ROUGE("L"),
    "ROUGE-Lsum, Python": ROUGE("Lsum", tokenizer=split),
    "METEOR": METEOR(synonyms=None),
    "METEOR, Python": METEOR(tokenizer=split, lowercase=False, synonyms={"a": ["b"]}),
    "NIST": NIST(),
    "NIST, Python": NIST(tokenizer=split),
    "CIDEr": CIDEr(),
    "CIDEr, fixed frequencies": CIDEr(document_frequencies=FREQUENCIES),
    "WER": WER(),
    "CER": CER(),
    "vectors": EmbeddingSimilarity(lengths, name="lengths", revision="1"),
}
TOKEN_METRICS: dict[str, Any] = {
    **{name: metric for name, metric in METRICS.items() if metric.takes_tokens},
    "METEOR, mixed case": METEOR(synonyms=None, lowercase=False),
    "NIST, mixed case": NIST(lowercase=False),
}
GOOD = ["a", "b", "c"]

HYPOTHESIS_IS_NONE = (
    'is None. Pass "" for an empty hypothesis, or drop the segment from hypotheses and references.'
)
REFERENCE_IS_NONE = (
    'is None, and the segment has no other. Pass "" for an empty reference, or drop the segment '
    "from hypotheses and references."
)
HYPOTHESIS_IS_NAN = (
    'is missing (NaN). Use "" for an empty hypothesis (length 0), or drop the segment from '
    "hypotheses and references."
)
ONLY_REFERENCE_IS_NAN = REFERENCE_IS_NONE.replace("is None", "is missing (NaN)")
REFERENCE_IS_NAN = (
    'is missing (NaN). Use None if the segment does not have this reference, "" for an empty '
    "reference (length 0), or drop the segment from hypotheses and references."
)
NUMBER = (
    "is a number, 7. Use str(value) for text, or pass token ids as one list of int per segment."
)
BYTES = 'is bytes. Decode it: value.decode("utf-8").'
LIST = "is a list, not text. Pass all hypotheses and references as text, or all as lists of tokens."

WRONG = [
    (np.nan, REFERENCE_IS_NAN),
    (float("nan"), REFERENCE_IS_NAN),
    *([(pd.NA, REFERENCE_IS_NAN), (pd.NaT, REFERENCE_IS_NAN)] if pd else []),
    (7, NUMBER),
    (7.5, NUMBER.replace("7", "7.5")),
    (True, NUMBER.replace("7", "True")),
    (b"text", BYTES),
    (bytearray(b"text"), BYTES),
    (["x", "y"], LIST),
    (object, "is of type type. Pass a str."),
    ({}, "is of type dict. Pass a str."),
]


def of_hypothesis(advice: str) -> str:
    """Return the advice for a hypothesis, which cannot be left out as a reference can."""
    return HYPOTHESIS_IS_NAN if advice == REFERENCE_IS_NAN else advice


def message_of(metric: Any, hypotheses: Any, references: Any) -> str:
    """Return the message of the error, which every method of the metric raises for this corpus."""
    messages = set()
    for call in (metric.corpus_score, metric.segment_scores, metric.statistics):
        with pytest.raises(InputError) as caught:
            call(hypotheses, references)
        messages.add((str(caught.value), caught.value.segment))
    ((message, segment),) = messages
    assert f"segment {segment}" in message
    return message


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
@in_one_test(("wrong", "advice"), [(None, HYPOTHESIS_IS_NONE), *WRONG])
def test_a_wrong_hypothesis(metric: Any, wrong: Any, advice: str) -> None:
    message = message_of(metric, ["a", wrong, "c"], GOOD)
    assert message == f"segment 2: the hypothesis {of_hypothesis(advice)}"


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
@in_one_test(("wrong", "advice"), [(None, REFERENCE_IS_NONE), *WRONG])
def test_a_wrong_reference_in_a_flat_list(metric: Any, wrong: Any, advice: str) -> None:
    message = message_of(metric, GOOD, ["a", "b", wrong])
    advice = ONLY_REFERENCE_IS_NAN if advice == REFERENCE_IS_NAN else advice
    assert message == f"segment 3: the reference {advice}"


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
@in_one_test(("wrong", "advice"), WRONG)
def test_a_wrong_reference_among_several(metric: Any, wrong: Any, advice: str) -> None:
    streams = References.streams([GOOD, ["a", wrong, "c"]])
    message = message_of(metric, GOOD, streams)
    assert message == f"segment 2: the reference in stream 2 {advice}"
    per_segment = References.per_segment([["a"], ["b", None, wrong], ["c"]])
    message = message_of(metric, GOOD, per_segment)
    assert message == f"segment 2: reference 3 {advice}"


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
@in_one_test(("wrong", "advice"), WRONG)
def test_a_wrong_sentence(metric: Any, wrong: Any, advice: str) -> None:
    if isinstance(wrong, (list, dict)):
        return  # token lists and mappings have tests of their own
    with pytest.raises(InputError) as caught:
        metric.sentence_score(wrong, "a")
    assert str(caught.value) == f"the hypothesis {of_hypothesis(advice)}"
    if advice == REFERENCE_IS_NAN:
        return  # like None, which the next test has
    with pytest.raises(InputError) as caught:
        metric.sentence_score("a", ["a", wrong])
    assert str(caught.value) == f"reference 2 {advice}"
    with pytest.raises(InputError) as caught:
        metric.sentence_score("a", [wrong])
    assert str(caught.value) == f"the reference {advice}"


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
@in_one_test(
    ("references", "message"),
    [
        ([], "references is empty. Pass at least one reference."),
        (
            ["a", None],
            'reference 2 of 2 is None. Leave it out, or pass "" for an empty reference.',
        ),
        (
            None,
            (
                "references is None. Pass one reference or a list of them, of the same kind as the "
                "hypothesis (text, or a list of tokens)."
            ),
        ),
        (5, "references is of type int. Pass one reference or a list of them"),
        (b"a", "references is of type bytes. Pass one reference or a list of them"),
        ({"a"}, "references is a set, which has no order"),
        ([["a"], ["b"]], f"reference 1 {LIST}"),
        ([np.array(["a", "b"])], "the reference is of type ndarray. Pass a str."),
        (["a", np.nan], "reference 2 of 2 is nan. Leave it out"),
        *([(["a", pd.NA], "reference 2 of 2 is <NA>. Leave it out")] if pd else []),
    ],
)
def test_wrong_references_of_a_sentence(metric: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        metric.sentence_score("a", references)
    assert str(caught.value).startswith(message)


def test_a_sentence_of_none() -> None:
    with pytest.raises(InputError) as caught:
        BLEU().sentence_score(None, "a")
    assert str(caught.value) == f"the hypothesis {HYPOTHESIS_IS_NONE}"
    with pytest.raises(InputError, match="the hypothesis is of type dict, a mapping"):
        BLEU().sentence_score({}, "a")


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
@pytest.mark.parametrize("code", [0xD800, 0xDFFF, 0xDC80])
def test_a_lone_surrogate(metric: Any, code: int) -> None:
    advice = (
        f"holds a lone surrogate, U+{code:04X}, as character 3, often from a file read with the "
        'wrong encoding or errors="surrogateescape". Read it as UTF-8, or replace it: '
        'text.encode("utf-8", "replace").decode("utf-8").'
    )
    wrong = f"ab{chr(code)}c"
    for hypotheses, references, where in [
        (["a", "b", wrong], GOOD, "segment 3: the hypothesis"),
        (GOOD, ["a", wrong, "c"], "segment 2: the reference"),
        (GOOD, References.streams([GOOD, [wrong, "b", "c"]]), "segment 1: the reference in strea"),
    ]:
        for call in (metric.corpus_score, metric.segment_scores, metric.statistics):
            with pytest.raises(InvalidUnicode) as caught:
                call(hypotheses, references)
            assert str(caught.value).startswith(where)
            assert str(caught.value).endswith(advice)
    with pytest.raises(InvalidUnicode) as caught:
        metric.sentence_score("a", ["a", wrong])
    assert str(caught.value) == f"reference 2 {advice}"
    if metric.takes_tokens:
        with pytest.raises(InvalidUnicode) as caught:
            metric.sentence_score(["a", wrong], ["a"])
        assert str(caught.value) == f"the hypothesis, token 2, {advice}"


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_a_segment_without_any_reference(metric: Any) -> None:
    drop = "Add one, or drop the segment from hypotheses and references."
    streams = References.streams([["a", None, "c"], ["a", None, None]])
    assert message_of(metric, GOOD, streams) == (
        f"segment 2 has no reference: every stream has None there. {drop}"
    )
    per_segment = References.per_segment([["a"], ["b"], []])
    assert message_of(metric, GOOD, per_segment) == (
        f"segment 3 has no reference: its list is empty. {drop}"
    )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("text", "is text among lists of tokens. Pass all segments as text, or all as tokens."),
        (None, "is None"),
        (7, "is a number, 7"),
        (["a", 5], ", token 2, is of type int. Tokens must be all str or all int."),
        ([5, "a"], ", token 2, is of type str. Tokens must be all str or all int."),
        (["a", None], ", token 2, is of type NoneType"),
        ([2**63], f", token 1, is {2**63}, out of range. Use token ids from -2**63 to 2**63 - 1."),
        ([1.5], ", token 1, is of type float"),
        (["a", ["b"]], ", token 2, is of type list"),
    ],
)
def test_wrong_tokens(wrong: Any, message: str) -> None:
    good: Any = [[1]] * 3 if isinstance(wrong, list) and isinstance(wrong[0], int) else [["a"]] * 3
    result = message_of(BLEU(), [good[0], wrong, good[0]], good)
    assert result.startswith("segment 2: the hypothesis")
    assert message in result
    if wrong is not None:
        result = message_of(BLEU(), good, References.streams([[good[0], wrong, good[0]]]))
        assert message in result


@pytest.mark.parametrize("metric", TOKEN_METRICS.values(), ids=TOKEN_METRICS)
@in_one_test(
    ("wrong", "message"),
    [
        ("xy", "is text among lists of tokens"),
        (float("nan"), "is missing (NaN)"),
        (7, "is a number, 7"),
        (b"xy", "is bytes"),
        (["a", 5], ", token 2, is of type int"),
        (["a", None], ", token 2, is of type NoneType"),
        (["a", ["b"]], ", token 2, is of type list"),
    ],
)
def test_wrong_lists_of_words(metric: Any, wrong: Any, message: str) -> None:
    good = [["a"], ["x", "y"], ["b"]]
    result = message_of(metric, [["a"], wrong, ["b"]], good)
    assert result.startswith(f"segment 2: the hypothesis {message}".replace(" ,", ","))
    result = message_of(metric, good, References.streams([[["a"], wrong, ["b"]]]))
    assert result.startswith(f"segment 2: the reference in stream 1 {message}".replace(" ,", ","))


@pytest.mark.parametrize("metric", TOKEN_METRICS.values(), ids=TOKEN_METRICS)
def test_a_missing_list_of_words(metric: Any) -> None:
    good = [["a"], ["x", "y"]]
    assert (
        message_of(metric, [["a"], None], good) == f"segment 2: the hypothesis {HYPOTHESIS_IS_NONE}"
    )
    message = message_of(metric, good, [["a"], None])
    assert message == f"segment 2: the reference {REFERENCE_IS_NONE}"


def test_tokens_of_different_kinds_are_refused() -> None:
    message = "segment 2: a token of the reference is the int 1, not a str"
    with pytest.raises(InputError, match=message):
        BLEU().corpus_score([["a"], ["b"]], [["a"], [1]])
    with pytest.raises(InputError, match="a token of the reference is the int 1, not a str"):
        BLEU().sentence_score(["a"], [1])


def test_columns_with_missing_values() -> None:
    for column in (
        pd.Series(["a", None, "c"]),
        pd.Series(["a", np.nan, "c"], dtype=object),
        pd.Series(["a", None, "c"], dtype="string"),
        pl.Series(["a", None, "c"]),
        np.array(["a", None, "c"], dtype=object),
        np.ma.array(["a", "b", "c"], mask=[False, True, False]),
    ):
        assert message_of(BLEU(), column, GOOD).startswith("segment 2: the hypothesis is ")
    assert "is a number, 1" in message_of(BLEU(), np.array([1, 2, 3]), GOOD)
    assert "is bytes" in message_of(BLEU(), np.array([b"a", b"b", b"c"]), GOOD)


def test_hypotheses_of_none_name_the_first() -> None:
    assert message_of(BLEU(), [None, None], ["a", "b"]).startswith("segment 1: the hypothesis is N")
    assert message_of(BLEU(), ["a", "b"], [None, None]).startswith("segment 1: the reference is N")


def test_more_references_than_an_exact_mean_allows() -> None:
    metric = BLEU(reference_length="average")
    assert metric.corpus_score(["a"], [["a"] * 16]).effective_reference_length == 1
    references = References.per_segment([["a"], ["a"] * 17])
    message = message_of(metric, ["a", "b"], references)
    assert message.startswith("segment 2 has 17 references")
    for call in (metric.sentence_score, BLEU(reference_length="average").sentence_score):
        with pytest.raises(InputError, match="17 references"):
            call("a", ["a"] * 17)
    assert BLEU().corpus_score(["a", "b"], references).signature["nrefs"] == "var"


def test_segments_are_counted_over_all_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "BLOCK", 2)
    metric = BLEU(tokenizer=split, reference_length="average")
    many = References.per_segment([["a"], ["a"], ["a"], ["a"], ["a"] * 17])
    message = message_of(metric, ["a"] * 5, many)
    assert message.startswith("segment 5 has 17 references")
    assert message_of(metric, ["a"] * 4 + [None], ["a"] * 5).startswith("segment 5: the hypothesis")


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_wrong_numbers_of_threads_are_refused(threads: Any) -> None:
    for call in (BLEU().corpus_score, BLEU().segment_scores, BLEU().statistics):
        with pytest.raises(ValueError, match=r"threads=.* Use an integer from 1, or"):
            call(GOOD, GOOD, threads=threads)


def test_errors_are_renumbered_only_if_they_name_a_segment() -> None:
    assert renumbered(InputError("segment 2 is odd", segment=2), 40).segment == 42
    whole = InputError("it is odd")
    assert renumbered(whole, 40) is whole


@pytest.mark.parametrize("tokenizer", ["13a", str.split])
def test_an_error_keeps_no_texts_alive(tokenizer: Any) -> None:
    metric = BLEU(tokenizer=tokenizer)
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(InputError):
            metric.corpus_score(["a", None], ["a", "b"])
        assert gc.collect() == 0
    finally:
        gc.enable()
