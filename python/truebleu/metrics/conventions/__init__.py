"""Conventions: named presets of settings and rules that reproduce the scores of other tools.

A convention has the default settings of its metrics, and rules by which the Rust core computes
BLEU. To add a tool, add an entry to `CONVENTIONS`.
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
    """Return the main metric of a convention's tool, with the tool's settings.

    `settings` override the tool's settings. They have the names that `BLEU` uses; None selects the
    tool's setting.

    >>> metric("nltk"), metric("google-bleu", max_ngram_order=2)
    (BLEU(convention='nltk'), GLEU(max_order=2))

    Raises:
        UnknownConvention: there is no convention with this name.
        UnknownSetting: BLEU has no such setting, or `settings` has a convention.
        ConfigurationError: the metric does not have one of the settings, or a value is invalid.
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
    """Return the names of all conventions whose main metric is `metric`, such as "ROUGE"."""
    return tuple(name for name, bundle in CONVENTIONS.items() if bundle.metric == metric)


def of_several(name: str) -> str:
    """Return the name of the convention closest to `name` that accepts several references.

    It is a convention of BLEU. The closest convention differs from `name` in the fewest settings
    and rules. If several conventions are equally close, the first is returned.

    >>> of_several("fairseq"), of_several("nltk")
    ('multi-bleu', 'nltk')
    """
    bundle = convention(name)
    takers = [CONVENTIONS[candidate] for candidate in of_metric("BLEU")]
    takers = [taker for taker in takers if not taker.one_reference]
    return min(takers, key=bundle.num_differences).name
