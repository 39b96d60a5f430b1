"""NIST: recorded scores of mteval, the definition, and errors."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.cli.command import truebleu
from tests.generators.markup import sgml, xml
from tests.generators.plain import news
from tests.in_one_test import in_one_test
from tests.oracle import nist as oracle
from truebleu import BLEU, NIST, Evaluation, References
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch
from truebleu.inputs import batch as inputs
from truebleu.io.markup import align, read_markup
from truebleu.metrics.nist import NISTCounter, nist_of

# Perl adds in the order of its hashes, which differs between runs.
TOLERANCE = 1e-12


class Recorded(NamedTuple):
    """Scores that mteval gave for a corpus."""

    version: str
    options: str
    case: str
    scores: dict[str, Any]

    @property
    def settings(self) -> dict[str, Any]:
        international = "--international-tokenization" in self.options
        settings: dict[str, Any] = {"convention": f"mteval-{self.version}"}
        if international:
            settings["tokenizer"] = f"mteval-intl{'-13a' if self.version == 'v13a' else ''}"
            settings["lowercase"] = True
        if "-c" in self.options.partition(")")[0].split():
            settings["lowercase"] = False
        if "--no-smoothing" in self.options:
            settings["smoothing"] = "none"
        if "shortest" in self.options:
            settings["reference_length"] = "shortest"
        return settings


def recorded() -> Iterator[Recorded]:
    for version in ("v13a", "v14", "v14c"):
        for name, cases in read(f"golden/tools/mteval-{version}").items():
            options = name.partition("(")[2]
            if not options:
                continue  # tokens
            for case, result in cases.items():
                if "NIST" in result["corpus"]:
                    yield Recorded(version, options, case, result["corpus"])


ALL = list(recorded())
INPUTS = read("golden/inputs")


def name_of(case: Recorded) -> str:
    return f"{case.version}({case.options} {case.case}"


def near(actual: float, expected: float) -> bool:
    return math.isclose(actual, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def all_near(actual: list[float], expected: list[float]) -> bool:
    return len(actual) == len(expected) and all(map(near, actual, expected))


def files(case: Recorded, folder: Path) -> tuple[str, str]:
    """Write the corpus as mteval read it: XML, or SGML with unescaped text."""
    write, suffix = (sgml, "sgm") if "[sgm]" in case.options else (xml, "xml")
    texts = INPUTS[case.case]
    keys = [("doc1", str(number)) for number in range(1, len(texts["hypotheses"]) + 1)]
    streams = enumerate(zip(*texts["references"], strict=True), 1)
    references = {f"ref{n}": dict(zip(keys, stream, strict=True)) for n, stream in streams}
    hypotheses = {"sys1": dict(zip(keys, texts["hypotheses"], strict=True))}
    names = str(folder / f"sys.{suffix}"), str(folder / f"ref.{suffix}")
    Path(names[0]).write_text(write("system", hypotheses), encoding="utf-8")
    Path(names[1]).write_text(write("reference", references), encoding="utf-8")
    return names


@in_one_test("case", ALL, ids=name_of)
def test_recorded_scores_through_files(case: Recorded, tmp_path: Path) -> None:
    """NIST and BLEU of the system, its documents and its segments."""
    system_file, reference_file = files(case, tmp_path)
    system = read_markup(system_file).of("system")["sys1"]
    streams = list(read_markup(reference_file).of("reference").values())
    references = References.streams([align(each, system) for each in streams])
    bleu = BLEU(**case.settings)
    nist = nist_of(bleu)
    assert nist is not None
    assert bleu.corpus_score(system.texts, references).value == case.scores["BLEU"]
    assert bleu.segment_scores(system.texts, references).tolist() == case.scores["BLEU_seg"]
    assert near(nist.corpus_score(system.texts, references).value, case.scores["NIST"])
    rows = nist.statistics(system.texts, references)
    assert near(nist.score(rows).value, case.scores["NIST_doc"][0])
    scores = nist.segment_scores(system.texts, references).tolist()
    assert all_near(scores, case.scores["NIST_seg"])


@pytest.mark.parametrize("case", ["mixed", "short"])
def test_score_prints_nist_and_bleu(case: str, tmp_path: Path) -> None:
    chosen = next(each for each in ALL if each.case == case and "default" in each.options)
    arguments = ("--reference-column", "*", "--convention", "mteval-v13a", "-q")
    system, reference = files(chosen, tmp_path)
    command = ("score", system, "-r", reference, *arguments)
    bleu, nist = json.loads(truebleu(*command, "--per-segment", "-f", "json").out)
    assert (bleu["metric"], nist["metric"], nist["system"]) == ("BLEU", "NIST", "sys1")
    assert bleu["value"] == chosen.scores["BLEU"]
    assert near(nist["value"], chosen.scores["NIST"])
    assert all_near(nist["segment_scores"], chosen.scores["NIST_seg"])
    printed = f"{chosen.scores['BLEU']:.4f}\t{chosen.scores['NIST']:.4f}\n"
    assert truebleu(*command, "--score-only").out == printed
    # Lines of text and a tokenizer in Python give the same scores.
    for number, stream in enumerate(zip(*INPUTS[case]["references"], strict=True)):
        (tmp_path / f"r{number}").write_text("".join(f"{line}\n" for line in stream))
    lines = "".join(f"{line}\n" for line in INPUTS[case]["hypotheses"])
    (tmp_path / "sys1").write_text(lines)
    streams = [word for path in sorted(tmp_path.glob("r?")) for word in ("-r", str(path))]
    ran = truebleu("score", tmp_path / "sys1", *streams, *arguments[2:], "-f", "json")
    assert json.loads(ran.out)[1]["information"] == nist["information"]


def test_only_mtevals_conventions_have_nist() -> None:
    assert nist_of(BLEU()) is None
    assert nist_of(BLEU(convention="nltk")) is None
    assert nist_of(BLEU(convention="mteval-v12")) == NIST(tokenizer="mteval-intl", lowercase=True)


def in_units_of_one(nist: NIST, row: list[int]) -> list[float]:
    """Return a row of statistics in bits and tokens, with the parts of a number added."""
    values: dict[str, float] = {}
    for column, count in zip(nist.layout, row, strict=True):
        name = column.name.removesuffix("_rest")
        values[name] = values.get(name, 0) + count / column.parts
    return list(values.values())


WORDS = st.lists(st.sampled_from(["a", "b", "c", "0", "00", "longer-than-8", "日本"]), max_size=9)
FILLED = st.lists(st.sampled_from(["a", "b", "0", "longer-than-8"]), min_size=1, max_size=9)
CORPUS = st.lists(
    st.tuples(WORDS, st.lists(FILLED, min_size=1, max_size=3)), min_size=1, max_size=8
)


@given(CORPUS)
def test_scores_follow_the_definition(corpus: list[oracle.Segment]) -> None:
    nist = NIST(tokenizer="none", lowercase=False)
    hypotheses = [words for words, _ in corpus]
    references = References.per_segment([list(each) for _, each in corpus])
    expected = oracle.rows(corpus)
    rows = nist.statistics(hypotheses, references)
    for result, row in zip(rows.tolist(), expected, strict=True):
        assert all_near(in_units_of_one(nist, result), row)
    summed = [sum(column) for column in zip(*expected, strict=True)]
    assert near(nist.corpus_score(hypotheses, references).value, oracle.score(summed))
    scores = nist.segment_scores(hypotheses, references).tolist()
    assert all_near(scores, [oracle.score(row) for row in expected])
    # Texts and token ids give the rows of the tokens.
    texts = [" ".join(words) for words in hypotheses]
    joined = References.per_segment([[" ".join(each) for each in all_] for _, all_ in corpus])
    assert nist.statistics(texts, joined).tolist() == rows.tolist()


@given(CORPUS, st.randoms())
def test_order_and_copies_do_not_change_the_score(
    corpus: list[oracle.Segment], random: Any
) -> None:
    """Copies are of all segments or of all references. A score is never negative."""
    nist = NIST(tokenizer="none", lowercase=False)

    def value(segments: list[oracle.Segment]) -> float:
        references = References.per_segment([list(each) for _, each in segments])
        return nist.corpus_score([words for words, _ in segments], references).value

    shuffled = list(corpus)
    random.shuffle(shuffled)
    assert near(value(shuffled), value(corpus))
    assert value(corpus) >= 0
    assert near(value([*corpus, *corpus]), value(corpus))
    doubled = [(words, [*references, *references]) for words, references in corpus]
    assert near(value(doubled), value(corpus))


def test_a_first_word_of_0_loses_its_prefix() -> None:
    """In Perl the prefix "0" is false; the expected scores are those that mteval prints."""
    nist = NIST(tokenizer="none", lowercase=False)
    assert nist.corpus_score(["0 1 2 3 4"], ["0 1 2 3 4"]).value == pytest.approx(
        math.log2(5) + math.log2(5) / 4
    )
    assert nist.corpus_score(["5 1 2 3 4"], ["5 1 2 3 4"]).value == pytest.approx(math.log2(5))


def test_a_reference_without_words() -> None:
    """For it, mteval divides by zero; truebleu applies no brevity penalty."""
    assert NIST().corpus_score(["a", ""], ["", ""]).value == 0
    assert NIST().segment_scores(["a", "a b"], ["", "a b"]).tolist() == [0, 1]


def test_metrics_and_scores_are_values() -> None:
    nist = NIST(tokenizer="13a", lowercase=True, max_ngram_order=3)
    assert pickle.loads(pickle.dumps(nist)) == nist
    assert hash(nist) == hash(NIST(tokenizer="13a", lowercase=True, max_ngram_order=3))
    assert nist != NIST()
    assert eval(repr(NIST(lowercase=False))) == NIST(lowercase=False)
    score = nist.corpus_score(["A b, c."], ["a b c."])
    assert NIST.from_signature(score.signature) == nist
    assert float(str(score).split()[-1]) == round(score.value, 4)
    assert json.loads(json.dumps(score.to_dict()))["totals"] == [5, 4, 3]
    assert nist.layout.names[-2:] == ("reference_length", "reference_length_rest")
    assert nist.sentence_score("a b", ["a b", "b"]).value == pytest.approx(
        nist.segment_scores(["a b"], [["a b"], ["b"]])[0]
    )


def test_the_command_line_scores_nist(tmp_path: Path) -> None:
    hypotheses, references = ["The cat sat.", "It rained."], ["A cat sat.", "It was a cat."]
    for name, lines in (("sys", hypotheses), ("ref", references)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    files = ("sys", "-r", "ref")
    ran = truebleu("score", *files, "-m", "nist", "bleu", "-q", "-f", "json", cwd=tmp_path)
    nist, bleu = json.loads(ran.out)
    expected = NIST().corpus_score(hypotheses, references)
    assert (nist["value"], bleu["metric"]) == (expected.value, "BLEU")
    options = ("--signature", nist["signature"], "-q", "-b")
    assert float(truebleu("score", *files, *options, cwd=tmp_path).out) == round(expected.value, 4)
    unigrams = truebleu("score", *files, "-m", "nist", "--max-ngram-order", "1", "-b", cwd=tmp_path)
    value = NIST(max_ngram_order=1).corpus_score(hypotheses, references).value
    assert float(unigrams.out) == round(value, 4) < round(expected.value, 4)
    for command in ("explain", "statistics"):
        refused = truebleu(command, *files, "-m", "nist", "-o", "out", cwd=tmp_path)
        assert refused.code == 2
        assert "NIST is not supported by this command" in refused.err
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("seed", range(4))
def test_all_interfaces_give_exactly_equal_scores(seed: int) -> None:
    corpus = news(seed, 40)
    hypotheses, nist = corpus.hypotheses, NIST()
    references = References.per_segment(corpus.references)
    value = nist.corpus_score(hypotheses, references).value
    rows = nist.statistics(hypotheses, references)
    assert nist.score(rows).value == nist.score(rows[::-1]).value == value
    evaluated = Evaluation([nist]).run({"a": hypotheses, "b": hypotheses[::-1]}, references)
    assert evaluated.metrics[0].scores[0].value == value
    assert evaluated.compare(trials=20, resamples=20)[0].systems[0].score.value == value


def test_parts_of_a_corpus_need_its_weights() -> None:
    hypotheses = ["a b", "b c d", "e", "a"]
    references = [["a b", "b"], ["c d"], ["e f"], ["a", "b c"]]
    counter = NISTCounter(nist := NIST())
    for part in (slice(0, 1), slice(1, 3), slice(3, 4)):
        counter.add(inputs.read(hypotheses[part], References.per_segment(references[part])))
    score = nist.corpus_score(hypotheses, References.per_segment(references))
    assert counter.score() == score
    assert score.signature["nrefs"] == "var"


def test_nist_has_the_arguments_of_every_metric() -> None:
    texts, nist = ["a b", "c"], NIST()
    for call in (nist.corpus_score, nist.segment_scores, nist.statistics):
        call(texts, texts, threads=1)
        with pytest.raises(ConfigurationError, match="threads=0"):
            call(texts, texts, threads=0)
    with pytest.raises(ConfigurationError, match="references"):
        nist.signature("x")


def test_wrong_input() -> None:
    nist = NIST()
    with pytest.raises(EmptyCorpus):
        nist.corpus_score([], [])
    with pytest.raises(LengthMismatch):
        nist.corpus_score(["a"], ["a", "b"])
    with pytest.raises(InputError, match="segment 2: the hypothesis is None"):
        nist.corpus_score(["a", None], ["a", "b"])
    with pytest.raises(InputError, match="segment 2: the reference"):
        nist.corpus_score(["a", "b"], ["a", float("nan")])
    with pytest.raises(InputError, match="Pass 17 integers"):
        nist.score([1.0, 2.0])
    assert nist.segment_scores([], []).tolist() == []


def test_a_custom_tokenizer_is_in_the_signature() -> None:
    signature = NIST(tokenizer=str.split).signature(1)
    assert signature["tok"] == "python[builtins.str.split]"
    assert signature["tokhash"] == BLEU(tokenizer=str.split).signature(references=1)["tokhash"]
    assert "tokhash" in str(signature)
    assert NIST(tokenizer=str.split).signature(1, tokens=True).get("tokhash") is None
