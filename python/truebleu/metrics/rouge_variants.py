"""Several ROUGE variants with common settings, computed together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from truebleu.errors import ConfigurationError, inspected
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.batch import read
from truebleu.metrics.base.metric import ExplainedCalls
from truebleu.metrics.rouge import OF_GOOGLE, ROUGE, ROUGEScore
from truebleu.metrics.rouge_joint import JointROUGE, joined
from truebleu.results import Frozen
from truebleu.tokenizers import Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ROUGERates:
    """Precision, recall and F1 of each segment, as float64 arrays of shape (segments,).

    Values range from 0 to the scale of the metric, 1 or 100.
    """

    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    fmeasure: NDArray[np.float64]


class ROUGEVariants(Frozen, metaclass=ExplainedCalls):
    """Several ROUGE variants that are computed together, which is faster than one by one.

    Each scoring method returns a dict with one item per variant. The keys are the items of the
    argument `variants`. Scores equal those of `ROUGE(variant)` with the same settings.

    >>> rouge = ROUGEVariants(["1", "2", "L"])
    >>> hypotheses, references = ["the cat sat", "it rained"], ["a cat sat down", "it rained"]
    >>> rates = rouge.segment_scores(hypotheses, references)
    >>> rates["2"].precision.tolist(), rates["2"].recall.round(4).tolist()
    ([0.5, 1.0], [0.3333, 1.0])
    >>> rates["L"].fmeasure.round(4).tolist()
    [0.5714, 1.0]
    >>> for score in rouge.corpus_score(hypotheses, references).values():
    ...     print(score)
    ROUGE-1 = 0.7857 (P = 0.8333 R = 0.7500)
    ROUGE-2 = 0.7000 (P = 0.7500 R = 0.6667)
    ROUGE-L = 0.7857 (P = 0.8333 R = 0.7500)

    Args:
        variants: variants of `ROUGE`, or rouge-score's names (`"rougeL"`), each once.
        convention: see `ROUGE`.
        stem: see `ROUGE`.
        tokenizer: see `ROUGE`.
        lowercase: see `ROUGE`.
        sentences: see `ROUGE`; used by Lsum only.
        scale: see `ROUGE`.

    Raises:
        ConfigurationError: a setting is invalid, a variant is repeated, or there is no variant.
        MissingDependency: the tokenizer needs a package that is not installed.
    """

    __slots__ = ("_joints", "_settings", "metrics")

    parameters = ("variants", *ROUGE.parameters[1:])

    metrics: Mapping[str | int, ROUGE]
    """ROUGE metric for each variant."""
    _settings: dict[str, Any]
    _joints: tuple[JointROUGE, ...]

    def __init__(
        self,
        variants: Iterable[str | int] = ("1", "2", "L", "Lsum"),
        *,
        convention: str = OF_GOOGLE,
        stem: bool = False,
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] | None = None,
        lowercase: bool | str | None = None,
        sentences: str | None = None,
        scale: float = 1,
    ) -> None:
        metrics: dict[str | int, ROUGE] = {}
        for variant in _listed(variants):
            metric = ROUGE(
                variant,
                convention=convention,
                stem=stem,
                tokenizer=tokenizer,
                lowercase=lowercase,
                scale=scale,
            )
            if metric.variant == "Lsum" and sentences is not None:
                metric = ROUGE(**{**metric.settings(), "sentences": sentences})
            if metric in metrics.values():
                raise ConfigurationError(f"variant {variant!r} is repeated. Pass each once.")
            metrics[variant] = metric
        if sentences is not None and all(metric.sentences is None for metric in metrics.values()):
            raise ConfigurationError(
                f"sentences={sentences!r}: only the variant 'Lsum' looks at sentences. Add it, or "
                "leave sentences out."
            )
        settings = {
            "variants": tuple(metrics),
            **next(iter(metrics.values())).settings(),
            "sentences": sentences,
        }
        del settings["variant"]
        object.__setattr__(self, "metrics", MappingProxyType(metrics))
        object.__setattr__(self, "_settings", settings)
        object.__setattr__(self, "_joints", tuple(joined([*metrics.values()])))

    def settings(self) -> dict[str, Any]:
        """Return all settings as keyword arguments for `ROUGEVariants`."""
        return dict(self._settings)

    def segment_scores(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> dict[str | int, ROUGERates]:
        """Return a dict from variant to precision, recall and F1 of every segment.

        Arguments and errors are the same as for `ROUGE.segment_scores`.
        """
        import numpy as np

        workers = check_threads(threads)
        batch = read(hypotheses, references)
        rates: dict[str, ROUGERates] = {}
        for joint in self._joints:
            empty = np.zeros((len(joint.metrics), 3, 0))
            tables = joint.rates(batch, workers) if len(batch) else empty
            for metric, (fmeasure, precision, recall) in zip(joint.metrics, tables, strict=True):
                rates[metric.variant] = ROUGERates(
                    precision=precision, recall=recall, fmeasure=fmeasure
                )
        return self._by_name(rates)

    def sentence_score(self, hypothesis: Any, references: Any) -> dict[str | int, ROUGEScore]:
        """Return a dict from variant to the score of one segment.

        Arguments and errors are the same as for `ROUGE.sentence_score`.
        """
        return self._scores(joint.sentence_score(hypothesis, references) for joint in self._joints)

    def corpus_score(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> dict[str | int, ROUGEScore]:
        """Return a dict from variant to the corpus score, the mean over the segments.

        Arguments and errors are the same as for `ROUGE.corpus_score`.
        """
        workers = check_threads(threads)
        batch = read(hypotheses, references)
        return self._scores(joint.batch_score(batch, workers) for joint in self._joints)

    def _scores(self, scores: Iterable[Any]) -> dict[str | int, ROUGEScore]:
        """Return a dict from variant to score.

        Variants are counted in groups. `scores` has one item per group, a tuple of scores.
        """
        groups = zip(self._joints, scores, strict=True)
        return self._by_name(
            {
                metric.variant: score
                for joint, of_joint in groups
                for metric, score in zip(joint.metrics, of_joint, strict=True)
            }
        )

    def _by_name(self, results: Mapping[str, Result]) -> dict[str | int, Result]:
        """Return `results` with the variants that the user passed as keys, in the user's order."""
        return {name: results[metric.variant] for name, metric in self.metrics.items()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ROUGEVariants):
            return NotImplemented
        return self._settings == other._settings

    def __hash__(self) -> int:
        return hash(tuple(self._settings.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._settings,)

    def __repr__(self) -> str:
        usual = ROUGE(convention=self._settings["convention"]).settings()
        defaults = {**usual, "convention": OF_GOOGLE, "sentences": None}
        changed = [
            f"{name}={value!r}"
            for name, value in self._settings.items()
            if name != "variants" and value != defaults[name]
        ]
        return f"ROUGEVariants({', '.join([repr(list(self.metrics)), *changed])})"


def _restored(settings: dict[str, Any]) -> ROUGEVariants:
    return ROUGEVariants(**settings)


def _listed(variants: Any) -> list[str | int]:
    # A set has no order.
    if isinstance(variants, (str, set, frozenset)) or not hasattr(variants, "__iter__"):
        raise ConfigurationError(
            f"variants={inspected(variants)} is not a list. Pass a list, such as "
            "['1', '2', 'L', 'Lsum']."
        )
    listed = list(variants)
    if not listed:
        raise ConfigurationError("variants is empty. Pass at least one, such as ['L'].")
    return listed
