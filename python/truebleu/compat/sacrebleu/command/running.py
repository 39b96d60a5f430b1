"""Execution of the command `truebleu sacrebleu`. Checks run in the order of sacreBLEU."""

from __future__ import annotations

import logging
from argparse import Namespace
from typing import Any

from truebleu.compat.sacrebleu.command import datasets
from truebleu.compat.sacrebleu.command.package import folders
from truebleu.compat.sacrebleu.command.printing import Printer
from truebleu.compat.sacrebleu.command.reading import read_references, read_systems
from truebleu.compat.sacrebleu.command.stopping import Stop
from truebleu.compat.sacrebleu.metrics import METRICS
from truebleu.wording import count

Metrics = dict[str, Any]


sacrelogger = logging.getLogger("sacrebleu")


def run(args: Namespace) -> int:
    """Run the parsed command line and return the exit code.

    Raises:
        Stop: the command must end. The attribute `code` is the exit code.
        TrueBleuError, OSError, ValueError, LookupError: other errors. The exit code is then 1.
    """
    if datasets.only_shows(args):
        return datasets.show(args)
    _check(args)
    if args.echo:
        return datasets.echo(args)
    paired = args.paired_bs or args.paired_ar
    parts = [args.refs] if args.test_set is None else datasets.reference_files(args)
    references = read_references(parts, args.num_refs, args.encoding)
    systems, names = read_systems(args, paired=paired)
    _check_systems(args, len(systems), paired=paired)
    _check_lengths(args, systems, references)
    selected = datasets.chosen([*systems, *references], args)
    chosen, streams = selected[: len(systems)], selected[len(systems) :]
    _check_choice(args, streams)
    metrics = _metrics(args, streams)
    if args.detail and args.format == "json":
        args.format = "text"  # the scores of parts of a test set are written as text
    printer = Printer(args)
    if args.sentence_level:
        _score_sentences(args, next(iter(metrics.values())), chosen[0], streams, printer)
    elif len(chosen) == 1:
        _score_one(args, metrics, chosen[0], printer)
        if args.detail:
            datasets.score_parts(args, metrics, systems[0], references, printer)
    else:
        _score_many(args, metrics, dict(zip(names, chosen, strict=True)), printer)
    return 0


def _check(args: Namespace) -> None:
    """Raise `Stop` if two flags contradict each other."""
    if args.sentence_level and len(args.metrics) > 1:
        raise Stop("Only one metric can be used in sentence-level mode.")
    if args.num_refs != 1 and (args.test_set is not None or len(args.refs) > 1):
        raise Stop(
            "--num-refs requires one file of tab-separated references. Omit -t and other files."
        )
    if args.test_set is not None:
        datasets.check(args)
        if args.bleu_tokenize == "none":
            sacrelogger.warning(
                "The score of a test set without a tokenizer (-tok none) is not comparable with "
                "published scores."
            )
    elif not args.refs:
        raise Stop("missing references. Pass files before -i, or a test set with -t and -l.")
    elif args.echo:
        raise Stop("--echo requires a test set (-t) and a language pair (-l)")
    elif args.langpair:
        datasets.check_form(args.langpair)


def _check_systems(args: Namespace, count: int, *, paired: bool) -> None:
    if args.sentence_level:
        if count > 1:
            raise Stop("Only one system can be evaluated in sentence-level mode.")
        if args.confidence or paired:
            raise Stop("Statistical tests are unavailable in sentence-level mode.")
    if paired and count == 1:
        raise Stop("Paired tests require multiple input systems given to --input (-i).")
    if count > 1 and args.confidence:
        raise Stop("-ci supports one system. For several use --paired-ar or --paired-bs.")


def _check_lengths(args: Namespace, systems: list[list[str]], streams: list[list[str]]) -> None:
    """Raise `Stop` unless all systems and reference streams have the same number of lines.

    Call this function before `--origlang` and `--subset` select segments. sacreBLEU checks the
    lengths after the selection, and can therefore pair lines with wrong references.
    """
    hint = ""
    if args.test_set is not None:
        folder = folders(args.test_set)
        hint = f" If the test set is damaged, delete {folder} to download it again."
    for system in systems:
        if not system:
            raise Stop("the system's output is empty. Pass at least one segment.")
        for number, stream in enumerate(streams, 1):
            if len(stream) != len(system):
                raise Stop(
                    "System and reference streams have different lengths: the system has "
                    f"{count(len(system), 'line')}, reference {number} has {len(stream)}.{hint}"
                )


def _check_choice(args: Namespace, streams: list[list[str]]) -> None:
    """Raise `Stop` if `--origlang` and `--subset` select no segment."""
    if streams and not streams[0]:
        flags = {"origlang": args.origlang, "subset": args.subset}
        filters = " and ".join(f"{name}={value}" for name, value in flags.items() if value)
        raise Stop(f"test set {args.test_set!r} has no segment with {filters}.")


def _metrics(args: Namespace, streams: list[list[str]]) -> Metrics:
    """Return the metrics that the flags request, by name, with the settings of the flags."""
    if args.langpair:
        args.bleu_trg_lang = args.langpair.split("-")[1]
    if args.sentence_level:
        args.bleu_effective_order = True
    metrics = {}
    for name in args.metrics:
        settings = {
            key.removeprefix(f"{name}_"): value
            for key, value in vars(args).items()
            if key.startswith(f"{name}_")
        }
        metrics[name.upper()] = METRICS[name.upper()](**settings, references=streams)
    return metrics


def _score_sentences(
    args: Namespace, metric: Any, system: list[str], streams: list[list[str]], printer: Printer
) -> None:
    def lines() -> Any:
        for hypothesis, *references in zip(system, *streams, strict=True):
            score = metric.sentence_score(hypothesis, references)
            signature = metric.get_signature().format(args.short)
            yield score.format(args.width, args.score_only, signature)

    printer.write(lines())


def _score_one(args: Namespace, metrics: Metrics, system: list[str], printer: Printer) -> None:
    json = args.format == "json"
    results = []
    for name in sorted(metrics):
        metric = metrics[name]
        score = metric.corpus_score(
            system, None, n_bootstrap=args.confidence_n if args.confidence else 1
        )
        signature = metric.get_signature().format(args.short and not json)
        results.append(score.format(args.width, args.score_only, signature, json))
    printer.single(results)


def _score_many(
    args: Namespace, metrics: Metrics, systems: dict[str, list[str]], printer: Printer
) -> None:
    sacrelogger.info("Found %d systems.", len(systems))
    if args.paired_bs or args.paired_ar:
        from truebleu.compat.sacrebleu.command.testing import paired_test

        printer.table(*paired_test(args, metrics, systems))
        return
    signatures: dict[str, str] = {}
    table: dict[str, list[Any]] = {"System": list(systems)}
    for system in systems.values():
        for name in sorted(metrics):
            score = metrics[name].corpus_score(system, None)
            signatures[score.name] = metrics[name].get_signature().format(args.short)
            table.setdefault(score.name, []).append(score.format(args.width, True))
    printer.table(table, signatures)
