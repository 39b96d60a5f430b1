# The border: what the Rust core offers to Python.
#
# `Segments` below are lists or tuples, a `Column` of Arrow, or `IdRows`, and nothing else; their
# elements are all `str`, or all lists or tuples of `str` (tokens), or all lists or tuples of `int`
# (ids between -2**63 and 2**63 - 1). References by stream (`per_segment=False`) are a list or tuple
# of such segments, one for each stream, where a cell may be None: missed. References per segment
# (`per_segment=True`) are a list or tuple, or a `Column` of lists, with the references of each
# segment. `threads=0` lets the core choose.

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, final, overload

__all__ = [
    "LOWERCASE_UNICODE_VERSION",
    "TOKENIZERS",
    "UNICODE_VERSION",
    "Array",
    "ArrowNumbers",
    "ArrowReader",
    "Cider",
    "Column",
    "Compiled",
    "Diversity",
    "DocumentFrequencies",
    "IdRows",
    "Inventory",
    "Lines",
    "MeteorTexts",
    "Metric",
    "Nist",
    "Resampling",
    "Rows",
    "Shard",
    "__version__",
    "active_kernel",
    "bleu",
    "chrf",
    "error_rate",
    "gleu",
    "is_unspaced",
    "join_lines",
    "kernels",
    "lower",
    "mean",
    "mean_rows",
    "nist_of_rows",
    "nist_score",
    "resegment_texts",
    "resegment_tokens",
    "rouge",
    "rouge_rates",
    "stem",
    "ter",
    "tokenize",
    "tokenize_ter",
]

__version__: str
UNICODE_VERSION: str
LOWERCASE_UNICODE_VERSION: str
TOKENIZERS: tuple[str, ...]

def kernels() -> list[str]: ...
def active_kernel() -> str: ...
def tokenize(text: str, tokenizer: str, case: str) -> list[str]: ...
def lower(text: str, case: str = "lc") -> str: ...
def bleu(
    *,
    tokenizer: str,
    case: str,
    max_ngram_order: int,
    weights: Sequence[float] | None,
    reference_length: str,
    smoothing: str,
    smoothing_value: float,
    scale: float,
    rules: dict[str, str],
    macro_average: bool | None,
    of_several: str = ...,
) -> Metric: ...
def chrf(
    *,
    char_order: int,
    word_order: int,
    beta_squared: float,
    lowercase: bool,
    whitespace: bool,
    eps_smoothing: bool,
) -> Metric: ...
def error_rate(*, scale: float) -> Metric: ...
def gleu(*, tokenizer: str, case: str, min_order: int, max_order: int, scale: float) -> Metric: ...
def mean() -> Metric: ...
def mean_rows(data: bytes) -> Array: ...
def nist_of_rows(orders: int) -> Metric: ...
def nist_score(row: Sequence[float]) -> tuple[float, float]: ...
def is_unspaced(character: str) -> bool: ...
def join_lines(lines: list[str]) -> str: ...
def resegment_texts(
    hypotheses: list[str],
    references: list[list[str]],
    documents: list[int],
    *,
    tokens: str,
    case: str,
    whole_words: bool,
    mweralign: bool,
) -> list[tuple[list[tuple[int, int]], list[int], list[int], list[int], int]]: ...
def resegment_tokens(
    hypotheses: list[list[str]],
    references: list[list[list[str]]],
    documents: list[int],
    *,
    case: str,
    glued: list[list[bool]] | None,
    inside: list[list[bool]] | None,
    mweralign: bool,
) -> list[tuple[list[int], list[int], list[int], list[int]]]: ...
def rouge(
    *,
    convention: str,
    variants: Sequence[str],
    tokenizer: str,
    case: str,
    stem: bool,
    scale: float,
) -> Metric: ...
def rouge_rates(rows: Array, convention: str, scale: float) -> Array: ...
def stem(word: str) -> str: ...
def ter(
    *, normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool
) -> Metric: ...
def tokenize_ter(
    text: str, *, normalized: bool, no_punct: bool, asian_support: bool, case_sensitive: bool
) -> list[str]: ...

@final
class Array:
    @staticmethod
    def of_rows(data: bytes, columns: int) -> Array: ...
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    def split(self, parts: int) -> list[Array]: ...
    def tobytes(self) -> bytes: ...
    def __len__(self) -> int: ...

@final
class ArrowNumbers:
    def __new__(
        cls, data: bytes, integers: bool, names: Sequence[str], table: bool
    ) -> ArrowNumbers: ...
    def schema(self) -> object: ...
    def array(self) -> object: ...
    def stream(self) -> object: ...

@final
class ArrowReader:
    def __new__(cls, source: Any) -> ArrowReader: ...
    @property
    def is_table(self) -> bool: ...
    @property
    def fields(self) -> list[tuple[str, str, Literal["text", "lists", "ids"] | None]]: ...
    def read_remaining(
        self, wanted: Sequence[int], names: Sequence[str], before: int = 0
    ) -> list[Column]: ...
    def read_ids(self, name: str) -> IdRows: ...

@final
class Column(Sequence[Any]):
    @property
    def of_lists(self) -> bool: ...
    @property
    def bytes(self) -> int: ...
    def first_null(self) -> int | None: ...
    def filled(self) -> Column: ...
    def survey(self) -> tuple[tuple[int, int], tuple[int, int]]: ...
    @staticmethod
    def joined(columns: Sequence[Column]) -> Column: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, place: int, /) -> Any: ...
    @overload
    def __getitem__(self, place: slice, /) -> Column: ...
    def __iter__(self) -> Rows: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def count(self, value: Any) -> int: ...
    def index(self, value: Any) -> int: ...  # type: ignore[override]  # without a part of it

@final
class Rows:
    def __iter__(self) -> Rows: ...
    def __next__(self) -> Any: ...

@final
class IdRows(Sequence[Any]):
    @staticmethod
    def of_array(array: Any, name: str) -> IdRows: ...
    @staticmethod
    def of_arrays(arrays: Sequence[Any]) -> IdRows | None: ...
    @staticmethod
    def ragged(values: Any, offsets: Any, name: str) -> IdRows: ...
    @staticmethod
    def of_bytes(data: bytes, kind: str, lengths: Sequence[int]) -> IdRows: ...
    def with_lengths(self, lengths: Any, name: str) -> IdRows: ...
    def without_padding(self, pad: int) -> IdRows: ...
    def before(self, end: int) -> IdRows: ...
    def masked(self, mask: Any, name: str) -> IdRows: ...
    def repeated(self, times: int) -> IdRows: ...
    def copied(self) -> tuple[bytes, list[int]]: ...
    @property
    def tokens(self) -> int: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Any: ...
    @overload
    def __getitem__(self, index: slice, /) -> IdRows: ...
    def __eq__(self, rows: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Compiled:
    def __new__(cls, metric: Metric, references: Sequence[Any]) -> Compiled: ...
    @property
    def bytes(self) -> int: ...

@final
class Lines:
    def __new__(cls, name: str, invalid: Literal["error", "replace"] = "error") -> Lines: ...
    def push(self, block: bytes) -> None: ...
    def finish(self) -> None: ...
    @property
    def waiting_lines(self) -> int: ...
    @property
    def waiting_bytes(self) -> int: ...
    def texts(self, count: int) -> list[str]: ...
    def equals(self, other: Lines, count: int) -> bool: ...
    def drop(self, count: int) -> None: ...
    def survey(
        self,
    ) -> tuple[
        int, bool, tuple[int, int], tuple[int, int], tuple[int, int], list[tuple[str, int]]
    ]: ...

@final
class Metric:
    @property
    def columns(self) -> tuple[str, ...]: ...
    def sum(
        self,
        hypotheses: Sequence[Any],
        references: Sequence[Any],
        per_segment: bool,
        threads: int,
    ) -> tuple[tuple[int, ...], int, int]: ...
    def rows(
        self,
        hypotheses: Sequence[Any],
        references: Sequence[Any],
        per_segment: bool,
        threads: int,
    ) -> tuple[Array, int, int]: ...
    def rows_of_systems(
        self,
        hypotheses: Sequence[Sequence[Any]],
        references: Sequence[Any],
        per_segment: bool,
        threads: int,
        part: tuple[int, int] | None = None,
        passing: bool = False,
    ) -> tuple[list[Array], int, int]: ...
    def segment_scores(
        self,
        hypotheses: Sequence[Any],
        references: Sequence[Any],
        per_segment: bool,
        effective_order: bool,
        threads: int,
    ) -> tuple[Array, int, int]: ...
    def sentence(
        self, hypothesis: Any, references: Sequence[Any], effective_order: bool
    ) -> tuple[tuple[int, ...], float, tuple[float, ...]]: ...
    def values(self, rows: Array, effective_order: bool) -> Array: ...
    def summed_from(self, rows: Array) -> tuple[int, ...]: ...
    def rows_from(self, rows: Array) -> Array: ...
    def score(
        self, row: Sequence[int], effective_order: bool
    ) -> tuple[float, tuple[float, ...]]: ...
    def rows_against(
        self, hypotheses: Sequence[Any], references: Sequence[Compiled], threads: int
    ) -> Array: ...
    def scores_against(
        self,
        hypotheses: Sequence[Any],
        references: Sequence[Compiled],
        effective_order: bool,
        threads: int,
    ) -> Array: ...
    def pairwise(
        self,
        hypotheses: Sequence[Any],
        references: Sequence[Any],
        effective_order: bool,
        threads: int,
    ) -> Array: ...
    def expected(
        self,
        texts: Sequence[Any],
        sizes: Sequence[tuple[int, int]],
        weights: Sequence[float] | None,
        log_scale: float | None,
        effective_order: bool,
        against: Literal["each", "mean", "all"],
        exclude_self: bool,
        higher_is_better: bool,
        threads: int,
    ) -> list[tuple[int, tuple[float, ...]]]: ...
    def sum_lines(
        self,
        hypotheses: Sequence[Lines],
        references: Sequence[Lines],
        segments: int,
        threads: int,
        meanwhile: Callable[[], None] | None = None,
    ) -> list[tuple[int, ...]]: ...
    def rows_lines(
        self,
        hypotheses: Sequence[Lines],
        references: Sequence[Lines],
        segments: int,
        threads: int,
        meanwhile: Callable[[], None] | None = None,
    ) -> list[Array]: ...
    def score_lines(
        self,
        hypotheses: Lines,
        references: Sequence[Lines],
        segments: int,
        effective_order: bool,
        threads: int,
        meanwhile: Callable[[], None] | None = None,
    ) -> tuple[tuple[int, ...], Array]: ...

@final
class Diversity:
    def __new__(cls, tokenizer: str, case: str) -> Diversity: ...
    def add(self, texts: Sequence[Any]) -> None: ...
    def add_lines(self, texts: Lines, count: int) -> None: ...
    def count(self, orders: int, metric: Metric) -> list[tuple[int, int, float]]: ...
    def scores(self, metric: Metric, effective_order: bool) -> Array: ...
    def rows(self, metric: Metric) -> Array: ...

@final
class MeteorTexts:
    def __new__(cls, tokenizer: str, case: str, stem: bool) -> MeteorTexts: ...
    def add(self, hypotheses: Sequence[Any], references: Sequence[Any]) -> None: ...
    def scores(
        self,
        synonyms: Callable[[str], Iterable[str]] | None,
        *,
        alpha: float,
        beta: float,
        gamma: float,
    ) -> Array: ...

@final
class DocumentFrequencies:
    def __new__(
        cls, documents: float, counts: Sequence[tuple[Sequence[str], float]]
    ) -> DocumentFrequencies: ...

@final
class Cider:
    def __new__(cls, tokenizer: str, case: str) -> Cider: ...
    def add(
        self, hypotheses: Sequence[Any], references: Sequence[Any], per_segment: bool
    ) -> tuple[int, int]: ...
    def add_lines(self, hypotheses: Lines, references: Sequence[Lines], count: int) -> None: ...
    def scores(
        self,
        frequencies: DocumentFrequencies | None,
        *,
        orders: int,
        sigma: float,
        clipped: bool,
        divisor: int,
    ) -> Array: ...
    def document_frequencies(self, orders: int) -> list[tuple[list[str], int]]: ...

@final
class Nist:
    def __new__(cls, tokenizer: str, case: str) -> Nist: ...
    def add(
        self, hypotheses: Sequence[Any], references: Sequence[Any], per_segment: bool
    ) -> tuple[int, int]: ...
    def add_lines(self, hypotheses: Lines, references: Sequence[Lines], count: int) -> None: ...
    def whole_rows(self, orders: int) -> Array: ...
    def sum(self, orders: int) -> list[float]: ...
    def segment_scores(self, orders: int) -> Array: ...

@final
class Resampling:
    def __new__(
        cls,
        metric: Metric,
        effective_order: bool,
        systems: Sequence[Sequence[Array]],
        units: Sequence[int] | None,
    ) -> Resampling: ...
    @property
    def units(self) -> int: ...
    def values(self) -> list[float]: ...
    def differing(self) -> list[int]: ...
    def randomization(
        self,
        trials: int,
        seed: int,
        threads: int,
        progress: Callable[[int, int], object] | None = None,
    ) -> list[tuple[int, int, bool]]: ...
    def bootstrap(
        self,
        resamples: int,
        seed: int,
        kind: str,
        threads: int,
        progress: Callable[[int, int], object] | None = None,
    ) -> Array: ...
    def leave_out(self, kind: str, threads: int) -> Array: ...
    def sacrebleu_values(self) -> list[float]: ...
    def sacrebleu_randomization(
        self, trials: int, state: int, increment: int, threads: int
    ) -> list[int]: ...
    def sacrebleu_bootstrap(
        self, resamples: int, state: int, increment: int, swapped_trials: int
    ) -> tuple[Array, list[bool]]: ...

@final
class Shard:
    def __new__(
        cls,
        metric: Metric,
        effective_order: bool,
        systems: int,
        seed: int,
        trials: int,
        resamples: int,
    ) -> Shard: ...
    @property
    def units(self) -> int: ...
    def add(self, keys: bytes, systems: Sequence[Array], threads: int) -> None: ...
    def to_bytes(self, threads: int) -> bytes: ...
    def merge(self, data: bytes) -> None: ...
    def numbered(self) -> bool | None: ...
    def totals(self) -> list[list[int]]: ...
    def differing(self) -> list[int]: ...
    def randomization(
        self,
        trials: int,
        seed: int,
        threads: int,
        progress: Callable[[int, int], object] | None = None,
    ) -> list[tuple[int, int, bool]]: ...
    def bootstrap(
        self,
        resamples: int,
        seed: int,
        kind: str,
        threads: int,
        progress: Callable[[int, int], object] | None = None,
    ) -> Array: ...
    def leave_out(self, kind: str, threads: int) -> Array: ...

@final
class Inventory:
    def __new__(
        cls,
        tokenizer: str,
        case: str,
        systems: Sequence[Sequence[Any]],
        references: Sequence[Any],
        per_segment: bool,
    ) -> Inventory: ...
    @property
    def segments(self) -> int: ...
    def hypothesis(self, system: int, segment: int) -> tuple[Any, ...]: ...
    def references(self, segment: int) -> tuple[tuple[Any, ...], ...]: ...
    def rarest(self) -> list[int]: ...
    def tables(
        self,
        orders: int,
        rankings: Sequence[tuple[str, int, int]],
        top: int,
        places: int,
    ) -> list[
        tuple[
            int,
            int,
            int,
            list[tuple[int, int, int]],
            list[tuple[tuple[Any, ...], int, list[tuple[int, int, int]]]],
            list[list[tuple[int, int, int, list[int], list[int]]]],
        ]
    ]: ...
    def marks(
        self, system: int, segment: int, orders: int
    ) -> list[list[tuple[Literal["matched", "clipped", "unmatched"], list[int]]]]: ...
