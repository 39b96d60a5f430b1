"""ROUGE: settings, scores, rows, and analyses of rows."""

from __future__ import annotations

import json
import pickle
import sys
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.cli.command import fails, truebleu
from tests.requirements import require_module
from truebleu import (
    BLEU,
    ROUGE,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidSignature,
    MissingDependency,
    References,
    compare,
    pairwise,
)
from truebleu.metrics.registry import from_signature
from truebleu.metrics.rouge import VARIANTS

if TYPE_CHECKING:
    from pathlib import Path

HYPOTHESES = ["the cat sat on the mat", "it rained", "", "Flying planes\nland here"]
REFERENCES = ["a cat sat on a mat", "it rained all day", "x", "planes fly\nhere they land"]


def test_the_examples_of_the_paper() -> None:
    """Lin (2004): S1, S2 and S3 of section 3.1, and section 3.2."""
    reference = "police killed the gunman"
    result = [
        ROUGE("L").sentence_score(text, reference).value
        for text in ("police kill the gunman", "the gunman kill police", "the gunman police killed")
    ]
    assert result == [0.75, 0.5, 0.5]
    bigrams = ROUGE("2").segment_scores(
        ["the gunman kill police", "the gunman police killed"], [reference] * 2
    )
    assert bigrams[0] < bigrams[1] <= 2 / 3
    score = ROUGE("Lsum").sentence_score("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", "w1 w2 w3 w4 w5")
    assert (score.matches, score.recall) == (4, 0.8)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_metric_is_a_value_and_its_signature_rebuilds_it(variant: str) -> None:
    metric = ROUGE(variant, stem=True, tokenizer="words", lowercase="ascii", scale=100)
    assert pickle.loads(pickle.dumps(metric)) == metric
    signature = metric.signature(references=2)
    assert ROUGE.from_signature(signature) == metric == from_signature(str(signature))
    assert metric != ROUGE(variant)
    assert metric.name == "ROUGE"


def test_names_and_signatures() -> None:
    assert ROUGE("rougeLsum") == ROUGE("lsum") == ROUGE("Lsum", sentences="lines")
    assert ROUGE(2) == ROUGE("rouge2") == ROUGE("rouge-2") == ROUGE(np.int64(2))
    assert str(ROUGE("2", stem=True).signature(1)).rpartition("|")[0] == (
        "nrefs:1|rouge:2|case:lc|tok:rouge|stem:yes|scale:1"
    )
    assert "|sents:lines|" in str(ROUGE("Lsum").signature())
    assert str(ROUGE("L", stem=True).signature(tokens=True)).startswith(
        "rouge:L|case:mixed|tok:none|stem:no|"
    )
    assert repr(ROUGE("Lsum", stem=True)) == "ROUGE('Lsum', stem=True)"


def test_a_score_is_the_mean_of_its_segments() -> None:
    for variant in VARIANTS:
        metric = ROUGE(variant)
        score = metric.corpus_score(HYPOTHESES, REFERENCES)
        values = metric.segment_scores(HYPOTHESES, REFERENCES).tolist()
        assert score.value == pytest.approx(fsum(values) / len(values), rel=1e-15)
        assert score.segments == len(values)
        rows = metric.statistics(HYPOTHESES, REFERENCES)
        assert metric.score(rows).value == score.value
        segment_scores = [metric.score(row) for row in rows]
        assert [one.value for one in segment_scores] == values
        assert score.recall == pytest.approx(
            fsum(one.recall for one in segment_scores) / 4, rel=1e-15
        )
        assert score.matches == sum(one.matches for one in segment_scores)


def test_a_score_can_be_printed() -> None:
    score = ROUGE("1").corpus_score(HYPOTHESES[:2], REFERENCES[:2])
    assert str(score) == "ROUGE-1 = 0.6667 (P = 0.8333 R = 0.5833)"
    assert str(ROUGE("1", scale=100).corpus_score(HYPOTHESES[:2], REFERENCES[:2])) == (
        "ROUGE-1 = 66.67 (P = 83.33 R = 58.33)"
    )
    data = score.to_dict()
    assert data["metric"] == "ROUGE-1"
    assert (data["matches"], data["hypothesis_total"], data["reference_total"]) == (6, 8, 10)


def test_the_reference_with_the_highest_f_counts() -> None:
    """The first of equal references counts, which shows in precision and recall."""
    score = ROUGE("1").sentence_score("a b", ["x y", "a b c d", "a b c", "c b a"])
    assert (score.value, score.precision, score.reference_total) == (0.8, 1.0, 3)
    # F is 2/3 for both references; precision and recall differ.
    both = ["a x", "a b c d"]
    first = ROUGE("1").sentence_score("a b", both[::-1])
    assert (first.precision, first.recall) == (1.0, 0.5)


def test_words_of_other_scripts() -> None:
    """rouge-score deletes them; the tokenizer `words` does not."""
    pair = "кошка села на коврик", "кошка легла на коврик"
    assert ROUGE("1").sentence_score(*pair).value == 0
    assert ROUGE("1", tokenizer="words").sentence_score(*pair).value == 0.75
    assert ROUGE("L", tokenizer="char").sentence_score("北京大学", "北京市大学").matches == 4
    assert ROUGE("1", tokenizer="words", lowercase=False).sentence_score("A b", "a b").matches == 1


def test_lists_of_tokens_are_not_tokenized() -> None:
    metric = ROUGE("1", stem=True)
    assert metric.sentence_score(["Cats", "!"], ["cats", "!"]).matches == 1
    assert metric.sentence_score([1, 2, 3], [[2, 3, 4]]).matches == 2
    score = ROUGE("Lsum").corpus_score(
        [["w1", "w2", "w6", "\n", "w1", "w3", "w5"]], [["w1", "w2", "w3", "w4", "w5"]]
    )
    assert (score.matches, score.hypothesis_total) == (4, 6)


def test_tokenizers_in_python_equal_the_cores() -> None:
    """A callable with stems and sentences gives the scores of the core's tokenizer."""
    import re

    def by_hand(text: str) -> list[str]:
        return re.findall("[a-z0-9]+", text)

    for variant in ("1", "2", "L", "Lsum"):
        for stem in (False, True):
            ours = ROUGE(variant, stem=stem).statistics(HYPOTHESES, REFERENCES)
            in_python = ROUGE(variant, stem=stem, tokenizer=by_hand)
            assert in_python.statistics(HYPOTHESES, REFERENCES).tolist() == ours.tolist()
            for row, hypothesis, reference in zip(ours, HYPOTHESES, REFERENCES, strict=True):
                assert in_python.sentence_score(hypothesis, reference).matches == row[0]
    with pytest.raises(InputError, match="segment 2"):
        ROUGE("Lsum", tokenizer=by_hand).statistics(["a", None], ["a", "b"])


PUNKT = {
    "collocations.tab": "",
    "sent_starters.txt": "",
    "abbrev_types.txt": "dr\nmr",
    "ortho_context.tab": "",
}


def test_sentences_can_be_split_by_punkt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Punkt uses small data of this test: a full stop ends a sentence, except after two titles."""
    nltk = require_module("nltk")
    folder = tmp_path / "tokenizers" / "punkt_tab" / "english"
    folder.mkdir(parents=True)
    for name, text in PUNKT.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    metric = ROUGE("Lsum", sentences="punkt", stem=True)
    hypotheses = ["Dr. Who left. He flies\nhome.", "One. Two. Three."]
    references = ["He is flying. Dr. Who went home.", "Three. Two. One."]
    split = ["dr who left\nhe flies home", "one\ntwo\nthree"]
    others = ["he is flying\ndr who went home", "three\ntwo\none"]
    expected = ROUGE("Lsum", stem=True).statistics(split, others)
    assert metric.statistics(hypotheses, references).tolist() == expected.tolist()
    assert expected[1, 0] == 3
    scorer = require_module("rouge_score.rouge_scorer")
    theirs = scorer.RougeScorer(["rougeLsum"], use_stemmer=True, split_summaries=True)
    assert metric.segment_scores(hypotheses, references).tolist() == [
        theirs.score(reference, hypothesis)["rougeLsum"].fmeasure
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]


def test_punkt_without_its_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """NLTK caches its data, so a stand-in raises the error of missing data."""
    nltk = require_module("nltk")

    def without_data(text: str) -> list[str]:
        raise LookupError(text)

    monkeypatch.setattr(nltk, "sent_tokenize", without_data)
    metric = ROUGE("Lsum", sentences="punkt")
    with pytest.raises(MissingDependency, match="punkt_tab"):
        metric.corpus_score(["One. Two."], ["One. Two."])
    monkeypatch.setitem(sys.modules, "nltk", None)
    with pytest.raises(MissingDependency, match="pip install nltk"):
        metric.sentence_score("One. Two.", "One. Two.")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"variant": "10"}, "unknown variant '10'"),
        ({"variant": "W"}, "Choose from: 1, 2"),
        ({"variant": 0}, "unknown variant 0"),
        ({"variant": -1}, "unknown variant -1"),
        ({"variant": True}, "unknown variant True"),
        ({"stem": 1}, "stem=1 is not a bool. Use True or False"),
        ({"stem": True, "lowercase": False}, "requires lowercase text"),
        ({"variant": "Lsum", "sentences": "dots"}, "lines, punkt"),
        ({"variant": "L", "sentences": "lines"}, r"only ROUGE\('Lsum'\) looks at sentences"),
        ({"scale": 10}, "Use 100 or 1"),
        ({"tokenizer": "roug"}, "Did you mean 'rouge'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        ROUGE(**settings)


def test_wrong_signatures_and_rows_are_refused() -> None:
    with pytest.raises(InvalidSignature, match="not to ROUGE"):
        ROUGE.from_signature("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0")
    with pytest.raises(InvalidSignature, match="lacks tok"):
        ROUGE.from_signature("rouge:1|case:lc|stem:no|scale:1")
    with pytest.raises(InputError, match="more than 1 in column hypothesis"):
        ROUGE("1").score([2, 1, 5, 1, 0, 0, 0, 0, 0, 0])
    with pytest.raises(EmptyCorpus):
        ROUGE("1").corpus_score([], [])


def test_unusual_text() -> None:
    without_words = ["", " ", "\n", "\n\n", "\0", "ﬀ", "é" * 99]
    # The Kelvin sign is a k in lowercase.
    one_word = ["\u212a", "a" * 70_000, "y" * 5000 + "ed"]
    for variant, value in (("1", 1.0), ("9", 0.0), ("L", 1.0), ("Lsum", 1.0)):
        metric = ROUGE(variant, stem=True)
        assert metric.segment_scores(without_words, without_words).tolist() == [0.0] * 7
        assert metric.segment_scores(one_word, one_word).tolist() == [value] * 3
    with pytest.raises(InputError, match="segment 1"):
        ROUGE("1").corpus_score(["\ud800"], ["a"])


def test_parts_merge() -> None:
    for variant in ("1", "Lsum"):
        metric = ROUGE(variant, stem=True)
        parts = [metric.accumulator() for _ in range(2)]
        parts[0].update(HYPOTHESES[:1], REFERENCES[:1])
        parts[1].update(HYPOTHESES[1:], REFERENCES[1:])
        merged = sum(parts[1:], parts[0])
        assert merged.compute() == metric.corpus_score(HYPOTHESES, REFERENCES)
        assert pickle.loads(pickle.dumps(merged)).compute() == merged.compute()


def test_pairwise_scores_are_sentence_scores() -> None:
    for metric in (ROUGE("2"), ROUGE("1", stem=True), ROUGE("Lsum")):
        table = pairwise(HYPOTHESES, REFERENCES, metric)
        for i, hypothesis in enumerate(HYPOTHESES):
            for j, reference in enumerate(REFERENCES):
                assert table[i, j] == metric.sentence_score(hypothesis, reference).value


def test_systems_are_compared() -> None:
    """Differences are those of the mean F, and tables name each variant."""
    better, worse, references = REFERENCES * 10, HYPOTHESES * 10, REFERENCES * 10
    metrics = [ROUGE("1"), ROUGE("L")]
    comparison = compare({"worse": worse, "better": better}, references, metrics, trials=500)
    for metric, of_metric in zip(metrics, comparison, strict=True):
        high, low = (metric.corpus_score(texts, references).value for texts in (better, worse))
        (pair,) = of_metric.pairs
        assert high > low
        assert pair.difference == pytest.approx(high - low)
        assert pair.p_value < 0.05
    data = json.loads(comparison.to_json())
    assert "ROUGE-1" in json.dumps(data)
    assert "ROUGE-L" in json.dumps(data)
    assert "ROUGE-L" in str(comparison)
    assert comparison.to_markdown().count("ROUGE-") >= 2


def test_a_report_needs_bleu(tmp_path: Path) -> None:
    """A comparison of ROUGE and BLEU has a report; one of ROUGE alone raises an error."""
    systems = {"worse": HYPOTHESES * 5, "better": REFERENCES * 5}
    both = compare(systems, REFERENCES * 5, [BLEU(), ROUGE("L")], trials=100)
    both.report(tmp_path / "both.html")
    assert (tmp_path / "both.html").stat().st_size > 100_000
    assert "ROUGE-L" in both.to_markdown()
    alone = compare(systems, REFERENCES * 5, ROUGE("L"), trials=100)
    with pytest.raises(ConfigurationError, match="must be BLEU, not ROUGE"):
        alone.report(tmp_path / "alone.html")
    assert not (tmp_path / "alone.html").exists()


def test_the_command_line_scores_rouge(tmp_path: Path) -> None:
    for name, lines in (("sys.txt", HYPOTHESES[:3]), ("ref.txt", REFERENCES[:3])):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    flags = (
        "-m",
        "rouge-1",
        "rouge-2",
        "rouge-l",
        "rouge-lsum",
        "--rouge-stem",
        "-f",
        "json",
        "-q",
    )
    ran = truebleu("score", "sys.txt", "-r", "ref.txt", *flags, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    data = {each["metric"]: each["value"] for each in json.loads(ran.out)}
    assert data == {
        f"ROUGE-{kind}": ROUGE(kind, stem=True).corpus_score(HYPOTHESES[:3], REFERENCES[:3]).value
        for kind in ("1", "2", "L", "Lsum")
    }
    compared = truebleu(
        "compare", "sys.txt", "ref.txt", "-r", "ref.txt", "-m", "rouge-l", "-q", cwd=tmp_path
    )
    assert compared.code == 0
    assert "ROUGE-L" in compared.out
    message = fails(
        "score",
        "sys.txt",
        "-r",
        "ref.txt",
        "-m",
        "rouge-1",
        "--rouge-sentences",
        "punkt",
        cwd=tmp_path,
    )
    assert "rouge-lsum" in message


def test_summaries_in_json_lines(tmp_path: Path) -> None:
    """A segment in JSON Lines may have line breaks, which Lsum reads as ends of sentences."""
    for name, texts in (("sys.jsonl", HYPOTHESES), ("ref.jsonl", REFERENCES)):
        lines = (json.dumps({"text": text}) for text in texts)
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    flags = ("--hypothesis-column", "text", "--reference-column", "text")
    ran = truebleu(
        "score", "sys.jsonl", "-r", "ref.jsonl", *flags, "-m", "rouge-lsum", "-f", "json", "-q",
        cwd=tmp_path,
    )  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    expected = ROUGE("Lsum").corpus_score(HYPOTHESES, REFERENCES)
    assert json.loads(ran.out)[0]["value"] == expected.value


def test_references_in_any_shape() -> None:
    streams = References.streams([REFERENCES, HYPOTHESES])
    per_segment = References.per_segment(
        [[a, b] for a, b in zip(REFERENCES, HYPOTHESES, strict=True)]
    )
    for variant in ("1", "Lsum"):
        metric = ROUGE(variant)
        expected = metric.corpus_score(HYPOTHESES, streams)
        assert expected == metric.corpus_score(HYPOTHESES, per_segment)
        assert expected.value == 0.75  # the empty text has no tokens


def test_hypotheses_and_references_are_lowercased_alike() -> None:
    with pytest.raises(ConfigurationError, match="Choose from: True, False, 'ascii', 'after'"):
        ROUGE("L", lowercase="references-after")
