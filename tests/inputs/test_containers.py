"""Accepted containers of hypotheses and references."""

from __future__ import annotations

from collections import OrderedDict, UserList, deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tests.requirements import optional_module, require_module
from truebleu import BLEU, NIST, ROUGE, BLEUScore, InputError, References, sentence_bleu
from truebleu.inputs.systems import document_numbers

pd = optional_module("pandas")
pl = optional_module("polars")

HYPOTHESES = ["the cat sat on the mat", "it rained all day long", "ça va très bien ici"]
REFERENCES = ["the cat sat on a mat", "it rained all day", "ça va bien ici"]
SECOND = ["a cat sat on the mat", "rain fell all day", "tout va très bien ici"]


class OnlyGetItem:
    """Sequence with `__getitem__` only, which was Python's first protocol of iteration."""

    def __init__(self, items: list[str]) -> None:
        self.items = items

    def __getitem__(self, place: int) -> str:
        return self.items[place]


def generator(items: list[str]) -> Iterator[str]:
    yield from items


KINDS: dict[str, Callable[[list[str]], Any]] = {
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "generator": generator,
    "map": lambda items: map(str, items),
    "deque": deque,
    "UserList": UserList,
    "values of a dict": lambda items: dict(enumerate(items)).values(),
    "sequence by __getitem__": OnlyGetItem,
    "numpy str": np.array,
    "numpy object": lambda items: np.array(items, dtype=object),
    "numpy strided": lambda items: np.array([x for item in items for x in (item, "")])[::2],
    "pandas Series": pd.Series,
    "pandas Series with odd index": lambda items: pd.Series(items, index=[7, 5, 3]),
    "pandas Index": pd.Index,
    "pandas string column": lambda items: pd.Series(items, dtype="string"),
    "pandas Arrow column": lambda items: pd.Series(items, dtype=pd.ArrowDtype(pa.string())),
    "polars Series": pl.Series,
    "Arrow array": pa.array,
    "Arrow chunked array": lambda items: pa.chunked_array([items[:1], items[1:]]),
}


@pytest.fixture(scope="module")
def expected() -> BLEUScore:
    return BLEU().corpus_score(HYPOTHESES, REFERENCES)


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
def test_every_ordered_collection_is_accepted(
    make: Callable[[list[str]], Any], expected: BLEUScore
) -> None:
    assert BLEU().corpus_score(make(HYPOTHESES), make(REFERENCES)) == expected
    assert BLEU().corpus_score(HYPOTHESES, make(REFERENCES)) == expected


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
def test_every_collection_is_accepted_as_a_stream(make: Callable[[list[str]], Any]) -> None:
    streams = References.streams([make(REFERENCES), make(SECOND)])
    expected_result = BLEU().corpus_score(HYPOTHESES, References.streams([REFERENCES, SECOND]))
    assert BLEU().corpus_score(HYPOTHESES, streams) == expected_result
    assert BLEU().corpus_score(HYPOTHESES, streams) == expected_result  # an iterator is not used up
    assert BLEU().corpus_score(HYPOTHESES, [make(REFERENCES), make(SECOND)]) == expected_result
    assert (
        BLEU().corpus_score(HYPOTHESES, (make(x) for x in (REFERENCES, SECOND))) == expected_result
    )


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
def test_every_collection_is_accepted_as_a_sentences_references(
    make: Callable[[list[str]], Any],
) -> None:
    wanted = BLEU().sentence_score(HYPOTHESES[0], REFERENCES)
    assert BLEU().sentence_score(HYPOTHESES[0], make(REFERENCES)) == wanted


def test_columns_of_lists_are_references_per_segment() -> None:
    lists = [list(pair) for pair in zip(REFERENCES, SECOND, strict=True)]
    expected_result = BLEU().corpus_score(HYPOTHESES, References.per_segment(lists))
    for column in (
        pd.Series(lists),
        pl.Series(lists),
        pa.array(lists),
        np.array(lists),
        np.array(lists, dtype=object),
        pd.Series([np.array(pair) for pair in lists]),
        (pair for pair in lists),
    ):
        assert BLEU().corpus_score(HYPOTHESES, column) == expected_result


def test_a_column_with_as_many_references_as_segments_is_not_ambiguous() -> None:
    lists = [["the cat", "a cat"], ["the dog", "a dog"]]
    expected_result = BLEU().corpus_score(["the cat", "a dog"], References.per_segment(lists))
    assert BLEU().corpus_score(["the cat", "a dog"], pa.array(lists)) == expected_result


def test_a_subclass_of_str_is_text() -> None:
    wanted = BLEU().corpus_score(HYPOTHESES, REFERENCES)
    assert BLEU().corpus_score([np.str_(text) for text in HYPOTHESES], REFERENCES) == wanted
    assert BLEU().sentence_score(np.str_("a b"), np.str_("a b")).value == 100


TOKENS = [text.split() for text in HYPOTHESES]
TOKEN_REFERENCES = [text.split() for text in REFERENCES]
TOKEN_SECOND = [text.split() for text in SECOND]


def ids(segments: list[list[str]]) -> list[list[int]]:
    """Return the segments with an integer for each token, some large or negative."""
    table: dict[str, int] = {}
    for segment in [*TOKENS, *TOKEN_REFERENCES, *TOKEN_SECOND]:
        for token in segment:
            table.setdefault(token, (-1) ** len(table) * (len(table) + 2**62))
    return [[table[token] for token in segment] for segment in segments]


def test_lists_of_tokens_are_not_tokenized() -> None:
    expected_result = BLEU(tokenizer="none").corpus_score(HYPOTHESES, REFERENCES)
    assert BLEU().corpus_score(TOKENS, TOKEN_REFERENCES) == expected_result
    assert BLEU().corpus_score(ids(TOKENS), ids(TOKEN_REFERENCES)) == expected_result
    assert BLEU(tokenizer=str.split).corpus_score(TOKENS, TOKEN_REFERENCES) == expected_result
    perfect = BLEU().corpus_score([["a b", ",c", "", "d."]], [["a b", ",c", "", "d."]])
    assert perfect.totals == (4, 3, 2, 1)
    assert perfect.value == 100


@pytest.mark.parametrize("number", [False, True], ids=["str", "int"])
def test_tokens_have_references_in_every_shape(number: bool) -> None:
    change: Callable[[Any], Any] = ids if number else list
    hypotheses, first, second = map(change, (TOKENS, TOKEN_REFERENCES, TOKEN_SECOND))
    per_segment = [list(pair) for pair in zip(first, second, strict=True)]
    streams = References.streams([REFERENCES, SECOND])
    expected_result = BLEU(tokenizer="none").corpus_score(HYPOTHESES, streams)
    for references in (
        References.streams([first, second]),
        References.per_segment(per_segment),
        [first, second],
        per_segment,
        tuple(map(tuple, per_segment)),
    ):
        assert BLEU().corpus_score(hypotheses, references) == expected_result


def test_arrays_of_ids_are_tokens() -> None:
    hypotheses = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])
    references = np.array([[1, 2, 3, 9], [5, 6, 7, 8]])
    expected_result = BLEU().corpus_score(hypotheses.tolist(), references.tolist())
    assert BLEU().corpus_score(hypotheses, references) == expected_result
    assert BLEU().corpus_score(list(hypotheses), list(references)) == expected_result
    assert BLEU().corpus_score(pl.Series(hypotheses.tolist()), list(references)) == expected_result
    per_segment = [[row, row] for row in references]
    assert BLEU().corpus_score(list(hypotheses), References.per_segment(per_segment)).value == (
        expected_result.value
    )


def test_empty_token_lists_are_empty_segments() -> None:
    score = BLEU().corpus_score([[], ["a"]], [["b"], []])
    assert (score.hypothesis_length, score.effective_reference_length) == (1, 1)
    assert BLEU().corpus_score([[]], [[]]).value == 0
    assert BLEU().corpus_score([[]], [[1, 2]]).effective_reference_length == 2


def test_lowercase_applies_to_tokens_of_text() -> None:
    metric = BLEU(lowercase=True)
    assert metric.corpus_score([["A", "B", "C", "D"]], [["a", "b", "c", "d"]]).value == 100
    assert metric.sentence_score(["A"], ["a"]).value == 100
    assert metric.sentence_score(["A"], ["a"]).signature["case"] == "lc"
    missing = References.streams([[["A"], ["b"]], [None, ["B"]]])
    assert metric.corpus_score([["a"], ["b"]], missing).signature["nrefs"] == "var"
    with pytest.raises(ValueError, match="lowercase=True is not supported with token ids"):
        metric.corpus_score([[1, 2]], [[1, 2]])
    with pytest.raises(ValueError, match="lowercase=True is not supported with token ids"):
        metric.sentence_score([1, 2], [1, 2])


def test_a_sentence_of_tokens() -> None:
    expected_result = BLEU(tokenizer="none").sentence_score("a b c", ["a b", "a b c d"])
    for hypothesis, references in [
        (["a", "b", "c"], [["a", "b"], ["a", "b", "c", "d"]]),
        (("a", "b", "c"), (("a", "b"), ("a", "b", "c", "d"))),
        ([1, 2, 3], [[1, 2], [1, 2, 3, 4]]),
        (np.array([1, 2, 3]), [np.array([1, 2]), np.array([1, 2, 3, 4])]),
        (iter("abc"), iter([["a", "b"], ["a", "b", "c", "d"]])),
    ]:
        assert BLEU().sentence_score(hypothesis, references) == expected_result
    sentence = BLEU().sentence_score(["a", "b"], ["a", "b"])
    assert sentence.value == 100
    assert sentence.signature["nrefs"] == "1"
    assert BLEU().sentence_score([], ["a"]).value == 0
    assert BLEU().sentence_score([], [[], [1, 2]]).effective_reference_length == 0
    assert BLEU().sentence_score([], [[1, 2]]).effective_reference_length == 2
    with pytest.raises(InputError, match="hypotheses are lists of tokens, but references are text"):
        BLEU().sentence_score(["a"], "a")
    with pytest.raises(
        InputError, match=r"references is empty. Pass \[\[\]\] for one empty reference"
    ):
        BLEU().sentence_score(["a"], [])


def test_a_sentence_with_references_of_explicit_shape() -> None:
    expected_result = BLEU().sentence_score("a b", ["a", "b"])
    assert BLEU().sentence_score("a b", References.per_segment([["a", "b"]])) == expected_result
    assert BLEU().sentence_score("a b", References.streams([["a"], ["b"]])) == expected_result
    assert (
        BLEU().sentence_score("a b", References.streams([["a"], [None], ["b"]])) == expected_result
    )
    with pytest.raises(InputError, match="but a sentence is one segment"):
        BLEU().sentence_score("a b", References.per_segment([["a"], ["b"]]))
    with pytest.raises(InputError, match="references is empty"):
        BLEU().sentence_score("a b", References.streams([[None]]))


TABLE = r"hypotheses is a table. Pass one of its columns, for example table\['text'\]"


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        (
            "a hypothesis",
            (
                r"hypotheses is a str, not a list of segments\. For one segment use "
                r'corpus_score\(\["a hypothesis"\], \["its reference"\]\) or '
                r'sentence_score\("a hypothesis", "its reference"\)\.'
            ),
        ),
        (b"bytes", r'hypotheses is bytes, not text. Decode it .* data\.decode\("utf-8"\)'),
        (bytearray(b"x"), "hypotheses is bytearray, not text"),
        ({"a", "b"}, "hypotheses is a set, which has no order. Pass a list"),
        (frozenset("ab"), "hypotheses is a set, which has no order"),
        ({"a": "b"}, r"hypotheses is of type dict, a mapping. .* list\(data\.values\(\)\)"),
        (OrderedDict(a="b"), "hypotheses is of type OrderedDict, a mapping"),
        *([(pd.DataFrame({"text": ["a"]}), TABLE)] if pd else []),
        *([(pl.DataFrame({"text": ["a"]}), TABLE)] if pl else []),
        (pa.table({"text": ["a"]}), r"hypotheses is a table. .* table\['text'\]"),
        (5, "hypotheses is of type int, not a list. Pass a list, tuple, array, column or iterator"),
        (None, "hypotheses is None, not a list"),
        (np.array("text"), "hypotheses is of type ndarray, not a list"),
        (list, "hypotheses is of type type, not a list"),
    ],
)
def test_wrong_containers_are_refused(value: Any, advice: str) -> None:
    for call in (BLEU().corpus_score, BLEU().segment_scores, BLEU().statistics):
        with pytest.raises(InputError, match=advice):
            call(value, ["a"])
        with pytest.raises(InputError, match=advice.replace("hypotheses is", "references is", 1)):
            call(["a"], value)


def test_a_column_of_a_table_as_an_array_is_refused_as_hypotheses() -> None:
    column = pd.DataFrame({"text": HYPOTHESES})[["text"]].to_numpy()
    with pytest.raises(InputError, match=r"an array of shape \(3, 1\), .* hypotheses\[:, 0\]"):
        BLEU().corpus_score(column, REFERENCES)
    assert BLEU().corpus_score(np.array([[1], [2]]), np.array([[1], [3]])).matches[0] == 1
    expected_result = BLEU().corpus_score(HYPOTHESES, REFERENCES)
    assert (
        BLEU().corpus_score(HYPOTHESES, np.array([[text] for text in REFERENCES]))
        == expected_result
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda: BLEU().sentence_score(["The cat sat ."], ["The cat sat."]),
        lambda: BLEU().corpus_score([["The cat sat"], ["it rained"]], [["The cat"], ["it is"]]),
        lambda: BLEU().corpus_score([HYPOTHESES] * 3, [HYPOTHESES] * 3),
        lambda: BLEU().corpus_score(TOKENS, [[text] for text in HYPOTHESES]),
        lambda: BLEU().corpus_score(TOKENS, [HYPOTHESES] * 3),
        lambda: BLEU().corpus_score(TOKENS, References.streams([[[text] for text in HYPOTHESES]])),
        lambda: ROUGE().sentence_score(HYPOTHESES, HYPOTHESES),
        lambda: NIST().sentence_score(TOKENS[0], HYPOTHESES),
        lambda: sentence_bleu(TOKENS[0], [HYPOTHESES, []]),
    ],
)
def test_a_list_of_sentences_is_no_list_of_tokens(call: Callable[[], object]) -> None:
    where = "(the hypothesis|hypotheses|references)"
    with pytest.raises(InputError, match=rf"^{where}: every token contains spaces, such as '.he"):
        call()


def test_the_error_names_the_argument_of_a_sentence() -> None:
    hint = r"text\.split\(\) for tokens\. For several segments, use corpus_score\(\) or"
    with pytest.raises(InputError, match=rf"^the hypothesis: every token .*{hint}"):
        BLEU().sentence_score(["the cat sat"], [["the", "cat"]])
    with pytest.raises(InputError, match=rf"^references: every token .*{hint}"):
        BLEU().sentence_score(["the", "cat"], [["the cat sat"]])


def test_a_token_may_contain_a_space() -> None:
    hypotheses, references = [["New York"], ["in", "New York"]], [["New York"], ["to", "New York"]]
    assert BLEU(max_ngram_order=1).corpus_score(hypotheses, references).matches == (2,)


def test_a_table_of_references_may_have_several_columns() -> None:
    table = pd.DataFrame({"a": ["x"], "b": ["y"], "c": ["z"]})
    some = r"or several: References.streams\(\[table\['a'\], table\['b'\], "
    with pytest.raises(InputError, match=some):
        BLEU().corpus_score(["x"], table)
    with pytest.raises(InputError) as raised:
        BLEU().corpus_score(["x"], table[["a"]])
    assert "several" not in str(raised.value)
    with pytest.raises(InputError) as raised:
        BLEU().corpus_score(table, ["x"])
    assert "several" not in str(raised.value)


def test_the_error_of_a_generator_is_raised() -> None:
    def hypotheses() -> Iterator[str]:
        yield "a"
        raise TypeError("from the generator")

    with pytest.raises(TypeError, match="from the generator"):
        BLEU().corpus_score(hypotheses(), ["a"])


@pytest.mark.parametrize("name", ["NA", "NaT"])
def test_a_missing_value_of_pandas_is_no_document_name(name: str) -> None:
    require_module("pandas")
    with pytest.raises(InputError, match="the document name of segment 2 is"):
        document_numbers(["a", getattr(pd, name)], 2)


@pytest.mark.parametrize("missing", [None, float("nan"), ""])
def test_a_missing_document_name_is_refused(missing: Any) -> None:
    with pytest.raises(InputError, match="the document name of segment 2 is"):
        document_numbers(["a", missing], 2)
