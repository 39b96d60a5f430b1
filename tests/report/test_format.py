"""Content of a report, compared with truebleu's results for the texts."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given

from tests.generators import Corpus, corpora
from tests.news import REFERENCE, REFERENCES, SYSTEMS, lines
from tests.profiles import examples
from tests.report.making import QUICK, make_report
from tests.report.reading import tokens_of
from truebleu import BLEU, References, _native, compare
from truebleu.report.encoding import CHUNK
from truebleu.report.report import compared_data

METRICS = [
    BLEU(),
    BLEU(tokenizer="intl", lowercase=True),
    BLEU(tokenizer="char", smoothing="floor", max_ngram_order=2),
    BLEU(tokenizer="none", reference_length="average", weights=[0.5, 0.25, 0.25], scale=1),
    BLEU(reference_length="shortest", smoothing="add-k", effective_order=True),
]


def two_systems(corpus: Corpus) -> dict[str, list[str]]:
    """Return the corpus's system, and one with its texts in reverse order."""
    return {"one": corpus.hypotheses, "two <b>": corpus.hypotheses[::-1]}


@pytest.mark.parametrize("metric", METRICS, ids=repr)
@given(corpora(200))
@examples(0.2)
def test_all_numbers_and_texts_are_stored(metric: BLEU, corpus: Corpus) -> None:
    systems, references = two_systems(corpus), References.per_segment(corpus.references)
    source = [text[::-1].replace("\0", "") for text in corpus.hypotheses]
    report = make_report(systems, references, metric, source=source, checks=False)
    assert report.meta["segments"] == len(corpus)
    for index, hypotheses in enumerate(systems.values()):
        expected = metric.statistics(hypotheses, references)
        assert np.array_equal(report.rows(index), expected)
        score = metric.corpus_score(hypotheses, references)
        stored = report.meta["systems"][index]
        assert {key: stored[key] for key in score.to_dict()} == score.to_dict()
    streams = corpus.streams()
    fields = [source, *streams, *systems.values()]
    texts = [list(segment) for segment in zip(*fields, strict=True)]
    assert [segment[: len(fields)] for segment in report.segments()] == texts


@given(corpora(200))
@examples(0.3)
def test_boundaries_are_those_of_the_counted_tokens(corpus: Corpus) -> None:
    metric = BLEU(tokenizer="intl", lowercase=True)
    references = References.per_segment(corpus.references)
    report = make_report(two_systems(corpus), references, metric, checks=False)
    width = len(corpus.streams())
    assert report.meta["signs"] == {"begin": "", "inside": ""}
    lengths = [report.column(f"hyp/{system}") for system in (0, 1)]
    for number, segment in enumerate(report.segments()):
        texts, lines = segment[: width + 2], segment[width + 2 :]
        assert [text is None for text in texts] == [line is None for line in lines]
        tokens = [
            None if text is None or line is None else tokens_of(text, line, "lc")
            for text, line in zip(texts, lines, strict=True)
        ]
        for text, text_tokens in zip(texts, tokens, strict=True):
            assert text_tokens == (None if text is None else _native.tokenize(text, "intl", "lc"))
        assert [len(tokens[width + system] or ()) for system in (0, 1)] == [
            length[number] for length in lengths
        ]
        assert len(tokens[0] or ()) == report.column("reflen")[number]


def test_the_comparison_equals_compare() -> None:
    systems, references = SYSTEMS, REFERENCES
    documents = lines("documents.txt")
    comparison = compare(systems, references, documents=documents, baseline="strong", **QUICK)
    report = make_report(systems, references, documents=documents, baseline="strong")
    expected = comparison.to_dict(histogram=True)
    metric = expected["metrics"][0]
    stored = json.loads(json.dumps(report.meta["comparison"]))
    assert stored["settings"] == expected["settings"]
    assert stored["pairs"] == metric["pairs"]
    assert stored["against_baseline"] == metric["against_baseline"]
    assert stored["p_matrix"] == metric["p_matrix"]
    for first, second in zip(report.meta["systems"], metric["systems"], strict=True):
        assert {
            "system": first["name"],
            **{key: first[key] for key in second if key != "system"},
        } == second
    names = report.meta["documents"]
    assert [names[place] for place in report.column("doc")] == documents


def test_the_confidence_is_stored_for_one_system_and_for_several() -> None:
    systems = {"strong": SYSTEMS["strong"]}
    alone = make_report(systems, REFERENCE, confidence=0.9, checks=False)
    assert (alone.meta["comparison"], alone.meta["confidence"]) == (None, 0.9)
    several = make_report(SYSTEMS, REFERENCE, confidence=0.8, checks=False)
    assert several.meta["confidence"] == 0.8
    compared = compare(SYSTEMS, REFERENCE, confidence=0.7, **QUICK)
    assert compared_data(compared, checks=False).meta["confidence"] == 0.7


def test_the_end_has_checksums_of_all_blocks() -> None:
    references = REFERENCE * 6
    systems = {name: texts * 6 for name, texts in SYSTEMS.items()}
    report = make_report(systems, references, checks=False)
    count = -(-len(references) // CHUNK)
    assert report.end["chunks"] == report.meta["text"]["chunks"] == count == 3
    assert report.sums() == report.end["crc32"]
    assert set(report.end["crc32"]) == {"stats", "ngrams", "t-0", "t-1", "t-2"}
    order = ["meta", "stats", "t-0", "ngrams", "t-1", "t-2", "worker-source", "end"]
    assert report.ids == order


def test_equal_columns_are_stored_once() -> None:
    report = make_report(SYSTEMS, REFERENCE, checks=False)
    offsets = {entry["name"]: entry["offset"] for entry in report.meta["columns"]}
    assert offsets["ref/0"] == offsets["ref/1"] == offsets["ref/2"] == offsets["reflen"]
    assert offsets["hyp/0"] != offsets["hyp/1"]


def test_integers_of_every_size_are_stored() -> None:
    long = "a " * 70_000
    systems = {"long": [long, "b", ""], "short": ["a", "b b b", "c"]}
    report = make_report(systems, [long, "b " * 300, "c"], BLEU(tokenizer="none"), checks=False)
    kinds = {entry["name"]: entry["dtype"] for entry in report.meta["columns"]}
    assert (kinds["hyp/0"], kinds["hyp/1"], kinds["m/1/4"]) == ("u32", "u8", "u8")
    assert report.column("hyp/0").tolist() == [70_000, 1, 0]
    assert report.column("ref/0").tolist() == [70_000, 300, 1]


def test_totals_that_follow_from_lengths_are_not_stored() -> None:
    """The one convention with other totals (an empty line has one token) is refused."""
    found = make_report(SYSTEMS, REFERENCE, checks=False)
    assert not [name for name in found.names() if name.startswith("t/")]


def test_ngrams_are_counted() -> None:
    systems = {"one": ["the cat sat down", "a dog"], "two": ["the cat ran off", "a cat"]}
    report = make_report(systems, ["the cat sat down", "a dog"], checks=False)
    ahead = {entry["tokens"][0]: entry for entry in report.ngram_list(1, "ahead", 0, 1)}
    assert set(ahead) == {"sat", "down", "dog"}
    assert (ahead["dog"]["matched"], ahead["dog"]["unmatched"]) == ([1, 0], [0, 0])
    assert (ahead["dog"]["in_segments"], ahead["dog"]["segments"]) == (1, [1])
    assert report.ngram_list(1, "ahead", 1, 0) == report.ngram_list(1, "unmatched", 0) == []
    unmatched = {entry["tokens"][0] for entry in report.ngram_list(1, "unmatched", 1)}
    assert unmatched == {"ran", "off", "cat"}
    pairs = [["cat", "sat"], ["sat", "down"], ["a", "dog"]]
    assert report.ngram_list(2, "ahead", 0, 1)[0]["tokens"] in pairs
    first, second = (report.ngrams()["orders"][n] for n in (0, 1))
    assert (first["matched"], first["unmatched"]) == ([6, 3], [0, 3])
    assert (second["matched"], second["unmatched"]) == ([4, 1], [0, 3])


def test_the_frequency_of_the_rarest_word_of_each_segment() -> None:
    references = [["a a b", "a c", "", "B d."], ["a b", None, "", "b"]]
    report = make_report({"x": ["a"] * 4}, references, BLEU(lowercase=True), checks=False)
    # a: 4, b: 4 when lowercased, c, d and the full stop: 1
    assert report.column("freq").tolist() == [4, 1, 0, 1]
    without = make_report({"x": ["a"] * 4}, references, text="none", checks=False)
    assert "freq" not in without.names()


def test_every_ngram_is_stored_once() -> None:
    systems = {name: lines(f"system.{name}.en.txt") for name in ("weak", "medium", "strong")}
    report = make_report(systems, REFERENCE, checks=False)
    for table in report.ngrams()["orders"]:
        tokens = [tuple(one["tokens"]) for one in table["ngrams"]]
        assert len(set(tokens)) == len(tokens)
        places = [tuple(one) for one in table["segments"]]
        assert len(set(places)) == len(places)
        named = {place for one in table["lists"] for place in one["ngrams"]}
        assert named == set(range(len(tokens)))
        assert [one["systems"] for one in table["lists"] if one["kind"] == "ahead"] == [
            [0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1],
        ]  # fmt: skip
        assert [one["systems"] for one in table["lists"] if one["kind"] == "unmatched"] == [
            [0], [1], [2],
        ]  # fmt: skip


def test_findings_equal_those_of_check_and_mark_their_segments() -> None:
    systems, references = SYSTEMS, REFERENCE
    report = make_report(systems, references, source=lines("source.de.txt"))
    empty = next(each for each in report.meta["findings"] if each["kind"] == "empty")
    assert empty["segments"] == [84]
    assert empty["files"] == ["weak"]
    bit = report.meta["tags"].index("empty")
    marked = np.flatnonzero(report.column("tags") >> bit & 1)
    assert marked.tolist() == [84]


def test_token_lists_are_shown_as_text_and_stored_as_tokens() -> None:
    hypotheses = [["a", "b c"], ["d"]]
    references = References.per_segment([[["a", "b c"], ["x"]], [["d"]]])
    report = make_report({"one": hypotheses}, references)
    assert report.segments() == [
        ["a b c", "x", "a b c", "4", "", "4"],
        ["d", None, "d", "", None, ""],
    ]
    assert tokens_of("a b c", "4") == ["a", "b c"]
    assert report.column("m/0/2").tolist() == [1, 0]
    assert report.meta["metric"]["tokenizer"] == "none"
