"""NLTK's `SmoothingFunction`, with the smoothing of the core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from truebleu.compat.nltk.errors import no_trigrams
from truebleu.compat.nltk.scoring import CorpusCounts, Ratio
from truebleu.metrics.bleu import BLEU


class Method(NamedTuple):
    """Name of a smoothing method, and the value of its parameter, if any."""

    name: str
    value: float | None


class SmoothingFunction:
    """NLTK's seven smoothing methods of Chen and Cherry (2014), and no smoothing (method0).

    Pass a method such as `SmoothingFunction().method1` to `sentence_bleu` or `corpus_bleu`. A
    direct call converts a list of precisions to a list of smoothed precisions.
    """

    def __init__(self, epsilon: float = 0.1, alpha: float = 5, k: float = 5) -> None:
        """Set the parameters: `epsilon` of method1, `alpha` of method6, `k` of methods 4 and 7."""
        self.epsilon = epsilon
        self.alpha = alpha
        self.k = k

    def method0(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Return precisions without smoothing; zeros become the smallest normal float."""
        return self._smoothed("method0", p_n, args, kwargs)

    def method1(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Replace zero matches by epsilon."""
        return self._smoothed("method1", p_n, args, kwargs)

    def method2(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Add one match and one n-gram to all orders above 1 (Lin and Och 2004)."""
        return self._smoothed("method2", p_n, args, kwargs)

    def method3(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Replace zero matches by 1/2, 1/4, ... (NIST)."""
        return self._smoothed("method3", p_n, args, kwargs)

    def method4(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Smooth as method3, with smaller values for shorter hypotheses."""
        return self._smoothed("method4", p_n, args, kwargs)

    def method5(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Average the precisions of neighboring orders."""
        return self._smoothed("method5", p_n, args, kwargs)

    def method6(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Interpolate with the value expected from the two lower orders (Gao and He 2013)."""
        return self._smoothed("method6", p_n, args, kwargs)

    def method7(self, p_n: Sequence[Fraction], *args: Any, **kwargs: Any) -> list[Any]:
        """Apply method4, then method5."""
        return self._smoothed("method7", p_n, args, kwargs)

    def method(self, name: str) -> Method:
        """Return the method of this name with its parameter."""
        values = {"method1": self.epsilon, "method4": self.k, "method6": self.alpha}
        return Method(name, values.get(name, self.k if name == "method7" else None))

    def _smoothed(self, name: str, p_n: Any, args: Any, kwargs: Any) -> list[Any]:
        values = dict(zip(("references", "hypothesis", "hyp_len"), args, strict=False)) | kwargs
        return smoothed(self.method(name), list(p_n), **values)


def chosen(function: Callable[..., Any] | None) -> Method | None:
    """Return the method of a smoothing function; None for a custom function."""
    if function is None:
        return Method("method0", None)
    owner = getattr(function, "__self__", None)
    if type(owner) is SmoothingFunction:
        return owner.method(function.__name__)
    return None


class _Smoother(BLEU):
    """NLTK's BLEU metric, but it smooths even without matched unigrams."""

    __slots__ = ()

    _own_rules: ClassVar[dict[str, str]] = {"hopeless": "never"}


def smoothed(
    method: Method,
    p_n: list[Any],
    references: Sequence[Sequence[Any]] | None = None,
    hypothesis: Sequence[Any] | None = None,
    hyp_len: int | None = None,
) -> list[Any]:
    """Return smoothed precisions: floats, or the original objects if unchanged.

    `references` and `hypothesis` are the last segment's, which some methods use.
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
