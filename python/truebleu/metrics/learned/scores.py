"""Function `learned_scores`, which scores systems with a learned metric."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch, inspected
from truebleu.inputs.arguments import ProgressCallback, check_count, check_flag, check_progress
from truebleu.inputs.batch import Batch
from truebleu.inputs.sequences import as_list
from truebleu.inputs.systems import batches, label, named_systems, naming_system
from truebleu.inputs.validation import explain, explain_texts
from truebleu.io.blocks import path_of
from truebleu.io.progress import TextProgress
from truebleu.metrics.learned.families import Family, Scorer, Segment, find_model
from truebleu.metrics.models.identity import ModelIdentity
from truebleu.metrics.score_column import ScoreColumn, check_name
from truebleu.wording import count

AT_ONCE = 32
"""Number of batches that the model scores in one call, between two saves of the cache."""

OwnScorer = Callable[[list[str], list[list[str]], "list[str] | None"], Any]
"""User's function that takes hypotheses, the references of each segment, and sources; it returns a
number for each segment.
"""


def learned_scores(
    model: str | OwnScorer,
    systems: Mapping[str, Any],
    references: Any = None,
    *,
    source: Any = None,
    name: str | None = None,
    revision: str | None = None,
    higher_is_better: bool | None = None,
    batch_size: int = 16,
    cache: str | PathLike[str] | None = None,
    progress: ProgressCallback | None = None,
) -> ScoreColumn:
    """Score systems with a learned metric; return a `ScoreColumn`.

    `compare` and `Evaluation` accept the column instead of a metric.

    If several segments are equal, even in different systems, the model scores only one of them. The
    signature of the column has the name and the revision of the model, a hash of its files, and the
    name and the version of the package.

    >>> def longer(hypotheses, references, sources):  # a toy model
    ...     return [len(ours) / len(theirs[0]) for ours, theirs in zip(hypotheses, references)]
    >>> column = learned_scores(
    ...     longer, {"base": ["a", "b c"]}, ["ab", "b c"], name="length", revision="1"
    ... )
    >>> print(column.system_score("base"), column.model)
    length = 0.7500 model:length|revision:1|library:own

    Args:
        model: `comet:MODEL` (package unbabel-comet), `bertscore:MODEL` (bert-score) or
            `metricx:MODEL` (transformers). MODEL is a path or a name in Hugging Face's cache; no
            model is downloaded. `model` can also be a function that returns a number for each
            segment. Its three arguments are a list of hypotheses, a list with the references of
            each segment, and a list of sources, or None without sources.
        systems: mapping from system name to hypotheses.
        references: as for `compare`; None for a model that reads no references.
        source: the source text of each segment.
        name: name of the column; by default, the name of the metric, such as COMET. Required if
            `model` is a function.
        revision: commit, tag or branch of the model. If `model` is a function, its version
            (required).
        higher_is_better: whether higher scores are better. None selects the default: False for
            MetricX, True for COMET, BERTScore and a function.
        batch_size: number of segments per call of the model, 1 to 65536. A function is called with
            up to 32 times as many.
        cache: folder in which scores are stored for later calls; None stores nothing.
        progress: callback that takes the number of finished segments and the number of all
            segments. None shows a progress bar on standard error if it is a terminal.

    Raises:
        ConfigurationError: a setting is invalid, the model is not on this machine, or the model
            fails.
        MissingDependency: the package that runs the model is not installed.
        InputError: a text is invalid, the source is missing, or the model returns values that are
            not finite numbers.
    """
    size = check_count("batch_size", batch_size, 1 << 16)
    check_progress(progress)
    if name is not None:
        check_name(name)
    chosen = _chosen(model, name, revision, size, higher_is_better)
    segments = _segments(systems, references, source)
    if source is None and chosen.needs_source:
        raise InputError(f"{chosen.label} reads the source. Pass source=[...], a text per segment.")
    scores = _Scores(chosen, None if cache is None else path_of(cache), progress)
    values = scores.of([segment for of_system in segments.values() for segment in of_system])
    length = len(next(iter(segments.values())))
    columns = {system: values[i * length : (i + 1) * length] for i, system in enumerate(segments)}
    return ScoreColumn(
        name or chosen.label,
        columns,
        higher_is_better=chosen.higher_is_better,
        model=chosen.identity,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Model:
    """Learned metric, and the properties of the score column for its scores."""

    label: str
    identity: ModelIdentity
    higher_is_better: bool
    needs_source: bool
    scorer: Callable[[], Scorer]
    batch_size: int


def _chosen(
    model: Any, name: str | None, revision: str | None, size: int, higher_is_better: bool | None
) -> _Model:
    better = None
    if higher_is_better is not None:
        better = check_flag("higher_is_better", higher_is_better)
    if isinstance(model, str):
        return _of_family(find_model(model, revision, size), better)
    if not callable(model):
        raise ConfigurationError(
            f"model={inspected(model)} is not supported. Use a text such as "
            "'comet:Unbabel/wmt22-comet-da', or a function of hypotheses, references and sources."
        )
    if name is None or revision is None:
        raise ConfigurationError(
            "a function needs a name and a revision for the signature. Use "
            "learned_scores(model, ..., name='my-metric', revision='1')."
        )
    return _Model(
        label=name,
        identity=ModelIdentity(name=name, revision=revision, library="own"),
        higher_is_better=better is not False,
        needs_source=False,
        scorer=lambda: _of_function(model),
        batch_size=size,
    )


def _of_family(family: Family, better: bool | None) -> _Model:
    if better not in {None, family.higher_is_better}:
        raise ConfigurationError(
            f"higher_is_better={better}: of {family.label} "
            f"{'higher' if family.higher_is_better else 'lower'} is better. Leave it out."
        )
    return _Model(
        label=family.label,
        identity=family.identity,
        higher_is_better=family.higher_is_better,
        needs_source=family.needs_source,
        scorer=family.scorer,
        batch_size=family.batch_size,
    )


def _of_function(function: OwnScorer) -> Scorer:
    def scores(segments: Sequence[Segment]) -> Any:
        sources = [segment.source for segment in segments if segment.source is not None]
        return function(
            [segment.hypothesis for segment in segments],
            [list(segment.references) for segment in segments],
            sources or None,
        )

    return scores


class _Scores:
    """Source of a model's scores: a cache, and the model for scores that are not in it."""

    def __init__(self, model: _Model, cache: str | None, progress: ProgressCallback | None) -> None:
        self._model = model
        self._progress = progress
        self._cache = None
        if cache is not None:
            from truebleu.metrics.models.cache import Cache  # late: rarely needed

            self._cache = Cache(cache, f"{model.label} scores", str(model.identity))

    def of(self, segments: Sequence[Segment]) -> list[float]:
        """Return the score of each segment; equal segments are passed to the model only once."""
        import numpy as np

        segment_by_key = {_key(segment): segment for segment in segments}
        score_by_key = self._cache.load(list(segment_by_key)) if self._cache else {}
        missing = [key for key in segment_by_key if key not in score_by_key]
        step = AT_ONCE * self._model.batch_size
        with TextProgress(len(missing), self._progress, "scoring") as tell:
            scorer = self._model.scorer() if missing else None
            for start in range(0, len(missing), step):
                keys = missing[start : start + step]
                values = self._checked(scorer, [segment_by_key[key] for key in keys])
                fresh = {key: np.array([value]) for key, value in zip(keys, values, strict=True)}
                if self._cache:
                    self._cache.save(fresh)
                score_by_key.update(fresh)
                tell(start + len(keys))
        return [float(score_by_key[_key(segment)][0]) for segment in segments]

    def _checked(self, scorer: Any, segments: Sequence[Segment]) -> list[float]:
        """Return the model's score of each segment.

        Raises `InputError` if the model does not return one finite number per segment.
        """
        import numpy as np

        output = scorer(segments)
        try:
            array = np.asarray(output, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            array = np.zeros((0, 0))
        if array.shape != (len(segments),):
            size = getattr(output, "shape", len(output) if isinstance(output, list) else None)
            returned = type(output).__name__ + ("" if size is None else f" of {size}")
            raise InputError(
                f"the model {self._model.identity.name!r} returned {returned} for "
                f"{count(len(segments), 'segment')}. It must return one number per segment."
            )
        wrong = np.flatnonzero(~np.isfinite(array))
        if wrong.size:
            text = segments[int(wrong[0])].hypothesis
            raise InputError(
                f"the model {self._model.identity.name!r} returned {array[wrong[0]]} for "
                f"{text[:60]!r}."
            )
        values: list[float] = array.tolist()
        return values


def _key(segment: Segment) -> str:
    """Return the key of a segment in the cache of scores: all its texts as JSON."""
    import json

    return json.dumps(segment)


def _segments(systems: Any, references: Any, source: Any) -> dict[str, list[Segment]]:
    """Return a dict from system name to segments; raise an error for invalid text."""
    named = named_systems(systems)
    if not named:
        raise ConfigurationError('systems is empty. Pass hypotheses by name: {"base": [...]}.')
    batch_by_system = (
        _without_references(named) if references is None else _batches(named, references)
    )
    length = len(next(iter(batch_by_system.values())))
    sources: Sequence[str | None] = [None] * length if source is None else _sources(source, length)
    segments = {}
    for system, batch in batch_by_system.items():
        with naming_system(label(system)):
            if batch.tokens:
                raise InputError("learned metrics read text. Pass texts, not tokens.")
            error = explain(batch)
            if error is not None:
                raise error
        segments[system] = [
            Segment(
                sources[i],
                str(hypothesis),
                () if references is None else tuple(map(str, batch.references_of(i))),
            )
            for i, hypothesis in enumerate(batch.hypotheses)
        ]
    return segments


def _batches(systems: Mapping[str, Any], references: Any) -> dict[str, Batch]:
    of_runs = batches(systems, references, _check_any)
    for system, runs in of_runs.items():
        if len(runs) > 1:
            raise InputError(
                f"system {system!r} has {count(len(runs), 'run')}. Score the runs as systems."
            )
    return {system: runs[0] for system, runs in of_runs.items()}


def _without_references(systems: Mapping[str, Any]) -> dict[str, Batch]:
    """Return a dict from system name to batch, for a model that reads no references.

    Each segment gets an empty reference, which is not passed to the model.
    """
    lists = {system: as_list(texts, f"system {system!r}") for system, texts in systems.items()}
    lengths = {system: len(texts) for system, texts in lists.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{system!r} has {length}" for system, length in lengths.items())
        raise LengthMismatch(f"systems have different numbers of segments: {listed}.")
    length = next(iter(lengths.values()))
    _check_any(length)
    return {system: Batch(texts, ([""] * length,), flat=True) for system, texts in lists.items()}


def _check_any(segments: int) -> None:
    if not segments:
        raise EmptyCorpus("nothing to score: there are no segments.")


def _sources(source: Any, length: int) -> list[str]:
    if isinstance(source, str):
        raise InputError("source is a str, not a list. Pass one source text per segment.")
    texts = as_list(source, "source")
    if len(texts) != length:
        raise LengthMismatch(
            f"got {count(length, 'segment')}, but source has {count(len(texts), 'text')}. Pass one "
            "source text per segment."
        )
    error = explain_texts(texts, "source: text", tokens=False, text_only=True)
    if error is not None:
        raise error
    return [str(text) for text in texts]
