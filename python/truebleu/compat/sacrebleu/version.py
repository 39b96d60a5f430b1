"""Version of sacreBLEU that the drop-in reproduces. It is the last item of every signature."""

from __future__ import annotations

VERSION_TUPLE = tuple[int | str, ...]

__version__ = version = "2.6.0"
__version_tuple__: VERSION_TUPLE = (2, 6, 0)
version_tuple: VERSION_TUPLE = __version_tuple__
