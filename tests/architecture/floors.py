"""Which floor each module of `truebleu` lives on: the one place where this is said.

A module may import from its own floor and from those below it, never from one above.
"""

from __future__ import annotations

# From the ground up. A name stands for the module and everything inside it.
FLOORS: tuple[tuple[str, frozenset[str]], ...] = (
    ("border", frozenset({"_native"})),
    (
        "words",
        frozenset(
            {
                "arrow",
                "decomposition",
                "errors",
                "inputs",
                "references",
                "runs",
                "scores",
                "signature",
                "layout",
                "frozen",
                "diagnosis",
                "sequences",
                "showing",
            }
        ),
    ),
    ("metrics", frozenset({"metrics", "conventions", "tokenizers"})),
    (
        "doing",
        frozenset(
            {
                "all_pairs",
                "columns",
                "contamination",
                "correlation",
                "disagreement",
                "diversity",
                "embedding",
                "hygiene",
                "identification",
                "io",
                "recounting",
                "resampling",
                "selection",
            }
        ),
    ),
    (
        "views",
        frozenset(
            {"views", "comparison", "findings", "charts", "explanation", "report", "verdicts"}
        ),
    ),
    (
        "doors",
        frozenset(
            {
                "__init__",
                "__main__",
                "cli",
                "compat",
                "engines",
                "evaluated",
                "evaluation",
                "functional",
                "reporting",
                "server",
                "significance",
                "training",
            }
        ),
    ),
)


def floor_of(module: str) -> int:
    """Give the floor of a dotted module name below `truebleu`, counted from the ground.

    Raises:
        KeyError: The module has no floor; add it to `FLOORS`.
    """
    head = module.removeprefix("truebleu").removeprefix(".").split(".")[0] or "__init__"
    for number, (_, names) in enumerate(FLOORS):
        if head in names:
            return number
    message = f"truebleu.{head} is on no floor: add it to FLOORS"
    raise KeyError(message)


def name_of(number: int) -> str:
    """Give the name of a floor."""
    return FLOORS[number][0]
