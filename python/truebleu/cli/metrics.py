"""Metrics and tokenizers that a command line selects."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.cli.command import UsageError
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.resegmenting import is_wanted, options_of
from truebleu.errors import ConfigurationError, inspected
from truebleu.io.console import say_warning
from truebleu.metrics import conventions, registry
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.signature import parsed
from truebleu.metrics.registry import METRICS, PRESETS, is_learned, metric_class, settings_of
from truebleu.tokenizers import Tokenizer, hf_tokenizer, spm_model

if TYPE_CHECKING:
    from truebleu.cli.learned_metrics import LearnedMetrics

FLAGS = metric_flags.flags()
TOKENIZERS = ("--tokenize", "--spm-model", "--hf-tokenizer")


def metrics_of(
    args: Namespace, *, weighed: bool = False, learned: bool = False
) -> list[Metric[Any]]:
    """Return the metrics that a command line selects, without duplicates.

    Args:
        args: the parsed command line.
        weighed: whether to allow metrics whose n-gram weights depend on the whole corpus, such as
            NIST.
        learned: whether to allow learned metrics. The result does not include them; `learned_of`
            returns them. If there are no other metrics, the result is empty.

    Raises:
        UsageError: options conflict, or a metric is not allowed.
        ConfigurationError: a setting is invalid.
    """
    names = list(dict.fromkeys(args.metric or ["bleu"]))
    models = [name for name in names if is_learned(name)]
    if models and not learned:
        raise UsageError(
            f"{models[0]} is not supported by this command. Use truebleu score, compare, evaluate "
            "or report."
        )
    metrics = _described(args, [name for name in names if name not in models])
    if is_wanted(args):
        label = options_of(args).label
        metrics = [metric.with_data(reseg=label) for metric in metrics]
    for metric in metrics:
        if not weighed and metric.row_source == "corpus":
            own = ", or add --cider-frequencies FILE" if metric.by_segment_with else ""
            raise UsageError(
                f"{metric.name} is not supported by this command, because its n-gram weights "
                f"depend on the whole corpus. Use truebleu score{own}."
            )
    return metrics


def learned_of(args: Namespace) -> LearnedMetrics | None:
    """Return the learned metrics that `-m` selects; None if there are none."""
    names = [name for name in dict.fromkeys(args.metric or ()) if is_learned(name)]
    if not names:
        if args.model_cache is not None:
            raise UsageError("--model-cache requires a learned metric, such as -m comet:MODEL.")
        return None
    from truebleu.cli.learned_metrics import LearnedMetrics

    return LearnedMetrics(args, names)


def check_source_is_read(args: Namespace, learned: LearnedMetrics | None) -> None:
    """Raise `UsageError` if the command line names a source text and no learned metric is selected.

    Only learned metrics read the source text.
    """
    if learned is None and (args.source or args.source_column):
        option = "--source" if args.source else "--source-column"
        raise UsageError(f"{option} requires a metric that reads it, such as -m comet:MODEL.")


def _described(args: Namespace, names: Sequence[str]) -> list[Metric[Any]]:
    options = _options(args)
    signature = getattr(args, "signature", None)
    if signature is not None:
        if options:
            raise UsageError(f"--signature sets all settings. Leave out {_flags(options)}.")
        return [_of_signature(args, signature, names if args.metric else [])]
    _check_use(options, names or args.metric)
    metrics = [_metric(name, options, names) for name in names]
    if "convention" in options and not args.quiet:
        _warn_of_unaffected(options["convention"], dict(zip(names, metrics, strict=True)))
    return metrics


def _warn_of_unaffected(convention: str, metrics: Mapping[str, Metric[Any]]) -> None:
    """Print a warning that names the metrics to which a convention does not apply."""
    own = conventions.convention(convention).metrics
    affected = [name for name, metric in metrics.items() if metric.name in own]
    others = [name for name in metrics if name not in affected]
    if others:
        say_warning(
            f"--convention {convention} affects only {' and '.join(affected)}, not "
            f"{' or '.join(others)}."
        )


def _of_signature(args: Namespace, text: str, names: Sequence[str]) -> Metric[Any]:
    """Return the metric that `--signature` describes.

    Raise `UsageError` if the signature and the options differ in the re-segmentation of the texts.
    """
    metric = from_signature(text, names)
    expected = parsed(text).get("reseg")
    actual = options_of(args).label if is_wanted(args) else None
    if expected != actual:
        if expected is None:
            raise UsageError("--signature is of text without reseg. Leave out --resegment.")
        if actual is None:
            raise UsageError(f"--signature has reseg:{expected}. Add --resegment.")
        raise UsageError(
            f"--signature has reseg:{expected}, but the options give reseg:{actual}. Change the "
            "options."
        )
    return metric


def _metric(name: str, options: dict[str, Any], names: Sequence[str]) -> Metric[Any]:
    """Return the metric `name` with the settings in `options` that it supports.

    `names` are the names of all selected metrics. A convention of ROUGE does not apply to BLEU if
    `names` include a ROUGE metric. A convention of BLEU does not apply to other metrics if `names`
    include BLEU. If the tool of the convention also prints NIST, NIST gets the settings of that
    tool.
    """
    kind: Any = metric_class(name)
    valid = settings_of(name)
    settings = {setting: value for setting, value in options.items() if setting in valid}
    if name == "nist" and "convention" in options:
        from truebleu.metrics.nist import nist_of

        nist = nist_of(conventions.metric(options["convention"]))
        settings = {**(nist.settings() if nist else {}), **settings}
    if "convention" in settings:
        is_rouge = conventions.convention(settings["convention"]).metric == "ROUGE"
        has_rouge = any(other.startswith("rouge-") for other in names)
        if name == "bleu" and not (is_rouge and has_rouge):
            return conventions.metric(settings.pop("convention"), **settings)
        if name == "bleu" or (not is_rouge and "bleu" in names):
            del settings["convention"]
    metric: Metric[Any] = kind(**{**PRESETS.get(name, {}), **settings})
    return metric


def _check_use(settings: Collection[str], names: Sequence[str]) -> None:
    """Raise `UsageError` for a setting that none of the selected metrics supports.

    Also raise it for a setting that the name of a metric determines. For example, "chrf++"
    determines the word order.
    """
    for setting in settings:
        metrics = [name for name in METRICS if setting in settings_of(name)]
        if not set(metrics) & set(names):
            raise UsageError(
                f"{_flags([setting])} is not supported with {' or '.join(names)}. It requires "
                f"-m {' or '.join(_folded(metrics))}."
            )
    for name in names:
        fixed = [setting for setting in PRESETS.get(name, {}) if setting in settings]
        if fixed:
            raise UsageError(f"{name} sets {_flags(fixed)}. Leave out one of them.")


def _folded(names: Sequence[str]) -> list[str]:
    """Shorten a list of metric names: write all ROUGE variants as one entry, "rouge-..."."""
    several = sum(name.startswith("rouge-") for name in names) > 1
    folded = ["rouge-..." if several and name.startswith("rouge-") else name for name in names]
    return list(dict.fromkeys(folded))


def from_signature(text: str, names: Sequence[str] = ()) -> Metric[Any]:
    """Return the metric that a signature describes.

    `names` are the values of `--metric`. Raise `UsageError` if they include another metric.
    """
    try:
        metric = registry.from_signature(text)
    except ConfigurationError as error:
        if "signature" in str(error):
            raise
        raise UsageError(f"the signature {inspected(text)}: {error}") from error
    if names and (len(names) > 1 or not _fits(metric, names[0])):
        raise UsageError(
            f"--signature is a signature of {metric.name}. Leave out --metric {' '.join(names)}."
        )
    return metric


def _fits(metric: Metric[Any], name: str) -> bool:
    """Return whether `metric` has the class and the settings that the name `name` determines."""
    fixed = PRESETS.get(name, {})
    return metric_class(name) is type(metric) and all(
        getattr(metric, setting) == value for setting, value in fixed.items()
    )


def _options(args: Namespace) -> dict[str, Any]:
    """Return the metric settings that the command line sets, with their values."""
    tokenizer = chosen_tokenizer(args)
    options = {
        flag.sets: getattr(args, flag.target)
        for flag in FLAGS
        if flag.sets and getattr(args, flag.target, None) is not None
    }
    return options if tokenizer is None else {**options, "tokenizer": tokenizer}


def _flags(settings: Collection[str]) -> str:
    """Return, as text, the command-line options that set the metric settings `settings`.

    Options for different settings are separated by commas. Options for one setting are joined by
    "or".
    """
    names: dict[str, list[str]] = {}
    for flag in FLAGS:
        if flag.sets in settings and flag.names[-1] not in names.setdefault(flag.sets or "", []):
            names[flag.sets or ""].append(flag.names[-1])
    return ", ".join(" or ".join(options) for options in names.values())


def chosen_tokenizer(args: Namespace) -> str | Tokenizer | None:
    """Return the tokenizer that a command line selects, or its name.

    Return None if no option selects a tokenizer. Raise `UsageError` if several options do.
    """
    values = (args.tokenize, args.spm_model, args.hf_tokenizer)
    chosen = [flag for flag, value in zip(TOKENIZERS, values, strict=True) if value]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} both choose a tokenizer. Pass one of them.")
    if args.spm_model:
        return spm_model(args.spm_model)
    if args.hf_tokenizer:
        return hf_tokenizer(args.hf_tokenizer)
    name: str | None = args.tokenize
    return name
