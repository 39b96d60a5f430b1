"""A metric for evaluation on many processes, whose state is one tensor of int64.

As torchmetrics' metrics it has `update`, `compute`, `reset`, the call and `merge_state`, and it is
a `torch.nn.Module`: `to(device)` moves it, `state_dict()` saves it. `compute` sums the state over
the processes of `torch.distributed` in one all-reduce; counts are exact, in any order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError
from truebleu.inputs.references import References
from truebleu.metrics.base.accumulator import check_alike, settings_of
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.bleu import BLEU
from truebleu.wording import missing_package

try:
    import torch
    from torch import distributed
except ImportError as error:
    raise missing_package("truebleu.integrations.torch", None, "torch") from error


# What stands before the row: all of it adds. Of the references per segment their sum and the sum
# of their squares say whether all segments have equally many, and how many.
HEAD = ("processes", "fingerprints", "segments", "of_tokens", "references", "squares")


class TorchMetric(torch.nn.Module):  # type: ignore[misc, unused-ignore]  # torch is not there to check
    """The score of a corpus that is seen in batches, on any number of processes.

    Args:
        metric: `BLEU()` when None.
        group: the processes whose counts are one corpus; all when None.
    """

    higher_is_better: bool
    full_state_update = False
    statistics: torch.Tensor

    def __init__(self, metric: Metric[Any] | None = None, group: Any = None) -> None:
        super().__init__()
        made: Any = BLEU() if metric is None else metric
        if not isinstance(made, Metric):
            raise ConfigurationError(f"metric={metric!r}: hand over a metric such as BLEU()")
        if not all(column.adds for column in made.layout):
            raise ConfigurationError(
                f"{made!r} looks at the last segment of a corpus, and segments on several "
                "processes have no last one: choose another smoothing"
            )
        self.metric = made
        self.group = group
        self.higher_is_better = made.higher_is_better
        self._fingerprint = crc32(f"{made.name} {settings_of(made)}".encode()) & 0xFFFFFF
        self.register_buffer("statistics", self._nothing(len(made.layout)))

    def _nothing(self, columns: int) -> torch.Tensor:
        state = torch.zeros(len(HEAD) + columns, dtype=torch.int64)
        state[0], state[1] = 1, self._fingerprint
        return state

    def update(self, preds: Any, target: Any) -> None:
        """Count a batch: texts, and for each a reference or a list of them.

        Whatever `corpus_score` takes; a list of lists has the references of each text.
        Raises what `corpus_score` raises; the state is then as it was.
        """
        self.statistics += self._counted(preds, target).to(self.statistics.device)

    def forward(self, preds: Any, target: Any) -> torch.Tensor:
        """Count a batch, and give the score of the batch alone, on this process."""
        counted = self._counted(preds, target)
        self.statistics += counted.to(self.statistics.device)
        return self._value(self._scored(counted.tolist()))

    def compute(self) -> torch.Tensor:
        """The score of all that was seen, on all processes: one float64 (float32 on `mps`)."""
        return self._value(self.score())

    def score(self) -> Score:
        """The same as a score of truebleu's, with its parts and its signature.

        Raises `EmptyCorpus` where no process has seen a segment, and `InputError` where processes
        have different metrics, or one saw text and another tokens.
        """
        state = self.statistics.clone()
        if distributed.is_available() and distributed.is_initialized():
            if distributed.get_backend(self.group) == "nccl" and not state.is_cuda:
                state = state.to(torch.device("cuda", torch.cuda.current_device()))
            distributed.all_reduce(state, group=self.group)
        found = state.tolist()
        if found[1] != found[0] * self._fingerprint:
            raise InputError("the processes have different metrics: build the same on each")
        return self._scored(found)

    def reset(self) -> None:
        """Forget all that was seen on this process."""
        self.statistics.copy_(self._nothing(len(self.metric.layout)))

    def merge_state(self, others: TorchMetric | Iterable[TorchMetric]) -> TorchMetric:
        """Take in what other metrics, alike and on this process, have seen."""
        for other in [others] if isinstance(others, TorchMetric) else list(others):
            check_alike(self.metric, other.metric, ("these statistics", "those to merge"))
            counted = other.statistics.to(self.statistics.device).clone()
            counted[:2] = 0
            self.statistics += counted
        return self

    def extra_repr(self) -> str:
        """What stands between the brackets of `repr`."""
        return repr(self.metric)

    def _counted(self, preds: Any, target: Any) -> torch.Tensor:
        """The state of a batch, without its processes."""
        state = torch.zeros_like(self.statistics, device="cpu")
        batch = self.metric.accumulator()
        batch.update(preds, _by_segment(preds, target), threads=1)
        segments = batch.segments
        if segments:
            fewest, most = batch.reference_counts
            # As if one segment had the fewest, all others the most: equal where all are.
            references = fewest + most * (segments - 1)
            squares = fewest**2 + most**2 * (segments - 1)
            tokens = segments if batch.tokens else 0
            head = torch.tensor((0, 0, segments, tokens, references, squares))
            state += torch.cat((head, torch.from_numpy(batch.sum())))
        return state

    def _scored(self, state: list[int]) -> Score:
        segments, of_tokens, references, squares = state[2 : len(HEAD)]
        if not segments:
            raise EmptyCorpus("there are no segments yet: update() takes them")
        if of_tokens not in {0, segments}:
            raise InputError("some segments were text and others lists of tokens")
        even = references * references == squares * segments
        signature = self.metric.signature(
            references // segments if even else "var", segments, tokens=of_tokens > 0
        )
        score: Score = self.metric.scored(signature, tuple(state[len(HEAD) :]))
        return score

    def _value(self, score: Score) -> torch.Tensor:
        device = self.statistics.device
        kind = torch.float32 if device.type == "mps" else torch.float64
        return torch.tensor(score.value, dtype=kind, device=device)


def _by_segment(preds: Any, target: Any) -> Any:
    """Lists of texts in the place of texts are the references of each segment."""
    texts = isinstance(preds, (list, tuple)) and preds and isinstance(preds[0], str)
    lists = isinstance(target, (list, tuple)) and target and isinstance(target[0], (list, tuple))
    return References.per_segment(target) if texts and lists else target
