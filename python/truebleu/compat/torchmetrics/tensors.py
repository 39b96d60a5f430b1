"""Functions that use torch. Only this module of the drop-in imports torch."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TypeVar

from truebleu.compat.torchmetrics.errors import NotInstalled
from truebleu.errors import ConfigurationError

Number = TypeVar("Number", int, float)


def check_as_tensor(value: object) -> bool | None:
    """Return the value if it is True, False or None; raise `ConfigurationError` otherwise."""
    if value is None or isinstance(value, bool):
        return value
    raise ConfigurationError(
        f"as_tensor={value!r} is invalid. Use True, False, or None (automatic)."
    )


def as_value(number: float | list[float], as_tensor: bool | None, device: Any = None) -> Any:
    """Return a score or a list of scores, as a float32 tensor or unchanged.

    Args:
        number: a score, or a list of scores.
        as_tensor: True: return a tensor. False: return `number`. None: import torch and return a
            tensor if torch is installed, else return `number`.
        device: the torch device of the tensor.
    """
    if as_tensor is False:
        return number
    torch = _torch()
    if torch is not None:
        return torch.tensor(number, dtype=torch.float32, device=device)
    if as_tensor:
        raise NotInstalled("as_tensor=True needs torch. Install it: pip install torch")
    return number


def summed_over_processes(row: Sequence[Number], group: Any = None) -> tuple[Number, ...]:
    """Return the sum of `row` over all processes of torch.distributed.

    If torch.distributed is not running, return `row`. `group` is a process group; None: all
    processes. This function does not import torch, because a program that runs torch.distributed
    has already imported it.
    """
    torch = sys.modules.get("torch")
    distributed = getattr(torch, "distributed", None)
    if torch is None or distributed is None or not distributed.is_available():
        return tuple(row)
    if not distributed.is_initialized():
        return tuple(row)
    on_gpu = distributed.get_backend(group) == "nccl"
    device = torch.device("cuda", torch.cuda.current_device()) if on_gpu else "cpu"
    is_whole = all(isinstance(number, int) for number in row)
    kind = torch.int64 if is_whole else torch.float64
    summed = torch.tensor(row, dtype=kind, device=device)
    distributed.all_reduce(summed, group=group)
    return tuple(summed.tolist())


def _torch() -> Any:
    """Return the module torch, or None if it is not installed."""
    try:
        import torch  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return torch
