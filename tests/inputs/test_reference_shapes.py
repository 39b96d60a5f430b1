"""Shapes of nested references, and the errors for ambiguous ones."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebleu import BLEU, InputError, LengthMismatch, References, ReferenceShapeError
from truebleu.inputs.batch import read
from truebleu.inputs.references import streams_of

THREE = ["a b", "c d", "e f"]


def any_reference(row: list[str | None]) -> bool:
    return any(cell is not None for cell in row)


def nrefs(hypotheses: Any, references: Any) -> str:
    return BLEU().corpus_score(hypotheses, references).signature["nrefs"]


@pytest.mark.parametrize(
    ("references", "by_segment"),
    [
        ([["a", "b"], ["c", "d"], ["e", "f"]], True),
        ([["a"], ["c", "d"], ["e", "f", "g", "h"]], True),
        ([["a"], ["c"], ["e"]], True),
        ([["a", "c", "e"], ["b", "d", "f"]], False),
        ([["a", "c", "e"]], False),
        ([["a", "c", "e"]] * 4, False),
        ((("a", "c", None), (None, "d", "f")), False),
        ([["a", None], [None, "d"], ["e"]], True),
    ],
)
def test_lengths_that_leave_one_shape(references: Any, by_segment: bool) -> None:
    assert read(THREE, references).by_segment is by_segment


def test_one_segment_has_one_score_in_both_shapes() -> None:
    assert nrefs(["a"], [["b"]]) == "1"
    assert nrefs(["a"], [["b", "c"]]) == "2"
    assert nrefs(["a"], [["b"], ["c"]]) == "2"


def test_a_symmetric_square_has_one_score_in_both_shapes() -> None:
    score = BLEU().corpus_score(["a b", "c d"], [["a b", "x"], ["x", "c d"]])
    again = BLEU().corpus_score(["a b", "c d"], References.streams([["a b", "x"], ["x", "c d"]]))
    assert score == again


def test_both_shapes_can_be_made_explicit() -> None:
    per_segment = References.per_segment([["a b", "a"], ["c"], ["e", "e f", "f"]])
    streams = References.streams([["a b", "c", "e"], ["a", None, "e f"], [None, None, "f"]])
    assert BLEU().corpus_score(THREE, per_segment) == BLEU().corpus_score(THREE, streams)
    assert nrefs(THREE, streams) == "var"


@given(
    st.integers(1, 6).flatmap(
        lambda streams: st.lists(
            st.lists(st.sampled_from([None, "", "a", "a b", "b a c"]), min_size=streams,
                     max_size=streams).filter(any_reference),
            min_size=1,
            max_size=8,
        )
    )
)  # fmt: skip
def test_any_corpus_has_one_score_in_both_shapes(rows: list[list[str | None]]) -> None:
    hypotheses = (["a b c", "b", "", "c a b a"] * 2)[: len(rows)]
    columns = list(zip(*rows, strict=True))
    per_segment = References.per_segment([[x for x in row if x is not None] for row in rows])
    for references in (References.streams(columns), References.per_segment(rows)):
        score = BLEU().corpus_score(hypotheses, references)
        assert score == BLEU().corpus_score(hypotheses, per_segment)
        counts = {sum(cell is not None for cell in row) for row in rows}
        nrefs = str(counts.pop()) if len(counts) == 1 else "var"
        assert score.signature["nrefs"] == nrefs


def test_missing_references_that_leave_equal_counts() -> None:
    assert nrefs(THREE, References.streams([["a", None, "e"], [None, "d", None]])) == "1"


def test_an_empty_string_is_a_reference() -> None:
    score = BLEU().corpus_score(["a b"], [["a b c d e", ""]])
    assert score.signature["nrefs"] == "2"
    assert score.effective_reference_length == 0


def test_a_square_is_ambiguous_and_the_error_shows_both_calls() -> None:
    with pytest.raises(ReferenceShapeError) as caught:
        BLEU().corpus_score(THREE, [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]])
    assert str(caught.value) == (
        "references: got 3 lists of 3 elements, which is ambiguous for 3 hypotheses. "
        "Choose one:\n"
        "  References.per_segment(references)  references[i] holds the references of segment i: "
        "3 segments with 3 references each\n"
        "  References.streams(references)      references[i] is the i-th reference of every "
        "segment: 3 streams of 3 segments"
    )


def test_a_shape_that_fits_neither_way_is_shown_in_both() -> None:
    with pytest.raises(ReferenceShapeError) as caught:
        BLEU().corpus_score(THREE, [["a", "b", "c"], ["d", "e"]])
    assert str(caught.value) == (
        "references: got 2 lists of different lengths (3, 2). "
        "For 3 hypotheses, pass one of these:\n"
        "  one list per hypothesis: 3 lists (you passed 2)\n"
        "  one list per reference set, with one text per hypothesis: 3 texts per list "
        "(list 2 has 2)"
    )


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ([["a"], "b", ["c"]], "element 2 is of type str"),
        ([["a"], None, ["c"]], "element 2 is None"),
        ([["a"], 5, ["c"]], "element 2 is of type int"),
    ],
)
def test_a_mixture_of_depths_is_refused(references: Any, message: str) -> None:
    with pytest.raises(ReferenceShapeError, match=f"mixes lists with other elements: {message}"):
        BLEU().corpus_score(THREE, references)


@pytest.mark.parametrize(
    ("hypotheses", "references", "counts", "message"),
    [
        (
            THREE,
            ["a", "b"],
            (3, 2, None),
            "got 3 hypotheses and 2 references. Pass one reference per",
        ),
        (
            ["a"],
            ["a", "b"],
            (1, 2, None),
            r'or several references of one segment .* own: \[\["first", "second"\]\]\.',
        ),
        ([], ["a"], (0, 1, None), r"got 0 hypotheses and 1 reference\."),
        (["a"], [], (1, 0, None), r"got 1 hypothesis and 0 references\."),
        (
            THREE,
            References.streams([["a", "b", "c"], ["a", "b"]]),
            (3, 2, 2),
            "got 3 hypotheses and 2 references in stream 2",
        ),
        (
            THREE,
            References.streams([["a", "b"]]),
            (3, 2, None),
            "got 3 hypotheses and 2 references",
        ),
        (
            THREE,
            References.per_segment([["a"], ["b"], ["c"], ["d"]]),
            (3, 4, None),
            "got 3 hypotheses and 4 lists of references",
        ),
        (
            THREE[:2],
            References.per_segment([["a"]]),
            (2, 1, None),
            r"got 2 hypotheses and 1 list of references\. Pass one list of references per hyp",
        ),
        ([["a"], ["b"]], [["a"]], (2, 1, None), r"got 2 hypotheses and 1 reference\."),
    ],
)
def test_different_counts_are_named(
    hypotheses: Any, references: Any, counts: tuple[int, int, int | None], message: str
) -> None:
    for call in (BLEU().corpus_score, BLEU().segment_scores, BLEU().statistics):
        with pytest.raises(LengthMismatch, match=message) as caught:
            call(hypotheses, references)
        error = caught.value
        assert (error.hypotheses, error.references, error.stream) == counts


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        (["a", "b"], "stream 1 is a str, not a list of references. With one reference per"),
        ([["a"], None], "stream 2 is None, not a list of references. Leave the stream out"),
        ([], "needs at least 1 stream, got 0"),
        ("ab", "references is a str, not a list of segments"),
        ({"a": ["b"]}, "references is of type dict, a mapping"),
        ([["a"], {"b"}], "reference stream 2 is a set, which has no order"),
        ([["a"], 5], "stream 2 is 5, not a list of references. With one"),
        (References.streams([["a"]]), "lists is a References object"),
    ],
)
def test_wrong_streams_are_refused(lists: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        References.streams(lists)


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        (["a", "b"], "segment 1 is a str, not a list of references. Put it into a list"),
        ([["a"], None], "segment 2 is None, not a list of references. Pass \\[\\] for none"),
        ([["a"], {"b"}], "references of segment 2 is a set, which has no order"),
    ],
)
def test_wrong_lists_per_segment_are_refused(lists: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        References.per_segment(lists)


def test_references_are_values() -> None:
    lists: list[list[str | None]] = [["a", "b"], ["c", None]]
    references = References.streams(lists)
    lists[0][0] = "changed"
    assert references.lists == (("a", "b"), ("c", None))
    assert references == References.streams((("a", "b"), ("c", None)))
    assert hash(references) == hash(References.streams([["a", "b"], ["c", None]]))
    assert references != References.per_segment(references.lists)
    for value in (references, References.per_segment([["a"], []])):
        assert pickle.loads(pickle.dumps(value)) == value
    with pytest.raises(AttributeError, match="cannot assign to field 'lists'"):
        references.lists = ()  # type: ignore[misc]


def test_lists_per_segment_become_streams() -> None:
    assert streams_of([["a", "b"], ["c"], []]) == [["a", "c", None], ["b", None, None]]
    assert streams_of([]) == [[]]


def test_the_repr_shows_the_shape() -> None:
    assert repr(References.streams([["a", "b"]])) == "<References: 1 stream of 2 segments>"
    assert repr(References.streams([["a"]])) == "<References: 1 stream of 1 segment>"
    assert repr(References.streams([["a"], []])) == "<References: 2 streams of 0 or 1 segments>"
    assert repr(References.per_segment([["a"]])) == "<References per segment: 1 segment>"


def test_tokens_and_text_are_not_mixed() -> None:
    with pytest.raises(InputError, match="hypotheses are lists of tokens, but references are text"):
        BLEU().corpus_score([["a", "b"]], ["a b"])
    with pytest.raises(InputError, match="reference 1 is a list, not text"):
        BLEU().corpus_score(["a b", "c"], References.per_segment([[["a", "b"]], [["c"]]]))
    for references in (References.streams([["a b"]]), References.per_segment([["a b"]])):
        with pytest.raises(
            InputError, match="hypotheses are lists of tokens, but references are t"
        ):
            BLEU().corpus_score([["a", "b"]], references)
    with pytest.raises(InputError, match="reference 2 is text among lists of tokens"):
        BLEU().corpus_score([["a"]], References.per_segment([[["a"], "a b"]]))


def test_the_message_lists_six_of_seven_lengths() -> None:
    for number, lengths in ((6, "1, 2, 1, 2, 1, 2"), (7, r"1, 2, 1, 2, 1, 2, \.\.\.")):
        message = rf"{number} lists of different lengths \({lengths}\)"
        with pytest.raises(ReferenceShapeError, match=message):
            BLEU().corpus_score(THREE, ([["a"], ["a", "b"]] * 4)[:number])
    with pytest.raises(ReferenceShapeError, match=r"1 list of 2 elements\. For 3 hypotheses, pass"):
        BLEU().corpus_score(THREE, [["a", "b"]])


@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [(THREE, ["a", "b"]), (["a"], []), (["a"], References.per_segment([["a"], ["b"]]))],
)
def test_advice_about_several_references_is_for_one_hypothesis_only(
    hypotheses: Any, references: Any
) -> None:
    with pytest.raises(LengthMismatch) as caught:
        BLEU().corpus_score(hypotheses, references)
    assert "several references" not in str(caught.value)


def test_references_of_several_segments_are_refused_for_a_sentence() -> None:
    with pytest.raises(LengthMismatch, match="but a sentence is one segment") as caught:
        BLEU().sentence_score("a", References.per_segment([["a"], ["b"]]))
    error = caught.value
    assert (error.hypotheses, error.references) == (1, 2)


def test_lists_of_tokens_may_be_arrays_at_every_level() -> None:
    tokens = [["a", "b", "c", "d"], ["e", "f", "g", "h"]]
    expected = BLEU().corpus_score(tokens, References.per_segment([[each] for each in tokens]))
    arrays = [np.array(each) for each in tokens]
    for references in (
        arrays,
        [arrays],
        [[arrays[0]], [arrays[1]]],
        [np.array([arrays[0]]), np.array([arrays[1]])],
        References.streams([arrays]),
        References.per_segment([[None, arrays[0]], [arrays[1]]]),
    ):
        assert BLEU().corpus_score(arrays, references) == expected
    assert BLEU().sentence_score(arrays[0], [arrays[0]]).value == pytest.approx(100)
    with pytest.raises(InputError, match="reference 2 is a set, which has no order"):
        BLEU().sentence_score(["a"], [["a"], {"b"}])
    with pytest.raises(InputError, match=r"^references: list 2 is a set, which has no order"):
        BLEU().corpus_score([["a"], ["b"]], [["a"], {"b"}])


def test_a_missing_list_among_lists_of_tokens_is_named() -> None:
    tokens = [["a"], ["b"]]
    for references, position in (([[["a"]], None], 2), ([None, [["b"]]], 1)):
        with pytest.raises(
            ReferenceShapeError, match=f"with other elements: element {position} is N"
        ):
            read(tokens, references)
    assert read(tokens, [None, ["b"]]).references == ([None, ["b"]],)  # a missing reference
    with pytest.raises(InputError, match=r"^reference 1 is a set, which has no order"):
        read(tokens, [[{"a"}], [["b"]]])
    with pytest.raises(InputError, match=r"^hypotheses: segment 2 is a set, which has no order"):
        read([["a"], {"b"}], tokens)
    with pytest.raises(InputError, match=r"^references: list 2 is a set, which has no order"):
        read(["a", "b"], [["a"], {"b"}])


def test_advice_can_be_copied() -> None:
    with pytest.raises(InputError, match=r"text\.split\(\) for tokens\.$"):
        read([["a b"]], [["a b"]])
    with pytest.raises(InputError, match=r"hypotheses\.tolist\(\) for tokens\.$"):
        read(np.array([["a"], ["b"]]), ["a", "b"])
    with pytest.raises(ReferenceShapeError, match=r"For 1 hypothesis, pass one of these:\n"):
        read(["a"], [["a", "b"], ["c"]])


def test_references_of_a_segment_leave_out_missing_ones() -> None:
    streams = read(["a", "b"], References.streams([["c", None], ["d", "e"]]))
    lists = read(["a", "b"], References.per_segment([["c", "d"], [None, "e"]]))
    for batch in (streams, lists):
        assert [batch.references_of(place) for place in (0, 1)] == [["c", "d"], ["e"]]


def test_blocks_of_a_corpus_keep_its_shape() -> None:
    for references, flat in ((THREE, True), ([[text] for text in THREE], False)):
        blocks = [*read(THREE, references).blocks(2)]
        assert [(block.hypotheses, block.flat, block.tokens) for block in blocks] == [
            (THREE[:2], flat, False),
            (THREE[2:], flat, False),
        ]
        assert [block.references_of(0) for block in blocks] == [[THREE[0]], [THREE[2]]]
