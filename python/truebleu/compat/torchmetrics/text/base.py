"""Base classes of the metrics: `TextMetric` and `SummedMetric`.

`TextMetric` is the base of all metrics. `SummedMetric` is the base of metrics whose state is a list
of sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from truebleu.compat.torchmetrics.tensors import as_value, check_as_tensor, summed_over_processes
from truebleu.errors import ConfigurationError, InputError, allowed

if TYPE_CHECKING:
    from typing_extensions import Self

Sums = tuple[float, ...]


# Arguments of all metrics of torchmetrics, with their defaults.
COMMON = {
    "compute_on_cpu": False,
    "compute_with_cache": True,
    "dist_sync_on_step": False,
    "process_group": None,
    "dist_sync_fn": None,
    "distributed_available_fn": None,
    "sync_on_compute": True,
}
UNSUPPORTED = ("dist_sync_fn", "distributed_available_fn")


class TextMetric:
    """Base class with the settings and methods that all torchmetrics metrics have.

    The constructor of a subclass must call `_set_common`. The method `reset` of a subclass must set
    `_updates`, the number of batches, to 0.
    """

    is_differentiable: ClassVar[bool] = False
    higher_is_better: ClassVar[bool] = True
    plot_lower_bound: ClassVar[float] = 0.0
    plot_upper_bound: ClassVar[float] = 1.0

    _updates: int

    def _set_common(self, as_tensor: bool | None, common: dict[str, Any]) -> None:
        """Store the settings that all metrics have.

        Raises:
            ConfigurationError: a setting is unknown or has an invalid value.
        """
        for name, value in common.items():
            check_common(name, value)
        self._as_tensor = check_as_tensor(as_tensor)
        self._common = {**COMMON, **common}
        self._device: Any = None

    def clone(self) -> Self:
        """Return a copy with the same settings and state."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        return copy

    @property
    def update_called(self) -> bool:
        """Whether the state has any batch."""
        return self._updates > 0

    @property
    def update_count(self) -> int:
        """Number of batches in the state."""
        return self._updates

    @property
    def device(self) -> Any:
        """Device of the scores, as set by `to`, `cpu` or `cuda`."""
        return "cpu" if self._device is None else self._device

    def to(self, device: Any) -> Self:
        """Set the device of the scores. Counts have no device, because they are Python numbers."""
        self._device = device
        return self

    def cpu(self) -> Self:
        """Call `to("cpu")`."""
        return self.to("cpu")

    def cuda(self, device: int | None = None) -> Self:
        """Call `to("cuda")`, or `to(f"cuda:{device}")` if `device` is not None."""
        return self.to("cuda" if device is None else f"cuda:{device}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class SummedMetric(TextMetric):
    """Base class of metrics that compute a score from sums of counts over all batches.

    A subclass defines three methods. `_names` returns the names of the counts, `_count` the counts
    of a batch, and `_scored` the score of summed counts.
    """

    full_state_update: ClassVar[bool] = True

    def _start(
        self, settings: tuple[Any, ...], as_tensor: bool | None, common: dict[str, Any]
    ) -> None:
        """Store the settings and set all sums to 0."""
        self._settings = settings
        self._set_common(as_tensor, common)
        self.reset()

    def _names(self) -> list[str]:
        raise NotImplementedError

    def _count(self, preds: Any, target: Any) -> Sums:
        raise NotImplementedError

    def _scored(self, sums: Sums) -> Any:
        raise NotImplementedError

    def update(self, preds: Any, target: Any) -> None:
        """Update the state with a batch.

        Raises:
            TypeError: a text is not a str.
            ValueError: the numbers of predictions and targets differ.
        """
        self._add(self._count(preds, target))

    def forward(self, preds: Any, target: Any) -> Any:
        """Update the state with a batch, and return the score of this batch."""
        sums = self._count(preds, target)
        self._add(sums)
        return self._value(sums, together=self._common["dist_sync_on_step"])

    __call__ = forward

    def compute(self) -> Any:
        """Return the score of all batches since the last reset."""
        return self._value(self._sums, together=self._common["sync_on_compute"])

    def reset(self) -> None:
        """Remove all batches from the state."""
        self._sums: Sums = (0.0,) * len(self._names())
        self._updates = 0

    def merge_state(self, incoming_state: SummedMetric) -> None:
        """Add all batches of another metric to the state.

        Raises:
            ValueError: the other metric has another class or other settings.
        """
        if type(incoming_state) is not type(self) or incoming_state._settings != self._settings:
            raise InputError(
                f"cannot merge {incoming_state!r:.60} into {self!r}. Pass a metric of the same "
                "class and settings."
            )
        self._sums = _added(self._sums, incoming_state._sums)
        self._updates += incoming_state._updates

    @property
    def metric_state(self) -> dict[str, float]:
        """Dict from the name of each count to its sum over all batches."""
        return dict(zip(self._names(), self._sums, strict=True))

    def _add(self, sums: Sums) -> None:
        self._sums = _added(self._sums, sums)
        self._updates += 1

    def _value(self, sums: Sums, *, together: bool) -> Any:
        """Return the score of summed counts, as a tensor if `as_tensor` requests it.

        If `together` is True, the sums of all processes are added first.
        """
        if together:  # floats on every process, so that torch.distributed adds equal types
            sums = tuple(map(float, sums))
            sums = summed_over_processes(sums, self._common["process_group"])
        return self._as_values(self._scored(sums))

    def _as_values(self, values: Any) -> Any:
        if isinstance(values, dict):
            return {name: self._as_values(value) for name, value in values.items()}
        return as_value(values, self._as_tensor, self._device)


def _added(sums: Sequence[float], others: Sequence[float]) -> Sums:
    return tuple(one + other for one, other in zip(sums, others, strict=True))


def check_common(name: str, value: Any) -> None:
    """Raise `ConfigurationError` for an argument that torchmetrics or truebleu does not support."""
    if name not in COMMON:
        raise ConfigurationError(allowed("argument", name, COMMON))
    if name in UNSUPPORTED and value is not None:
        raise ConfigurationError(
            f"{name} is not supported: counts are added with torch.distributed. Otherwise set "
            "sync_on_compute=False and call merge_state()."
        )
