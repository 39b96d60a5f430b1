"""Identification of ROUGE, chrF and TER scores, and of platforms' incorrect scores."""

from __future__ import annotations

from math import fsum
from typing import Any

import pytest

from tests.cases.golden import read
from tests.cli.command import fails, truebleu
from tests.news import lines
from tests.paths import NEWS
from truebleu import (
    BLEU,
    CHRF,
    ROUGE,
    TER,
    ConfigurationError,
    InputError,
    References,
    UnknownConvention,
    diagnose,
    identify,
)
from truebleu.explanation.settings.views import (
    BEST_OF_REFERENCES,
    MEAN_OF_REFERENCES,
    MISREAD,
    Texts,
)
from truebleu.inputs.batch import read as read_batch
from truebleu.metrics.registry import from_signature

WEAK, A, B = (
    NEWS / name for name in ("system.weak.en.txt", "reference.a.en.txt", "reference.b.en.txt")
)
PLATFORMS: dict[str, Any] = read("golden/tools/platforms")
MISTAKES: dict[str, Any] = read("golden/tools/platform_mistakes")
PLTRDY: dict[str, Any] = read("golden/tools/rouge_pltrdy")
HYPOTHESES, REFERENCES = lines(WEAK), lines(A)


@pytest.mark.parametrize(
    ("metric", "rate", "name"),
    [
        (ROUGE("1"), "value", "rouge-score, variant=1"),
        (ROUGE("L", stem=True), "value", "rouge-score, variant=L, stem=True"),
        (ROUGE("2"), "recall", "rouge-score, variant=2, recall"),
        (ROUGE("1", tokenizer="words"), "value", "rouge-score, variant=1, tokenizer=words"),
        (ROUGE("1", convention="rouge-pltrdy"), "value", "rouge-pltrdy, variant=1"),
        (
            ROUGE("L", convention="rouge-pltrdy-repeats", lowercase=True),
            "precision",
            "rouge-pltrdy-repeats, variant=L, lowercase=True, precision",
        ),
    ],
    ids=str,
)
@pytest.mark.parametrize("scale", [1, 100])
def test_settings_of_rouge_are_identified(metric: ROUGE, rate: str, name: str, scale: int) -> None:
    score = metric.corpus_score(HYPOTHESES, REFERENCES)
    number = f"{getattr(score, rate) * scale:.{8 if scale == 1 else 6}f}"
    identification = identify(HYPOTHESES, REFERENCES, number, metric="rouge")
    assert name in [match.name for match in identification.matches]
    match = identification.matches[0]
    assert from_signature(match.signature).name == "ROUGE"
    assert match.reading is not None
    assert match.reading.scale == scale
    if rate == "value" and match.name == name:
        again = from_signature(match.signature).corpus_score(HYPOTHESES, REFERENCES)
        assert again.value == score.value


@pytest.mark.parametrize("variant", ["1", "2", "l"])
@pytest.mark.parametrize(
    ("arguments", "name"),
    [("avg", "rouge-pltrdy"), ("avg exclusive=False", "rouge-pltrdy-repeats")],
)
def test_scores_of_the_package_rouge_are_identified(
    arguments: str, name: str, variant: str
) -> None:
    case = next(case for case in PLTRDY["aggregates"] if case["corpus"] == "three")
    for rate, words in (("f", ""), ("p", ", precision"), ("r", ", recall")):
        number = case[arguments][f"rouge-{variant}"][rate]
        identification = identify(case["hyps"], case["refs"], number, metric="rouge")
        names = [match.name for match in identification.matches]
        assert f"{name}, variant={variant.upper()}{words}" in names


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        (CHRF(), "sacrebleu"),
        (CHRF(word_order=2), "sacrebleu, word_order=2"),
        (TER(), "sacrebleu"),
        (TER(case_sensitive=True), "sacrebleu, case_sensitive=True"),
    ],
    ids=repr,
)
def test_settings_of_chrf_and_ter_are_identified(metric: CHRF | TER, name: str) -> None:
    score = metric.corpus_score(HYPOTHESES, [REFERENCES, lines(B)])
    family = "chrf" if isinstance(metric, CHRF) else "ter"
    identification = identify(
        HYPOTHESES, [REFERENCES, lines(B)], f"{score.value:.4f}", metric=family
    )
    assert identification.matches[0].name == name
    assert from_signature(identification.matches[0].signature) == metric


@pytest.mark.parametrize(
    ("key", "metric", "changes"),
    [("chrf", CHRF(), ()), ("chrf++", CHRF(word_order=2), ("word_order=2",)), ("ter", TER(), ())],
    ids=str,
)
def test_lighteval_reads_references_as_streams(
    key: str, metric: CHRF | TER, changes: tuple[str, ...]
) -> None:
    different = 0
    for case in MISTAKES["lighteval_corpora"]:
        references = References.per_segment(case["references"])
        texts = Texts(read_batch(case["hypotheses"], references))
        misread = metric.batch_score(texts.select(MISREAD), 1).value
        assert misread == pytest.approx(case["values"][key], rel=1e-12)
        if metric.corpus_score(case["hypotheses"], references).value != misread:
            different += 1
            family = key.removesuffix("++")
            identification = identify(case["hypotheses"], references, misread, metric=family)
            changes_of_all = [match.changes for match in identification.matches]
            alternatives = [(*changes, MISREAD.words), (MISREAD.words,)]
            assert any(changes in changes_of_all for changes in alternatives)
    assert different >= 4


def test_lighteval_takes_the_first_reference_for_bleu() -> None:
    for case in MISTAKES["lighteval_corpora"]:
        first = [of_segment[0] for of_segment in case["references"]]
        value = BLEU().corpus_score(case["hypotheses"], first).value
        assert value == pytest.approx(case["values"]["bleu"], rel=1e-12)
    references = References.per_segment(
        [["the cat sat there today", "the cat sat there"], ["it rained"]]
    )
    hypotheses = ["the cat sat there", "it rained"]
    value = BLEU().corpus_score(hypotheses, ["the cat sat there today", "it rained"]).value
    identification = identify(hypotheses, references, value, tool="sacrebleu")
    match = next(
        match for match in identification.matches if match.changes == ("reference 1 alone",)
    )
    assert "nrefs:1|" in match.signature


@pytest.mark.parametrize("platform", ["helm", "lighteval"])
def test_rouge_of_platforms_is_identified(platform: str) -> None:
    cases = MISTAKES[f"{platform}_rouge"]
    texts = [case["hypothesis"] for case in cases], [case["reference"] for case in cases]
    stemmed = ", stem=True" if platform == "helm" else ""
    for name in cases[0]["values"]:
        mean = fsum(case["values"][name] for case in cases) / len(cases)
        variant = name.removeprefix("rouge").removeprefix("_").replace("l", "L", 1)
        identification = identify(*texts, mean, metric="rouge")
        expected = f"rouge-score, variant={variant}{stemmed}"
        assert expected in [match.name for match in identification.matches], name


def test_lighteval_averages_over_references() -> None:
    different = 0
    for case in MISTAKES["lighteval_rouge_of_several"]:
        texts = [case["hypothesis"]], References.per_segment([case["references"]])
        identification = identify(*texts, case["value"], metric="rouge", tool="rouge-score")
        changes = [match.changes for match in identification.matches]
        best = ROUGE("L").corpus_score(*texts).value
        if best != pytest.approx(case["value"], abs=1e-10):
            different += 1
            match = identification.matches[changes.index(("variant=L", MEAN_OF_REFERENCES.words))]
            assert "nrefs:1|" in match.signature
        else:
            assert ("variant=L",) in changes
    assert different >= 5


@pytest.mark.parametrize("platform", ["helm", "lighteval"])
@pytest.mark.parametrize("order", [1, 4])
def test_a_single_order_is_identified(platform: str, order: int) -> None:
    cases = [
        case
        for case in PLATFORMS["sentences"]
        if case["convention"] == platform and len(case["references"]) == 1
    ]
    texts = [case["hypothesis"] for case in cases], [case["references"][0] for case in cases]
    key = next(key for key in cases[0]["values"] if f'"max_ngram_order": {order}' in key)
    mean = fsum(case["values"][key] for case in cases) / len(cases)
    identification = identify(*texts, mean, tool=platform)
    words = () if order == 4 else (f"max_ngram_order={order}",)
    assert words in [match.changes for match in identification.matches]
    result = diagnose(
        BLEU().corpus_score(*texts), BLEU(convention=platform).corpus_score(*texts), *texts
    )
    assert result.needs == ""
    assert {"orders and weights", "mean of sentences"} <= {move.part for move in result.moves}


@pytest.mark.parametrize("order", [1, 4])
@pytest.mark.parametrize("equal", [True, False])
def test_helm_takes_the_best_of_several_references(order: int, equal: bool) -> None:
    """HELM scores an output with each reference and takes the maximum."""
    scores: dict[tuple[str, ...], list[tuple[list[str], float]]] = {}
    for case in PLATFORMS["sentences"]:
        if case["convention"] == "helm" and case["hypothesis"]:
            (reference,) = case["references"]
            value = case["values"][f'{{"max_ngram_order": {order}}}']
            scores.setdefault(tuple(case["hypothesis"]), []).append((reference, value))
    several = {text: pairs for text, pairs in scores.items() if len(pairs) > 1 or not equal}
    assert len({len(pairs) for pairs in several.values()}) == (1 if equal else 2)
    texts = (
        [list(text) for text in several],
        References.per_segment([[text for text, _ in pairs] for pairs in several.values()]),
    )
    mean = fsum(max(value for _, value in pairs) for pairs in several.values()) / len(several)
    identification = identify(*texts, mean, tool="helm")
    words = () if order == 4 else (f"max_ngram_order={order}",)
    changes = [match.changes for match in identification.matches]
    match = identification.matches[changes.index((*words, BEST_OF_REFERENCES.words))]
    assert match.signature.startswith("nrefs:1|conv:helm")


@pytest.mark.parametrize(
    ("metric", "name"),
    [
        ("CHRF(default)", "sacrebleu"),
        ("CHRF(word_order=2)", "sacrebleu, word_order=2"),
        ("CHRF(eps_smoothing)", "sacrebleu, eps_smoothing=True"),
        ("TER(default)", "sacrebleu"),
        ("TER(normalized)", "sacrebleu, normalized=True"),
    ],
)
def test_the_mean_of_sentence_scores_is_identified(metric: str, name: str) -> None:
    inputs, different = read("golden/inputs"), 0
    for corpus, recorded in read("golden/tools/sacrebleu")[f"sacrebleu.{metric}"].items():
        mean = fsum(recorded["sentences"]) / len(recorded["sentences"])
        if abs(mean - recorded["corpus"]["score"]) > 0.01:
            different += 1
            texts = (
                inputs[corpus]["hypotheses"],
                References.per_segment(inputs[corpus]["references"]),
            )
            family = metric.partition("(")[0].casefold()
            identification = identify(*texts, mean, metric=family)
            names = [match.name for match in identification.matches]
            mean_of = {f"{settings}, mean of sentence scores" for settings in (name, "sacrebleu")}
            assert mean_of.intersection(names)
    assert different >= 3


def test_two_scores_of_rouge_are_diagnosed() -> None:
    first = ROUGE("1").corpus_score(HYPOTHESES, REFERENCES)
    stemmed = ROUGE("L", stem=True, scale=100).corpus_score(HYPOTHESES, REFERENCES)
    result = diagnose(first, stemmed, HYPOTHESES, REFERENCES)
    assert [move.part for move in result.moves] == ["variant", "stemming"]
    assert result.remainder == 0
    assert sum(move.points for move in result.moves) == pytest.approx(result.gap)
    lsum = ROUGE("Lsum", convention="rouge-score").corpus_score(HYPOTHESES, REFERENCES)
    pltrdy = ROUGE("L", convention="rouge-pltrdy").corpus_score(HYPOTHESES, REFERENCES)
    moves = diagnose(first, pltrdy, HYPOTHESES, REFERENCES).moves
    assert {move.part for move in moves} == {"variant", "convention"}
    both = diagnose(lsum, pltrdy, HYPOTHESES, REFERENCES)
    assert [move.part for move in both.moves] == ["variant and convention"]
    assert both.needs == ""
    assert "Pass the texts" in diagnose(first, pltrdy).needs
    assert diagnose(first, first).needs == ""
    # F is symmetric, so swapped texts have the same scores.
    assert diagnose(first, stemmed, REFERENCES, HYPOTHESES).needs == ""
    with pytest.raises(ConfigurationError, match="got ROUGEScore and BLEUScore"):
        diagnose(first, BLEU().corpus_score(HYPOTHESES, REFERENCES))


def test_wrong_arguments() -> None:
    texts = HYPOTHESES[:3], REFERENCES[:3]
    with pytest.raises(ConfigurationError, match="Choose from: bleu, rouge, chrf, ter"):
        identify(*texts, 40, metric="meteor")
    with pytest.raises(ConfigurationError, match=r"computes BLEU, not ROUGE\. Pass metric='bleu'"):
        identify(*texts, 40, metric="rouge", tool="nltk")
    with pytest.raises(ConfigurationError, match="Pass metric='rouge'"):
        identify(*texts, 40, tool="rouge-pltrdy")
    with pytest.raises(UnknownConvention, match="Choose from: sacrebleu"):
        identify(*texts, 40, metric="chrf", tool="word")
    with pytest.raises(ConfigurationError, match="not supported with metric='ter', which has no"):
        identify(*texts, 40, metric="ter", tokenizers=["zh"])
    with pytest.raises(InputError, match="requires text"):
        identify([["a", "b"]], [["a"]], 40, metric="chrf")
    assert identify([["a", "b"]], [["a"]], "0.6667", metric="rouge").matches
    assert identify(*texts, "150.5", metric="ter").nearest


def test_the_command_prints_matches() -> None:
    number = f"{100 * ROUGE('L', stem=True).corpus_score(HYPOTHESES, REFERENCES).value:.4f}"
    ran = truebleu("identify", WEAK, "-r", A, "--reported", number, "-m", "rouge")
    assert ran.out.splitlines()[2].startswith("1. rouge-score, variant=L, stem=True: ")
    assert "rouge-score, variant=Lsum, stem=True" in ran.out
    assert "Choose from" in fails("identify", WEAK, "-r", A, "--reported", "40", "-m", "meteor")


def test_a_wrong_score_gets_a_hint() -> None:
    number = f"{ROUGE('L', stem=True).corpus_score(HYPOTHESES, REFERENCES).value:.4f}"
    signature = str(ROUGE("L").signature(1))
    ran = truebleu("verify", signature, number, WEAK, "-r", A)
    assert ran.code == 1
    assert "matching settings: rouge-score, variant=L, stem=True" in ran.out
    assert ran.out.splitlines()[-1].endswith(f"--reported {number} -m rouge")
