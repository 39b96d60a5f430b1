"""Token ids in arrays: they are counted like lists of integers, for every type and layout."""

from __future__ import annotations

import array
import ctypes
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests.package.test_lazy_import import loaded_by
from tests.requirements import optional_module, require_module
from truebleu import (
    BLEU,
    GLEU,
    NIST,
    ROUGE,
    TER,
    ConfigurationError,
    Ids,
    InputError,
    LengthMismatch,
    References,
    Reward,
    pairwise,
)

pl = optional_module("polars")

TYPES = ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")
BATCH = np.array([[5, 6, 7, 8, 9, 5], [5, 6, 7, 0, 0, 0], [1, 0, 2, 6, 0, 0], [0, 0, 0, 0, 0, 0]])
OTHER = np.array([[5, 6, 7, 8, 9, 9], [5, 6, 7, 8, 0, 0], [1, 0, 2, 6, 0, 0], [0, 0, 0, 0, 0, 1]])


class OnlyDLPack:
    """Array that exports only DLPack, as those of PyTorch and JAX do."""

    def __init__(self, values: Any, device: int = 1, **versions: Any) -> None:
        self.values, self.kind, self.versions = values, device, versions
        self.shape = values.shape
        self.device = {1: "cpu", 2: "cuda:0"}[device]

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.kind, 0

    def __dlpack__(self, **options: Any) -> Any:
        return self.values.__dlpack__(**{**options, **self.versions})


class OnlyInterface:
    """Array that exports only `__array_interface__`."""

    def __init__(self, values: Any) -> None:
        self.values, self.shape = values, values.shape
        self.__array_interface__ = values.__array_interface__


def unaligned(values: Any) -> Any:
    memory = np.zeros(values.nbytes + 1, np.uint8)
    shifted = memory[1:].view(values.dtype).reshape(values.shape)
    shifted[...] = values
    return shifted


def read_only(values: Any) -> Any:
    copy = values.copy()
    copy.flags.writeable = False
    return copy


def every_other(values: Any) -> Any:
    wide = np.full((2 * values.shape[0], 3 * values.shape[1]), 77, values.dtype)
    wide[::2, ::3] = values
    return wide[::2, ::3]


LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "C": np.ascontiguousarray,
    "Fortran": np.asfortranarray,
    "negative strides": lambda values: values[::-1, ::-1].copy()[::-1, ::-1],
    "every other": every_other,
    "read-only": read_only,
    "unaligned": unaligned,
    "DLPack": OnlyDLPack,
    "DLPack 1": lambda values: OnlyDLPack(values, max_version=(1, 0)),
    "interface": OnlyInterface,
    "interface, unaligned": lambda values: OnlyInterface(unaligned(values)),
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("kind", TYPES)
def test_every_type_and_layout_is_read(kind: str, layout: Callable[[Any], Any]) -> None:
    values = BATCH.astype(kind)
    expected = BLEU().segment_scores(BATCH.tolist(), OTHER.tolist())
    ids = Ids(layout(values))
    assert ids.tolist() == BATCH.tolist()
    assert np.array_equal(BLEU().segment_scores(ids, OTHER.tolist()), expected)
    assert np.array_equal(BLEU().segment_scores(ids, Ids(OTHER)), expected)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (1, 1), (1, 4), (4, 1)])
def test_small_shapes(shape: tuple[int, int]) -> None:
    values: Any = np.arange(shape[0] * shape[1]).reshape(shape)
    expected = BLEU().segment_scores(values.tolist(), values.tolist())
    assert np.array_equal(BLEU().segment_scores(Ids(values), Ids(values)), expected)
    assert Ids(values).tolist() == values.tolist()


def test_a_broadcast_row_is_repeated() -> None:
    values = np.broadcast_to(BATCH[0], (4, 6))
    assert Ids(values).tolist() == values.tolist()
    assert (
        Ids(np.broadcast_to(BATCH[:, :1], (4, 6))).tolist()
        == np.repeat(BATCH[:, :1], 6, 1).tolist()
    )


LIMITS = (-(2**63), -(2**31) - 1, -1, 0, 2**31, 2**32, 2**63 - 1)


def test_limits_of_the_range() -> None:
    row = [*LIMITS, *LIMITS]
    assert BLEU().corpus_score(Ids(np.array([row])), [row]).value == 100
    assert BLEU().corpus_score([row], Ids(np.array([row]))).value == 100
    apart = BLEU().statistics(Ids(np.array([LIMITS])), Ids(np.array([LIMITS[::-1]])))
    assert np.array_equal(apart, BLEU().statistics([list(LIMITS)], [list(LIMITS[::-1])]))
    small = np.array([[2**63 - 1, 1]], np.uint64)
    assert Ids(small).tolist() == [[2**63 - 1, 1]]


@pytest.mark.parametrize("side", ["hypothesis", "reference"])
def test_an_id_above_the_range_is_named(side: str) -> None:
    large = Ids(np.array([[1, 2], [3, 2**63]], np.uint64))
    assert large.tolist() == [[1, 2], [3, 2**63]]
    sides = (large, Ids(BATCH[:2])) if side == "hypothesis" else (Ids(BATCH[:2]), large)
    with pytest.raises(InputError, match=f"segment 2: the {side}, token 2, is 9223372036854775808"):
        BLEU().segment_scores(*sides)
    with pytest.raises(InputError, match="token 2, is 9223372036854775808"):
        pairwise(*sides)
    with pytest.raises(InputError, match="row 2, token 2"):
        pickle.dumps(large)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(MemoryError, match="too many rows"):
        Ids(np.broadcast_to(BATCH[0], (2**55, 6)))


# Where rows end


def cut_by_end(rows: list[list[int]], end: int) -> list[list[int]]:
    return [row[: row.index(end)] if end in row else row for row in rows]


def cut_by_pad(rows: list[list[int]], pad: int) -> list[list[int]]:
    rows = [row[:] for row in rows]
    for row in rows:
        while row and row[-1] == pad:
            row.pop()
    return rows


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_options_set_the_end_of_a_row(kind: str, layout: Callable[[Any], Any]) -> None:
    rows, values = BATCH.tolist(), layout(BATCH.astype(kind))
    for token in (0, 6, 9, 300, -1, 2**64 - 1):
        assert Ids(values, pad=token).tolist() == cut_by_pad(rows, token)
        assert Ids(values, end=token).tolist() == cut_by_end(rows, token)
    lengths = [6, 3, 0, 1]
    expected = [row[:length] for row, length in zip(rows, lengths, strict=True)]
    mask = np.arange(6) < np.array(lengths)[:, None]
    assert Ids(values, lengths=lengths).tolist() == expected
    assert Ids(values, lengths=np.array(lengths, kind)).tolist() == expected
    assert Ids(values, lengths=array.array("h", lengths)).tolist() == expected
    if pl:
        assert Ids(values, lengths=pl.Series(lengths)).tolist() == expected
    for ones in (mask, mask.astype(kind), layout(mask.astype(kind)), np.asfortranarray(mask)):
        assert Ids(values, mask=ones).tolist() == expected


@given(
    values=hnp.arrays(
        st.sampled_from([np.dtype(kind) for kind in TYPES]),
        hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=9),
        elements=st.integers(0, 3),
    ),
    token=st.integers(0, 3),
    option=st.sampled_from(["pad", "end"]),
    step=st.sampled_from([-2, -1, 1, 2]),
    slices=st.slices(9),
)
def test_ids_equal_lists(values: Any, token: int, option: str, step: int, slices: slice) -> None:
    values = values[:, ::step]
    cut = cut_by_pad if option == "pad" else cut_by_end
    ids, rows = Ids(values, **{option: token}), cut(values.tolist(), token)
    assert (ids.tolist(), len(ids)) == (rows, len(rows))
    assert ids[slices].tolist() == rows[slices]
    assert np.array_equal(
        BLEU().statistics(ids, Ids(values)), BLEU().statistics(rows, values.tolist())
    )
    assert pickle.loads(pickle.dumps(ids)) == ids


@given(rows=st.lists(st.lists(st.integers(-5, 5), max_size=5), max_size=6), gap=st.integers(0, 3))
def test_ragged_rows_equal_lists(rows: list[list[int]], gap: int) -> None:
    values = np.array([0] * gap + [token for row in rows for token in row] + [0] * gap, np.int32)
    offsets = np.cumsum([gap, *map(len, rows)])
    assert Ids.ragged(values, offsets).tolist() == rows
    assert Ids.ragged(array.array("i", values.tolist()), offsets.tolist()).tolist() == rows
    assert Ids.ragged(np.repeat(values, 2)[::2], tuple(offsets.tolist())).tolist() == rows


WRONG: dict[str, tuple[Callable[[], Any], str, int | None]] = {
    "float": (lambda: Ids(BATCH.astype("f4")), "the array is of type float32", None),
    "bool": (lambda: Ids(BATCH > 3), "the array is of type bool", None),
    "object": (lambda: Ids(BATCH.astype(object)), "the array is of type object", None),
    "text": (lambda: Ids(BATCH.astype(str)), "the array is of type <U", None),
    "byte order": (lambda: Ids(BATCH.astype(">i4")), "the array is of type >i4", None),
    "float of DLPack": (lambda: Ids(OnlyDLPack(BATCH * 0.5)), "the array is of type float64", None),
    "device": (lambda: Ids(OnlyDLPack(BATCH, 2)), r"on cuda:0\. Move it .*\.cpu\(\)", None),
    "list": (lambda: Ids([[1, 2]]), "of type list, not an array of integers", None),
    "str": (lambda: Ids("ids"), "of type str, not an array of integers", None),
    "buffer": (lambda: Ids(array.array("d", [1])), "a buffer of format 'd'", None),
    "masked": (lambda: Ids(np.ma.array(BATCH)), "is a masked array", None),
    "one dimension": (lambda: Ids(BATCH[0]), r"the shape \(6,\), not two", None),
    "three": (lambda: Ids(BATCH[None]), r"the shape \(1, 4, 6\), not two", None),
    "lengths": (lambda: Ids(BATCH, lengths=[1, 2]), "got 4 rows and 2 lengths", None),
    "lengths as a str": (
        lambda: Ids(BATCH, lengths="12"),
        r"^Ids: lengths is of type str, not an array of integers\. Pass a list or an array of them",
        None,
    ),
    "mask as a list": (
        lambda: Ids(BATCH, mask=BATCH.tolist()),
        r"^Ids: mask is of type list, .* Pass an array of NumPy, PyTorch or JAX\.$",
        None,
    ),
    "long": (lambda: Ids(BATCH, lengths=[1, 7, 6, 6]), "row 2 has the length 7", 2),
    "negative": (lambda: Ids(BATCH, lengths=[1, 2, -1, 6]), "row 3 has the length -1", 3),
    "half": (lambda: Ids(BATCH, lengths=[0.5] * 4), "not one integer per row", None),
    "hole": (lambda: Ids(BATCH, mask=BATCH != 0), "row 3 is not 1s followed by 0s", 3),
    "two": (lambda: Ids(BATCH, mask=np.full((4, 6), 2)), "row 1 is not 1s", 1),
    "mask": (lambda: Ids(BATCH, mask=BATCH[:2]), r"mask has the shape \(2, 6\)", None),
    "mask of floats": (lambda: Ids(BATCH, mask=BATCH * 1.0), "mask is of type float64", None),
    "falling": (lambda: Ids.ragged(BATCH[0], [0, 4, 2]), "row 2 has the offsets 4 and 2", 2),
    "outside": (lambda: Ids.ragged(BATCH[0], [0, 7]), "row 1 has the offsets 0 and 7", 1),
    "below": (lambda: Ids.ragged(BATCH[0], [-1, 2]), "row 1 has the offsets -1 and 2", 1),
    "no offsets": (lambda: Ids.ragged(BATCH[0], []), "offsets is empty", None),
    "values": (lambda: Ids.ragged(BATCH, [0]), r"values has the shape \(4, 6\)", None),
    "null": (lambda: Ids(pa.array([[1], [2, None]])), "row 2: a token id is null", 2),
    "column": (lambda: Ids(pa.array(["a"])), "does not have lists of integers", None),
}  # fmt: skip


@pytest.mark.parametrize(("make", "message", "segment"), WRONG.values(), ids=WRONG)
def test_wrong_arrays_are_named(make: Callable[[], Any], message: str, segment: int | None) -> None:
    with pytest.raises(InputError, match=message) as caught:
        make()
    assert caught.value.segment == segment


def test_wrong_options_are_named() -> None:
    with pytest.raises(ConfigurationError, match="got pad and end"):
        Ids(BATCH, pad=0, end=1)
    with pytest.raises(ConfigurationError, match=r"pad=0\.5"):
        Ids(BATCH, pad=0.5)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="end=True"):
        Ids(BATCH, end=True)
    with pytest.raises(ConfigurationError, match="times=0"):
        References.repeat(Ids(BATCH), 0)


# Sources


def test_buffers_are_copied() -> None:
    rows = [[1, 2, 3], [4, 5, 6]]
    memory: Any = ((ctypes.c_int32 * 3) * 2)()
    memory[0][:], memory[1][:] = rows
    narrow: Any = np.array(rows, "i2")
    across: Any = np.array([[1, 4], [2, 5], [3, 6]]).T
    flat = memoryview(bytes([1, 2, 3, 4, 5, 6]))
    for source in (flat.cast("B", (2, 3)), memory, memoryview(narrow), memoryview(across)):
        assert Ids(source).tolist() == rows


def test_arrow_columns_are_not_copied() -> None:
    rows = [[1, 2], [3], [], [4, 5, 6]]
    lists = pa.array(rows, pa.list_(pa.int32()))
    columns = [
        lists,
        lists.cast(pa.large_list(pa.int64())),
        pa.chunked_array([lists[:1], lists[1:]]),
        pa.array([[0], *rows], pa.list_(pa.uint16()))[1:],
        pl.Series(rows),
    ]
    for column in columns:
        assert Ids(column).tolist() == rows
        assert BLEU().corpus_score(column, column) == BLEU().corpus_score(rows, rows)
    fixed = pa.array([[1, 2], [3, 4]], pa.list_(pa.int8(), 2))
    assert Ids(fixed).tolist() == [[1, 2], [3, 4]]


def test_a_null_row_is_a_missing_reference() -> None:
    references = pa.array([[5, 6, 7, 8], None])
    second = [[5, 6, 7, 9], [5, 6, 7]]
    streams = References.streams([references.to_pylist(), second])
    expected = BLEU().corpus_score(BATCH[:2].tolist(), streams)
    assert (
        BLEU().corpus_score(Ids(BATCH[:2]), References.streams([Ids(references), second]))
        == expected
    )
    assert pickle.loads(pickle.dumps(Ids(references))).tolist() == references.to_pylist()
    with pytest.raises(InputError, match="segment 2: the hypothesis is None"):
        BLEU().corpus_score(references, Ids(BATCH[:2]))


@pytest.mark.parametrize("name", ["torch", "jax.numpy"])
def test_other_libraries(name: str) -> None:
    library = require_module(name)
    make = library.asarray
    for kind in ("int8", "int32", "uint8"):
        assert Ids(make(BATCH.astype(kind))).tolist() == BATCH.tolist()
    with pytest.raises(InputError, match=r"of type .*float32"):
        Ids(make(BATCH.astype("float32")))


# Calls that accept lists of token lists

METRICS = [BLEU(), BLEU(max_ngram_order=6), GLEU(), ROUGE(), TER(), NIST(lowercase=False)]


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_ids_score_as_lists_do(metric: Any) -> None:
    ours, theirs, third = Ids(BATCH), Ids(OTHER, pad=0), Ids(OTHER[::-1])
    lists = ours.tolist(), theirs.tolist(), third.tolist()
    per_segment = [list(pair) for pair in zip(*lists[1:], strict=True)]
    in_place = [
        Ids.ragged(np.array(first + second), [0, len(first), len(first + second)])
        for first, second in per_segment
    ]
    first, second = ([row for row in rows[:2] for _ in "ab"] for rows in lists[1:])
    shapes: list[tuple[Any, Any]] = [
        (theirs, lists[1]),
        ([theirs, third], [lists[1], lists[2]]),
        (References.streams([theirs, lists[2]]), [lists[1], lists[2]]),
        (References.per_segment(in_place), [lists[1], lists[2]]),
        (References.repeat(theirs[:2], 2), first),
        (References.repeat(References.per_segment(per_segment[:2]), 2), [first, second]),
    ]
    for references, same in shapes:
        expected = metric.segment_scores(lists[0], same)
        assert np.array_equal(metric.segment_scores(ours, references), expected)
        assert np.array_equal(metric.segment_scores(lists[0], references), expected)
        assert np.array_equal(metric.segment_scores(ours, same), expected)
        assert metric.corpus_score(ours, references) == metric.corpus_score(lists[0], same)


def test_arrays_without_options_are_rows_of_full_length() -> None:
    rows = BATCH.tolist(), OTHER.tolist()
    expected = BLEU().statistics(*rows)
    for make in (np.array, list, lambda values: values.astype("u2"), OnlyDLPack, OnlyInterface):
        assert np.array_equal(BLEU().statistics(make(BATCH), make(OTHER)), expected)
        assert np.array_equal(BLEU().statistics(rows[0], make(OTHER)), expected)
    both = BLEU().statistics(rows[0], [rows[1], rows[0]])
    assert np.array_equal(BLEU().statistics(BATCH, [OTHER, BATCH]), both)
    assert np.array_equal(BLEU().statistics(BATCH, np.array([OTHER, BATCH])), both)
    assert np.array_equal(BLEU().statistics(BATCH, [list(OTHER), list(BATCH)]), both)
    assert np.array_equal(pairwise(BATCH, list(OTHER)), pairwise(*rows))
    masked = np.ma.array(BATCH, mask=BATCH == 0)
    with pytest.raises(InputError, match="segment 2: the hypothesis, token 4, is of type NoneType"):
        BLEU().statistics(masked, OTHER)


def test_accumulators_and_pairwise_accept_ids() -> None:
    accumulator = BLEU().accumulator()
    accumulator.update(Ids(BATCH), Ids(OTHER))
    assert accumulator.compute() == BLEU().corpus_score(BATCH.tolist(), OTHER.tolist())
    assert accumulator.tokens
    expected = pairwise(BATCH.tolist(), OTHER[:3].tolist())
    assert np.array_equal(pairwise(Ids(BATCH), Ids(OTHER)[:3]), expected)
    assert np.array_equal(pairwise(Ids(BATCH), OTHER[:3].tolist()), expected)
    assert pairwise(Ids(BATCH), Ids(OTHER[:0])).shape == (4, 0)


@pytest.mark.parametrize("metric", [BLEU(), GLEU(), ROUGE()], ids=repr)
def test_rewards_of_groups(metric: Any) -> None:
    completions = np.repeat(BATCH, 8, axis=0)
    completions[::3, 2] = 1
    groups = [i // 8 for i in range(32)]
    expected = Reward(metric=metric)(completions.tolist(), [OTHER[i].tolist() for i in groups])
    ids, prompts = Ids(completions), Ids(OTHER)
    per_call = Reward(metric=metric)
    assert per_call(ids, References.repeat(prompts, 8)) == expected
    assert per_call(completions.tolist(), prompts.repeat(8)) == expected
    assert per_call(completions, np.repeat(OTHER, 8, axis=0)) == expected
    assert per_call(ids, [OTHER[i].tolist() for i in groups]) == expected
    for references in (References.streams([prompts]), {i: prompts[i : i + 1] for i in range(4)}):
        reward = Reward(references, metric)
        assert reward(ids, prompts=groups) == expected
        assert reward(completions.tolist(), prompts=groups) == expected
        assert pickle.loads(pickle.dumps(reward))(ids, prompts=groups) == expected
    single = Reward(prompts, metric)
    assert single(ids) == Reward(OTHER.tolist(), metric)(completions.tolist())
    assert np.array_equal(single.statistics(ids), Reward(OTHER.tolist(), metric).statistics(ids))
    assert per_call(ids[:0], prompts[:0]) == []


def test_wrong_pairs_are_named() -> None:
    ids = Ids(BATCH)
    with pytest.raises(LengthMismatch, match="4 hypotheses and 3 references"):
        BLEU().corpus_score(ids, Ids(OTHER[:3]))
    with pytest.raises(InputError, match="lists of tokens, but references are text"):
        BLEU().corpus_score(ids, ["a"] * 4)
    with pytest.raises(InputError, match="hypotheses are text, but references are token ids"):
        BLEU().corpus_score(["a"] * 4, ids)
    with pytest.raises(InputError, match="segment 1: a token of the reference is of type str"):
        BLEU().corpus_score(ids, [["a"]] * 4)
    with pytest.raises(InputError, match="completion 1 has no reference"):
        Reward(ids[:0])(ids)
    with pytest.raises(ConfigurationError, match="lowercase=True is not supported with token ids"):
        BLEU(lowercase=True).corpus_score(ids, ids)


# Values and memory


def test_ids_are_a_value() -> None:
    ids = Ids(BATCH, pad=0)
    assert repr(ids) == "<Ids: 4 rows, 13 tokens>"
    assert ids == Ids(BATCH.astype("u1"), pad=0)
    assert hash(ids) == hash(Ids(BATCH.astype("u1"), pad=0))
    assert ids != Ids(BATCH)
    assert ids != BATCH.tolist()
    assert (ids[0], ids[-1], list(ids[1:2])) == ([5, 6, 7, 8, 9, 5], [], [[5, 6, 7]])
    assert ids.repeat(2)[1::2] == ids
    with pytest.raises(IndexError):
        ids[4]
    with pytest.raises(AttributeError):
        del ids.rows


def test_rows_keep_the_memory_of_their_array() -> None:
    ids = [
        Ids(np.array(BATCH)),
        Ids(OnlyInterface(np.array(BATCH))),
        Ids(read_only(BATCH)),
        Ids(pa.array(BATCH.tolist())),
        Ids.ragged(np.array(BATCH[0]), [0, 6])[:1],
    ]
    np.array([BATCH] * 1000).sum()
    for rows in ids:
        assert rows.tolist() == BATCH.tolist()[: len(rows)]


def test_libraries_of_arrays_are_not_imported() -> None:
    code = (
        "import array, truebleu; ids = truebleu.Ids.ragged(array.array('q', range(8)), [0, 8]); "
        "assert truebleu.BLEU().corpus_score(ids, ids).value == 100"
    )
    assert not loaded_by(code) & {"numpy", "torch", "jax", "pyarrow"}


def test_an_array_that_changes_during_a_call_gives_some_score() -> None:
    values = np.random.default_rng(1).integers(0, 50, (256, 512))
    ids, stop = Ids(values), threading.Event()

    def write() -> None:
        while not stop.is_set():
            values[:] = np.roll(values, 1, axis=1)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(10):
            scores = BLEU().segment_scores(ids, ids, threads=2)
            assert ((scores >= 0) & (scores <= 100)).all()
    finally:
        stop.set()
        thread.join()


def test_a_call_copies_blocks_of_the_array() -> None:
    code = """
import resource, numpy as np
from truebleu import BLEU, Ids
values = np.random.default_rng(1).integers(0, 30000, (1 << 16, 128), np.int32)
BLEU().segment_scores(Ids(values[:512]), Ids(values[:512]))
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
BLEU().segment_scores(Ids(values), Ids(values[::-1]), threads=2)
print(peak() - before)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 12 << 10  # in KiB; the array has 32 MiB


@pytest.mark.parametrize("times", [-1, 1.5, "2", True])
def test_rows_are_repeated_a_whole_number_of_times(times: Any) -> None:
    with pytest.raises(ConfigurationError, match="times="):
        Ids(BATCH).repeat(times)
    assert len(Ids(BATCH).repeat(0)) == 0


@pytest.mark.parametrize("times", [1 << 50, 1 << 70])
def test_more_rows_than_memory_holds_are_refused(times: int) -> None:
    with pytest.raises(ConfigurationError, match=f"times={times} gives .* rows, more than memory"):
        Ids(BATCH).repeat(times)
    with pytest.raises(ConfigurationError, match=f"times={times} gives .* rows, more than memory"):
        References.repeat(Ids(BATCH), times)
