"""Metric for distributed evaluation in PyTorch; its state is a single int64 tensor.

The metric has the interface of torchmetrics (`update`, `compute`, `reset`, call and `merge_state`).
It is a `torch.nn.Module`, so `to(device)` and `state_dict()` work. `compute` sums the state over
the processes of `torch.distributed` in one all-reduce. The state consists of integers, so the order
of the processes does not change the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError
from truebleu.inputs.references import References
from truebleu.metrics.base.accumulator import check_equivalent, settings_of
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.bleu import BLEU
from truebleu.wording import missing_package

try:
    import torch
    from torch import distributed
except ImportError as error:
    raise missing_package("truebleu.integrations.torch", None, "torch") from error


# Counts that precede the statistics; all are additive. The sum and the sum of squares of the
# numbers of references show whether all segments have equally many references.
HEAD = ("processes", "fingerprints", "segments", "of_tokens", "references", "squares")


class TorchMetric(torch.nn.Module):  # type: ignore[misc, unused-ignore]  # torch may be missing
    """Metric that accumulates the statistics of a corpus in batches, on any number of processes.

    Args:
        metric: the metric; None means `BLEU()`.
        group: the process group that shares the corpus; None means all processes.
    """

    higher_is_better: bool
    full_state_update = False
    statistics: torch.Tensor

    def __init__(self, metric: Metric[Any] | None = None, group: Any = None) -> None:
        super().__init__()
        chosen: Any = BLEU() if metric is None else metric
        if not isinstance(chosen, Metric):
            raise ConfigurationError(f"metric={metric!r} is not a metric. Pass one such as BLEU().")
        if not all(column.adds for column in chosen.layout):
            raise ConfigurationError(
                f"{chosen!r} depends on the last segment, so processes cannot be merged. "
                "Use another smoothing."
            )
        self.metric = chosen
        self.group = group
        self.higher_is_better = chosen.higher_is_better
        self._fingerprint = crc32(f"{chosen.name} {settings_of(chosen)}".encode()) & 0xFFFFFF
        self.register_buffer("statistics", self._nothing(len(chosen.layout)))

    def _nothing(self, columns: int) -> torch.Tensor:
        state = torch.zeros(len(HEAD) + columns, dtype=torch.int64)
        state[0], state[1] = 1, self._fingerprint
        return state

    def update(self, preds: Any, target: Any) -> None:
        """Count a batch of texts and add its statistics to the state.

        `target` has one reference or a list of references for each text in `preds`. Other inputs of
        `corpus_score` are accepted, too. Raises the same errors as `corpus_score`; the state is
        then unchanged.
        """
        self.statistics += self._count(preds, target).to(self.statistics.device)

    def forward(self, preds: Any, target: Any) -> torch.Tensor:
        """Add a batch to the state, as `update` does, and return the score of this batch alone."""
        state = self._count(preds, target)
        self.statistics += state.to(self.statistics.device)
        return self._value(self._scored(state.tolist()))

    def compute(self) -> torch.Tensor:
        """Return the score of all batches on all processes as a float64 (float32 on `mps`)."""
        return self._value(self.score())

    def score(self) -> Score:
        """Return the score of all batches on all processes, with its components and signature.

        Raises:
            EmptyCorpus: there are no segments.
            InputError: processes have different metrics, or mix texts and lists of tokens.
        """
        state = self.statistics.clone()
        if distributed.is_available() and distributed.is_initialized():
            if distributed.get_backend(self.group) == "nccl" and not state.is_cuda:
                state = state.to(torch.device("cuda", torch.cuda.current_device()))
            distributed.all_reduce(state, group=self.group)
        values = state.tolist()
        if values[1] != values[0] * self._fingerprint:
            raise InputError("the processes have different metrics. Use the same settings on each.")
        return self._scored(values)

    def reset(self) -> None:
        """Reset the state of this process to an empty corpus."""
        self.statistics.copy_(self._nothing(len(self.metric.layout)))

    def merge_state(self, others: TorchMetric | Iterable[TorchMetric]) -> TorchMetric:
        """Add the states of other metrics on this process, and return this metric.

        All metrics must have equal settings.
        """
        for metric in [others] if isinstance(others, TorchMetric) else list(others):
            check_equivalent(self.metric, metric.metric, ("these statistics", "those to merge"))
            state = metric.statistics.to(self.statistics.device).clone()
            state[:2] = 0
            self.statistics += state
        return self

    def extra_repr(self) -> str:
        """Return the text in the parentheses of `repr`."""
        return repr(self.metric)

    def _count(self, preds: Any, target: Any) -> torch.Tensor:
        state = torch.zeros_like(self.statistics, device="cpu")
        batch = self.metric.accumulator()
        batch.update(preds, _by_segment(preds, target), threads=1)
        segments = batch.segments
        if segments:
            min_references, max_references = batch.reference_counts
            # The state only has to show whether all segments have equally many references, so it
            # is enough to assume one segment with the minimum and all others with the maximum.
            references = min_references + max_references * (segments - 1)
            squares = min_references**2 + max_references**2 * (segments - 1)
            tokens = segments if batch.tokens else 0
            head = torch.tensor((0, 0, segments, tokens, references, squares))
            state += torch.cat((head, torch.from_numpy(batch.sum())))
        return state

    def _scored(self, state: list[int]) -> Score:
        segments, of_tokens, references, squares = state[2 : len(HEAD)]
        if not segments:
            raise EmptyCorpus("no segments to score. Call update() first.")
        if of_tokens not in {0, segments}:
            raise InputError("segments mix text and lists of tokens. Pass only one of them.")
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
    texts = isinstance(preds, (list, tuple)) and preds and isinstance(preds[0], str)
    lists = isinstance(target, (list, tuple)) and target and isinstance(target[0], (list, tuple))
    return References.per_segment(target) if texts and lists else target
