"""Files with the statistics of a shard, a part of a corpus that was counted separately.

Merged shards give exactly the scores of the whole corpus. A file contains the summed sufficient
statistics of each system for each metric. If requested, it also contains the statistics of every
segment, which confidence intervals and significance tests of merged shards require. It contains no
text.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError, LengthMismatch
from truebleu.io.blocks import open_bytes, shown
from truebleu.io.writing import write_whole
from truebleu.metrics.base.accumulator import Accumulator, check_equivalent
from truebleu.metrics.base.packing import pack, unpack
from truebleu.metrics.base.statistics import Rows
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.evaluation.files import SystemResult

    Table = NDArray[np.int64]


FORM = "truebleu-shard/1"
KINDS = ("<u1", "<u2", "<u4", "<u8")
"""Integer types of stored rows, of which a file uses the smallest one that fits all values."""
LEVEL = 6
"""Compression level of zlib; higher levels take long and save little."""


class Shard:
    """Sufficient statistics of one part of a corpus.

    Attributes:
        names: the names of the systems.
        sums: for each system, the summed statistics for each metric.
        rows: for each system, the statistics of every segment for each metric, as int64 arrays of
            shape (n_segments, n_columns). None if they were not requested.
        label: the name of the shard in error messages.
    """

    def __init__(
        self,
        names: Sequence[str],
        sums: Sequence[Sequence[Accumulator[Any]]],
        rows: Sequence[Sequence[Table]] | None,
        label: str,
    ) -> None:
        self.names = list(names)
        self.sums = [list(each) for each in sums]
        self.rows = None if rows is None else [list(each) for each in rows]
        self.label = label

    @property
    def segments(self) -> int:
        """Number of segments of the shard."""
        return self.sums[0][0].segments

    def rows_by_system(self) -> dict[str, list[list[Rows]]]:
        """Return the statistics of all segments in the form that `CountedSystems.of_rows` takes.

        The result maps each system name to a list with one item. This item is a list with the
        statistics for each metric.
        """
        from truebleu import _native
        from truebleu.metrics.base.statistics import Rows

        rows_by_system: dict[str, list[list[Rows]]] = {}
        for name, sums, tables in zip(self.names, self.sums, self.rows or [], strict=True):
            rows_by_system[name] = [[Rows() for _ in sums]]
            for total, table, rows in zip(sums, tables, rows_by_system[name][0], strict=True):
                array = _native.Array.of_rows(table.tobytes(), table.shape[1])
                rows.add(array, *total.reference_counts)
        return rows_by_system

    def same_counts(self, other: Shard) -> bool:
        """Return whether the summed statistics of two shards are equal.

        Equal sums indicate that one part of the corpus was counted twice.
        """
        return self.sums == other.sums


def shard_of(systems: Sequence[Sequence[SystemResult]]) -> Shard:
    """Return a shard (statistics of one part of a corpus) with the statistics in `systems`.

    `systems` is a result of `score_files`. Metrics whose statistics are not additive are left out.
    """
    sums = [[each.statistics for each in results if each.statistics] for results in systems]
    rows = [[each.rows for each in results if each.rows is not None] for results in systems]
    names = [results[0].name for results in systems]
    return Shard(names, sums, rows if rows[0] else None, "the files")


def write_shard(path: str, shard: Shard) -> None:
    """Write a shard (statistics of one part of a corpus) to a file, atomically.

    Raises:
        InputError: the file cannot be written.
    """
    write_whole(path, [shard_bytes(shard)])


def shard_bytes(shard: Shard) -> bytes:
    """Return the content of a shard file as bytes."""
    blocks: list[bytes] = []
    kinds: list[list[str]] = []
    for tables in shard.rows or []:
        packed = [_packed(rows) for rows in tables]
        kinds.append([kind for kind, _ in packed])
        blocks += [block for _, block in packed]
    head = {
        "format": FORM,
        "systems": shard.names,
        "statistics": [[one.to_dict() for one in tables] for tables in shard.sums],
        "rows": None if shard.rows is None else kinds,
        "blocks": [len(block) for block in blocks],
    }
    return pack(head, b"".join(blocks))


def read_shard(path: str) -> Shard:
    """Return the shard (statistics of one part of a corpus) in a file.

    Raises:
        InputError: the file cannot be read, is truncated or damaged, has another format, or was
            written by another version of truebleu.
    """
    name = shown(path)
    with open_bytes(path) as file:
        data = file.readall()
    head, body = unpack(data, name)
    if head.get("format") != FORM:
        raise InputError(
            f"{name}: not a file that `truebleu statistics` wrote. Count the part again.", file=name
        )
    try:
        return _shard_of(head, body, name)
    except InputError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, zlib.error):
        # The checksum is correct, so another program wrote this file.
        raise InputError(
            f"{name}: the statistics are damaged or were changed. Run `truebleu statistics` again.",
            file=name,
        ) from None


def _shard_of(head: dict[str, Any], body: bytes, name: str) -> Shard:
    sums = [
        [Accumulator.from_dict(part, name=name) for part in system_sums]
        for system_sums in head["statistics"]
    ]
    names = [str(system) for system in head["systems"]]
    if not sums or not all(sums) or len(names) != len(sums):
        raise ValueError
    if head["rows"] is None:
        return Shard(names, sums, None, name)
    blocks = list(_cut(body, head["blocks"]))
    if len(blocks) != sum(map(len, sums)):
        raise ValueError
    left = iter(blocks)
    rows = [
        [
            _unpacked(next(left), kind, total, name)
            for kind, total in zip(kinds, system_sums, strict=True)
        ]
        for kinds, system_sums in zip(head["rows"], sums, strict=True)
    ]
    return Shard(names, sums, rows, name)


def merged(shards: Sequence[Shard], names: Sequence[str] | None = None) -> Shard:
    """Merge shards (statistics of parts of a corpus) into one shard.

    The segments of the first shard come first. `names` are the names of the systems; None means the
    names in the first shard.

    Raises:
        InputError: the shards have different systems or metrics, or only some of them have the
            statistics of segments.
    """
    first, *others = shards
    called = list(names or first.names)
    if len(called) != len(first.names):
        raise InputError(
            f"{first.label} has {count(len(first.names), 'system')} "
            f"({', '.join(first.names)}), got {count(len(called), 'name')}. Pass one name per "
            f"system."
        )
    sums = [[total + total.metric.accumulator() for total in each] for each in first.sums]
    for shard in others:
        _check(first, shard, named=names is not None)
        for mine, theirs in zip(sums, shard.sums, strict=True):
            for total, part in zip(mine, theirs, strict=True):
                total.merge(part)
    return Shard(called, sums, _joined(shards), "the parts")


def _joined(shards: Sequence[Shard]) -> list[list[Table]] | None:
    import numpy as np

    all_rows = [shard.rows for shard in shards if shard.rows is not None]
    if not all_rows:
        return None
    without = [shard.label for shard in shards if shard.rows is None]
    if without:
        raise InputError(
            f"{', '.join(without)}: no statistics per segment, which other parts have. Count all "
            "parts with --rows, or none."
        )
    return [
        [np.concatenate(parts) for parts in zip(*systems, strict=True)]
        for systems in zip(*all_rows, strict=True)
    ]


def _check(first: Shard, shard: Shard, *, named: bool) -> None:
    if len(first.names) != len(shard.names) or (first.names != shard.names and not named):
        raise InputError(
            f"parts have different systems: {first.label} has {', '.join(first.names)}, "
            f"{shard.label} has {', '.join(shard.names)}. Count all parts with the same systems in "
            "the same order, or use --name if only the file names differ."
        )
    if len(first.sums[0]) != len(shard.sums[0]):
        raise InputError(
            f"parts have different metrics: {first.label} has {_metrics(first)}, {shard.label} has "
            f"{_metrics(shard)}. Count all parts with the same metrics."
        )
    for total, shard_total in zip(first.sums[0], shard.sums[0], strict=True):
        check_equivalent(total.metric, shard_total.metric, (first.label, shard.label))


def _metrics(shard: Shard) -> str:
    return " and ".join(one.metric.name for one in shard.sums[0])


# Statistics as bytes: column by column, in the smallest integer type that holds all values


def _packed(rows: Table) -> tuple[str, bytes]:
    import numpy as np

    largest = int(rows.max(initial=0))
    kind = next(kind for kind in KINDS if largest <= np.iinfo(np.dtype(kind)).max)
    return kind, zlib.compress(np.ascontiguousarray(rows.T).astype(kind).tobytes(), LEVEL)


def _cut(body: bytes, lengths: Sequence[int]) -> Iterator[bytes]:
    start = 0
    for length in lengths:
        yield body[start : start + length]
        start += length


def _unpacked(block: bytes, kind: str, sums: Accumulator[Any], name: str) -> Table:
    import numpy as np

    columns = len(sums.metric.layout)
    if kind not in KINDS:
        raise ValueError(kind)
    numbers = np.frombuffer(zlib.decompress(block), dtype=kind)
    rows = np.ascontiguousarray(numbers.reshape(columns, -1).T, dtype=np.int64)
    if len(rows) != sums.segments:
        raise LengthMismatch(
            f"{name}: damaged statistics: {count(sums.segments, 'segment')}, but "
            f"{count(len(rows), 'row')} of counts. Run `truebleu statistics` again."
        )
    return rows


def same_file(paths: Sequence[str]) -> str | None:
    """Return the first path that leads to the same file as an earlier path, or None."""
    seen: set[str] = set()
    for path in paths:
        real = os.path.realpath(path)
        if real in seen:
            return path
        seen.add(real)
    return None
