"""Learned metrics in a command line: `-m comet:MODEL`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebleu.cli.command import UsageError
from truebleu.metrics.learned.families import find_model
from truebleu.metrics.learned.scores import learned_scores

if TYPE_CHECKING:
    from truebleu.cli.corpus import Texts
    from truebleu.metrics.score_column import ScoreColumn


class LearnedMetrics:
    """Learned metrics that `-m` selects.

    `names` are the values of `-m`, such as "comet:MODEL".

    Raises:
        UsageError: a metric requires the source text, and the command line names none.
        ConfigurationError: a model is not on this machine.
        MissingDependency: the package of a model is not installed.
    """

    def __init__(self, args: Namespace, names: Sequence[str]) -> None:
        self._args = args
        self._labels = {name: find_model(name).label for name in names}
        for name in names:
            if find_model(name).needs_source and not args.source and not args.source_column:
                raise UsageError(f"{name} reads the source. Add --source FILE.")
        self._check_folder()

    def columns(self, systems: Sequence[str], texts: Texts) -> list[ScoreColumn]:
        """Return the scores of all systems by each learned metric, as one score column per metric.

        `systems` are the names of the systems in `texts`.
        """
        quiet = bool(self._args.quiet)
        return [
            learned_scores(
                name,
                dict(zip(systems, texts.systems, strict=True)),
                texts.references,
                source=texts.source,
                name=self._column_name(name),
                cache=self._args.model_cache,
                progress=(lambda *_: None) if quiet else None,
            )
            for name in self._labels
        ]

    @property
    def names(self) -> list[str]:
        """Names of the metrics in tables: the family of each model, such as COMET.

        If several models have the same family, the name of the model is added.
        """
        return [self._column_name(name) for name in self._labels]

    def _column_name(self, name: str) -> str:
        label = self._labels[name]
        several = list(self._labels.values()).count(label) > 1
        return f"{label} {Path(name.partition(':')[2]).name}" if several else label

    def _check_folder(self) -> None:
        folder = self._args.model_cache
        if folder is not None and Path(folder).exists() and not Path(folder).is_dir():
            raise UsageError(f"--model-cache {folder} is not a folder. Use another path.")
