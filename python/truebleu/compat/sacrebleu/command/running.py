"""From a command line that was read to what is printed, in sacreBLEU's order."""

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


def run(typed: Namespace) -> int:
    """Do what was asked for and give the exit code.

    Raises:
        Stop: it cannot be done; sacreBLEU's code for that is in it.
        TrueBleuError, OSError, ValueError, LookupError: neither; sacreBLEU's code is 1.
    """
    if datasets.only_shows(typed):
        return datasets.show(typed)
    _check(typed)
    if typed.echo:
        return datasets.echo(typed)
    paired = typed.paired_bs or typed.paired_ar
    parts = [typed.refs] if typed.test_set is None else datasets.reference_files(typed)
    references = read_references(parts, typed.num_refs, typed.encoding)
    systems, names = read_systems(typed, paired=paired)
    _check_systems(typed, len(systems), paired=paired)
    _check_lengths(typed, systems, references)
    kept = datasets.chosen([*systems, *references], typed)
    chosen, streams = kept[: len(systems)], kept[len(systems) :]
    _check_choice(typed, streams)
    metrics = _metrics(typed, streams)
    if typed.detail and typed.format == "json":
        typed.format = "text"  # the parts' scores are no JSON
    printer = Printer(typed)
    if typed.sentence_level:
        _score_sentences(typed, next(iter(metrics.values())), chosen[0], streams, printer)
    elif len(chosen) == 1:
        _score_one(typed, metrics, chosen[0], printer)
        if typed.detail:
            datasets.score_parts(typed, metrics, systems[0], references, printer)
    else:
        _score_many(typed, metrics, dict(zip(names, chosen, strict=True)), printer)
    return 0


def _check(typed: Namespace) -> None:
    """Stop when flags do not go together."""
    if typed.sentence_level and len(typed.metrics) > 1:
        raise Stop("Only one metric can be used in sentence-level mode.")
    if typed.num_refs != 1 and (typed.test_set is not None or len(typed.refs) > 1):
        raise Stop(
            "--num-refs is for one file of references with tabs between them: it cannot be "
            "combined with -t or with several files"
        )
    if typed.test_set is not None:
        datasets.check(typed)
        if typed.bleu_tokenize == "none":
            sacrelogger.warning(
                "Without a tokenizer (-tok none) the score of a test set is not comparable with "
                "published ones, unless these were made so."
            )
    elif not typed.refs:
        raise Stop("there are no references: name files before -i, or a test set with -t and -l")
    elif typed.echo:
        raise Stop("--echo requires a test set (-t) and a language pair (-l)")
    elif typed.langpair:
        datasets.check_form(typed.langpair)


def _check_systems(typed: Namespace, count: int, *, paired: bool) -> None:
    if typed.sentence_level:
        if count > 1:
            raise Stop("Only one system can be evaluated in sentence-level mode.")
        if typed.confidence or paired:
            raise Stop("Statistical tests are unavailable in sentence-level mode.")
    if paired and count == 1:
        raise Stop("Paired tests require multiple input systems given to --input (-i).")
    if count > 1 and typed.confidence:
        raise Stop("-ci is for one system; for several: --paired-ar or --paired-bs.")


def _check_lengths(typed: Namespace, systems: list[list[str]], streams: list[list[str]]) -> None:
    """Stop unless all have the same number of lines, before any are chosen.

    sacreBLEU looks afterwards, and then a system's lines may stand beside others' references.
    """
    hint = ""
    if typed.test_set is not None:
        where = folders(typed.test_set)
        hint = f" Should the test set be damaged: delete {where}, and it is downloaded again."
    for system in systems:
        if not system:
            raise Stop("there are no segments to score: the system's output is empty")
        for place, stream in enumerate(streams, 1):
            if len(stream) != len(system):
                raise Stop(
                    "System and reference streams have different lengths: the system has "
                    f"{count(len(system), 'line')}, reference {place} has {len(stream)}.{hint}"
                )


def _check_choice(typed: Namespace, streams: list[list[str]]) -> None:
    """Stop when `--origlang` and `--subset` choose nothing."""
    if streams and not streams[0]:
        flags = {"origlang": typed.origlang, "subset": typed.subset}
        wanted = " and ".join(f"{name}={value}" for name, value in flags.items() if value)
        raise Stop(f"test set {typed.test_set!r} has no segment with {wanted}")


def _metrics(typed: Namespace, streams: list[list[str]]) -> Metrics:
    """The metrics in the order that was typed, with their settings from the flags."""
    if typed.langpair:
        typed.bleu_trg_lang = typed.langpair.split("-")[1]
    if typed.sentence_level:
        typed.bleu_effective_order = True
    metrics = {}
    for name in typed.metrics:
        settings = {
            key.removeprefix(f"{name}_"): value
            for key, value in vars(typed).items()
            if key.startswith(f"{name}_")
        }
        metrics[name.upper()] = METRICS[name.upper()](**settings, references=streams)
    return metrics


def _score_sentences(
    typed: Namespace, metric: Any, system: list[str], streams: list[list[str]], printer: Printer
) -> None:
    def lines() -> Any:
        for hypothesis, *references in zip(system, *streams, strict=True):
            score = metric.sentence_score(hypothesis, references)
            signature = metric.get_signature().format(typed.short)
            yield score.format(typed.width, typed.score_only, signature)

    printer.write(lines())


def _score_one(typed: Namespace, metrics: Metrics, system: list[str], printer: Printer) -> None:
    json = typed.format == "json"
    results = []
    for name in sorted(metrics):
        metric = metrics[name]
        score = metric.corpus_score(
            system, None, n_bootstrap=typed.confidence_n if typed.confidence else 1
        )
        signature = metric.get_signature().format(typed.short and not json)
        results.append(score.format(typed.width, typed.score_only, signature, json))
    printer.single(results)


def _score_many(
    typed: Namespace, metrics: Metrics, systems: dict[str, list[str]], printer: Printer
) -> None:
    sacrelogger.info("Found %d systems.", len(systems))
    if typed.paired_bs or typed.paired_ar:
        from truebleu.compat.sacrebleu.command.testing import paired_test

        printer.table(*paired_test(typed, metrics, systems))
        return
    signatures: dict[str, str] = {}
    table: dict[str, list[Any]] = {"System": list(systems)}
    for system in systems.values():
        for name in sorted(metrics):
            score = metrics[name].corpus_score(system, None)
            signatures[score.name] = metrics[name].get_signature().format(typed.short)
            table.setdefault(score.name, []).append(score.format(typed.width, True))
    printer.table(table, signatures)
