"""A drop-in for NLTK's `SmoothingFunction`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from truebleu.compat.nltk.errors import no_trigrams
from truebleu.compat.nltk.scoring import CorpusCounts, Ratio
from truebleu.metrics.bleu import BLEU


class Method(NamedTuple):
    """Name of a smoothing method, and its parameter (None for a method without parameter)."""

    name: str
    value: float | None


class SmoothingFunction:
    """NLTK's smoothing methods, most of which are defined by Chen and Cherry (2014).

    Pass a method such as `SmoothingFunction().method1` to `sentence_bleu` or `corpus_bleu`. A
    method can also be called directly. Its first argument `p_n` is a list with the precision of
    each n-gram order as a fraction. The method returns a list of smoothed precisions.
    """

    def __init__(self, epsilon: float = 0.1, alpha: float = 5, k: float = 5) -> None:
        """Set `epsilon` of method1, `alpha` of method6, and `k` of method4 and method7."""
        self.epsilon = epsilon
        self.alpha = alpha
        self.k = k

    def method0(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Return the precisions without smoothing. A zero becomes the smallest normal float."""
        return self._smoothed("method0", p_n, args, kwargs)

    def method1(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Replace each match count of 0 by `epsilon`."""
        return self._smoothed("method1", p_n, args, kwargs)

    def method2(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Add 1 to the match count and n-gram count of each order above 1 (Lin and Och 2004)."""
        return self._smoothed("method2", p_n, args, kwargs)

    def method3(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Replace the first match count of 0 by 1/2, the next by 1/4, and so on, as in mteval."""
        return self._smoothed("method3", p_n, args, kwargs)

    def method4(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Smooth like method3, with smaller replacement values for shorter hypotheses."""
        return self._smoothed("method4", p_n, args, kwargs)

    def method5(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Replace the precision of each order by the mean over this order and the adjacent ones."""
        return self._smoothed("method5", p_n, args, kwargs)

    def method6(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Interpolate precisions with an estimate from the two lower orders (Gao and He 2013).

        The precisions of the orders 1 and 2 are not changed.
        """
        return self._smoothed("method6", p_n, args, kwargs)

    def method7(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Smooth the precisions by method4, and the result by method5."""
        return self._smoothed("method7", p_n, args, kwargs)

    def method(self, name: str) -> Method:
        """Return the method with this name, and with the parameter that this object has for it."""
        values = {"method1": self.epsilon, "method4": self.k, "method6": self.alpha}
        return Method(name, values.get(name, self.k if name == "method7" else None))

    def _smoothed(self, name: str, p_n: Any, args: Any, kwargs: Any) -> list[Any]:
        values = dict(zip(("references", "hypothesis", "hyp_len"), args, strict=False)) | kwargs
        return smoothed(self.method(name), list(p_n), **values)


def chosen(function: Callable[..., Any] | None) -> Method | None:
    """Return the name and parameter of an NLTK smoothing method, or None for a custom function.

    If `function` is None, return method0, which does not smooth.
    """
    if function is None:
        return Method("method0", None)
    owner = getattr(function, "__self__", None)
    if type(owner) is SmoothingFunction:
        return owner.method(function.__name__)
    return None


class _Smoother(BLEU):
    """BLEU as in NLTK, except that smoothing is applied even if no unigram is matched."""

    __slots__ = ()

    _own_rules: ClassVar[dict[str, str]] = {"zero_score": "never"}


def smoothed(
    method: Method,
    p_n: list[Any],
    references: Sequence[Sequence[Any]] | None = None,
    hypothesis: Sequence[Any] | None = None,
    hyp_len: int | None = None,
) -> list[Any]:
    """Return the precision of each n-gram order after smoothing.

    A precision that smoothing does not change is returned as the object that was passed.

    Args:
        method: the smoothing method.
        p_n: the precision of each n-gram order.
        references: the references of the last segment, for method5, method6 and method7.
        hypothesis: the hypothesis of the last segment, for method5, method6 and method7.
        hyp_len: number of hypothesis tokens; None: the length of `hypothesis`.
    """
    orders = len(p_n)
    metric = _Smoother(
        convention="nltk",
        smoothing=method.name,
        smoothing_value=method.value,
        max_ngram_order=orders,
    )
    row = [hyp_len or len(hypothesis or ()), 0]
    row += [p.numerator for p in p_n] + [p.denominator for p in p_n]
    if not metric.layout.adds:
        row += CorpusCounts([list(references or [])], [list(hypothesis or [])], orders).last
    if method.name == "method6" and (orders < 3 or not p_n[2]):
        raise no_trigrams(orders)
    precisions = metric.score(row).precisions
    if method.name == "method2":
        return [p_n[0], *(Ratio(p.numerator + 1, p.denominator + 1) for p in p_n[1:])]
    if method.name in {"method5", "method6", "method7"}:
        return list(precisions)
    return [p if p.numerator else new for p, new in zip(p_n, precisions, strict=True)]
