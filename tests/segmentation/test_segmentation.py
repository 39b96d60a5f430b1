"""`resegment`: comparison with the oracle, laws, settings and errors."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

import truebleu
from tests.oracle import resegmentation as oracle
from truebleu import BLEU, InputError, LengthMismatch, References, resegment
from truebleu.errors import (
    ConfigurationError,
    InvalidUnicode,
    ReferenceShapeError,
    UnknownConvention,
)

WORDS = ["a", "B", "c", "don't", "e.g.", "漢字", "ไทย", "x", "“so”", "Été", "1,5"]
SCRIPTS = {"漢字", "ไทย"}


def some_text(dice: random.Random, most: int) -> str:
    return " ".join(dice.choice(WORDS) for _ in range(dice.randint(0, most)))


@pytest.mark.parametrize("case", [False, True])
@pytest.mark.parametrize("whole_words", [False, True])
def test_texts_are_split_as_by_the_oracle(case: bool, whole_words: bool) -> None:
    dice = random.Random(f"{case} {whole_words}")
    for _ in range(150):
        several = dice.choice([1, 1, 3])
        references = [
            [some_text(dice, 5) for _ in range(dice.randint(1, several))]
            for _ in range(dice.randint(1, 6))
        ]
        text = some_text(dice, 20)
        cut = resegment(
            text, References.per_segment(references), case=case, whole_words=whole_words
        )
        expected = oracle.resegment(text, references, case=case, whole_words=whole_words)
        assert [cut.segments, cut.chosen, cut.errors] == [
            tuple(expected.texts),
            tuple(expected.chosen),
            tuple(expected.errors),
        ], (text, references)
        assert all(
            text[start:end] == segment
            for segment, (_, start, end) in zip(cut.segments, cut.spans, strict=True)
        )


def test_a_known_segmentation_is_restored_without_edits() -> None:
    segments = ["The cat sat.", "", "It rained “all” day,", "and nobody went out."]
    cut = resegment(" ".join(segments), segments)
    assert (cut.segments, cut.distance, cut.rate, cut.empty) == (tuple(segments), 0, 0.0, (1,))
    assert str(cut) == "4 segments, 1 empty, 0 edits, error rate 0%"


def test_symmetric_references_are_not_ambiguous() -> None:
    references = [["a", "b"], ["b", "c"]]
    expected = resegment("a b c", References.per_segment(references))
    assert resegment("a b c", references) == expected


def test_line_breaks_of_the_text_are_ignored() -> None:
    references = ["the cat sat", "it rained", "天気が良い", "and then"]
    expected = resegment("the cat sat it rained 天気が良い and then", references)
    for lines in (
        ["the cat", "sat it", "rained 天気", "が良い and then"],
        ["", "the", "cat sat it rained", "  ", "天気が良い", "and then"],
    ):
        assert resegment(lines, references) == expected


def test_documents_are_split_separately() -> None:
    references = ["a b", "c d", "e f", "g h"]
    texts = ["a b c x d", "e g h"]
    together = resegment(texts, references, ["one", "one", "two", "two"])
    apart = [resegment(texts[0], references[:2]), resegment(texts[1], references[2:])]
    assert together.segments == apart[0].segments + apart[1].segments
    assert together.errors == apart[0].errors + apart[1].errors
    assert [span[0] for span in together.spans] == [0, 0, 1, 1]
    assert [(part.name, part.segments, part.tokens) for part in together.documents] == [
        ("one", 2, 5),
        ("two", 2, 3),
    ]
    by_line = resegment(
        ["e", "g h", "a b c", "x d"],
        references,
        ["one", "one", "two", "two"],
        hypothesis_documents=["two", "two", "one", "one"],
    )
    assert by_line.segments == together.segments


def test_a_document_without_lines_is_empty() -> None:
    cut = resegment(["a"], ["a", "b"], [1, 2], hypothesis_documents=[1])
    assert (cut.segments, cut.empty) == (("a", ""), (1,))
    (warning,) = cut.warnings
    assert warning.startswith("document '2' has 0 tokens for 1 reference token. Text that was left")


def test_more_references_never_raise_the_cost() -> None:
    dice = random.Random(5)
    for _ in range(100):
        first = [some_text(dice, 6) for _ in range(4)]
        more = [[text, *(some_text(dice, 6) for _ in range(dice.randint(0, 2)))] for text in first]
        text = some_text(dice, 20)
        with_one_reference = resegment(text, first, whole_words=False)
        several = resegment(text, References.per_segment(more), whole_words=False)
        assert several.distance <= with_one_reference.distance


def test_an_unreliable_segmentation_causes_a_warning() -> None:
    assert resegment("a b", ["a b"]).warnings == []
    (warning,) = resegment("x y z", ["a b c"]).warnings
    assert warning.startswith(
        "error rate 100% after re-segmenting. Above 60%, boundaries are unreliable"
    )


@pytest.mark.parametrize(
    ("text", "references"),
    [("", ["", ""]), ("", ["a", "b"]), ("a b", ["", ""]), ("", []), (" \t", ["a"]), ("a", ["a"])],
)
def test_texts_without_tokens(text: str, references: list[str]) -> None:
    cut = resegment(text, references)
    assert len(cut.segments) == len(cut.errors) == len(cut.spans) == len(references)
    assert "".join(cut.segments) == ("" if not references else text.strip())
    assert (cut.rate is None) == (not any(references))
    assert cut.to_dict()["rate"] == cut.rate


def test_unusual_tokens_are_text() -> None:
    text = "</s> ### a\x00b </s> \ufeffc"
    assert resegment(text, ["</s> ###", "a\x00b </s>", "\ufeffc"]).segments == (
        "</s> ###",
        "a\x00b </s>",
        "\ufeffc",
    )
    many = resegment("a " * 3000, ["a " * 1000] * 3)
    assert [len(segment) for segment in many.segments] == [1999] * 3


def test_tokenizers_must_keep_the_text() -> None:
    references = ["The cat sat.", "It rained."]
    text = "The cat sat. It rained."
    for tokens in ("13a", "intl", "none", "char", str.split):
        assert resegment(text, references, tokens=tokens).segments == tuple(references)
    label = resegment(text, references, tokens="13a", case=True, whole_words=False).signature
    assert label["reseg"] == "13a-cs-cut"
    with pytest.raises(
        InputError, match="tokenizer '13a' has the token '\"', which the text lacks"
    ):
        resegment("&quot;a", ["a"], tokens="13a")


def test_signatures_have_the_settings() -> None:
    def label(**settings: Any) -> str:
        return resegment("a", ["a"], **settings).signature["reseg"]

    assert label() == "words"
    assert label(case=True) == "words-cs"
    assert label(whole_words=False) == "words-cut"
    assert label(convention="mweralign") == "mweralign"
    assert label(convention="mweralign", tokens="cj", whole_words=False) == "mweralign-cj-cut"


def test_signatures_of_scores_name_the_segmentation() -> None:
    for metric in (BLEU(), truebleu.CHRF(), truebleu.NIST(), truebleu.CER()):
        signed = metric.with_data(reseg="words")
        assert signed != metric
        assert repr(signed) == f"{metric!r}.with_data(reseg='words')"
        assert signed.corpus_score(["a b"], ["a b"]).signature["reseg"] == "words"
        assert "reseg" not in metric.corpus_score(["a b"], ["a b"]).signature
    signatures = [str(metric.signature(1)) for metric in (BLEU(), BLEU().with_data(reseg="words"))]
    assert BLEU.from_signature(signatures[0]) == BLEU.from_signature(signatures[1])


@pytest.mark.parametrize(
    "metric", [BLEU(), truebleu.NIST(), truebleu.ScoreColumn("human", {"a": [1.0, 2.0]})], ids=repr
)
def test_copies_name_the_segmentation(metric: Any) -> None:
    signed = metric.with_data(reseg="cut").with_data(reseg="words")
    for copied in (pickle.loads(pickle.dumps(signed)), copy.deepcopy(signed)):
        assert (copied, hash(copied)) == (signed, hash(signed))
        assert copied.signature(1) == signed.signature(1) != metric.signature(1)


def test_statistics_of_a_segmentation_are_read_without_the_metric() -> None:
    statistics = truebleu.CER().with_data(reseg="words").accumulator()
    statistics.update(["a b"], ["a c"])
    again = truebleu.Accumulator.from_dict(statistics.to_dict())
    assert again == statistics
    assert again.compute().signature["reseg"] == "words"


@pytest.mark.parametrize(
    ("fields", "message"),
    [({"tok": "x"}, "unknown field 'tok'"), ({"reseg": 1}, "reseg=1 is not a text")],
)
def test_fields_about_the_data_are_no_settings(fields: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        BLEU().with_data(**fields)


@pytest.mark.parametrize(
    ("arguments", "settings", "kind", "message"),
    [
        (("a", "b"), {}, InputError, "references is a str, not a list"),
        ((["a", None], ["b"]), {}, InputError, "hypothesis line 2 is None"),
        (("a\ud800", ["b"]), {}, InvalidUnicode, "hypothesis line 1 holds a lone surrogate"),
        (("a", ["b\ud800"]), {}, InvalidUnicode, "segment 1: the reference holds a lone surrogate"),
        (
            ("a b c", [["a", "x"], ["b", "y"], ["c", "z"]]),
            {},
            ReferenceShapeError,
            "got 3 lists, which is ambiguous. Choose one:\n  References.per_segment(references)",
        ),
        (("a b", [["a", "b"]]), {}, ReferenceShapeError, "References.streams(references)"),
        (("a b", [["a", "x"], ["b"]]), {}, ReferenceShapeError, "got 2 lists"),
        (("a b", [["a"], "b"]), {}, ReferenceShapeError, "mixes lists with other elements"),
        ((["a"], ["b", "c"], [1, 2]), {}, LengthMismatch, "got 1 hypothesis line for 2 documents"),
        ((["a"], ["b", "c"], [1]), {}, LengthMismatch, "got 2 segments, but documents has 1 id"),
        (
            (["a", "b"], ["b", "c", "d"], ["x", "y", "x"]),
            {},
            InputError,
            "document 'x' ends at segment 1 and goes on at segment 3",
        ),
        (
            (["a", "b"], ["b", "c"], ["x", "y"]),
            {"hypothesis_documents": ["x", "z"]},
            InputError,
            "line 2 belongs to document 'z', which no segment",
        ),
        (("a", ["b"]), {"hypothesis_documents": ["x"]}, ConfigurationError, "needs documents"),
        (("a", ["b"]), {"convention": "mwer"}, UnknownConvention, "mweralign"),
        (
            ("a", ["b"]),
            {"convention": "mweralign", "tokens": "words"},
            ConfigurationError,
            "is not supported with convention='mweralign'. Use 'none'",
        ),
        (
            ("a", ["b"]),
            {"convention": "mweralign", "case": True},
            ConfigurationError,
            "case=True is not supported with",
        ),
        (("a", ["b"]), {"tokens": "wrods"}, truebleu.UnknownTokenizer, "wrods"),
        (("a", ["b"]), {"case": 1}, ConfigurationError, "case=1 is not a bool"),
    ],
)
def test_wrong_arguments(
    arguments: tuple[Any, ...], settings: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as raised:
        resegment(*arguments, **settings)
    assert message in str(raised.value)
