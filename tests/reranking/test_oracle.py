"""Oracle selection: the candidate with the best sentence score."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples
from truebleu import BLEU, CHRF, GLEU, TER, InputError, LengthMismatch, best_of, best_of_each

texts = st.lists(st.text("ab .", max_size=12), min_size=1, max_size=6)


@examples(0.3)
@given(texts, texts, st.sampled_from([BLEU(), CHRF(), TER(), GLEU(), BLEU(tokenizer=str.split)]))
def test_the_best_sentence_score_is_chosen(
    nbest: list[str], others: list[str], metric: Any
) -> None:
    scores = [metric.sentence_score(text, others).value for text in nbest]
    choice = best_of(nbest, others, metric)
    assert choice.utilities == tuple(scores)
    best = max(scores) if metric.higher_is_better else min(scores)
    assert choice.index == scores.index(best)
    assert choice.text == nbest[choice.index]
    assert best_of(nbest, others[0], metric) == best_of(nbest, others[:1], metric)


def test_many_sets_equal_single_calls() -> None:
    sets = [[f"a{i} b", f"b a{i} c", "c"][: 1 + i % 3] for i in range(500)]
    references = [f"a{i} b c" if i % 2 else [f"a{i} b c", "c d"] for i in range(500)]
    result = list(best_of_each(iter(sets), iter(references), threads=3))
    assert result == [best_of(*pair) for pair in zip(sets, references, strict=True)]
    assert list(best_of_each([], [])) == []


@pytest.mark.parametrize(
    ("nbest", "references", "message"),
    [
        ([], "a", "nbest is empty"),
        (["a"], [], "references is empty"),
        (["a", None], "a", "candidate 2 is None"),
        (["a"], ["a", b"b"], "reference 2 is bytes"),
        (["a"], ["a", None], "reference 2 is None"),
        ("a", "a", "nbest is a str"),
        ([["a"]], ["a"], r"best_of_each\(\) for several sets"),
    ],
)
def test_wrong_input_is_named(nbest: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        best_of(nbest, references)
    if "best_of_each" not in message:
        with pytest.raises(InputError, match="set 2, "):
            list(best_of_each([["a"], nbest], ["a", references]))


def test_sets_and_references_have_equal_numbers() -> None:
    with pytest.raises(LengthMismatch, match="set 2 has no reference"):
        list(best_of_each([["a"], ["b"]], ["a"]))
    with pytest.raises(LengthMismatch, match="references has more elements than"):
        list(best_of_each([["a"]], ["a", "b"]))


def test_sets_in_no_order_are_refused() -> None:
    with pytest.raises(InputError, match=r"^references is a set, which has no order\. Pass a list"):
        next(best_of_each([["a"], ["b"]], {"a", "b"}))
    with pytest.raises(InputError, match=r"^sets is of type dict, a mapping\. Pass its values"):
        next(best_of_each({"a": ["a"]}, ["a"]))


def test_an_error_of_a_convention_names_the_set() -> None:
    metric = BLEU(convention="nltk", smoothing="method6")
    with pytest.raises(InputError, match=r"set 2, .*has no score"):
        list(best_of_each([["a b c d"], ["a"]], ["a b c d", "a b c"], metric))
