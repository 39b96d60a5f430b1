"""Compiled references, as many as fit into a stated amount of memory."""

from __future__ import annotations

from _thread import allocate_lock  # `threading` without its classes, which are slow to import
from collections.abc import Callable, Hashable

from truebleu import _native


class Cache:
    """What was compiled, by its texts; what was used longest ago goes first.

    Threads may share it. Who finds it taken compiles for himself: nobody waits, and a process that
    is forked meanwhile is never locked out.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._used = 0
        self._found: dict[Hashable, tuple[_native.Compiled, int]] = {}
        self._lock = allocate_lock()

    def __len__(self) -> int:
        return len(self._found)

    @property
    def used(self) -> int:
        """About how much memory is used, in bytes."""
        return self._used

    def get(
        self, key: Hashable, size: int, compiled: Callable[[], _native.Compiled]
    ) -> _native.Compiled:
        """What the key's texts were compiled to, now or before; `size` is that of the texts."""
        if not self._lock.acquire(blocking=False):
            return compiled()
        try:
            known = self._found.pop(key, None)
            if known is None:
                made = compiled()
                known = made, made.bytes + size
                self._used += known[1]
            self._found[key] = known  # the last one now
            while self._used > self._memory and len(self._found) > 1:
                oldest = next(iter(self._found))
                self._used -= self._found.pop(oldest)[1]
            return known[0]
        finally:
            self._lock.release()
