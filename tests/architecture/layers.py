"""Define the layers of the package and which imports they allow.

A module may import modules of its own top-level package and of every lower layer. Packages of one
layer do not import each other, except those in `SIDEWAYS`.
"""

from __future__ import annotations

LAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ground", ("_native", "errors", "other_tools", "wording", "results")),
    ("texts", ("inputs", "io")),
    ("tokens", ("tokenizers",)),
    ("scores", ("metrics", "functional")),
    ("analyses", ("significance", "checks", "reranking", "segmentation")),
    ("more analyses", ("evaluation", "explanation")),
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


def package_of(module: str) -> str:
    """Return the top-level folder or module of a dotted name below `truebleu`."""
    return module.removeprefix("truebleu").removeprefix(".").split(".")[0] or "__init__"


def layer_of(package: str) -> int:
    """Return the index of a top-level package's layer in `LAYERS`.

    Raises:
        KeyError: If the package is in no layer. Add it to `LAYERS`.
    """
    for number, (_, packages) in enumerate(LAYERS):
        if package in packages:
            return number
    message = f"truebleu.{package} is in no layer: add it to LAYERS"
    raise KeyError(message)


def is_allowed(module: str, target: str) -> bool:
    """Return whether a module may import another one."""
    own, imported = package_of(module), package_of(target)
    is_lower = layer_of(imported) < layer_of(own)
    return own == imported or is_lower or imported in SIDEWAYS.get(own, set())
