"""Columns of external scores, such as human ratings: one number per segment and system.

A number may be missing (None or NaN). A comparison of systems excludes each segment for which one
of these systems has no number. All systems are therefore scored on the same segments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, LengthMismatch, allowed, inspected
from truebleu.inputs.arguments import check_flag
from truebleu.inputs.batch import Batch
from truebleu.inputs.sequences import as_number_list, is_null
from truebleu.metrics.base.layout import SCORE_PARTS
from truebleu.metrics.base.python_metric import MeanScore, PythonMetric
from truebleu.metrics.base.score import part
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import Counter, Rows, mean_rows
from truebleu.metrics.models.identity import ModelIdentity
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


LEAST = SCORE_PARTS**-2
"""Unit in which numbers are stored; a smaller number would be stored as 0."""


class ColumnScore(MeanScore):
    """Mean of a system's numbers in a score column, without missing numbers.

    >>> from truebleu import ScoreColumn
    >>> people = ScoreColumn("people", {"base": [60, 70], "new": [90, 80.5]})
    >>> print(people.system_score("new"))
    people = 85.2500
    """

    __slots__ = ()

    names = ("value", "segments", "column", "higher_is_better", "signature")
    bounded = False

    @property
    def metric(self) -> str:
        """Name of the score column."""
        return self.column

    column: str = part(2, "Name of the column.")
    higher_is_better: bool = part(3, "Whether higher is better.")


class ScoreColumn(PythonMetric[ColumnScore]):
    """Column of external scores, such as human ratings: a number per segment and system.

    `compare` and `Evaluation` accept a column instead of a metric. The score of a system is the
    mean of its numbers. A column cannot score texts.

    >>> people = ScoreColumn("people", {"base": [60, 70], "new": [90, 80.5]})
    >>> people.values("base").tolist(), people.name
    ([60.0, 70.0], 'people')

    A segment is excluded for all systems if one of them has no number for it.

    >>> people = ScoreColumn("people", {"base": [60, 70, None], "new": [90, 80, 20]})
    >>> people.rated(["base", "new"]).tolist()
    [True, True, False]

    Args:
        name: name of the column in tables.
        systems: mapping from system name to the numbers of the system, in the order of the
            segments. None and NaN mark missing numbers.
        higher_is_better: whether higher numbers are better; use False for error counts.
        model: identity of the model that gave the numbers, which is part of the signature. The
            function `learned_scores` sets it.

    Raises:
        ConfigurationError: there are no systems, the name is not valid, or `model` is not a
            `ModelIdentity`.
        InputError: a value is neither missing nor a finite number, all numbers of a system are
            missing, or systems have different numbers of segments.
    """

    __slots__ = ("columns", "higher_is_better", "model", "name")

    parameters = ("name", "systems", "higher_is_better", "model")
    scale = None
    row_source = "column"
    bounded = False

    columns: tuple[tuple[str, bytes], ...]
    higher_is_better: bool
    model: ModelIdentity | None

    def __init__(
        self,
        name: str,
        systems: Mapping[str, Any],
        *,
        higher_is_better: bool = True,
        model: ModelIdentity | None = None,
    ) -> None:
        check_name(name)
        if model is not None and not isinstance(model, ModelIdentity):
            raise ConfigurationError(
                f"model={inspected(model)} is not supported. Use ModelIdentity(name=...) or None."
            )
        numbers_by_system = dict(systems.items()) if hasattr(systems, "items") else {}
        if not numbers_by_system:
            raise ConfigurationError(
                f"column {name!r} has no systems. Pass the numbers of each system by name: "
                '{"base": [...], "new": [...]}.'
            )
        columns = tuple(
            (system, _numbers(name, system, numbers))
            for system, numbers in numbers_by_system.items()
        )
        _check_lengths(name, columns)
        settings = {
            "name": name,
            "columns": columns,
            "higher_is_better": check_flag("higher_is_better", higher_is_better),
            "model": model,
        }
        self._finish(settings)

    def settings(self) -> dict[str, Any]:
        """Return the arguments of the column as a dict with hashable values.

        The value of `systems` is a tuple of (name, numbers) pairs. `numbers` is a bytes object, the
        contents of a float64 array.
        """
        return {
            "name": self.name,
            "systems": self.columns,
            "higher_is_better": self.higher_is_better,
            "model": self.model,
        }

    @property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems."""
        return tuple(system for system, _ in self.columns)

    def __len__(self) -> int:
        return len(self.columns[0][1]) // 8

    def values(self, system: str) -> NDArray[np.float64]:
        """Return the numbers of a system: float64, shape (segments,), NaN for missing numbers.

        Raises `ConfigurationError` if the system is unknown.
        """
        import numpy as np

        bytes_by_system = dict(self.columns)
        if system not in bytes_by_system:
            raise ConfigurationError(
                f"column {self.name!r}: {allowed('system', system, self.systems)}"
            )
        return np.frombuffer(bytes_by_system[system], dtype=np.float64)

    def rated(self, systems: Sequence[str]) -> NDArray[np.bool_]:
        """Return for each segment whether all `systems` have a number: bool, shape (segments,).

        Raises `ConfigurationError` if a system is unknown or `systems` is empty.
        """
        import numpy as np

        if not systems:
            raise ConfigurationError("systems is empty. Pass at least one system name.")
        table = np.stack([self.values(system) for system in systems])
        return np.logical_not(np.isnan(table).any(axis=0))

    def rows_of(
        self, systems: Mapping[str, Sequence[Batch]], threads: int
    ) -> dict[str, list[Rows]]:
        """Return a dict from system name to sufficient statistics, a list of one `Rows` object.

        Each system must have one batch, because a column has only one number per system and
        segment. Raises `InputError` if a system has several batches, or if fewer than 2 segments
        have a number.
        """
        del threads
        for name, runs in systems.items():
            if len(runs) > 1:
                raise InputError(
                    f"system {name!r} has {count(len(runs), 'run')}, but column {self.name!r} has "
                    "the numbers of one. Compare the runs as systems, or leave the column out."
                )
        self.check_resampling(list(systems))
        rows_by_system = {name: [Rows()] for name in systems}
        for name, (run,) in systems.items():
            rows_by_system[name][0].add(self.system_rows(name, len(run), list(systems)), 1, 1)
        return rows_by_system

    def counter(self, names: Sequence[str], threads: int) -> Counter:
        """Return a counter that receives the segments of several systems in blocks.

        `names` are the names of the systems. The counter ignores the texts, because the column has
        the scores.
        """
        return _ColumnCounter(self, names, threads)

    def system_rows(
        self, system: str, segments: int, among: Sequence[str] | None = None
    ) -> _native.Array:
        """Return the sufficient statistics of a system; excluded segments have rows of zeros.

        A segment is excluded if any system in `among` has no number for it. If `among` is
        None, a segment is excluded if `system` has no number. Raises `LengthMismatch` if the column
        does not have `segments` segments. Raises `InputError` if all segments are excluded.
        """
        import numpy as np

        if len(self) != segments:
            raise LengthMismatch(
                f"column {self.name!r} has {count(len(self), 'number')} per system, but there "
                f"{'is' if segments == 1 else 'are'} {count(segments, 'segment')}. Pass one number "
                "per segment.",
                hypotheses=segments,
            )
        numbers, rated = self.values(system), self.rated(among or [system])
        where = f"column {self.name!r}, system {system!r}"
        if rated.all():
            return mean_rows(numbers, where)
        if not rated.any():
            raise InputError(
                f"column {self.name!r}: no segment has a number for all of "
                f"{', '.join(among or [system])}. Leave out systems with few ratings."
            )
        rows = np.array(mean_rows(np.where(rated, numbers, 0.0), where), dtype=np.int64)
        rows[~rated] = 0
        return _native.Array.of_rows(rows.tobytes(), rows.shape[1])

    def check_resampling(self, systems: Sequence[str]) -> None:
        """Raise `InputError` if only one of several segments has numbers: too few to resample."""
        if int(self.rated(systems).sum()) == 1 < len(self):
            raise InputError(
                f"column {self.name!r}: 1 of {count(len(self), 'segment')} has a number for all "
                f"of {', '.join(systems)}, and resampling needs at least 2. Leave out systems with "
                "few ratings."
            )

    def system_score(self, system: str) -> ColumnScore:
        """Return the mean of a system's numbers as a score."""
        import numpy as np

        return self.score(np.asarray(self.system_rows(system, len(self))))

    def compute_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Raise `ConfigurationError`, because a column of numbers cannot score texts."""
        del hypotheses, references
        raise ConfigurationError(
            f"column {self.name!r} has numbers of {', '.join(self.systems)} and cannot score "
            "texts. Pass it to compare() or Evaluation() together with a metric that can."
        )

    def _make_score(
        self,
        signature: Signature,
        row: tuple[int, ...],
        value: float,
        details: tuple[float, ...],  # noqa: ARG002
    ) -> ColumnScore:
        return ColumnScore(value, row[0], self.name, self.higher_is_better, signature)

    def _signature(
        self,
        references: int | str | None,  # noqa: ARG002  there are none
        *,
        segments: int | None = None,
        sentence: bool = False,
        tokens: bool = False,
    ) -> Signature:
        return super()._signature(None, segments=segments, sentence=sentence, tokens=tokens)

    def _signature_fields(
        self,
        *,
        tokens: bool,  # noqa: ARG002
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        better = "higher" if self.higher_is_better else "lower"
        fields = [("column", self.name), ("better", better)]
        fields += self.model.signature_fields() if self.model else []
        return [*fields, ("sha256", self._sha256())], [], False

    def _sha256(self) -> str:
        """Return the first digits of a hash of all numbers, for signatures."""
        import hashlib

        digest = hashlib.sha256()
        for system, numbers in self.columns:
            digest.update(system.encode("utf-8", "surrogatepass") + b"\0" + numbers)
        return digest.hexdigest()[:12]

    def _arguments(self) -> dict[str, Any]:
        systems = {system: self.values(system).tolist() for system in self.systems}
        return {**self.settings(), "systems": systems}

    def __repr__(self) -> str:
        better = "" if self.higher_is_better else ", higher_is_better=False"
        return f"<ScoreColumn {self.name!r}: {', '.join(self.systems)}{better}>"


class _ColumnCounter(Counter):
    """Counter for a score column, which counts only segments, because the scores are known."""

    def __init__(self, column: ScoreColumn, names: Sequence[str], threads: int) -> None:
        super().__init__(column, names, threads)
        self._column = column
        for name in names:
            self.values[name].append(column.values(name))

    def add(self, block: Mapping[str, Batch]) -> None:
        """Add the number of segments in a block."""
        self.segments += len(next(iter(block.values())))

    def finish(self) -> None:
        """Create the statistics of each system, after the last segment."""
        for name, rows in self.rows.items():
            rows.add(self._column.system_rows(name, self.segments, list(self.rows)), 1, 1)


def check_name(name: Any) -> None:
    """Raise `ConfigurationError` if the name of a score column is not one line of text."""
    if not isinstance(name, str) or not name.strip() or "\n" in name:
        raise ConfigurationError(
            f"name={inspected(name)} is not a text of one line. Use a name such as 'human'."
        )


def _numbers(column: str, system: Any, raw_numbers: Any) -> bytes:
    """Return a system's numbers as bytes of float64; raise an error for invalid values."""
    import numpy as np

    if not isinstance(system, str):
        raise ConfigurationError(f"column {column!r}: the system name {system!r} is not a str.")
    where = f"column {column!r}, system {system!r}"
    items = as_number_list(raw_numbers, where)
    for segment, item in enumerate(items, 1):
        if not _is_number_or_missing(item):
            raise InputError(
                f"{where}: segment {segment} has {inspected(item)}. Every segment needs a finite "
                "number, or None if its rating is missing.",
                segment=segment,
            )
    numbers = np.array([np.nan if is_missing(item) else item for item in items], dtype=np.float64)
    if items and np.isnan(numbers).all():
        raise InputError(f"{where}: all numbers are missing. Leave the system out.")
    lost = np.flatnonzero((numbers != 0) & (np.abs(numbers) < LEAST))
    if lost.size:
        segment = int(lost[0]) + 1
        raise InputError(
            f"{where}: segment {segment} has {float(numbers[lost[0]])!r}, and the smallest value "
            f"that is kept is {LEAST:.1e} (2**-60). Multiply the column by a constant, or use 0.",
            segment=segment,
        )
    return numbers.tobytes()


def is_missing(item: Any) -> bool:
    """Return whether a value stands for a missing number: None, NaN, or pandas' NA or NaT."""
    return is_null(item) or bool(item != item)  # noqa: PLR0124  NaN alone is not itself


def _is_number_or_missing(item: Any) -> bool:
    from math import isinf

    if isinstance(item, (str, bytes, bool)):
        return False
    try:
        return is_missing(item) or not isinf(float(item))
    except (TypeError, ValueError, OverflowError):
        return False


def _check_lengths(name: str, columns: Sequence[tuple[str, bytes]]) -> None:
    lengths = {system: len(numbers) // 8 for system, numbers in columns}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{system!r} has {length}" for system, length in lengths.items())
        raise LengthMismatch(
            f"column {name!r}: systems have different numbers of segments: {listed}."
        )
