"""Systems that are counted together have the rows that each system has alone.

`kernel_report` compares every kernel with the portable one for this, too.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.generators import Corpus, corpora
from tests.properties.settings import LAWFUL_SMOOTHINGS, settings, truebleu_metric
from truebleu import BLEU, CHRF, TER, References, _native, compare
from truebleu.errors import InputError, LengthMismatch
from truebleu.metrics.base import statistics as counting
from truebleu.metrics.base.metric import Metric

METRICS = [BLEU(), BLEU(max_ngram_order=9), CHRF(word_order=2), TER()]


def systems_of(corpus: Corpus) -> list[list[str]]:
    """Return three systems: the hypotheses, the hypotheses in reverse order, and references."""
    copies = [next((r for r in each if r is not None), "") for each in corpus.references]
    return [corpus.hypotheses, corpus.hypotheses[::-1], copies]


def assert_as_alone(metric: Metric[Any], corpus: Corpus, threads: int) -> None:
    native = metric.of_text
    assert native is not None
    systems = systems_of(corpus)
    refs = References.per_segment(corpus.references)
    expected = [metric.statistics(system, refs) for system in systems]
    for given_refs, by_segment in ((corpus.references, True), (corpus.streams(), False)):
        result, _, _ = native.rows_of_systems(systems, given_refs, by_segment, threads)
        for rows, alone in zip(result, expected, strict=True):
            assert np.array_equal(np.asarray(rows), alone)


@given(corpora(), settings(LAWFUL_SMOOTHINGS))
def test_bleu_of_any_settings(corpus: Corpus, chosen: oracle.Settings) -> None:
    assert_as_alone(truebleu_metric(chosen), corpus, 1)


@given(corpora(400), st.sampled_from(METRICS), st.integers(1, 4))
def test_any_metric_and_number_of_threads(
    corpus: Corpus, metric: Metric[Any], threads: int
) -> None:
    times = 1 + 700 // len(corpus)
    many = Corpus(corpus.hypotheses * times, corpus.references * times)
    assert_as_alone(metric, many, threads)


@given(corpora(40), st.data(), st.booleans())
def test_a_part_of_the_segments(corpus: Corpus, data: st.DataObject, passing: bool) -> None:
    native = BLEU().of_text
    assert native is not None
    start = data.draw(st.integers(0, len(corpus)))
    end = data.draw(st.integers(start, len(corpus) + 3))
    systems = systems_of(corpus)
    for references, by_segment in ((corpus.references, True), (corpus.streams(), False)):
        all_rows, _, _ = native.rows_of_systems(systems, references, by_segment, 1)
        some, _, _ = native.rows_of_systems(
            systems, references, by_segment, 1, part=(start, end), passing=passing
        )
        for rows, part in zip(all_rows, some, strict=True):
            assert np.array_equal(np.asarray(rows)[start:end], np.asarray(part))


@pytest.mark.parametrize("threads", [1, 2])
def test_no_utf8_is_cached_in_the_texts(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """CPython counts cached UTF-8 as part of a str's size."""

    def corpus() -> tuple[dict[str, list[str]], list[str]]:
        lines = [f"smørrebrød og kærlighed nummer {number}" for number in range(600)]
        other = [line.replace("og", "uden") for line in lines]
        return {"one": lines, "other": other}, [f"{line} æ" for line in lines]

    def size(systems: dict[str, list[str]], references: list[str]) -> int:
        return sum(map(sys.getsizeof, (*systems["one"], *systems["other"], *references)))

    few, many = corpus(), corpus()
    before = size(*few)
    expected = compare(*few, seed=1, threads=threads)
    # Strings of an unknown layout are read through CPython's interface, which caches some UTF-8.
    monkeypatch.setattr(counting, "MAX_CACHED", 0)
    assert compare(*many, seed=1, threads=threads).to_dict() == expected.to_dict()
    assert size(*many) == before


@pytest.mark.parametrize("wrong", ["a \ud800 surrogate", None, 3])
def test_a_wrong_text_is_an_error_without_cached_utf8(
    monkeypatch: pytest.MonkeyPatch, wrong: object
) -> None:
    monkeypatch.setattr(counting, "MAX_CACHED", 0)
    systems = {"one": ["a", "b"], "other": ["a", wrong]}
    with pytest.raises(InputError, match=r"system 'other': segment 2"):
        compare(systems, ["a", "b"])


@given(corpora(), st.sampled_from([1, 3]))
def test_lines_of_the_core(corpus: Corpus, threads: int) -> None:
    def lines(texts: list[str]) -> _native.Lines:
        result = _native.Lines("a file")
        result.push("".join(text.replace("\n", " ") + "\n" for text in texts).encode())
        result.finish()
        return result

    native = BLEU().of_text
    assert native is not None
    count = len(corpus)
    queues = [lines(system) for system in systems_of(corpus)]
    references = lines([text or "" for text in corpus.streams()[0]])
    actual = native.rows_lines(queues, [references], count, threads)
    for rows, queue in zip(actual, queues, strict=True):
        alone = BLEU().statistics(queue.texts(count), references.texts(count))
        assert np.array_equal(np.asarray(rows), alone)


def test_rows_that_do_not_fit_into_32_bits() -> None:
    """Mean reference lengths have the unit 1/720720 of a token, so 3,000 tokens do not fit."""
    metric = BLEU(reference_length="average")
    native = metric.of_text
    assert native is not None
    long = "word " * 3000
    for reference, kind in (("word", np.int32), (long, np.int64)):
        systems = [["a word"], ["another word"]]
        result, _, _ = native.rows_of_systems(systems, [[reference]], False, 1)
        for rows, system in zip(result, systems, strict=True):
            assert np.asarray(rows).dtype == kind
            assert np.array_equal(np.asarray(rows), metric.statistics(system, [reference]))


def test_wrong_systems_are_refused() -> None:
    native = BLEU().of_text
    assert native is not None
    with pytest.raises(TypeError, match="at least one system is required"):
        native.rows_of_systems([], [["a"]], False, 1)
    with pytest.raises(LengthMismatch, match="got 1 hypothesis and 2 references"):
        native.rows_of_systems([["a"], ["a", "b"]], [["a"]], False, 1)
