"""`Reward`: scores of many completions, each compared with the references of its prompt.

The references of a prompt are compiled once: tokenized, numbered, and their n-grams counted. They
are reused for all completions of the prompt, in the same step and in later epochs. Rewards are
bit-identical to `metric.sentence_score`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from truebleu import _native
from truebleu._native import IdRows
from truebleu.errors import InputError, LengthMismatch, nearest
from truebleu.inputs.arguments import check_count, check_number, check_threads
from truebleu.inputs.references import References
from truebleu.inputs.sequences import as_id_rows, as_list, as_texts, is_collection, is_null
from truebleu.inputs.validation import explain_sentence, explain_texts, renumbered
from truebleu.integrations.rewards.cache import Cache
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.pairwise import prepared
from truebleu.metrics.registry import check_metric
from truebleu.wording import count

# References of a prompt: str, or tuples of tokens, or rows of ids.
Group: TypeAlias = tuple[Any, ...] | IdRows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.inputs.sequences import Segments


MEMORY = 256 << 20
LARGEST_SCALE = 1e299
"""Maximum scale, so that rewards stay finite."""


class Reward:
    """Thread-safe function object that returns the reward of each completion by a metric.

    >>> from truebleu import Reward
    >>> reward = Reward({"cat": ["The cat sat on the mat."], "rain": "It rained all day."})
    >>> completions = ["The cat sat on a mat.", "", "It rained all day."]
    >>> [round(r, 4) for r in reward(completions, prompts=["cat", "cat", "rain"])]
    [0.4889, 0.0, 1.0]

    Args:
        references: for one prompt, a str or a list of str. For several prompts, a dict from prompt
            key to references, or `References`, whose prompt keys are 0, 1, 2, ... None means that
            references are passed with each call.
        metric: any metric except NIST and `ScoreColumn`, which need more than the texts of one
            completion. None means `BLEU()`.
        scale: the reward of a perfect completion. The reward is `score / metric.scale * scale`. For
            a lower-is-better metric such as TER, the reward is negated, so that 0 is perfect. None
            means that the reward is the score.
        threads: maximum number of threads; None means automatic.
        memory: maximum size of the cache of compiled references, in bytes. If it is full, the least
            recently used references are evicted. (5 references of 512 words take 0.2 MB.)

    With BLEU and GLEU, references are compiled: tokenized, and their n-grams counted. Token ids
    (`Ids`) are not compiled, because counting them directly is faster. Other metrics (chrF, TER,
    METEOR, error rates) process the references in each call.

    An empty completion gets the score that the metric defines: 0 with BLEU, chrF and GLEU.

    Raises `ConfigurationError` for an invalid setting.
    """

    def __init__(
        self,
        references: Any = None,
        metric: Metric[Any] | None = None,
        *,
        scale: float | None = 1.0,
        threads: int | None = 1,
        memory: int = MEMORY,
    ) -> None:
        self._metric = check_metric(metric)
        self._compiles = self._metric.row_source == "core"  # other metrics count in Python
        if scale is not None:
            scale = check_number("scale", scale, zero=False, largest=LARGEST_SCALE)
        self._scale = scale
        self._threads = threads
        self._workers = check_threads(threads)
        self._memory = check_count("memory", memory, smallest=0)
        self._cache = Cache(self._memory)
        self._by_key = _by_key(references)
        self._references = references if isinstance(references, References) else self._by_key

    @property
    def metric(self) -> Metric[Any]:
        """The metric that scores completions."""
        return self._metric

    def __call__(
        self, completions: Any, references: Any = None, *, prompts: Any = None
    ) -> list[float]:
        """Return the reward of each completion.

        Args:
            completions: a list of str, a list of lists of tokens (str or int), or `Ids`.
            references: only for a `Reward` that was created without references. A str or a list of
                str for each completion, or `Ids`, or `References` such as `References.repeat(ids,
                8)`.
            prompts: the prompt key of each completion; optional if there is one prompt.

        Raises `InputError` for an invalid text, with the completion's number as `segment`.
        """
        scores = self.scores(completions, references, prompts=prompts)
        if self._scale is not None:
            top = self._metric.scale
            assert top is not None, "every metric that scores a segment by itself has a scale"
            better = self._scale if self._metric.higher_is_better else -self._scale
            scores = scores / top * better + 0.0  # no -0
        rewards: list[float] = scores.tolist()
        return rewards

    def scores(
        self, completions: Any, references: Any = None, *, prompts: Any = None
    ) -> NDArray[np.float64]:
        """Return the score of each completion on the metric's scale, shape (completions,).

        The arguments and errors are those of `Reward.__call__`.
        """
        import numpy as np

        texts, groups, tokens = self._read(completions, references, prompts)
        effective = self._metric.uses_effective_order(sentence=True)
        try:
            if isinstance(groups, References):
                return self._metric.segment_scores(texts, groups, threads=self._threads)
            if not groups:
                return np.zeros(0)
            native, hypotheses, compiled = self._prepare(texts, groups, tokens=tokens)
            return np.asarray(native.scores_against(hypotheses, compiled, effective, self._workers))
        except InputError as error:
            raise self._clarify_error(texts, error, tokens=tokens) from error.__cause__

    def statistics(
        self, completions: Any, references: Any = None, *, prompts: Any = None
    ) -> NDArray[np.int64]:
        """Return the sufficient statistics, an int64 array of shape (completions, columns).

        `metric.layout` names the columns. For a custom reward, pass a row of the result to
        `metric.score`, which returns a score with all its components. The arguments and errors are
        those of `Reward.__call__`.
        """
        import numpy as np

        texts, groups, tokens = self._read(completions, references, prompts)
        try:
            if isinstance(groups, References):
                return self._metric.statistics(texts, groups, threads=self._threads)
            if not groups:
                return np.zeros((0, len(self._metric.layout)), dtype=np.int64)
            native, hypotheses, compiled = self._prepare(texts, groups, tokens=tokens)
            return np.asarray(native.rows_against(hypotheses, compiled, self._workers))
        except InputError as error:
            raise self._clarify_error(texts, error, tokens=tokens) from error.__cause__

    def __reduce__(self) -> tuple[Any, ...]:
        settings = (self._references, self._metric, self._scale, self._threads, self._memory)
        return _restore, settings

    def __repr__(self) -> str:
        prompts = "" if self._by_key is None else f", prompts={len(self._by_key)}"
        return f"Reward(metric={self._metric!r}{prompts}, scale={self._scale})"

    def _read(
        self, completions: Any, references: Any, prompts: Any
    ) -> tuple[Segments, list[Group] | References, bool]:
        if isinstance(completions, str):
            raise InputError('completions is a str. Pass a list, ["..."].')
        texts = as_texts(completions, "completions", "completion")
        tokens = bool(len(texts)) and is_collection(texts[0])
        if self._by_key is None and prompts is None:
            direct = _as_references(references)
            if direct is not None:
                return texts, direct, tokens
        if self._by_key is None:
            if references is None or prompts is not None:
                raise InputError(
                    "Reward has no references. Call reward(completions, references) with a str or "
                    "a list of str for each completion."
                )
            by_completion = aligned(texts, references, "references")
        elif references is not None:
            raise InputError(
                "Reward already has references. To pass them with each call, create it without."
            )
        else:
            by_completion = self._of_prompts(texts, prompts)
        groups = _groups(by_completion, tokens=tokens)
        # The core counts arrays of ids faster than compiled n-grams.
        if not self._compiles or any(isinstance(group, IdRows) for group in groups):
            return texts, References.per_segment(groups), tokens
        return texts, groups, tokens

    def _of_prompts(self, texts: Segments, prompts: Any) -> list[Any]:
        by_key = self._by_key
        assert by_key is not None
        if prompts is None:
            if len(by_key) != 1:
                raise InputError(
                    f"Reward has references for {len(by_key)} prompts. Pass prompts=, one key per "
                    "completion."
                )
            return [next(iter(by_key.values()))] * len(texts)
        keys = aligned(texts, prompts, "prompts")
        try:
            return [by_key[key] for key in keys]
        except (KeyError, TypeError):
            raise _unknown_key(keys, by_key) from None

    def _prepare(
        self, texts: Segments, groups: list[Group], *, tokens: bool
    ) -> tuple[_native.Metric, Segments, list[_native.Compiled]]:
        block = prepared(self._metric, texts, tokens=tokens)
        compiled_by_id: dict[int, _native.Compiled] = {}
        compiled = []
        for i, group in enumerate(groups):
            entry = compiled_by_id.get(id(group))
            if entry is None:
                try:
                    entry = compiled_by_id[id(group)] = self._compile(group, tokens=tokens)
                except InputError as error:
                    clear_error = explain_sentence(texts[i], group, tokens=tokens)
                    if clear_error is None:
                        raise renumbered(error, i) from error.__cause__
                    raise type(clear_error)(
                        f"completion {i + 1}: {clear_error}", segment=i + 1
                    ) from error.__cause__
            compiled.append(entry)
        return self._metric.native_of(block), block.hypotheses, compiled

    def _compile(self, group: Group, *, tokens: bool) -> _native.Compiled:
        def build() -> _native.Compiled:
            block = prepared(self._metric, group, tokens=tokens, reference=True)
            return _native.Compiled(self._metric.native_of(block), block.hypotheses)

        return self._cache.get((tokens, group), sum(map(len, group)), build)

    def _clarify_error(self, texts: Segments, error: InputError, *, tokens: bool) -> InputError:
        return explain_texts(texts, "completion", tokens=tokens) or error


def _by_key(references: Any) -> Mapping[Hashable, Any] | None:
    if references is None:
        return None
    if isinstance(references, Mapping):
        if not references:
            raise InputError("references is an empty dict. Pass at least one prompt.")
        return {
            key: as_list(group, "references") if isinstance(group, Iterator) else group
            for key, group in references.items()
        }
    if isinstance(references, References):
        lists = references.lists
        if references.by_segment:
            return dict(enumerate(lists))
        if len(lists) == 1 and isinstance(lists[0], IdRows):
            return {i: lists[0][i : i + 1] for i in range(len(lists[0]))}
        lengths = [len(stream) for stream in lists]
        for stream, length in enumerate(lengths, 1):
            if length != lengths[0]:
                raise LengthMismatch(
                    f"references: stream 1 has {count(lengths[0], 'reference')}, stream {stream} "
                    f"has {length}. Pass one reference per prompt in each stream.",
                    references=length,
                    stream=stream,
                )
        return dict(enumerate(zip(*lists, strict=True)))
    rows = as_id_rows(references)
    if rows is None and not isinstance(references, str):
        references = as_list(references, "references")
    return {None: references if rows is None else rows}


def _as_references(value: Any) -> References | None:
    if isinstance(value, References):
        return value
    rows = as_id_rows(value)
    return None if rows is None else References.streams([rows])


def _first(values: Any) -> Any:
    return next(iter(values), None)


def aligned(
    texts: Segments, raw_values: Any, name: str, *, of: str = "completions"
) -> Sequence[Any]:
    """Return `raw_values`, which has one value per text, as a list or tuple.

    Raises `LengthMismatch` if the number of values differs from the number of texts. In messages,
    `name` is the name of the values, and `of` is the name of the texts.
    """
    values = as_list(raw_values, name)
    if len(values) != len(texts):
        raise LengthMismatch(
            f"{of} has {count(len(texts), 'element')}, {name} has {len(values)}. "
            f"Pass one per {of.removesuffix('s')}.",
            hypotheses=len(texts),
            references=len(values),
        )
    return values


def _groups(by_completion: Sequence[Any], *, tokens: bool) -> list[Group]:
    group_by_id: dict[int, Group] = {}
    groups = []
    for number, references in enumerate(by_completion, 1):
        group = group_by_id.get(id(references))
        if group is None:
            group = group_by_id[id(references)] = _group(references, number, tokens=tokens)
        groups.append(group)
    return groups


def _group(references: Any, number: int, *, tokens: bool) -> Group:
    label = f"completion {number}: references"
    rows = as_id_rows(references)
    if rows is not None and tokens:
        if not len(rows):
            raise _no_reference(number)
        return rows
    if is_null(references):
        raise _no_reference(number)
    if isinstance(references, str):
        texts: Segments = (references,)
    else:
        texts = as_list(references, label)
        if tokens and not is_collection(_first(text for text in texts if text is not None)):
            texts = (texts,)  # one list of tokens is one reference
    texts = [text for text in texts if text is not None]
    if not texts:
        raise _no_reference(number)
    if tokens and not any(map(_is_text, texts)):
        return tuple(tuple(as_list(text, label)) for text in texts)
    problem = explain_sentence([] if tokens else "", texts, tokens=tokens)
    if problem or tokens:
        kind = type(problem) if problem else InputError
        message = problem or "the references are text, the completion is a list of tokens"
        raise kind(f"completion {number}: {message}", segment=number)
    return tuple(texts)


def _no_reference(number: int) -> InputError:
    return InputError(f"completion {number} has no reference. Pass at least one.", segment=number)


def _is_text(reference: Any) -> bool:
    if is_collection(reference):
        alone = _first(reference) if len(reference) == 1 else None
        return isinstance(alone, str) and len(alone.split(None, 1)) > 1
    return True


def _unknown_key(keys: Sequence[Any], by_key: Mapping[Hashable, Any]) -> InputError:
    number, key = next(
        (number, key) for number, key in enumerate(keys, 1) if not _is_known(key, by_key)
    )
    close = nearest(key, [name for name in by_key if isinstance(name, str)])
    hint = f". Did you mean {close!r}?" if close else "."
    return InputError(
        f"completion {number}: unknown prompt {key!r}{hint} Reward has references for "
        f"{count(len(by_key), 'prompt')}.",
        segment=number,
    )


def _is_known(key: Any, by_key: Mapping[Hashable, Any]) -> bool:
    try:
        return key in by_key
    except TypeError:  # not hashable
        return False


def _restore(
    references: Any, metric: Metric[Any], scale: float | None, threads: int | None, memory: int
) -> Reward:
    return Reward(references, metric, scale=scale, threads=threads, memory=memory)
