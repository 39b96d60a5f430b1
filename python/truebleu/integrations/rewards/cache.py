"""Cache of compiled (tokenized and counted) references with a memory limit."""

from __future__ import annotations

from _thread import allocate_lock  # `threading` without its classes, which are slow to import
from collections.abc import Callable, Hashable

from truebleu import _native


class Cache:
    """Cache of compiled (tokenized and counted) references.

    If the cache is full, it evicts the least recently used references. Threads may share a cache.
    No thread waits for another thread: while one thread uses the cache, other threads compile
    references without it. A forked process therefore cannot deadlock.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._used = 0
        self._entries: dict[Hashable, tuple[_native.Compiled, int]] = {}
        self._lock = allocate_lock()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def used(self) -> int:
        """Approximate memory use, in bytes."""
        return self._used

    def get(
        self, key: Hashable, size: int, build: Callable[[], _native.Compiled]
    ) -> _native.Compiled:
        """Return the compiled references for `key`; if they are not in the cache, call `build`.

        `size` is an estimate of the memory that the texts take, in bytes.
        """
        if not self._lock.acquire(blocking=False):
            return build()
        try:
            entry = self._entries.pop(key, None)
            if entry is None:
                compiled = build()
                entry = compiled, compiled.bytes + size
                self._used += entry[1]
            self._entries[key] = entry  # now the most recently used
            while self._used > self._memory and len(self._entries) > 1:
                oldest = next(iter(self._entries))
                self._used -= self._entries.pop(oldest)[1]
            return entry[0]
        finally:
            self._lock.release()
