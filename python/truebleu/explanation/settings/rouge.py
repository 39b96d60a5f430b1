"""Groups of ROUGE settings in which two scores can differ."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import chain

from truebleu.errors import ConfigurationError
from truebleu.explanation.settings.shapley import Group, Move, shares
from truebleu.metrics.rouge import ROUGE

PARTS: dict[str, tuple[str, ...]] = {
    "variant": ("variant", "sentences"),
    "convention": ("convention", "tokenizer", "lowercase", "stem"),
    "tokenization": ("tokenizer",),
    "case": ("lowercase",),
    "stemming": ("stem",),
    "sentences": ("sentences",),
}
"""Settings of each group, by name of the group.

A group is skipped if an earlier group that differs includes its settings.
"""


def split_rouge(base: ROUGE, target: ROUGE, points: Callable[[ROUGE], float]) -> list[Move]:
    """Return the contribution of each group of settings to the difference between two scores.

    `base` and `target` are the metrics of the two scores. `points` returns the score of a metric, 0
    to 100. The largest contribution comes first. Some tools lack a variant: the package rouge has
    no Lsum. If one tool lacks the other's variant, tool and variant are changed together.
    """
    base, target = (ROUGE(**{**metric.settings(), "scale": 1}) for metric in (base, target))
    ours, theirs = base.settings(), target.settings()

    def after(changed: Collection[Group]) -> float:
        names = chain.from_iterable(PARTS[part] for part in chain(*changed))
        return points(ROUGE(**{**ours, **{name: theirs[name] for name in names}}))

    groups: list[Group] = []
    grouped: set[str] = set()
    for part, names in PARTS.items():
        if ours[names[0]] != theirs[names[0]] and names[0] not in grouped:
            groups.append((part,))
            grouped.update(names)
    try:
        return shares(groups, after)
    except ConfigurationError:
        together = [group for group in groups if group in {("variant",), ("convention",)}]
        others = [group for group in groups if group not in together]
        return shares([tuple(chain(*together)), *others], after)
