"""From the flags of a metric to the metric."""

from __future__ import annotations

from truebleu.cli.flags import FLAGS
from truebleu.cli.metrics import PRESETS, metric_class
from truebleu.cli.parser import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Collection, Sequence
    from typing import Any

    from truebleu.metrics.base import Metric

__all__ = ["metric_of", "metrics_of"]


def metric_of(typed: Namespace, name: str) -> Metric[Any]:
    """The metric of this name that the flags describe. Raises `UsageError` where they clash."""
    kind: Any = metric_class(name)
    given = _given(typed)
    if typed.signature is None:
        metric: Metric[Any] = kind(**given)
        return metric
    if given and set(given) != {"tokenizer"}:
        raise UsageError(f"--signature says it all: leave out {_flags(given)}")
    from_signature: Metric[Any] = kind.from_signature(typed.signature)
    return from_signature


def metrics_of(typed: Namespace, names: Sequence[str]) -> list[Metric[Any]]:
    """The metrics of these names; each takes of the flags those that it has."""
    given = _given(typed)
    kinds: list[Any] = [metric_class(name) for name in names]
    unknown = [name for name in given if not any(name in kind.parameters for kind in kinds)]
    if unknown:
        raise UsageError(f"{_flags(unknown)}: no option of {' or '.join(names)}")
    return [
        kind(
            **PRESETS.get(name, {}),
            **{setting: value for setting, value in given.items() if setting in kind.parameters},
        )
        for name, kind in zip(names, kinds, strict=True)
    ]


def _given(typed: Namespace) -> dict[str, Any]:
    """The settings that flags gave."""
    _check_tokenizer(typed)
    given = {
        flag.sets: getattr(typed, flag.target)
        for flag in FLAGS
        if flag.sets and getattr(typed, flag.target) is not None
    }
    if typed.spm_model or typed.hf_tokenizer:
        from truebleu.tokenizers import hf_tokenizer, spm_model

        make = spm_model if typed.spm_model else hf_tokenizer
        given["tokenizer"] = make(typed.spm_model or typed.hf_tokenizer)
    return given


def _flags(settings: Collection[str]) -> str:
    return ", ".join(flag.names[-1] for flag in FLAGS if flag.sets in settings)


def _check_tokenizer(typed: Namespace) -> None:
    chosen = [
        name
        for name, value in (
            ("--tokenize", typed.tokenize),
            ("--spm-model", typed.spm_model),
            ("--hf-tokenizer", typed.hf_tokenizer),
        )
        if value
    ]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} each choose a tokenizer: give one of them")
