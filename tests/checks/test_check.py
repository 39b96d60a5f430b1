"""`truebleu.check` on lists: its findings, their score impact, and what it returns."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import truebleu
from tests.news import lines
from truebleu import BLEU, CHRF, NIST, TER, Check, References, Runs, check
from truebleu.checks.scripts import script_of
from truebleu.errors import ConfigurationError, InputError, ReferenceShapeError

HYP = lines("system.medium.en.txt")
REF = lines("reference.a.en.txt")
REF_B = lines("reference.b.en.txt")
SRC = lines("source.de.txt")


def kinds(found: Check) -> list[str]:
    return [finding.kind for finding in found.findings]


def with_line(texts: list[str], number: int, text: str) -> list[str]:
    return [*texts[: number - 1], text, *texts[number:]]


def test_clean_text_has_no_findings() -> None:
    for system in ("strong", "medium"):
        issues = check(lines(f"system.{system}.en.txt"), References.streams([REF, REF_B]), SRC)
        assert issues.clean, str(issues)
        assert issues.worst is None
        assert str(issues) == "no issues"


def test_issues_that_only_lists_have() -> None:
    assert kinds(check(with_line(HYP, 4, f"{HYP[3]} \ud83d"), REF)) == ["surrogates"]
    issues = check([None, 7, *HYP[2:]], REF)
    [finding] = issues.of("not_text")
    assert (finding.severity, finding.segments) == ("error", (1, 2))
    assert finding.message == "2 lines are not text but NoneType, int, the first is line 1"
    assert kinds(issues) == ["not_text"]  # and not empty
    assert kinds(check(with_line(HYP, 4, f"{HYP[3]}\nand"), REF)) == ["line_separators"]
    assert kinds(check(HYP, [b"bytes", *REF[1:]])) == ["not_text"]


def test_segments_without_a_reference_are_reported() -> None:
    nothing: Any
    for nothing in ([None] * len(HYP), [[None]] * len(HYP), [[]] * len(HYP)):
        [finding] = check(HYP, nothing).findings
        assert (finding.kind, finding.severity) == ("no_reference", "error")
        assert (finding.stream, finding.count) == ("reference", len(HYP))
    second = [None, None, *REF_B[2:]]
    streams = References.streams([[None, *REF[1:]], second])
    [finding] = check(HYP, streams).findings
    assert (finding.message, finding.stream) == ("line 1 has no reference", "")
    assert kinds(check(HYP, [5, *REF[1:]])) == ["not_text"]  # reported once


def test_score_impact_is_exact_where_the_order_of_segments_matters() -> None:
    """NLTK's methods 5 to 7 depend on the last segment, so the rows cannot be added."""
    metric = BLEU(convention="nltk", smoothing="method5")
    hypotheses = ["a cat &amp; a dog sat", "it rained all day"]
    references = ["a cat & a dog sat", "it rains"]
    issues = check(hypotheses, references, metric=metric)
    before = metric.corpus_score(hypotheses, references).value
    after = metric.corpus_score(["a cat & a dog sat", hypotheses[1]], references).value
    [escaped] = [one for one in issues.findings if one.kind == "escaped"]
    assert issues.streams[0].score == before
    assert escaped.score_impact == after - before


def test_a_corpus_that_the_metric_refuses_is_a_finding() -> None:
    hypotheses, references = ["It rains.", "Yes &amp; no."], ["It rained.", "No."]
    issues = check(hypotheses, references, metric=BLEU(convention="nltk", smoothing="method6"))
    assert kinds(issues) == ["no_score", "escaped"]
    assert "method6 needs a match of order 3" in issues.findings[0].message
    assert (issues.findings[1].score_impact, issues.streams[0].score) == (None, None)
    several = References.per_segment([["It rained.", "Rain."], ["No."]])
    finding, *_ = check(hypotheses, several, metric=BLEU(convention="fairseq")).findings
    assert (finding.kind, finding.stream) == ("no_score", "hypothesis")
    assert "segment 1 has 2 references" in finding.message


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("ter", r"'ter' is a name. Pass the metric itself, TER\(\)"),
        (NIST(), "NIST weighs n-grams by the whole corpus"),
        (TER, r"TER is a class. Pass an instance, TER\(\)"),
    ],
)
def test_a_metric_without_additive_rows_is_an_error(metric: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        check(HYP, REF, metric=metric)


def test_a_share_below_all_never_reads_as_100_percent() -> None:
    of = "The committee said that the {} proposal would be discussed again in the spring."
    texts = [of.format(number) for number in range(300)]
    [finding] = check([texts[0].lower(), *texts[1:]], texts).of("copied_reference")
    assert "99.7% of all long lines" in finding.message


def test_references_may_be_missing() -> None:
    second = [None if place % 2 else text for place, text in enumerate(REF_B)]
    assert check(HYP, References.streams([REF, second])).clean
    assert check(
        HYP,
        [[first, *([other] if other else [])] for first, other in zip(REF, second, strict=True)],
    ).clean


def test_input_without_segments_is_an_error() -> None:
    for wrong, message in (
        ("text", "hypotheses is a str, not a list"),
        (5, "hypotheses is of type int, not a list"),
        (dict[str, str](), "hypotheses is an empty dict"),
    ):
        with pytest.raises(InputError, match=message):
            check(wrong, REF)
    with pytest.raises(InputError, match=r"^hypothesis: segment 2 is a list of tokens\. Pass each"):
        check(["a b", ["a", "b"]], ["a b", "a b"])
    with pytest.raises(ReferenceShapeError, match="ambiguous: 2 lists of 2 elements"):
        check(["a", "b"], [["a", "b"], ["c", "d"]])
    with pytest.raises(ConfigurationError, match="Did you mean 'empty'"):
        check(HYP, REF, ignore=["empy"])
    with pytest.raises(ConfigurationError, match="Use a list"):
        check(HYP, REF, ignore="empty")
    with pytest.raises(InputError, match="system 'a' has several runs"):
        check({"a": Runs(HYP, HYP)}, REF)


def test_several_systems_by_name() -> None:
    issues = check({"good": HYP, "bad": with_line(HYP, 9, "")}, REF, SRC)
    assert [(one.kind, one.stream, one.segments) for one in issues.findings] == [
        ("empty", "bad", (9,))
    ]
    assert [(stream.name, stream.role) for stream in issues.streams] == [
        ("good", "hypothesis"),
        ("bad", "hypothesis"),
        ("reference", "reference"),
        ("source", "source"),
    ]
    assert issues.streams[0].score == BLEU().corpus_score(HYP, REF).value


def test_a_text_is_known_by_its_role_where_names_repeat() -> None:
    bad = with_line(HYP, 9, "")
    expected = check({"bad": bad}, REF, SRC).findings[0].score_impact
    result = check({"reference": bad, "source": HYP}, REF, SRC)
    assert [stream.name for stream in result.streams] == [
        "reference",
        "source",
        "reference (reference)",
        "source (source)",
    ]
    [finding] = result.findings
    assert (finding.stream, finding.score_impact) == ("reference", expected)


def test_names_of_systems_are_text() -> None:
    systems: Any = {1: HYP, "1": HYP}
    with pytest.raises(ConfigurationError, match="system name 1 is not a str"):
        check(systems, REF)


def test_different_numbers_of_segments_are_reported() -> None:
    issues = check(HYP[:-3], References.streams([REF, REF_B[1:]]), SRC)
    assert {(one.kind, one.stream, one.shift) for one in issues.findings} == {
        ("line_counts", "hypothesis", None),
        ("missing_lines", "hypothesis", None),
        ("line_counts", "reference 2", None),
        ("shifted", "reference 2", 1),
    }
    assert check([], []).worst == "error"
    assert check(["a"], []).worst == "error"


def test_line_ends_of_old_macs_are_the_only_finding_about_lines() -> None:
    text = "\r".join(HYP)
    [issue] = check([text], REF).findings
    assert (issue.kind, issue.stream, issue.severity) == ("cr_line_ends", "hypothesis", "error")
    [issue] = check(HYP, [text]).findings
    assert (issue.kind, issue.stream) == ("cr_line_ends", "reference")
    assert not check(["one\rtwo"], ["one two"]).of("cr_line_ends")
    issues = check({"good": with_line(HYP, 9, ""), "old": [text]}, REF).findings
    assert [(one.kind, one.stream) for one in issues] == [
        ("cr_line_ends", "old"),
        ("empty", "good"),
    ]


def test_missing_lines_at_the_end_have_the_number_of_the_first_one() -> None:
    [missing] = check(HYP[:-3], REF).of("missing_lines")
    assert missing.segments == (len(HYP) - 2,)
    assert missing.advice == f"Restore the counterpart of line {len(HYP) - 2} of reference."


def test_missing_and_extra_first_lines_are_reported() -> None:
    """Lines are missing or extra at the beginning, and more are missing further on."""
    [missing] = check(HYP[3:60] + HYP[63:], REF).of("missing_lines")
    assert missing.message == (
        "6 lines are missing at 2 places, the first before line 1; the following lines "
        "belong 3 lines further down in reference"
    )
    titles = ["A title that nobody has translated", "Another title, of some other text"]
    issues = check([*titles, *HYP[:60], *HYP[63:]], REF)
    [extra], [missing] = issues.of("extra_lines"), issues.of("missing_lines")
    assert extra.message == (
        "the lines from 1 to 2 are extra; the following lines belong 2 lines further up "
        "in reference"
    )
    assert missing.segments == (63,)


def test_a_reference_in_another_order_is_compared_with_nothing() -> None:
    found = check(HYP, References.streams([REF, sorted(REF_B)]), SRC)
    assert [(one.kind, one.stream) for one in found.findings] == [("other_order", "reference 2")]


def test_brackets_of_treebanks_count_as_spaced_punctuation() -> None:
    def with_brackets(left: str, right: str, end: str) -> list[str]:
        return [f"{text} {left}or so{right}{end}" for text in HYP]

    tokenized, written = with_brackets("-LRB- ", " -RRB-", " ."), with_brackets("(", ")", ".")
    [finding] = check(tokenized, written).of("spaced_punctuation")
    assert finding.score_impact is not None
    assert finding.score_impact == pytest.approx(
        BLEU().corpus_score(written, written).value - BLEU().corpus_score(tokenized, written).value
    )


@pytest.mark.parametrize("letter", ["\u02b0", "\u1d2c", "\U0001d400", "7"])
def test_letters_without_a_script(letter: str) -> None:
    assert script_of(letter) is None


def test_bidirectional_controls_are_found_with_the_zero_width_characters() -> None:
    turned = [f"\u202e{text}\u202c\u200b" for text in HYP]
    [finding] = check(turned, REF).of("zero_width")
    assert (finding.severity, finding.count) == ("warning", len(HYP))
    assert "zero-width or bidirectional control characters (U+200B, U+202C, U+202E)" in str(finding)
    # Persian uses zero-width joiners, which are ignored; direction marks are reported as a note.
    persian = [f"\u200f{text}\u200e می\u200cخواهم" for text in HYP]
    [finding] = check(persian, persian, ignore=["hypothesis_is_reference"]).of("zero_width")[:1]
    assert finding.severity == "note"
    assert "(U+200E, U+200F)" in str(finding)


def test_tabs_and_shared_reference_lines_are_no_findings() -> None:
    tabs = [text.replace(" ", "\t", 1) for text in HYP]
    assert kinds(check(tabs, REF)) == []
    similar = [REF[place] if 0 < place < 20 else text for place, text in enumerate(REF_B)]
    assert kinds(check(HYP, [REF, similar])) == []


# Score impact


@pytest.mark.parametrize("metric", [BLEU(), CHRF(), TER(), BLEU(tokenizer="none", scale=1)])
def test_score_impact_is_the_difference_of_two_scores(metric: BLEU | CHRF | TER) -> None:
    sign = 1 if metric.higher_is_better else -1
    escaped = [text.replace(" the ", " &#39;the ") for text in HYP]
    repaired = [text.replace(" the ", " 'the ") for text in HYP]

    def value(hypotheses: list[str], references: list[str]) -> float:
        return metric.corpus_score(hypotheses, references).value

    [finding] = check(escaped, REF, metric=metric).of("escaped")
    assert finding.score_impact == pytest.approx(
        sign * (value(repaired, REF) - value(escaped, REF))
    )
    holes = [text if place % 9 else "" for place, text in enumerate(HYP)]
    present = [place for place in range(len(HYP)) if place % 9]
    [finding] = check(holes, REF, metric=metric).of("empty")
    without = value([HYP[at] for at in present], [REF[at] for at in present])
    assert finding.score_impact == pytest.approx(sign * (without - value(holes, REF)))
    shifted = [*HYP[1:], HYP[50]]
    [finding] = check(shifted, REF, metric=metric).of("shifted")
    aligned = value(HYP[1:], REF[1:])
    assert finding.score_impact == pytest.approx(sign * (aligned - value(shifted, REF)))
    assert finding.metric == metric.corpus_score(HYP, REF).metric
    assert finding.score_impact is not None
    assert finding.score_impact > 0


def test_an_issue_of_both_texts_is_repaired_in_both_and_counted_for_the_system() -> None:
    hypotheses = [f"{text} well @-@ known" for text in HYP]
    references = [f"{text} well @-@ known" for text in REF]
    issues = check(hypotheses, references, metric=BLEU(tokenizer="none"))
    ours, theirs = issues.of("spaced_punctuation")
    assert (ours.stream, theirs.stream) == ("hypothesis", "reference")
    assert theirs.score_impact is None
    assert ours.score_impact is not None
    assert ours.score_impact < 0
    assert ours.impact_text == f"{ours.score_impact:.2f} BLEU after repair"


def test_the_impact_of_an_issue_without_repair_is_of_leaving_it_out() -> None:
    [better] = check(with_line(HYP, 3, ""), REF).of("empty")
    assert better.score_impact is not None
    assert better.impact_text == f"+{better.score_impact:.2f} BLEU if left out"
    [lower] = check(with_line(HYP, 3, ""), REF, metric=TER()).of("empty")
    assert lower.score_impact is not None
    assert lower.score_impact > 0
    assert lower.impact_text == f"-{lower.score_impact:.2f} TER if left out"


def test_a_rare_issue_without_score_impact_is_a_note() -> None:
    many, once = [f"{text}\u200b" for text in HYP], with_line(HYP, 7, f"{HYP[6]}\u200b")
    assert [one.severity for one in check(many, REF).findings] == ["warning"]
    assert [one.severity for one in check(once, REF).findings] == ["note"]
    assert [one.severity for one in check(with_line(HYP, 7, ""), REF).findings] == ["warning"]


def test_an_unsuitable_tokenizer_is_reported() -> None:
    texts = (
        ["今天天气很好，我们去公园散步。", "他昨天没有来上班。"],
        ["今天天气不错。", "昨天他没来。"],
    )
    [finding] = check(*texts).of("wrong_tokenizer")
    assert finding.advice == "Use --tokenize zh."
    assert not check(*texts, metric=BLEU(tokenizer="zh")).of("wrong_tokenizer")
    assert not check(*texts, metric=CHRF()).of("wrong_tokenizer")


def test_chinese_instead_of_japanese_is_reported() -> None:
    chinese = ["今天天气很好，我们去公园散步。", "他昨天没有来上班。"] * 9
    japanese = [
        "今日は天気がいいので公園を散歩しましょう。",
        "彼は昨日、仕事に来ませんでした。",
    ] * 9
    for texts, message in (
        (
            (chinese, japanese),
            "the text is in Chinese script, reference in Japanese",
        ),
        (
            (japanese, chinese),
            "the text is in Japanese script, reference in Chinese",
        ),
    ):
        [finding] = check(*texts, metric=BLEU(tokenizer="char")).of("wrong_script")
        assert finding.message == message
    assert not check(japanese, japanese[2:] + japanese[:2]).of("wrong_script")


def test_hypotheses_without_any_text_are_an_error() -> None:
    [empty] = check([""] * 3, REF[:3]).of("empty")
    assert empty.severity == "error"
    assert check(["", "", "cat"], REF[:3]).worst == "warning"


# The returned value


def test_a_check_is_an_immutable_value() -> None:
    issues = check(with_line(HYP, 9, ""), REF, SRC)
    again = pickle.loads(pickle.dumps(issues))
    assert again == issues
    assert hash(again) == hash(issues)
    with pytest.raises(AttributeError, match="cannot assign"):
        issues.findings = ()  # type: ignore[misc]
    assert issues.to_dict()["findings"][0]["segments"] == [9]
    assert repr(issues.findings[0]).startswith("Finding(kind='empty', severity='warning'")
    assert str(issues) == f"warning: hypothesis: line 9 is empty ({issues.findings[0].impact_text})"
    assert issues.reaches("note")
    assert issues.reaches("warning")
    assert not issues.reaches("error")
    for result in (issues, check(HYP, REF, SRC)):
        with pytest.raises(ConfigurationError, match="unknown severity 'fatal'"):
            result.reaches("fatal")
        with pytest.raises(ConfigurationError, match=r"unknown kind 'emty'. Did you mean 'empty'"):
            result.of("emty")


def test_ignored_kinds_are_left_out() -> None:
    assert check(with_line(HYP, 9, ""), REF, ignore=["empty"]).clean
    assert truebleu.check is check


def test_without_a_score_there_is_no_score_impact() -> None:
    """The issue is reported all the same. An issue of a segment without references costs 0."""
    texts = ["a &quot; b", "c d"]
    [nowhere] = check(texts, References.streams([[None, None]])).of("escaped")
    assert nowhere.score_impact is None
    [elsewhere] = check(texts, References.per_segment([[], ["c d"]])).of("escaped")
    assert elsewhere.score_impact == 0.0
    undefined = BLEU(convention="nltk", smoothing="method6", average="macro")
    for metric, is_defined in ((BLEU(), True), (undefined, False)):
        issues = check(HYP[3:], REF, metric=metric)
        assert issues.of("shifted")
        assert (
            any("The score would then be about" in one.advice for one in issues.findings)
            is is_defined
        )
