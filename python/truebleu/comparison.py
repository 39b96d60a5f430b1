"""What a comparison of systems found: frozen values, and how they are written down."""

from __future__ import annotations

from truebleu.errors import ConfigurationError, allowed
from truebleu.findings import Histogram, Pair, PeerResult, SystemScore
from truebleu.frozen import Record
from truebleu.showing import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Any

    from truebleu.inputs import Batch
    from truebleu.metrics.base import Metric
    from truebleu.signature import Signature
    from truebleu.views.exploring import Exploration

__all__ = ["Comparison", "Histogram", "MetricComparison", "Pair", "PeerResult", "SystemScore"]


# What the settings of a comparison are, where they are not words.
KINDS: dict[str, type[int | float]] = {
    "trials": int,
    "resamples": int,
    "confidence": float,
    "seed": int,
    "segments": int,
    "documents": int,
    "power": float,
}


def plain_settings(settings: Signature) -> dict[str, Any]:
    """The settings of a comparison, ready for JSON: numbers are numbers.

    `runs` is a number, or where systems have different ones a list with that of each.
    """
    ready: dict[str, Any] = {key: KINDS.get(key, str)(value) for key, value in settings.items()}
    if "runs" in ready:
        counts = [int(count) for count in settings["runs"].split(",")]
        ready["runs"] = counts[0] if len(counts) == 1 else counts
    return ready


class MetricComparison(Shown, Record):
    """What one metric says: the `systems`, the baseline first, and all `pairs` of them.

    `sacrebleu` is what sacreBLEU says of the systems; empty unless it was asked for.
    `agreement_note` says why the pairs have no `agreement`; empty where they have one.
    """

    __slots__ = ()
    names = ("metric", "signature", "systems", "pairs", "sacrebleu", "agreement_note")

    metric: str
    signature: Signature
    systems: tuple[SystemScore, ...]
    pairs: tuple[Pair, ...]
    sacrebleu: tuple[PeerResult, ...]
    agreement_note: str

    @property
    def weights_note(self) -> str:
        """Which weights resamples are scored by; empty for a metric without weights of a corpus."""
        from truebleu.metrics.nist_weighed import NOTE

        return NOTE if "nist" in self.signature else ""

    def system(self, name: str) -> SystemScore:
        """The system of this name. Raises `ConfigurationError` with the names there are."""
        for system in self.systems:
            if system.name == name:
                return system
        raise ConfigurationError(allowed("system", name, [one.name for one in self.systems]))

    def pair(self, first: str, second: str) -> Pair:
        """Two systems, in the order in which they were compared or the other way round."""
        self.system(first)
        self.system(second)
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
            if (pair.second, pair.first) == (first, second):
                return pair.reversed()
        raise ConfigurationError(f"{first!r} is not compared with itself: the difference is 0")

    def against_baseline(self) -> tuple[Pair, ...]:
        """The pairs with the baseline alone: Holm's correction is for these tests only."""
        from truebleu.resampling.multiple import holm

        pairs = [pair for pair in self.pairs if pair.first == self.systems[0].name]
        adjusted = holm([pair.p_value for pair in pairs])
        return tuple(pair.with_holm(p) for pair, p in zip(pairs, adjusted, strict=True))

    def p_matrix(self, *, adjusted: bool = True) -> list[list[float]]:
        """P-values of all pairs, symmetric, 1 on the diagonal; `adjusted`: Holm's."""
        places = {system.name: place for place, system in enumerate(self.systems)}
        matrix = [[1.0] * len(places) for _ in places]
        for pair in self.pairs:
            value = pair.holm if adjusted else pair.p_value
            first, second = places[pair.first], places[pair.second]
            matrix[first][second] = matrix[second][first] = value
        return matrix

    def to_dict(self, *, histogram: bool = False) -> dict[str, Any]:
        """All parts, ready for JSON; the pairs' histograms only when they are asked for."""
        ready = {
            "metric": self.metric,
            "signature": str(self.signature),
            "systems": [system.to_dict() for system in self.systems],
            "pairs": [pair.to_dict(histogram=histogram) for pair in self.pairs],
            "against_baseline": [pair.to_dict() for pair in self.against_baseline()],
            "p_matrix": self.p_matrix(),
        }
        if self.agreement_note:
            ready["agreement_note"] = self.agreement_note
        if self.weights_note:
            ready["weights_note"] = self.weights_note
        if self.sacrebleu:
            ready["sacrebleu"] = [result.to_dict() for result in self.sacrebleu]
        return ready


class Given:
    """What a comparison was made of, for those who want to see the texts behind it.

    `systems` has for each system its runs, as they were counted, on the same references.
    `documents` are the names of the segments' documents, if they were given.
    """

    __slots__ = ("documents", "metrics", "systems")

    def __init__(
        self,
        systems: Mapping[str, Sequence[Batch]],
        metrics: Sequence[Metric[Any]],
        documents: Sequence[Any] | None,
    ) -> None:
        self.systems = systems
        self.metrics = metrics
        self.documents = documents


class Comparison(Shown, Record):
    """Systems compared, by one metric or several. Behaves as a sequence of `MetricComparison`.

    `settings` says how: test, trials, resamples, bootstrap, confidence, seed and the rest, enough
    to get the same numbers again.
    """

    __slots__ = ("given",)
    names = ("metrics", "settings")

    metrics: tuple[MetricComparison, ...]
    settings: Signature
    given: Given | None

    def __init__(
        self,
        metrics: tuple[MetricComparison, ...],
        settings: Signature,
        *,
        given: Given | None = None,
    ) -> None:
        """Hold all this; `given` is no part of the value: it is neither compared nor pickled."""
        super().__init__(metrics, settings)
        object.__setattr__(self, "given", given)

    def __len__(self) -> int:
        return len(self.metrics)

    def __iter__(self) -> Iterator[MetricComparison]:
        return iter(self.metrics)

    def __getitem__(self, place: int) -> MetricComparison:
        return self.metrics[place]

    def to_dict(self, *, histogram: bool = False) -> dict[str, Any]:
        """All numbers in full, and the signatures, ready for JSON.

        `histogram=True` adds to each of the `pairs` how its difference varies over the resamples.
        """
        return {
            "settings": plain_settings(self.settings),
            "metrics": [metric.to_dict(histogram=histogram) for metric in self.metrics],
        }

    def to_json(self, *, histogram: bool = False) -> str:
        """`to_dict()` as JSON text."""
        import json

        ready = self.to_dict(histogram=histogram)
        return json.dumps(ready, ensure_ascii=False, allow_nan=False, indent=2)

    def to_text(self) -> str:
        """A table for each metric, in columns."""
        return self._written("text")

    def to_markdown(self) -> str:
        """A table for each metric, for Markdown."""
        return self._written("markdown")

    def to_latex(self) -> str:
        """A table for each metric, for the package booktabs, and the sentence that reports it."""
        return self._written("latex")

    def report(self, path: str | PathLike[str], **options: Any) -> None:
        """Write a page that shows the sentences behind the scores: one file that needs no other.

        `options` are keywords of `truebleu.write_report`: source, title, text, ... The comparison
        is of these systems by BLEU, and holds their texts: it comes from `truebleu.compare`. The
        file is there whole, or as it was before. Raises `ConfigurationError` where there are no
        texts or no BLEU, `InputError` if the file cannot be written.
        """
        from truebleu.report.compared import write_compared

        write_compared(path, self, **options)

    def explore(
        self, n: int = 500, height: int = 640, theme: str | None = None, **options: Any
    ) -> Exploration:
        """The report inside a notebook: in a frame of so many pixels, in its own sandbox.

        Numbers are of all segments, texts of the `n` with most influence and a sample, or of
        fewer, so that the page stays below 2 MB. `theme` is "light" or "dark", else the system's.
        `options` are those of `report` but `text`; what is raised is what it raises.
        """
        from truebleu.views.exploring import Exploration

        return Exploration(self, n, height, theme, **options)

    def _written(self, form: str) -> str:
        from truebleu.views.comparison import rendered

        return "\n".join(rendered(self, form))

    def __str__(self) -> str:
        return self.to_text()
