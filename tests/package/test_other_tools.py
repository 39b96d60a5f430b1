"""Names from sacreBLEU, NLTK, evaluate and torchmetrics: errors give truebleu's names."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from truebleu import BLEU, CHRF, TER, InputError, UnknownSetting, corpus_bleu, sentence_bleu
from truebleu.cli.run import COMMANDS, load
from truebleu.compat.sacrebleu.command import flags as sacrebleu_flags
from truebleu.errors import nearest
from truebleu.metrics.registry import METRICS, metric_class
from truebleu.other_tools import FOREIGN, attribute_hint, foreign_option


class Smoothing:
    """Stand-in for NLTK's SmoothingFunction."""

    def method4(self) -> None:
        """Stand in for a method of NLTK's class."""


METRIC: Any = BLEU  # the settings below are wrong on purpose

WRONG: dict[str, tuple[Any, str]] = {
    "tokenize": (lambda: METRIC(tokenize="zh"), "a setting of sacreBLEU. Use tokenizer='zh'."),
    "smooth_method": (lambda: METRIC(smooth_method="floor"), "Use smoothing='floor'."),
    "smooth_value": (lambda: METRIC(smooth_value=0.5), "Use smoothing_value=0.5."),
    "force": (lambda: METRIC(force=True), "force is a setting of sacreBLEU. Leave it out."),
    "function": (lambda: corpus_bleu(["a"], ["a"], tokenize="13a"), "Use tokenizer='13a'."),  # type: ignore[call-arg]
    "nltk": (
        lambda: METRIC(smoothing_function=Smoothing().method4),
        "smoothing_function is a setting of NLTK. Use smoothing='method4'.",
    ),
    "evaluate": (lambda: METRIC(max_order=2), "Hugging Face evaluate. Use max_ngram_order=2."),
    "torchmetrics": (lambda: CHRF(n_char_order=4), "torchmetrics. Use char_order=4."),  # type: ignore[call-arg]
    "not there": (lambda: TER(tokenize="13a"), "sacreBLEU. Choose from: normalized, no_punct"),  # type: ignore[call-arg]
    "convention": (lambda: METRIC("nltk"), "by name only. Use BLEU(convention='nltk')."),
    "tokenizer": (lambda: METRIC("13a"), "by name only. Use BLEU(tokenizer='13a')."),
    "order": (lambda: METRIC(2), "by name only. Use BLEU(max_ngram_order=2)."),
    "typo": (lambda: METRIC(smothing="exp"), "unknown setting 'smothing'. Did you mean smoothing?"),
    "nonsense": (lambda: METRIC(color=1), "unknown setting 'color'. Choose from: convention"),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_error_gives_truebleus_name(case: str) -> None:
    call, message = WRONG[case]
    with pytest.raises(UnknownSetting) as caught:
        call()
    assert message in str(caught.value)
    assert isinstance(caught.value, TypeError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("name", METRICS)
def test_no_metric_accepts_a_foreign_setting(name: str) -> None:
    kind: Any = metric_class(name)
    for entry in FOREIGN:
        for spelling in entry.names:
            if entry.kind == "setting" and spelling not in kind.parameters:
                with pytest.raises(UnknownSetting, match=spelling):
                    kind(**{spelling: 1})


def test_suggested_settings_exist() -> None:
    known = {name for metric in METRICS for name in metric_class(metric).parameters}
    known |= {"hypotheses", "references"}
    assert {entry.ours for entry in FOREIGN if entry.renamed} <= known


def test_errors_inside_a_constructor_are_unchanged() -> None:
    with pytest.raises(TypeError, match="length"):
        type(BLEU).__call__(Broken)


class Broken(BLEU):
    """Metric of a user, whose constructor fails."""

    def __init__(self) -> None:
        raise TypeError("object has no length")


def test_foreign_attributes_of_scores_and_metrics() -> None:
    score: Any = BLEU().corpus_score(["a b c d"], ["a b c d"])
    with pytest.raises(AttributeError, match=r"bp is a name of sacreBLEU\. Use brevity_penalty"):
        score.bp  # noqa: B018
    with pytest.raises(AttributeError, match="'BLEUScore' object has no attribute 'color'"):
        score.color  # noqa: B018
    metric: Any = BLEU()
    with pytest.raises(AttributeError, match="Use signature"):
        metric.get_signature()
    assert not hasattr(score, "sys_len")
    assert attribute_hint("BLEUScore", "value") is None


def test_every_option_of_sacrebleu_exists_or_has_a_hint() -> None:
    """An option with an equal name and meaning needs no hint."""
    parser = sacrebleu_flags._parser()
    ours = {name for command in COMMANDS for flag in load(command).flags for name in flag.names}
    options = {option for action in parser._actions for option in action.option_strings}
    assert [name for name in options if name not in ours and not foreign_option(name)] == []


@pytest.mark.parametrize(
    ("typed", "known", "expected"),
    [
        ("--confidence", ["--reference"], None),
        ("--paired-bs", ["--threads"], None),
        ("-s", ["--case"], None),
        ("--lower-case", ["--lowercase", "--case"], "--lowercase"),
        ("cet", ["cat"], "cat"),
        ("ab", ["ac"], None),
        ("ja", ["13a", "ja-mecab"], "ja-mecab"),
        ("expp", ["none", "exp"], "exp"),
        ("", ["none"], None),
    ],
)
def test_only_similar_names_are_suggested(
    typed: str, known: list[str], expected: str | None
) -> None:
    assert nearest(typed, known) == expected


def test_swapped_arguments_of_nltk_are_named() -> None:
    with pytest.raises(InputError, match="hypothesis comes first, then the references"):
        sentence_bleu([["the", "cat", "sat"]], ["the", "cat", "sat"])
    with pytest.raises(InputError, match="hypothesis comes first, then the references"):
        corpus_bleu([[["the", "cat"]], [["a", "dog"]]], [["the", "cat"], ["a", "dog"]])
