"""All fuzzing targets by name: functions that take any bytes and raise for a finding."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzzing import calls, files

TARGETS: dict[str, Callable[[bytes], None]] = {
    "compressed": files.compressed,
    "tables": files.tables,
    "nbest": files.nbest,
    "markup": files.markup,
    "parquet": files.parquet,
    "statistics": files.statistics,
    "signatures": calls.signatures,
    "containers": calls.containers,
    "corpora": calls.of_corpora,
    "command": calls.command,
    "requests": calls.requests,
}
