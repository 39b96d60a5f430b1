"""Lookup of metrics by name or signature, and checks of metrics that users pass."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from itertools import chain, count
from typing import Any

from truebleu.errors import ConfigurationError, InvalidSignature, inspected
from truebleu.inputs.arguments import check_choice
from truebleu.inputs.sequences import is_collection
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.signature import DATA_KEYS, Signature, metric_of, parsed

_ROUGE = ("truebleu.metrics.rouge", "ROUGE")
_ORDERS = "123456789"
METRICS = {
    "bleu": ("truebleu.metrics.bleu", "BLEU"),
    "chrf": ("truebleu.metrics.chrf", "CHRF"),
    "chrf++": ("truebleu.metrics.chrf", "CHRF"),
    "gleu": ("truebleu.metrics.gleu", "GLEU"),
    "nist": ("truebleu.metrics.nist", "NIST"),
    "cider": ("truebleu.metrics.cider", "CIDEr"),
    **{f"rouge-{kind}": _ROUGE for kind in (*_ORDERS, "l", "lsum")},
    "ter": ("truebleu.metrics.ter", "TER"),
    "meteor": ("truebleu.metrics.meteor", "METEOR"),
    "wer": ("truebleu.metrics.error_rates", "WER"),
    "cer": ("truebleu.metrics.error_rates", "CER"),
}
LEARNED = ("comet", "bertscore", "metricx")
"""Families of learned metrics, as named before the colon in texts such as `comet:MODEL`."""
BY_CORPUS = ("nist", "cider")
"""Names of the metrics that need the whole corpus to score a segment. CIDEr does not if
it has `document_frequencies`. The names are listed here to avoid importing the metrics.
"""
OTHERS = {
    "embedding": ("truebleu.metrics.embedding.similarity", "EmbeddingSimilarity"),
    "column": ("truebleu.metrics.score_column", "ScoreColumn"),
}
"""Metrics that cannot be created by name, because they need a model or numbers."""
ARGUMENTS = {"EmbeddingSimilarity": "model", "ScoreColumn": "name, systems", "ROUGE": "'L'"}
"""Example arguments for messages, for the classes that require arguments."""
PRESETS: dict[str, dict[str, Any]] = {
    "chrf++": {"word_order": 2},
    **{f"rouge-{kind}": {"variant": kind} for kind in _ORDERS},
    "rouge-l": {"variant": "L"},
    "rouge-lsum": {"variant": "Lsum"},
}
"""Settings that a metric name implies."""
ONLY_OF = {
    "beta": ("chrf", "chrf++"),
    "sentences": ("rouge-lsum",),
    "stem": tuple(name for name in METRICS if name.startswith("rouge-")),
}
"""Settings that only some metrics have, with the names of these metrics."""
AGAIN = {"EmbeddingSimilarity": "EmbeddingSimilarity.from_signature loads a model that has a name"}
"""Advice in the error for a signature from which `from_signature` cannot create a metric."""


def metric_name(text: str) -> str | None:
    """Return the registered name of a metric, such as "chrf++"; None for an unknown name.

    Case is ignored. Names that tables print (chrF2++) and names in other programs (rougeLsum) are
    accepted, too.

    >>> metric_name("chrF2++"), metric_name("ROUGE-L"), metric_name("rougeLsum"), metric_name("x")
    ('chrf++', 'rouge-l', 'rouge-lsum', None)
    """
    return _SPELLINGS.get(_plain(text).replace("chrf2", "chrf"))


def is_learned(text: str) -> bool:
    """Return whether a text has the form `FAMILY:MODEL`, which names a learned metric.

    >>> is_learned("comet:Unbabel/wmt22-comet-da"), is_learned("comet")
    (True, False)
    """
    family, colon, _ = text.partition(":")
    return bool(colon) and family.strip().casefold() in LEARNED


def _plain(text: str) -> str:
    return text.strip().casefold().replace("-", "").replace("_", "")


_SPELLINGS = {_plain(name): name for name in METRICS}


def metric_class(name: str) -> type[Metric[Any]]:
    """Import and return the class of the metric with a registered name, such as "chrf++"."""
    module, attribute = METRICS[name]
    kind: type[Metric[Any]] = getattr(import_module(module), attribute)
    return kind


def metric_classes() -> list[type[Metric[Any]]]:
    """Return the classes of all metrics."""
    places = dict.fromkeys([*METRICS.values(), *OTHERS.values()])
    return [getattr(import_module(module), attribute) for module, attribute in places]


def expression(kind: type[Metric[Any]]) -> str:
    """Return a Python expression that creates a metric of this class, such as "BLEU()"."""
    return f"{kind.__name__}({ARGUMENTS.get(kind.__name__, '')})"


def expression_of(name: str) -> str:
    """Return a Python expression that creates the metric with this registered name.

    >>> expression_of("bleu"), expression_of("rouge-l"), expression_of("chrf++")
    ('BLEU()', "ROUGE('L')", 'CHRF(word_order=2)')
    """
    settings = dict(PRESETS.get(name, {}))
    arguments = [repr(settings.pop("variant"))] if "variant" in settings else []
    arguments += [f"{setting}={value!r}" for setting, value in settings.items()]
    return f"{METRICS[name][1]}({', '.join(arguments)})"


def settings_of(name: str) -> tuple[str, ...]:
    """Return the names of those settings of a metric that have command-line options.

    `name` is the registered name of the metric.
    """
    parameters = metric_class(name).parameters
    return tuple(parameter for parameter in parameters if name in ONLY_OF.get(parameter, METRICS))


def from_signature(signature: str | Signature, *, data: bool = False) -> Metric[Any]:
    """Create a metric with the settings in a signature.

    The keys of the signature identify the metric. If they fit several metrics, the result is a
    `BLEU`. With `data=True`, the metric keeps the signature's fields about the data, such as the
    test set. Raises `InvalidSignature` if the signature is malformed, or does not suffice to create
    its metric. Raises `ConfigurationError` for an invalid value.
    """
    fields = parsed(signature)
    name = metric_of(fields) or "BLEU"
    kind: Any = next((kind for kind in map(metric_class, METRICS) if kind.name == name), None)
    if kind is None:
        raise InvalidSignature(
            f"the signature {str(signature)!r} belongs to {name}, which it cannot create: "
            f"{AGAIN.get(name, 'pass its numbers again')}"
        )
    metric: Metric[Any] = kind.from_signature(signature)
    if not data:
        return metric
    return metric.with_data(**{key: fields[key] for key in fields if key in DATA_KEYS})


# Checks of metrics that users pass, and their errors


BY_SEGMENT = frozenset({"core", "python"})
"""Values of `row_source` of the metrics that score a segment from its texts alone."""

OF_TEXTS = BY_SEGMENT | {"corpus"}
"""Values of `row_source` of the metrics that score texts."""

EVERY = OF_TEXTS | {"column"}

REASONS = {
    "corpus": "{name} weighs n-grams by the whole corpus, so it cannot score a part of it",
    "column": "column {name!r} holds numbers, and cannot score texts",
}
"""Reason for rejecting a metric, by its `row_source`."""


def check_metric(
    metric: Any, argument: str = "metric", sources: Collection[str] = BY_SEGMENT
) -> Metric[Any]:
    """Return `metric` if its `row_source` is in `sources`; return `BLEU()` for None.

    By default, metrics that can score a single segment are accepted. Raises `ConfigurationError`
    for any other value; the message lists the accepted metrics. `argument` is the name of the
    argument in the message.
    """
    if metric is None:
        return metric_class("bleu")()
    if isinstance(metric, Metric) and metric.row_source in sources:
        return metric
    raise not_accepted(metric, sources, argument)


def check_metrics(metrics: Any, argument: str = "metrics") -> list[Metric[Any]]:
    """Return one or several metrics as a list; return `[BLEU()]` for None.

    Raises `ConfigurationError` for an empty list, for an item that is not a metric, and for a
    metric whose statistics cannot be resampled. `argument` is the name of the argument in messages.
    """
    if metrics is None:
        return [metric_class("bleu")()]
    checked: list[Metric[Any]] = []
    for metric in metrics if is_collection(metrics) else [metrics]:
        if not isinstance(metric, Metric):
            raise not_accepted(metric, EVERY, argument)
        checked.append(metric)
    if not checked:
        raise ConfigurationError("metrics is an empty list. Pass at least one metric, [BLEU()].")
    for metric in checked:
        if not metric.layout.adds:
            raise ConfigurationError(
                f"{metric!r} takes some counts from the last segment only, so its statistics "
                "cannot be resampled. Choose another smoothing."
            )
    return checked


def not_accepted(
    metric: Any, sources: Collection[str] = BY_SEGMENT, argument: str = "metric"
) -> ConfigurationError:
    """Return the error for a metric that a function does not accept.

    The message lists the accepted metrics, whose attribute `row_source` is in `sources`. `argument`
    is the name of the argument in the message.
    """
    choices = [expression(kind) for kind in metric_classes() if kind.row_source in sources]
    fixed = [kind for kind in metric_classes() if kind.by_segment_with]
    if "corpus" not in sources:
        choices += [f"{kind.__name__}({kind.by_segment_with})" for kind in fixed]
    kind: Any = type(metric)
    name = metric_name(metric) if isinstance(metric, str) else None
    advice = "Choose from"
    if isinstance(metric, type) and issubclass(metric, Metric):
        kind = metric
    elif name is not None:
        kind = metric_class(name)
    if issubclass(kind, Metric) and kind.row_source not in sources:
        called = metric.name if isinstance(metric, Metric) else kind.name
        reason = REASONS[kind.row_source].format(name=called)
        if kind.by_segment_with:
            advice = f"Pass {kind.by_segment_with.partition('=')[0]}, or choose from"
    elif name is not None:
        reason = f"{argument}={metric!r} is a name. Pass the metric itself, {expression_of(name)}"
    elif kind is metric and issubclass(kind, Metric):
        reason = f"{argument}={metric.__name__} is a class. Pass an instance, {expression(metric)}"
    else:
        reason = f"{argument}={inspected(metric)} is not a metric"
    return ConfigurationError(f"{reason}. {advice}: {', '.join(choices)}.")


def name_of(metric: Any) -> str:
    """Return the name of a metric, or the name of the type of any other value."""
    return metric.name if isinstance(metric, Metric) else type(metric).__name__


# Labels of metrics in tables, and names that users type


def labels(metrics: Sequence[Metric[Any]]) -> list[str]:
    """Return a distinct label for each metric, for tables.

    The label is the name of the metric. If several metrics have the same name, all labels but the
    first also have a number, such as "BLEU (2)".
    """
    labels: list[str] = []
    for metric in metrics:
        zeros = (0,) * len(metric.layout)
        name = metric.scored(metric.signature(), zeros).metric
        numbered = (f"{name} ({number})" for number in count(2))
        labels.append(next(label for label in chain([name], numbered) if label not in labels))
    return labels


def choose_label(argument: str, value: object, names: Sequence[str]) -> str:
    """Return the label in `names` that a user meant by `value`.

    `value` may be any spelling of a metric's name. Raises `ConfigurationError` for an unknown name;
    the message lists the labels. `argument` is the name of the argument in the message.

    >>> choose_label("metric", "chrf", ["BLEU", "chrF2"])
    'chrF2'
    """
    if isinstance(value, str) and value not in names:
        near = [name for name in names if _is_same(name, value)]
        if len(near) == 1:
            return near[0]
    return check_choice(argument, value, names)


def _is_same(name: str, value: str) -> bool:
    if name.casefold() == value.casefold():
        return True
    metric = metric_name(value)
    return metric is not None and metric == metric_name(name)


def keys(names: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """Return a distinct key of ASCII lowercase letters and digits for each name.

    Keys in `taken` are not used.

    >>> keys(["chrF2", "ROUGE-L", "rougeL", "人"])
    ['chrf2', 'rougel', 'rougel2', 'metric']
    """
    key_list: list[str] = []
    for name in names:
        word = "".join(c for c in name.lower() if c.isascii() and c.isalnum())
        word = word if word[:1].isalpha() else f"metric{word}"
        key, number = word, 2
        while key in key_list or key in taken:
            key, number = f"{word}{number}", number + 1
        key_list.append(key)
    return key_list
