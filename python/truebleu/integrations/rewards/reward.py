"""`Reward`: completions scored against the references of their prompts, thousands in a call.

The references of a prompt are compiled once (tokenized, numbered, their n-grams counted) and serve
all completions: the rollouts of one step, and those of the next epoch. The numbers are those of
`metric.sentence_score`, to the last bit.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, LengthMismatch, inspected, nearest
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.references import References
from truebleu.inputs.sequences import as_list, as_lists, is_collection
from truebleu.inputs.validation import explain_sentence, explain_texts, renumbered
from truebleu.integrations.rewards.cache import Cache
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.pairwise import prepared
from truebleu.metrics.registry import check_metric
from truebleu.wording import count

Group = tuple[Any, ...]  # the references of a prompt: str, or tuples of tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.inputs.sequences import Segments


MEMORY = 256 << 20


class Reward:
    """Rewards of completions, by any metric that scores a sentence. Threads may share it.

    >>> from truebleu import Reward
    >>> reward = Reward({"cat": ["The cat sat on the mat."], "rain": "It rained all day."})
    >>> completions = ["The cat sat on a mat.", "", "It rained all day."]
    >>> [round(r, 4) for r in reward(completions, prompts=["cat", "cat", "rain"])]
    [0.4889, 0.0, 1.0]

    Args:
        references: of one prompt: a str, or a list of str. Of many: a dict from a prompt's key to
            its references, or `References`, whose prompts are called 0, 1, 2... None: each call
            hands them over.
        metric: any metric but NIST and a `ScoreColumn`, which do not score a completion by its
            texts alone; `BLEU()` when None.
        scale: the reward of a perfect completion: the reward is `score / metric.scale * scale`.
            Of a metric that is lower for better text, such as TER, it is minus that, so that 0 is
            perfect. None gives the metric's own number.
        threads: how many threads may count; None lets truebleu choose.
        memory: for compiled references, in bytes. Those used longest ago go first, and are compiled
            again when they are needed: 5 references of 512 words take 0.2 MB.

    BLEU and GLEU count against compiled references. A metric with nothing to compile, such as
    chrF, TER, METEOR and the error rates, counts against the references anew each time.

    An empty completion is scored as the metric scores it: 0 by BLEU, chrF and GLEU, whatever the
    references.

    Raises `ConfigurationError` for a setting that cannot be used.
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
        self._anew = self._metric.row_source != "core"  # counted in Python: nothing to compile
        self._given = references
        self._scale = _check_scale(scale)
        self._threads = threads
        self._workers = check_threads(threads)
        if type(memory) is not int or memory < 0:
            raise ConfigurationError(f"memory={inspected(memory)}: a number of bytes, 0 or more")
        self._memory = memory
        self._cache = Cache(memory)
        self._by_key = _by_key(references)

    @property
    def metric(self) -> Metric[Any]:
        """What scores."""
        return self._metric

    def __call__(
        self, completions: Any, references: Any = None, *, prompts: Any = None
    ) -> list[float]:
        """The reward of each completion.

        Args:
            completions: a list of str, or of lists of tokens (str or int).
            references: for each completion its references: a str or a list of them. For a `Reward`
                that was made without.
            prompts: for each completion the key of its prompt; left out where there is one prompt.

        Raises `InputError` where a text is wrong, with the completion's number as `segment`.
        """
        scores = self.scores(completions, references, prompts=prompts)
        if self._scale is not None:
            whole = self._metric.scale
            assert whole is not None, "every metric that scores a segment by itself has a scale"
            better = self._scale if self._metric.higher_is_better else -self._scale
            scores = scores / whole * better + 0.0  # no -0
        rewards: list[float] = scores.tolist()
        return rewards

    def scores(
        self, completions: Any, references: Any = None, *, prompts: Any = None
    ) -> NDArray[np.float64]:
        """The metric's score of each completion, in its scale: float64, shape (completions,)."""
        import numpy as np

        texts, groups, tokens = self._read(completions, references, prompts)
        if not groups:
            return np.zeros(0)
        effective = self._metric.uses_effective_order(sentence=True)
        try:
            if self._anew:
                given = References.per_segment(groups)
                return self._metric.segment_scores(texts, given, threads=self._threads)
            native, ready, compiled = self._ready(texts, groups, tokens=tokens)
            return np.asarray(native.scores_against(ready, compiled, effective, self._workers))
        except InputError as error:
            raise self._better(texts, error, tokens=tokens) from error.__cause__

    def statistics(
        self, completions: Any, references: Any = None, *, prompts: Any = None
    ) -> NDArray[np.int64]:
        """The row of each completion: int64, shape (completions, columns).

        `metric.layout` names the columns; `metric.score` makes a score of a row, with its
        precisions and all else, for a reward of your own.
        """
        import numpy as np

        texts, groups, tokens = self._read(completions, references, prompts)
        if not groups:
            return np.zeros((0, len(self._metric.layout)), dtype=np.int64)
        try:
            if self._anew:
                given = References.per_segment(groups)
                return self._metric.statistics(texts, given, threads=self._threads)
            native, ready, compiled = self._ready(texts, groups, tokens=tokens)
            return np.asarray(native.rows_against(ready, compiled, self._workers))
        except InputError as error:
            raise self._better(texts, error, tokens=tokens) from error.__cause__

    def __reduce__(self) -> tuple[Any, ...]:
        settings = (self._given, self._metric, self._scale, self._threads, self._memory)
        return _again, settings

    def __repr__(self) -> str:
        prompts = "" if self._by_key is None else f", prompts={len(self._by_key)}"
        return f"Reward(metric={self._metric!r}{prompts}, scale={self._scale})"

    # How

    def _read(
        self, completions: Any, references: Any, prompts: Any
    ) -> tuple[Segments, list[Group], bool]:
        """Completions and the references of each; whether they are tokens."""
        if isinstance(completions, str):
            raise InputError('completions is a str: put one completion into a list, ["..."]')
        texts = as_lists(as_list(completions, "completions"), "completion")
        tokens = bool(texts) and is_collection(texts[0])
        if self._by_key is None:
            if references is None or prompts is not None:
                raise InputError(
                    "this Reward was made without references, so each call needs them: "
                    "reward(completions, references), a str or a list of str for each completion"
                )
            each = _aligned(texts, references, "references")
        elif references is not None:
            raise InputError(
                "this Reward has its references; to hand some over with each call, make it without"
            )
        else:
            each = self._of_prompts(texts, prompts)
        known: dict[int, Group] = {}  # most prompts have several completions
        groups = []
        for i, given in enumerate(each):
            group = known.get(id(given))
            if group is None:
                group = known[id(given)] = _group(given, i, tokens=tokens)
            groups.append(group)
        return texts, groups, tokens

    def _of_prompts(self, texts: Segments, prompts: Any) -> list[Any]:
        by_key = self._by_key
        assert by_key is not None
        if prompts is None:
            if len(by_key) != 1:
                raise InputError(
                    f"there are {len(by_key)} prompts: say whose each completion is, with prompts="
                )
            return [next(iter(by_key.values()))] * len(texts)
        keys = _aligned(texts, prompts, "prompts")
        try:
            return [by_key[key] for key in keys]
        except (KeyError, TypeError):
            raise _unknown_key(keys, by_key) from None

    def _ready(
        self, texts: Segments, groups: list[Group], *, tokens: bool
    ) -> tuple[_native.Metric, Segments, list[_native.Compiled]]:
        block = prepared(self._metric, texts, tokens=tokens)
        here: dict[int, _native.Compiled] = {}
        compiled = []
        for i, group in enumerate(groups):
            found = here.get(id(group))
            if found is None:
                try:
                    found = here[id(group)] = self._compiled(group, tokens=tokens)
                except InputError as error:
                    better = explain_sentence(texts[i], group, tokens=tokens)
                    raise renumbered(better or error, i) from error.__cause__
            compiled.append(found)
        return self._metric.native_of(block), block.hypotheses, compiled

    def _compiled(self, group: Group, *, tokens: bool) -> _native.Compiled:
        def compiled() -> _native.Compiled:
            block = prepared(self._metric, group, tokens=tokens, reference=True)
            return _native.Compiled(self._metric.native_of(block), block.hypotheses)

        return self._cache.get((tokens, group), sum(map(len, group)), compiled)

    def _better(self, texts: Segments, error: InputError, *, tokens: bool) -> InputError:
        return explain_texts(texts, "completion", tokens=tokens) or error


def _check_scale(scale: Any) -> float | None:
    if scale is None:
        return None
    if isinstance(scale, bool) or not isinstance(scale, (int, float)) or not 0 < scale < 1e300:
        raise ConfigurationError(f"scale={inspected(scale)}: a number above 0, or None")
    return float(scale)


def _by_key(references: Any) -> Mapping[Hashable, Any] | None:
    """The references of each prompt, as they were handed over."""
    from collections.abc import Mapping

    if references is None:
        return None
    if isinstance(references, Mapping):
        if not references:
            raise InputError("references is an empty dict: there is no prompt")
        return dict(references)
    if isinstance(references, References):
        lists = references.lists
        if references.by_segment:
            return dict(enumerate(lists))
        return dict(enumerate(zip(*lists, strict=True)))
    if not isinstance(references, str):
        references = as_list(references, "references")
    return {None: references}


def _first(given: Any) -> Any:
    return next(iter(given), None)


def _aligned(texts: Segments, given: Any, what: str) -> Sequence[Any]:
    found = as_list(given, what)
    if len(found) != len(texts):
        raise LengthMismatch(
            f"completions has {count(len(texts), 'element')}, {what} has {len(found)}: they "
            f"belong together",
            hypotheses=len(texts),
            references=len(found),
        )
    return found


def _group(given: Any, place: int, *, tokens: bool) -> Group:
    """The references of one prompt, as a key for what is compiled of them."""
    what = f"completion {place + 1}: its references"
    if given is None or isinstance(given, str):
        found: Segments = (given,)
    else:
        found = as_list(given, what)
        if tokens and not is_collection(_first(one for one in found if one is not None)):
            found = (found,)  # one list of tokens is one reference
    found = [one for one in found if one is not None]
    if not found:
        raise InputError(f"completion {place + 1}: there is no reference", segment=place + 1)
    if tokens and not any(map(_is_text, found)):
        return tuple(tuple(as_list(one, what)) for one in found)
    wrong = explain_sentence([] if tokens else "", found, tokens=tokens)
    if wrong or tokens:
        said = wrong or "its references are text, and it is a list of tokens"
        raise InputError(f"completion {place + 1}: {said}", segment=place + 1)
    return tuple(found)


def _is_text(reference: Any) -> bool:
    """Whether what should be a list of tokens is a sentence, or a list of one."""
    if is_collection(reference):
        alone = _first(reference) if len(reference) == 1 else None
        return isinstance(alone, str) and len(alone.split(None, 1)) > 1
    return True


def _unknown_key(keys: Sequence[Any], by_key: Mapping[Hashable, Any]) -> InputError:
    place, key = next(
        (place, key) for place, key in enumerate(keys, 1) if not _is_known(key, by_key)
    )
    close = nearest(key, [name for name in by_key if isinstance(name, str)])
    hint = f". Did you mean {close!r}?" if close else ""
    return InputError(
        f"completion {place}: there is no prompt {key!r} among the {len(by_key)} that have "
        f"references{hint}",
        segment=place,
    )


def _is_known(key: Any, by_key: Mapping[Hashable, Any]) -> bool:
    try:
        return key in by_key
    except TypeError:  # what cannot be a key
        return False


def _again(
    references: Any, metric: Metric[Any], scale: float | None, threads: int | None, memory: int
) -> Reward:
    """Make a reward of its settings: what a pickle calls."""
    return Reward(references, metric, scale=scale, threads=threads, memory=memory)
