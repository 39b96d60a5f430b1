"""Conventions: named presets of settings and rules that reproduce the scores of other tools.

A convention has default settings of metrics, and rules by which the Rust core computes BLEU. To add
a convention, add an entry to `CONVENTIONS`.
"""

from __future__ import annotations

from typing import Any

from truebleu.errors import UnknownConvention, UnknownSetting, allowed
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.conventions.convention import Convention
from truebleu.metrics.conventions.registry import CONVENTIONS
from truebleu.metrics.registry import metric_class

__all__ = ["CONVENTIONS", "Convention", "convention", "metric", "of_metric", "of_several"]


def convention(name: object) -> Convention:
    """Return the convention with this name; raise `UnknownConvention` for an unknown name."""
    if isinstance(name, str) and name in CONVENTIONS:
        return CONVENTIONS[name]
    raise UnknownConvention(allowed("convention", name, CONVENTIONS))


def metric(name: str, **settings: Any) -> Metric[Any]:
    """Return the main metric of the tool that a convention reproduces, with the tool's settings.

    `name` is the name of the convention. `settings` override the tool's settings, and have the
    names of the arguments of `BLEU`. The value None selects the tool's setting.

    >>> metric("nltk"), metric("google-bleu", max_ngram_order=2)
    (BLEU(convention='nltk'), GLEU(max_order=2))

    Raises:
        UnknownConvention: there is no convention with this name.
        UnknownSetting: BLEU has no argument of this name, or the name is `convention`.
        ConfigurationError: the metric lacks one of the settings, or a value is invalid.
    """
    if "convention" in settings:
        raise UnknownSetting("metric() takes the convention as its first argument only.")
    bundle = convention(name)
    kind: Any = metric_class("bleu")
    name_of_kind = "rouge-l" if bundle.metric == "ROUGE" else bundle.metric.casefold()
    other_kind: Any = metric_class(name_of_kind)
    unknown = set(settings).difference(kind.parameters, other_kind.parameters)
    if bundle.metric == "BLEU" or unknown:
        bleu: Metric[Any] = kind(convention=name, **settings)
        return bleu
    chosen = {setting: value for setting, value in settings.items() if value is not None}
    return other_kind.of_convention(bundle, chosen)  # type: ignore[no-any-return]


def of_metric(metric: str) -> tuple[str, ...]:
    """Return the names of all conventions whose main metric is `metric` ("BLEU", "ROUGE", ...)."""
    return tuple(name for name, bundle in CONVENTIONS.items() if bundle.metric == metric)


def of_several(name: str) -> str:
    """Return the most similar BLEU convention that accepts several references per segment.

    `name` and the result are names of conventions. The result differs from the convention `name` in
    the fewest settings and rules; of equally similar conventions, it is the first.

    >>> of_several("fairseq"), of_several("nltk")
    ('multi-bleu', 'nltk')
    """
    bundle = convention(name)
    takers = [CONVENTIONS[candidate] for candidate in of_metric("BLEU")]
    takers = [taker for taker in takers if not taker.one_reference]
    return min(takers, key=bundle.num_differences).name
