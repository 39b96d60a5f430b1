"""What needs torch, which is imported here alone, and late."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from truebleu.compat.torchmetrics.errors import NotInstalled
from truebleu.errors import ConfigurationError


def check_as_tensor(value: object) -> bool | None:
    """True, False or None."""
    if value is None or isinstance(value, bool):
        return value
    raise ConfigurationError(
        f"as_tensor={value!r}: allowed are True, False, and None (a tensor where torch is there)"
    )


def as_value(number: float, as_tensor: bool | None, device: Any = None) -> Any:
    """A number as a tensor of one float32, or as a float.

    Args:
        number: the score.
        as_tensor: None gives a tensor where torch is installed, and imports it.
        device: where the tensor lives, as torch names it.
    """
    if as_tensor is False:
        return number
    torch = _torch()
    if torch is not None:
        return torch.tensor(number, dtype=torch.float32, device=device)
    if as_tensor:
        raise NotInstalled("as_tensor=True needs torch: pip install torch, or leave it out")
    return number


def summed_over_processes(row: Sequence[int], group: Any = None) -> tuple[int, ...]:
    """The sum of all processes' rows, where torch.distributed runs; else the row as it is.

    Who runs it has imported torch, so that nothing is imported here.
    """
    torch = sys.modules.get("torch")
    distributed = getattr(torch, "distributed", None)
    if torch is None or distributed is None or not distributed.is_available():
        return tuple(row)
    if not distributed.is_initialized():
        return tuple(row)
    on_gpu = distributed.get_backend(group) == "nccl"
    device = torch.device("cuda", torch.cuda.current_device()) if on_gpu else "cpu"
    summed = torch.tensor(row, dtype=torch.int64, device=device)
    distributed.all_reduce(summed, group=group)
    return tuple(summed.tolist())


def _torch() -> Any:
    """The module torch, or None where it is not installed."""
    try:
        import torch  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return torch
