"""The layers of the package, and which rooms each may import: the one place that says so.

A module may import its own room and every room of a lower layer. Rooms of one layer do not import
each other, unless `SIDEWAYS` says so.
"""

from __future__ import annotations

LAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ground", ("_native", "errors", "other_tools", "wording", "results")),
    ("texts", ("inputs", "io")),
    ("tokens", ("tokenizers",)),
    ("scores", ("metrics", "functional")),
    ("questions", ("significance", "checks", "reranking", "segmentation")),
    ("more questions", ("evaluation", "explanation")),
    ("display", ("display",)),
    ("page", ("report",)),
    ("entry points", ("server", "compat", "integrations", "cli", "__main__", "__init__")),
)
SIDEWAYS = {
    "errors": {"_native"},
    "other_tools": {"errors"},
    "wording": {"errors", "other_tools"},
    "results": {"errors", "other_tools", "wording"},
    "io": {"inputs"},
    "functional": {"metrics"},
    "cli": {"server", "compat"},
    "__main__": {"cli"},
    "__init__": {"server", "compat", "integrations", "cli"},
}


def room_of(module: str) -> str:
    """Return the top-level folder or module of a dotted name below `truebleu`."""
    return module.removeprefix("truebleu").removeprefix(".").split(".")[0] or "__init__"


def layer_of(room: str) -> int:
    """Return the layer of a room, counted from the ground.

    Raises:
        KeyError: The room is in no layer; add it to `LAYERS`.
    """
    for number, (_, rooms) in enumerate(LAYERS):
        if room in rooms:
            return number
    message = f"truebleu.{room} is in no layer: add it to LAYERS"
    raise KeyError(message)


def is_allowed(module: str, target: str) -> bool:
    """Return whether a module may import another one."""
    room, other = room_of(module), room_of(target)
    return room == other or layer_of(other) < layer_of(room) or other in SIDEWAYS.get(room, set())
