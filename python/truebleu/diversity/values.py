"""What is said of a collection's diversity: frozen values."""

from __future__ import annotations

from truebleu.frozen import Record
from truebleu.scores import places_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.signature import Signature

__all__ = ["Diversity", "OrderDiversity"]


class OrderDiversity(Record):
    """The n-grams of `order` tokens in all texts together.

    `total` is how many there are, `distinct` how many different ones, `entropy` that of their
    distribution in nats (divide by ln 2 for bits): 0 where all are the same, ln(total) where none
    is there twice.
    """

    __slots__ = ()
    names = ("order", "total", "distinct", "entropy")

    order: int
    total: int
    distinct: int
    entropy: float

    def __init__(self, order: int, total: int, distinct: int, entropy: float) -> None:
        object.__setattr__(self, "_parts", (order, total, distinct, entropy))

    @property
    def ratio(self) -> float | None:
        """Distinct-n: different n-grams for each n-gram, 0 to 1; None where there is none."""
        return self.distinct / self.total if self.total else None

    def to_dict(self) -> dict[str, Any]:
        """All parts and the ratio, ready for JSON."""
        return {**dict(zip(self.names, self._parts, strict=True)), "ratio": self.ratio}


class Diversity(Record):
    """What `measure_diversity` found of `texts` texts with `tokens` tokens.

    `self_bleu` is the mean, in the scale of the metric, of the sentence scores of each text with
    all others as its references: the less, the more diverse. `orders` has an `OrderDiversity` for
    each n from 1. `signature` is that of the scores.
    """

    __slots__ = ()
    names = ("texts", "tokens", "self_bleu", "orders", "scale", "signature")

    texts: int
    tokens: int
    self_bleu: float
    orders: tuple[OrderDiversity, ...]
    scale: int
    signature: Signature

    def __init__(
        self,
        texts: int,
        tokens: int,
        self_bleu: float,
        orders: Sequence[OrderDiversity],
        scale: int,
        signature: Signature,
    ) -> None:
        parts = texts, tokens, self_bleu, tuple(orders), scale, signature
        object.__setattr__(self, "_parts", parts)

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON; the signature is its string."""
        ready = dict(zip(self.names, self._parts, strict=True))
        orders = [order.to_dict() for order in self.orders]
        return {**ready, "orders": orders, "signature": str(self.signature)}

    def __str__(self) -> str:
        digits = places_of(self.scale)
        ratios = (
            f"distinct-{order.order} = {order.ratio:.4f}"
            for order in self.orders
            if order.ratio is not None
        )
        said = f"self-BLEU = {self.self_bleu:.{digits}f}"
        return ", ".join([said, *ratios]) + f" ({self.texts} texts, {self.tokens} tokens)"
