"""Laws for every combination of convention, setting, scale, average and interface.

Two features that worked alone have failed together. So the corpora are tiny and unusual, and every
interface scores each of them with every combination of settings.
"""

from __future__ import annotations

from itertools import product
from math import fsum, isclose, isfinite
from statistics import fmean as mean
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.command import truebleu
from truebleu import (
    BLEU,
    CHRF,
    TER,
    ConfigurationError,
    TrueBleuError,
    compare,
    corpus_bleu,
    explain,
)
from truebleu.metrics.conventions import convention as named
from truebleu.metrics.conventions import of_metric

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CONVENTIONS = of_metric("BLEU")
WEIGHTS = (0, 0, 0, 1)
SETTINGS: list[dict[str, Any]] = [
    {},
    {"weights": WEIGHTS},
    {"effective_order": True},
    *({"smoothing": name} for name in ("none", "floor", "laplace")),
    *({"smoothing": f"method{number}"} for number in (4, 5, 6, 7)),
]
CORPORA = {
    "no match": (["dog cat bird fish"], ["he she it they"]),
    "no 3-gram match": (["the cat ran off", "a b x c d"], ["the cat sat down", "a b y c d"]),
    "empty hypothesis": (["", "a b c d e"], ["a b c", "a b x d e"]),
    "empty reference": (["a b c d"], [""]),
    "both empty": (["", ""], ["", ""]),
    "one token": (["dog"], ["dog"]),
    "identical": (["the cat sat on the mat"] * 2, ["the cat sat on the mat"] * 2),
    "one error": (["the cat sat on a mat here"], ["the cat sat on the mat here"]),
    # Without smoothing, NLTK's precisions can be 2.2e-308; a brevity penalty makes them smaller.
    "denormal": (["a x b"], ["a b c d e f g h i j k l m n o p q"]),
}


def build(convention: str, **settings: Any) -> BLEU | None:
    """Build the metric; return None if its settings are refused."""
    try:
        metric: BLEU = BLEU(convention=convention, **settings)
    except ConfigurationError:
        return None
    return metric


def outcome(interface: Callable[[], Any]) -> Any:
    """Return the result of an interface, or the class of truebleu's error."""
    try:
        return interface()
    except TrueBleuError as error:
        return type(error)


def interfaces(metric: BLEU, texts: list[str], references: list[str]) -> dict[str, Any]:
    """Return the score, or the segment scores, of the corpus by the name of each interface."""

    def accumulated() -> float:
        total = metric.accumulator()
        for text, reference in zip(texts, references, strict=True):
            total.update([text], [reference])
        return total.compute().value

    def summed() -> float:
        return metric.score(metric.statistics(texts, references).sum(axis=0)).value

    def of_sentences() -> list[float]:
        pairs = zip(texts, references, strict=True)
        return [metric.sentence_score(text, [reference]).value for text, reference in pairs]

    return {
        "corpus_score": outcome(lambda: metric.corpus_score(texts, references).value),
        "accumulator": outcome(accumulated),
        "statistics": outcome(summed),
        "segment_scores": outcome(lambda: metric.segment_scores(texts, references).tolist()),
        "sentence_score": outcome(of_sentences),
    }


def multiplied(result: Any, factor: float) -> Any:
    """Multiply the scores by a factor, and leave the class of an error unchanged."""
    if isinstance(result, list):
        return [factor * number for number in result]
    return factor * result if isinstance(result, float) else result


def same(result: Any, expected: Any, tolerance: float = 1e-9) -> bool:
    """Return whether two outcomes are equal up to rounding."""
    if isinstance(result, list) and isinstance(expected, list):
        return len(result) == len(expected) and all(map(same, result, expected))
    if isinstance(result, float) and isinstance(expected, float):
        return isclose(result, expected, rel_tol=tolerance, abs_tol=1e-14)
    return bool(result == expected)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_laws_of_scores(name: str) -> None:
    for settings, average in product(SETTINGS, ("micro", "macro")):
        of_one, of_hundred = (
            build(name, average=average, scale=scale, **settings) for scale in (1, 100)
        )
        assert (of_one is None) == (of_hundred is None), settings
        if of_one is None or of_hundred is None:
            continue
        for corpus, texts in CORPORA.items():
            where = settings, average, corpus
            result, larger = interfaces(of_one, *texts), interfaces(of_hundred, *texts)
            for interface, number in result.items():
                # The scale only multiplies the score.
                assert same(larger[interface], multiplied(number, 100.0)), (interface, *where)
            corpus_score, segments = result["corpus_score"], result["segment_scores"]
            assert result["accumulator"] == corpus_score, where
            assert result["sentence_score"] == segments, where
            # Some columns of NLTK's methods 5 to 7 are the last segment's, and no sum.
            if not any(column.startswith("last_") for column in of_one.layout.names):
                assert result["statistics"] == corpus_score, where
            if average == "macro" and isinstance(segments, list):
                is_single = len(segments) == 1
                assert (
                    corpus_score == segments[0] if is_single else same(corpus_score, mean(segments))
                )


@pytest.mark.parametrize("name", CONVENTIONS)
def test_components_of_scores_add_up(name: str) -> None:
    """The components of every score have the right sum, and explain() has the corpus score."""
    for settings, scale in product((SETTINGS[0], SETTINGS[1], {"smoothing": "exp"}), (1, 100)):
        metric = build(name, scale=scale, **settings)
        if metric is None:
            continue
        for texts in CORPORA.values():
            score = metric.corpus_score(*texts)
            parts = score.explain()
            points = [factor.points for factor in parts.factors]
            assert all(map(isfinite, points))
            assert isclose(fsum(points), scale - score.value, abs_tol=1e-9)
            assert isclose(fsum(points), parts.lost, abs_tol=1e-9)
    for corpus in ("denormal", "both empty"):
        if metric := build(name, weights=WEIGHTS):
            explanation = explain(*CORPORA[corpus], metric=metric)
            assert explanation.score == metric.corpus_score(*CORPORA[corpus])


@pytest.mark.parametrize("name", CONVENTIONS)
def test_systems_are_compared(name: str) -> None:
    """Corpora without a match, empty and equal ones are compared; all results are finite."""
    pairs = [
        (["the cat ran off", "a b x c d"], ["the dog ran off", "a x y c"]),
        (["", ""], ["a b c d e", "a"]),
        (["a x b", "x y z"], ["a b y", "b x y"]),
        (["dog", "cat"], ["dog", "dog"]),
        (["the cat sat down"] * 2, ["the cat sat down"] * 2),
    ]
    references = ["the cat sat down", "a b y c d e f g h i j k l m n o p q r s t u v w"]
    for settings, average in product([{}, {"weights": WEIGHTS}], ("micro", "macro")):
        metric = build(name, average=average, **settings)
        if metric is None:
            continue
        for first, second in pairs:
            # With fewer than six differing segments, no difference is detectable; eight are enough.
            systems = {"first": first * 4, "second": second * 4}
            comparison = compare(systems, references * 4, [metric], trials=10, resamples=30)[0]
            pair = comparison.pairs[0]
            scores = [each.score.value for each in comparison.systems]
            assert pair.difference == scores[1] - scores[0]
            assert all(map(isfinite, (*pair.interval, pair.p_value)))
            assert pair.min_detectable_difference is None or isfinite(
                pair.min_detectable_difference
            )


@pytest.mark.parametrize("metric", [TER(), BLEU(), CHRF(), BLEU(convention="nltk")], ids=repr)
def test_empty_resamples_are_left_out(metric: Any) -> None:
    """Both segments have equal scores, so each resample that is not empty has that score."""
    texts, references = ["a b c d x f g h"] * 2, ["a b c d e f g h"] * 2
    comparison = compare({"a": texts, "b": texts}, references, [metric], bootstrap="poisson")[0]
    low, high = comparison.systems[0].interval
    assert low == high == comparison.systems[0].score.value


@pytest.mark.parametrize("name", CONVENTIONS)
def test_a_setting_is_used_or_refused(name: str) -> None:
    """Accepted weights change the score; refused weights are refused by every interface."""
    texts = (["the cat sat on a mat here today"], ["the cat sat on the mat here today"])
    others = WEIGHTS[::-1] if named(name).last_order_alone else WEIGHTS
    plain, weighted = build(name), build(name, weights=others)
    if named(name).setting("BLEU", "max_ngram_order") == 1:
        return
    assert plain is not None
    if weighted is not None:
        assert weighted.corpus_score(*texts).value != plain.corpus_score(*texts).value
        return
    assert name == "coco"
    for weights in (WEIGHTS, (1, 0, 0, 0), (1, 0)):
        with pytest.raises(
            ConfigurationError, match=r"weights=.* is not supported with convention"
        ):
            corpus_bleu(*texts, convention=name, weights=weights)
    # Equal weights are the default.
    assert build(**plain.settings()) == BLEU(convention=name, weights=[2] * 4) == plain


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Write two systems without a 3-gram match, one of which has a denormal score."""
    names = ("first.txt", "second.txt", "references.txt")
    paths = tmp_path / names[0], tmp_path / names[1], tmp_path / names[2]
    texts = ("a x b\nthe cat ran off\n", "a b x\nthe dog ran\n", "a b c d e f\nthe cat sat down\n")
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


@pytest.mark.parametrize(
    ("command", "options", "code"),
    [
        ("score", "--convention nltk --smoothing method4 --scale 100", 0),
        ("score", "--convention futureagi-yaml --scale 100", 0),
        ("score", "--convention coco --weights 0,0,0,1", 2),
        ("explain", "--convention nltk --weights 0,0,0,1", 0),
        ("compare", "--convention nltk --trials 10 --resamples 20", 0),
        ("compare", "--convention coco --weights 0,0,0,1", 2),
    ],
)
def test_on_the_command_line(
    command: str, options: str, code: int, files: tuple[Path, Path, Path]
) -> None:
    systems = files[:2] if command == "compare" else files[:1]
    ran = truebleu(command, *systems, "-r", files[2], *options.split())
    assert ran.code == code, ran.err
    if code == 2:
        assert "--weights: '0,0,0,1' is not supported with convention 'coco'" in ran.err
