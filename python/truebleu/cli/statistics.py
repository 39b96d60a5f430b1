"""`truebleu statistics`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.scoring import score_typed
from truebleu.io.shards import shard_of, write_shard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["run_statistics"]


def run_statistics(arguments: Sequence[str]) -> int:
    """Count what the arguments name into a file, and give the exit code."""
    typed = parse_systems("statistics", arguments)
    output = check_output(typed)
    if not output:
        raise UsageError("statistics are no text: name a file to write them to with -o part.tbs")
    metrics = metrics_of(typed)
    write_shard(output, shard_of(score_typed(typed, metrics, rows=bool(typed.rows))))
    return DONE
