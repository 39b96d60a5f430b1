"""Accumulators: parts can be updated, merged, saved and loaded in any way."""

from __future__ import annotations

import pickle
import struct
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.generators import Corpus, corpora
from tests.profiles import examples
from tests.properties.settings import settings, truebleu_metric
from truebleu import (
    BLEU,
    CHRF,
    GLEU,
    NIST,
    TER,
    CIDEr,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    References,
)
from truebleu.metrics.base.accumulator import Accumulator
from truebleu.metrics.base.metric import Metric

HYPOTHESES = ["The cat sat on a mat.", "It rained.", "", "Nobody came to the party"]
REFERENCES = ["The cat sat on the mat.", "It rained all day.", "Nothing.", "Nobody came"]
METRICS = [
    BLEU(),
    BLEU(reference_length="average", lowercase=True),
    BLEU(average="macro"),
    BLEU(convention="nltk", smoothing="method5"),
    BLEU(tokenizer=str.split),
    CHRF(),
    CHRF(word_order=2),
    TER(),
    GLEU(),
]


def counted(metric: Any, start: int = 0, end: int = 4) -> Accumulator[Any]:
    accumulator: Accumulator[Any] = metric.accumulator()
    accumulator.update(HYPOTHESES[start:end], REFERENCES[start:end])
    return accumulator


@examples(0.5)
@given(corpora(), settings(), st.data())
def test_merged_parts_have_the_score_of_the_corpus(
    corpus: Corpus, chosen: oracle.Settings, data: st.DataObject
) -> None:
    metric = truebleu_metric(chosen)
    score = metric.corpus_score(corpus.hypotheses, References.per_segment(corpus.references))
    cuts = sorted(
        data.draw(st.lists(st.integers(0, len(corpus.hypotheses)), max_size=4), label="cuts")
    )
    edges = [0, *cuts, len(corpus.hypotheses)]
    parts = [metric.accumulator() for _ in edges[1:]]
    for part, start, end in zip(parts, edges, edges[1:], strict=False):
        part.update(
            corpus.hypotheses[start:end], References.per_segment(corpus.references[start:end])
        )
    assert sum(parts).compute() == score  # type: ignore[union-attr]  # not 0: there is a part
    merged = metric.accumulator()
    for part in parts:
        merged += Accumulator.from_bytes(part.to_bytes())
    assert merged.compute() == score
    assert merged.segments == len(corpus.hypotheses)


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_saved_accumulators_are_equal(metric: Any) -> None:
    accumulator = counted(metric)
    assert accumulator.compute() == metric.corpus_score(HYPOTHESES, REFERENCES)
    assert Accumulator.from_bytes(accumulator.to_bytes(), metric) == accumulator
    assert Accumulator.from_json(accumulator.to_json(), metric) == accumulator
    empty = metric.accumulator()
    assert Accumulator.from_bytes(empty.to_bytes(), metric) == empty


def test_pickles_and_reset() -> None:
    accumulator = counted(BLEU())
    assert pickle.loads(pickle.dumps(accumulator)) == accumulator
    accumulator.reset()
    assert accumulator == BLEU().accumulator()
    assert accumulator.references is None
    assert accumulator.tokens is None


def test_the_sum_is_that_of_the_rows() -> None:
    rows = BLEU().statistics(HYPOTHESES, REFERENCES)
    assert counted(BLEU()).sum().tolist() == rows.sum(axis=0).tolist()
    assert BLEU().accumulator().sum().tolist() == [0] * len(BLEU().layout)


def test_summed_statistics_are_checked_and_stored_as_ints() -> None:
    rows = BLEU().statistics(["a b c d", "e"], ["a b c d", "f"])
    total, expected = BLEU().accumulator(), BLEU().accumulator()
    total.add_summed(rows.sum(axis=0), np.int64(2), 1, 1)
    expected.update(["a b c d", "e"], ["a b c d", "f"])
    assert total == expected
    assert total.to_json() == expected.to_json()
    with pytest.raises(InputError, match=r"^a row of 2 is not a row of this metric\. Pass 10 "):
        total.add_summed((1, 2), 2, 1, 1)
    with pytest.raises(ConfigurationError, match="max_references=1 is out of range"):
        total.add_summed(rows.sum(axis=0), 2, 2, 1)
    assert total == expected


def test_the_number_of_references_is_kept() -> None:
    accumulator = BLEU().accumulator()
    accumulator.update(["a b"], References.per_segment([["a b", "a c"]]))
    assert accumulator.to_dict()["references"] == [2, 2]
    assert accumulator.references == 2
    accumulator.update(["a b"], ["a b"])
    assert accumulator.to_dict()["references"] == [1, 2]
    assert str(accumulator.compute().signature).startswith("nrefs:var|")


def test_an_error_changes_nothing() -> None:
    accumulator = counted(BLEU())
    before = accumulator.to_dict()
    with pytest.raises(InputError, match="segment 2"):
        accumulator.update(["a", None], ["a", "b"])
    with pytest.raises(InputError, match="lists of tokens"):
        accumulator.update([["a"]], [["a"]])
    with pytest.raises(InputError, match=r"case:mixed and case:lc, smooth:exp and smooth:floor"):
        accumulator.merge(BLEU(lowercase=True, smoothing="floor").accumulator())
    with pytest.raises(InputError, match="BLEU and chrF"):
        accumulator.merge(CHRF().accumulator())
    with pytest.raises(InputError, match="is not an Accumulator"):
        accumulator.merge(3)  # type: ignore[arg-type]  # that is the mistake
    assert accumulator.to_dict() == before


@pytest.mark.parametrize("metric", [3, BLEU, "bleu", NIST(), CIDEr()], ids=repr)
def test_an_accumulator_requires_a_metric_with_additive_rows(metric: Any) -> None:
    with pytest.raises(ConfigurationError, match="hoose from: BLEU"):
        Accumulator(metric)


def test_only_accumulators_can_be_added() -> None:
    accumulator = counted(BLEU())
    with pytest.raises(TypeError, match="unsupported operand"):
        accumulator + 5  # type: ignore[operator]  # that is the mistake
    with pytest.raises(TypeError, match="unsupported operand"):
        accumulator += 5  # type: ignore[arg-type]
    assert accumulator != 5
    assert repr(accumulator) == "<Accumulator of BLEU(): 4 segments>"


def test_a_file_is_read_by_the_metric_that_wrote_it() -> None:
    with pytest.raises(ConfigurationError, match="NIST weighs n-grams by the whole corpus"):
        Accumulator.from_dict(counted(BLEU()).to_dict(), NIST())


@pytest.mark.parametrize("metric", [NIST(), CIDEr()], ids=repr)
def test_weights_of_a_corpus_cannot_be_accumulated(metric: Metric[Any]) -> None:
    with pytest.raises(ConfigurationError, match=f"{metric.name} weighs n-grams by the whole"):
        metric.accumulator()


@pytest.mark.parametrize("length", ["-1", '"1"', "null", "1.5"])
def test_a_wrong_head_is_refused(length: str) -> None:
    data = counted(BLEU()).to_bytes()
    wrong = data.replace(b'"body":0', f'"body":{length}'.encode())
    front = struct.Struct("<11sHI")
    magic, version, size = front.unpack_from(wrong)
    content = front.pack(magic, version, size + len(wrong) - len(data)) + wrong[front.size : -4]
    with pytest.raises(InputError, match="damaged"):
        Accumulator.from_bytes(content + struct.pack("<I", zlib.crc32(content)))


def test_an_empty_accumulator_has_no_score() -> None:
    accumulator = BLEU().accumulator()
    accumulator.update([], [])
    with pytest.raises(EmptyCorpus):
        accumulator.compute()


def test_counts_stay_within_64_bits() -> None:
    huge = counted(BLEU()).to_dict()
    huge["sum"] = [2**63 - 1] * 10
    accumulator = Accumulator.from_dict(huge)
    assert accumulator.compute().value == 100
    with pytest.raises(InputError, match=r"2\*\*63"):
        accumulator.merge(counted(BLEU()))


@pytest.mark.parametrize("size", [0, 5, 12, 40, -1])
def test_truncated_bytes_are_refused(size: int) -> None:
    data = counted(BLEU()).to_bytes()
    with pytest.raises(InputError, match=r"truncated|not statistics"):
        Accumulator.from_bytes(data[:size])


def test_any_changed_byte_is_detected() -> None:
    data = counted(BLEU()).to_bytes()
    for index in range(len(data)):
        wrong = bytearray(data)
        wrong[index] ^= 4
        with pytest.raises(InputError):
            Accumulator.from_bytes(bytes(wrong))
    with pytest.raises(InputError, match="damaged"):
        Accumulator.from_bytes(data + b"\0")


def test_files_of_other_versions_and_metrics_are_refused() -> None:
    data = counted(BLEU()).to_dict()
    for key, value, message in (
        ("truebleu", "0.0.1", "counted by truebleu 0.0.1"),
        ("signature", "case:mixed|eff:no|tok:13a|smooth:exp", "not by BLEU"),
        ("sum", [1, 2, 3], "a row of 3"),
        ("sum", [1, 1, 5, 0, 0, 0, 1, 0, 0, 0], "more than 1 in column"),
        ("references", [1], r"references=\[1\] is not the smallest and the largest number"),
        ("references", None, "references=None is not the smallest and the largest number"),
        ("references", [0, 0], "not the smallest and the largest"),
        ("references", [3, 1], "not the smallest and the largest"),
        ("segments", 0, "the sum of 0 segments is not 0"),
        ("segments", 2.5, "must be integers"),
        ("tokens", None, "must be integers"),
        ("format", "other", "truebleu-statistics/1"),
    ):
        with pytest.raises(InputError, match=message):
            Accumulator.from_dict({**data, key: value})
    for key in ("signature", "segments", "references", "tokens", "sum"):
        with pytest.raises(InputError, match=f"missing {key}. Pass the result of Accumulator.to_d"):
            Accumulator.from_dict({k: value for k, value in data.items() if k != key})
    with pytest.raises(InputError, match="not by chrF"):
        Accumulator.from_dict(data, CHRF())
    with pytest.raises(InputError, match="not JSON"):
        Accumulator.from_json("{")
