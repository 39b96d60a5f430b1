"""From flags to metrics and tokenizers."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Sequence
from typing import Any

from truebleu.cli.command import UsageError
from truebleu.cli.flags import metrics as metric_flags
from truebleu.metrics import conventions, registry
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import METRICS, PRESETS, metric_class, settings_of
from truebleu.tokenizers import Tokenizer, hf_tokenizer, spm_model

FLAGS = metric_flags.flags()
TOKENIZERS = ("--tokenize", "--spm-model", "--hf-tokenizer")


def metrics_of(typed: Namespace, *, weighed: bool = False) -> list[Metric[Any]]:
    """The metrics that the flags describe, each once; each takes those settings that it has.

    `weighed`: NIST, whose rows need the whole corpus and are no sums of counts, may be among them.

    Raises `UsageError` where flags clash, and what a metric raises about its settings.
    """
    metrics = _described(typed)
    for metric in metrics:
        if not weighed and metric.row_source == "corpus":
            raise UsageError(
                f"{metric.name} weighs n-grams by the whole corpus, so it has no counts that could "
                "be added, tested or shown one by one: truebleu score has it, this command does not"
            )
    return metrics


def _described(typed: Namespace) -> list[Metric[Any]]:
    names = list(dict.fromkeys(typed.metric or ["bleu"]))
    given = _given(typed)
    signature = getattr(typed, "signature", None)
    if signature is not None:
        if given:
            raise UsageError(f"--signature says it all: leave out {_flags(given)}")
        return [from_signature(signature, names if typed.metric else [])]
    _check_use(given, names)
    return [_metric(name, given) for name in names]


def _metric(name: str, given: dict[str, Any]) -> Metric[Any]:
    its_own = {setting: value for setting, value in given.items() if setting in settings_of(name)}
    if "convention" in its_own:
        return conventions.metric(its_own.pop("convention"), **its_own)
    kind: Any = metric_class(name)
    metric: Metric[Any] = kind(**{**PRESETS.get(name, {}), **its_own})
    return metric


def _check_use(given: Collection[str], names: Sequence[str]) -> None:
    """Every setting belongs to a metric that is asked for, and to none whose name has it fixed."""
    for setting in given:
        takers = [name for name in METRICS if setting in settings_of(name)]
        if not set(takers) & set(names):
            raise UsageError(
                f"{_flags([setting])}: no option of {' or '.join(names)}, but of "
                f"{', '.join(_folded(takers))}"
            )
    for name in names:
        fixed = [setting for setting in PRESETS.get(name, {}) if setting in given]
        if fixed:
            raise UsageError(f"{name} stands for a value of {_flags(fixed)}: leave one of them out")


def _folded(names: Sequence[str]) -> list[str]:
    """The names, those of ROUGE as one where there are several."""
    several = sum(name.startswith("rouge-") for name in names) > 1
    folded = ["rouge-..." if several and name.startswith("rouge-") else name for name in names]
    return list(dict.fromkeys(folded))


def from_signature(text: str, names: Sequence[str] = ()) -> Metric[Any]:
    """The metric of a signature, which must be the one of these names, if there are any."""
    metric = registry.from_signature(text)
    if names and (len(names) > 1 or not _fits(metric, names[0])):
        raise UsageError(
            f"--signature is one of {metric.name}: leave out --metric {' '.join(names)}"
        )
    return metric


def _fits(metric: Metric[Any], name: str) -> bool:
    """Whether a metric may be called so."""
    fixed = PRESETS.get(name, {})
    return metric_class(name) is type(metric) and all(
        getattr(metric, setting) == value for setting, value in fixed.items()
    )


def _given(typed: Namespace) -> dict[str, Any]:
    """The settings that flags gave."""
    tokenizer = chosen_tokenizer(typed)
    given = {
        flag.sets: getattr(typed, flag.target)
        for flag in FLAGS
        if flag.sets and getattr(typed, flag.target, None) is not None
    }
    return given if tokenizer is None else {**given, "tokenizer": tokenizer}


def _flags(settings: Collection[str]) -> str:
    """The flags of some settings: what sets one and the same has "or" between it."""
    names: dict[str, list[str]] = {}
    for flag in FLAGS:
        if flag.sets in settings and flag.names[-1] not in names.setdefault(flag.sets or "", []):
            names[flag.sets or ""].append(flag.names[-1])
    return ", ".join(" or ".join(each) for each in names.values())


def chosen_tokenizer(typed: Namespace) -> str | Tokenizer | None:
    """Return what the flags choose: a name or a tokenizer; None where there is none of them.

    Raises `UsageError` for several.
    """
    given = (typed.tokenize, typed.spm_model, typed.hf_tokenizer)
    chosen = [flag for flag, value in zip(TOKENIZERS, given, strict=True) if value]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} each choose a tokenizer: give one of them")
    if typed.spm_model:
        return spm_model(typed.spm_model)
    if typed.hf_tokenizer:
        return hf_tokenizer(typed.hf_tokenizer)
    name: str | None = typed.tokenize
    return name
