"""Test sets of the WMT metrics task, read from the folders of the program mt-metrics-eval.

Layout: https://github.com/google-research/mt-metrics-eval#file-organization-and-naming-convention
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, InputError, allowed
from truebleu.evaluation.evaluation import Evaluation
from truebleu.evaluation.wmt_files import read_mqm_lines, read_score_lines, read_texts
from truebleu.inputs.arguments import check_flag
from truebleu.inputs.sequences import as_list, is_collection
from truebleu.io.blocks import path_of, shown
from truebleu.io.streams import read_lines
from truebleu.metrics.score_column import ScoreColumn
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.evaluation.results import EvaluationResult
    from truebleu.metrics.base.metric import Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """Standard choices for a WMT test set: reference, ratings and excluded systems.

    The choices are those of the WMT findings paper of that year.
    """

    reference: str = "refA"
    ratings: str = "mqm"
    excluded: tuple[str, ...] = ()


STANDARDS: Mapping[str, Mapping[str, Standard]] = {
    "wmt22": {
        "en-de": Standard(excluded=("M2M100_1.2B-B4",)),
        "en-ru": Standard(),
        "zh-en": Standard(),
    },
    "wmt23": {
        "en-de": Standard(excluded=("synthetic_ref",)),
        "he-en": Standard(reference="refB"),
        "zh-en": Standard(excluded=("synthetic_ref",)),
    },
    "wmt24": {
        "en-de": Standard(reference="refB", excluded=("MSLC",)),
        "en-es": Standard(excluded=("MSLC",)),
        "ja-zh": Standard(excluded=("MSLC",)),
    },
    "wmt25": {"ja-zh_CN": Standard(), "en-ko_KR": Standard()},
}
"""Standard choices by folder name of the test set, then by language pair with MQM ratings."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WMTTestSet:
    """Human ratings and segment scores of metrics for one language pair of a WMT test set.

    Attributes:
        systems: the names of the rated systems that are used, sorted.
        segments: the number of segments.
        reference: the name of the reference that is used.
        ratings: the human ratings.
        metrics: the segment scores of each metric that uses this reference or no reference. The
            names of metrics without reference end in "[noref]".
        left_out: the reasons why other metrics are left out, by name of the metric.
        excluded: the names of the excluded systems.
    """

    folder: str
    pair: str
    systems: tuple[str, ...]
    segments: int
    reference: str
    ratings: ScoreColumn
    metrics: tuple[ScoreColumn, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    excluded: tuple[str, ...] = ()

    def evaluate(
        self, metrics: Metric[Any] | Sequence[Metric[Any]] = (), *, threads: int | None = None
    ) -> EvaluationResult:
        """Return an evaluation result with the stored metric scores and the ratings.

        `metrics` are one or several additional metrics, whose scores are computed from the system
        outputs and the reference. Raises `InputError` if these texts cannot be read or have a wrong
        number of segments.
        """
        computed = as_list(metrics, "metrics") if is_collection(metrics) else [metrics]
        columns = [*computed, *self.metrics, self.ratings]
        texts = {system: [""] * self.segments for system in self.systems}
        references: list[str] = [""] * self.segments
        if computed:
            outputs = Path(self.folder) / "system-outputs" / self.pair
            texts = {system: self._texts(outputs / system, "hypothesis") for system in self.systems}
            stem = Path(self.folder) / "references" / f"{self.pair}.{self.reference}"
            references = self._texts(stem, "target")
        return Evaluation(columns).run(texts, references, threads=threads)

    def _texts(self, stem: Path, field_name: str) -> list[str]:
        path = _text_file(stem)
        if path is None:
            raise InputError(f"{shown(str(stem))}.txt does not exist. Leave out --metric.")
        texts = read_texts(path, field_name)
        if len(texts) != self.segments or None in texts:
            problem = (
                "a segment without a translation"
                if None in texts
                else f"{count(len(texts), 'segment')}, and the test set has {self.segments}"
            )
            raise InputError(f"{shown(path)} has {problem}. Exclude the system.", file=shown(path))
        return [text for text in texts if text is not None]

    def __repr__(self) -> str:
        return (
            f"<WMTTestSet: {self.pair}, {count(len(self.systems), 'system')}, "
            f"{count(len(self.metrics), 'metric')}>"
        )


def read_wmt(
    folder: str | PathLike[str],
    pair: str,
    *,
    ratings: str | None = None,
    reference: str | None = None,
    human: bool = True,
    exclude: Sequence[str] | None = None,
) -> WMTTestSet:
    """Return the human ratings and the metrics' segment scores of a language pair.

    Args:
        folder: the folder of a test set in the data of mt-metrics-eval, such as
            `mt-metrics-eval-v2/wmt24`.
        pair: the language pair, such as "en-de".
        ratings: the name of the human ratings. This is NAME in the file name
            `human-scores/PAIR.NAME.seg.score` (for MQM ratings, `.seg.rating`). None means the
            ratings that the WMT findings paper of that year uses. For a test set without such a
            paper, None means "mqm" if these ratings exist, otherwise the only ratings.
        reference: the name of the reference. None means the reference that the WMT findings paper
            uses. For a test set without such a paper, None means the only reference. A system with
            the name of the reference is left out. Metrics that use another reference are left out,
            too.
        human: whether human translations other than the reference count as systems.
        exclude: the names of systems to leave out. None means the outliers that the WMT findings
            paper excludes.

    Raises:
        ConfigurationError: a name is unknown, or an argument is None and there are several choices.
        InputError: a file is missing or invalid, or a system has a wrong number of scores. The
            message has the file and, if known, the line.
    """
    check_flag("human", human)
    return _Folder(path_of(folder), pair).read(ratings, reference, human, exclude)


class _Folder:
    def __init__(self, folder: str, pair: Any) -> None:
        self.root = Path(folder)
        self.pair: str = pair
        if not (self.root / "human-scores").is_dir():
            raise InputError(
                f"{shown(folder)} has no folder human-scores. Pass the folder of one test set, "
                "such as mt-metrics-eval-v2/wmt24."
            )
        # Reject glob patterns and paths, which would match files of other language pairs.
        is_name = isinstance(pair, str) and not set("*?[]/\\") & set(pair)
        self.rating_files = self._human_files() if is_name else {}
        if not self.rating_files:
            pairs = sorted({path.name.split(".")[0] for path in self.root.glob("human-scores/*.*")})
            raise ConfigurationError(allowed("language pair", pair, pairs))
        self.standard = STANDARDS.get(self.root.resolve().name, {}).get(pair, Standard())
        self.is_known = pair in STANDARDS.get(self.root.resolve().name, {})

    def _human_files(self) -> dict[str, Path]:
        files: dict[str, Path] = {}
        for ending in ("rating", "score"):
            start, end = f"{self.pair}.", f".seg.{ending}"
            for path in sorted((self.root / "human-scores").glob(f"{start}*{end}")):
                files[path.name[len(start) : -len(end)]] = path
        return files

    def read(
        self,
        ratings: str | None,
        reference: str | None,
        human: bool,
        exclude: Sequence[str] | None,
    ) -> WMTTestSet:
        references = self._references()
        chosen_reference = self._choose("reference", reference, references, self.standard.reference)
        rating_name = self._choose(
            "ratings", ratings, list(self.rating_files), self.standard.ratings
        )
        excluded = self._excluded(exclude)
        gold = self._scores(self.rating_files[rating_name])
        systems = tuple(
            sorted(
                system
                for system, scores in gold.items()
                if system != chosen_reference
                and (human or system not in references)
                and system not in excluded
                and any(score == score for score in scores)  # noqa: PLR0124  not NaN
            )
        )
        if len(systems) < 2:
            raise InputError(
                f"{shown(str(self.rating_files[rating_name]))}: {count(len(systems), 'system')} "
                "with ratings in use, and at least 2 are needed. Choose other ratings."
            )
        metrics, left_out = self._metrics(systems, chosen_reference, references)
        return WMTTestSet(
            folder=str(self.root),
            pair=self.pair,
            systems=systems,
            segments=len(gold[systems[0]]),
            reference=chosen_reference,
            ratings=ScoreColumn(rating_name, {system: gold[system] for system in systems}),
            metrics=tuple(metrics),
            left_out=left_out,
            excluded=tuple(system for system in excluded if system in gold),
        )

    def _excluded(self, exclude: Sequence[str] | None) -> tuple[str, ...]:
        if exclude is None:
            return self.standard.excluded
        names = tuple(as_list(exclude, "exclude"))
        systems = self._systems()
        for name in names:
            if systems and name not in systems:
                raise ConfigurationError(allowed("system", name, sorted(systems)))
        return names

    def _systems(self) -> set[str]:
        outputs = (self.root / "system-outputs" / self.pair).glob("*.*")
        return {path.stem for path in outputs if path.suffix in {".txt", ".jsonl"}}

    def _references(self) -> list[str]:
        files = (self.root / "references").glob(f"{self.pair}.*.*")
        return sorted({path.name.split(".")[-2] for path in files})

    def _choose(self, kind: str, chosen: str | None, names: Sequence[str], usual: str) -> str:
        if chosen is not None:
            if chosen not in names:
                raise ConfigurationError(allowed(kind, chosen, names))
            return chosen
        if usual in names and (self.is_known or kind == "ratings" or len(names) == 1):
            return usual
        if len(names) == 1:
            return names[0]
        if not names:
            raise InputError(f"{shown(str(self.root))} has no {kind} of {self.pair}.")
        raise ConfigurationError(
            f"{self.pair} has several {kind if kind == 'ratings' else 'references'}: "
            f"{', '.join(names)}. Choose one: {kind}={names[0]!r} (--wmt: "
            f"{'--ratings' if kind == 'ratings' else '-r'} {names[0]})."
        )

    def _segments(self) -> int | None:
        path = _text_file(self.root / "sources" / self.pair)
        return None if path is None else len(read_lines(path))

    def _scores(self, path: Path) -> dict[str, list[float]]:
        read = read_mqm_lines if path.suffix == ".rating" else read_score_lines
        scores = read(str(path))
        systems, segments = self._systems(), self._segments()
        expected = len(next(iter(scores.values()))) if segments is None else segments
        for system, numbers in scores.items():
            if systems and system not in systems:
                raise InputError(
                    f"{shown(str(path))}: system {system!r} has no output in system-outputs/"
                    f"{self.pair}. Remove its lines, or add its output."
                )
            if len(numbers) != expected:
                raise InputError(
                    f"{shown(str(path))}: system {system!r} has {count(len(numbers), 'score')}, "
                    f"and there are {count(expected, 'segment')}. Write one line per segment."
                )
        return scores

    def _metrics(
        self, systems: Sequence[str], reference: str, references: Sequence[str]
    ) -> tuple[list[ScoreColumn], dict[str, str]]:
        columns: dict[str, ScoreColumn] = {}
        left_out: dict[str, str] = {}
        folder, end = self.root / "metric-scores" / self.pair, ".seg.score"
        for path in sorted(folder.glob(f"*{end}")):
            name, dash, used = path.name[: -len(end)].rpartition("-")
            if not dash:
                raise InputError(
                    f"{shown(str(path))}: no reference in the name. Name it METRIC-REF{end}, or "
                    f"METRIC-src{end}."
                )
            own = set(references) if used == "all" else set(used.split(".")) - {"src"}
            if not own <= {reference}:
                left_out[path.name[: -len(end)]] = f"it uses {used}"
                continue
            label = name if own else f"{name}[noref]"
            scores = self._scores(path)
            absent = [system for system in systems if system not in scores]
            if absent:
                left_out[label] = f"it has no scores of {', '.join(absent)}"
                continue
            if any(score != score for system in systems for score in scores[system]):  # noqa: PLR0124
                raise InputError(
                    f"{shown(str(path))}: a score is None. A metric needs a score per segment."
                )
            columns[label] = ScoreColumn(label, {system: scores[system] for system in systems})
        return list(columns.values()), left_out


def _text_file(stem: Path) -> str | None:
    paths = [stem.parent / f"{stem.name}.{ending}" for ending in ("txt", "jsonl")]
    return next((str(path) for path in paths if path.exists()), None)
