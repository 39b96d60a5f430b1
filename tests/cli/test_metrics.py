"""`truebleu score -m`: one metric or several, in one pass over the files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.command import fails, truebleu
from tests.news import lines
from tests.paths import NEWS
from truebleu import BLEU, CHRF, TER, References

if TYPE_CHECKING:
    from truebleu.metrics.base.metric import Metric

SYSTEMS = ("system.strong.en.txt", "system.medium.en.txt", "system.weak.en.txt")
REFERENCES = ("reference.a.en.txt", "reference.b.en.txt")
BOTH = ("-r", REFERENCES[0], "-r", REFERENCES[1])


STREAMS = References.streams([lines(name) for name in REFERENCES])

METRICS: list[tuple[str, list[Metric[Any]]]] = [
    ("-m bleu chrf ter", [BLEU(), CHRF(), TER()]),
    ("-m ter -m bleu --metric chrf++", [TER(), BLEU(), CHRF(word_order=2)]),
    ("--metric=chrf chrf++", [CHRF(), CHRF(word_order=2)]),
    ("-m bleu bleu", [BLEU()]),
    ("-m chrf --chrf-word-order 2", [CHRF(word_order=2)]),
    ("-m chrf --chrf-char-order 4 --chrf-beta 1.5", [CHRF(char_order=4, beta=1.5)]),
    ("-m chrf --chrf-whitespace", [CHRF(whitespace=True)]),
    ("-m chrf++ --chrf-eps-smoothing", [CHRF(word_order=2, eps_smoothing=True)]),
    ("-m ter --ter-normalized --ter-no-punct", [TER(normalized=True, no_punct=True)]),
    (
        "-m ter --ter-asian-support --ter-case-sensitive",
        [TER(asian_support=True, case_sensitive=True)],
    ),
    (
        "-m bleu chrf ter --lowercase --smoothing floor --ter-normalized",
        [BLEU(lowercase=True, smoothing="floor"), CHRF(lowercase=True), TER(normalized=True)],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("flags", "metrics"), METRICS, ids=[flags for flags, _ in METRICS])
def test_numbers_equal_those_of_python(flags: str, metrics: list[Metric[Any]]) -> None:
    more = ("--per-segment", "-f", "json", "-q")
    ran = truebleu("score", *SYSTEMS, *BOTH, *flags.split(), *more, cwd=NEWS)
    assert (ran.code, ran.err) == (0, "")
    expected = [
        {
            "system": name,
            **(score := metric.corpus_score(lines(name), STREAMS)).to_dict(),
            "segments": 104,
            "signature": str(score.signature),
            "segment_signature": str(metric.signature(2, 104, sentence=True)),
            "segment_scores": metric.segment_scores(lines(name), STREAMS).tolist(),
        }
        for name in SYSTEMS
        for metric in metrics
    ]
    assert json.loads(ran.out) == expected


def test_a_metric_has_one_score_alone_and_with_others() -> None:
    for form in ("jsonl", "tsv"):
        flags = ("--per-segment", "-f", form, "-q")
        together = truebleu("score", *SYSTEMS, *BOTH, "-m", "bleu", "chrf", "ter", *flags, cwd=NEWS)
        assert together.code == 0
        alone = [
            truebleu("score", system, *BOTH, "-m", metric, *flags, cwd=NEWS).out.splitlines()
            for system in SYSTEMS
            for metric in ("bleu", "chrf", "ter")
        ]
        header = alone[0][:1] if form == "tsv" else []
        assert together.out.splitlines() == [
            *header, *(line for part in alone for line in part[len(header) :]),
        ]  # fmt: skip


@pytest.mark.parametrize("form", ["csv", "tsv"])
def test_a_table_of_several_metrics_has_a_row_for_each_score(form: str) -> None:
    flags = ("-m", "ter", "bleu", "-f", form, "-q")
    out = truebleu("score", *SYSTEMS, *BOTH, *flags, cwd=NEWS).out
    rows = list(csv.DictReader(io.StringIO(out), delimiter="," if form == "csv" else "\t"))
    assert list(rows[0]) == ["system", "metric", "value", "segments", "signature"]
    assert [
        (row["system"], row["metric"], float(row["value"]), row["signature"]) for row in rows
    ] == [
        (name, score.metric, score.value, str(score.signature))
        for name in SYSTEMS
        for score in (metric.corpus_score(lines(name), STREAMS) for metric in (TER(), BLEU()))
    ]


@pytest.mark.parametrize("threads", ["1", "3"])
def test_tables_score_as_files_do(tmp_path: Path, threads: str) -> None:
    rows = [
        json.dumps({"mt": text, "refs": [first, second]})
        for text, first, second in zip(*map(lines, (SYSTEMS[0], *REFERENCES)), strict=True)
    ]
    (tmp_path / "data.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    flags = ("-m", "bleu", "chrf", "ter", "-f", "json", "--per-segment", "-q", "--name", "x")
    files = truebleu("score", SYSTEMS[0], *BOTH, *flags, cwd=NEWS)
    columns = ("--hypothesis-column", "mt", "--reference-column", "refs", "--threads", threads)
    assert truebleu("score", "data.jsonl", *columns, *flags, cwd=tmp_path) == files


def test_many_batches_are_summed(tmp_path: Path) -> None:
    """A repeated corpus has the scores of the corpus, because every ratio is equal."""
    for name in (SYSTEMS[0], *REFERENCES):
        (tmp_path / name).write_bytes((NEWS / name).read_bytes() * 500)
    flags = ("-m", "bleu", "chrf", "ter", "-f", "json", "--width", "9", "-q")
    once, often = (
        json.loads(truebleu("score", SYSTEMS[0], *BOTH, *flags, cwd=folder).out)
        for folder in (NEWS, tmp_path)
    )
    assert [record["segments"] for record in often] == [52_000] * 3
    assert [record["value"] for record in often] == [record["value"] for record in once]


def test_a_tokenizer_in_python_with_metrics_in_the_core(
    folder: Path, hf_tokenizer_file: Path
) -> None:
    flags = ("-r", "ref.txt", "-b", "-w", "9", "-q")
    bleu = ("--hf-tokenizer", hf_tokenizer_file)
    alone = [
        truebleu("score", "sys.txt", "-m", name, *flags, *more, cwd=folder).out.strip()
        for name, more in (("chrf", ()), ("bleu", bleu), ("ter", ()))
    ]
    out = truebleu("score", "sys.txt", "-m", "chrf", "bleu", "ter", *flags, *bleu, cwd=folder).out
    assert out == "\t".join(alone) + "\n"


SIGNATURES: dict[str, Metric[Any]] = {
    "nrefs:2|case:lc|eff:yes|nc:6|nw:2|space:no|version:2.6.0": CHRF(lowercase=True, word_order=2),
    "chrF3|nrefs:2|case:mixed|eff:yes|nc:6|nw:0|space:no": CHRF(beta=3),
    "nrefs:2|case:mixed|tok:tercom|norm:no|punct:no|asian:no|version:2.6.0": TER(
        case_sensitive=True, no_punct=True
    ),
    "nrefs:2|case:lc|eff:no|tok:intl|smooth:exp|version:2.6.0": BLEU(
        lowercase=True, tokenizer="intl"
    ),
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_signature_selects_its_metric(signature: str) -> None:
    metric = SIGNATURES[signature]
    flags = ("--signature", signature, "-f", "json")
    ran = truebleu("score", SYSTEMS[0], *BOTH, *flags, cwd=NEWS)
    score = metric.corpus_score(lines(SYSTEMS[0]), STREAMS)
    (record,) = json.loads(ran.out)
    assert (record["metric"], record["value"]) == (score.metric, score.value)
    assert record["signature"] == str(score.signature)
    named = truebleu("score", SYSTEMS[0], *BOTH, *flags, "-m", metric.name.lower(), cwd=NEWS)
    assert named == ran


CHRF_SIGNATURE = "nrefs:1|case:lc|eff:yes|nc:6|nw:0|space:no"
WRONG = {
    "--chrf-beta 3": "--chrf-beta is not supported with bleu. It requires -m chrf or chrf++.",
    "--ter-no-punct -m bleu chrf": "--ter-no-punct is not supported with bleu or chrf. It requires "
    "-m ter.",
    "-m ter --lowercase": "--lowercase or --case is not supported with ter. It requires -m "
    "bleu or chrf or chrf++ or gleu or nist or cider or rouge-... or meteor or wer or cer.",
    "-m bleu meteor --rouge-stem": "--rouge-stem is not supported with bleu or meteor. It requires "
    "-m rouge-....",
    "-m chrf ter --smoothing exp": "--smoothing is not supported with chrf or ter. It requires -m "
    "bleu.",
    "-m chrf++ --chrf-word-order 1": "chrf++ sets --chrf-word-order. Leave out one of them.",
    "-m chrf bleu --fail-under 3": "--fail-under supports one metric, got chrf, bleu. Pass one -m.",
    "-m ter --fail-under 3": "--fail-under is not supported with TER: lower is better.",
    f"-m bleu --signature {CHRF_SIGNATURE}": "--signature is a signature of chrF. Leave out "
    "--metric bleu.",
    f"-m chrf++ --signature {CHRF_SIGNATURE}": "--signature is a signature of chrF. Leave out "
    "--metric chrf++.",
    f"-m chrf ter --signature {CHRF_SIGNATURE}": "--signature is a signature of chrF. Leave out "
    "--metric chrf ter.",
    f"-t zh --signature {CHRF_SIGNATURE}": "--signature sets all settings. Leave out --tokenize.",
    "-m chrff": "argument -m/--metric: unknown value 'chrff'. Did you mean 'chrf'? List all: "
    "truebleu help metric",
    "--chrf-bta 3": "unknown option --chrf-bta. Did you mean --chrf-beta? "
    "(see: truebleu score --help)",
}


@pytest.mark.parametrize("flags", WRONG)
def test_wrong_usage_is_reported_before_files_are_read(folder: Path, flags: str) -> None:
    assert fails("score", "none.txt", "-r", "none.txt", *flags.split(), cwd=folder) == WRONG[flags]


@pytest.mark.parametrize(
    ("flags", "part"),
    [
        ("-m chrf --chrf-char-order 0", "--chrf-char-order and --chrf-word-order are both 0"),
        (
            "-m chrf --chrf-beta -1",
            "argument --chrf-beta: '-1' is out of range. Use a finite number, 0 or more.",
        ),
        ("--smoothing add-k --smoothing-value -1", "argument --smoothing-value: '-1' is out of"),
        ("-m chrf --chrf-char-order x", "'x' is not an integer. Use an integer of at least 0"),
        ("-m chrf --chrf-word-order 99", "argument --chrf-word-order: '99' is out of range"),
    ],
)
def test_invalid_settings(folder: Path, flags: str, part: str) -> None:
    assert part in fails("score", "sys.txt", "-r", "ref.txt", *flags.split(), cwd=folder)


def test_fail_under_supports_chrf(folder: Path) -> None:
    flags = ("-m", "chrf", "-b", "-q", "--fail-under")
    ran = truebleu("score", "sys.txt", "-r", "ref.txt", *flags, "99", cwd=folder)
    assert ran.code == 1
    assert ran.err.startswith("truebleu: failed: sys.txt: chrF2 ")
    assert truebleu("score", "sys.txt", "-r", "ref.txt", *flags, "9", cwd=folder).code == 0


def test_a_file_may_have_the_name_of_a_metric(folder: Path) -> None:
    (folder / "ter").write_bytes((folder / "sys.txt").read_bytes())
    expected = truebleu("score", "sys.txt", "-r", "ref.txt", "-m", "bleu", "-b", cwd=folder)
    for files in (("ter", "-m", "bleu"), ("-m", "bleu", "--", "ter"), ("-m", "bleu", "./ter")):
        assert truebleu("score", "-r", "ref.txt", "-b", *files, cwd=folder) == expected


def test_metrics_without_tokens_have_no_notice_about_tokenizers(folder: Path) -> None:
    (folder / "zh.txt").write_text("天气很好。\n" * 200, encoding="utf-8")
    (folder / "mt.txt").write_text("天气真好 .\n" * 200, encoding="utf-8")
    bleu = truebleu("score", "mt.txt", "-r", "zh.txt", cwd=folder)
    assert "the text looks tokenized" in bleu.err
    assert "the text looks like Chinese" in bleu.err
    for command in (("score",), ("compare", "zh.txt", "--trials", "9")):
        files = ("mt.txt", "-r", "zh.txt", "-m", "chrf", "ter")
        ran = truebleu(*command, *files, cwd=folder)
        assert ran.code == 0
        assert "looks" not in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("-m", "bleu,chrf++,rouge-l"),
        ("--metric=bleu,chrf++,rouge-l",),
        ("-m", "BLEU", "chrF2++", "ROUGE-L"),
        ("-m", "bleu,chrF++", "rougeL"),
    ],
)
def test_metrics_may_be_separated_by_commas(arguments: tuple[str, ...]) -> None:
    files = ("system.weak.en.txt", "-r", "reference.a.en.txt", "-q", "-b")
    expected = truebleu("score", *files, "-m", "bleu", "chrf++", "rouge-l", cwd=NEWS)
    assert expected.out.count("\t") == 2
    assert truebleu("score", *files, *arguments, cwd=NEWS) == expected


@pytest.mark.parametrize("typed", ["bleu,", "bleu,blue", "ruge-l"])
def test_an_unknown_metric_between_commas_is_named(typed: str) -> None:
    message = fails("score", "h", "-r", "r", "-m", typed)
    assert f"unknown value {typed.rsplit(',', maxsplit=1)[-1]!r}" in message


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (
            "-m bleu,rouge-1 --convention rouge-pltrdy",
            "rouge-pltrdy affects only rouge-1, not bleu",
        ),
        ("-m bleu chrf ter --convention nltk", "nltk affects only bleu, not chrf or ter"),
        (
            "-m bleu nist chrf --convention mteval-v12",
            "mteval-v12 affects only bleu and nist, not chrf",
        ),
        ("-m rouge-1 rouge-l --convention rouge-pltrdy", ""),
        ("-m bleu nist --convention mteval-v12", ""),
        ("-m bleu chrf --smoothing floor", ""),
    ],
)
def test_a_convention_of_only_some_metrics_is_a_warning(
    folder: Path, flags: str, message: str
) -> None:
    ran = truebleu("score", "sys.txt", "-r", "ref.txt", *flags.split(), cwd=folder)
    warning = f"truebleu: warning: --convention {message}." if message else ""
    assert (ran.code, ran.err.strip()) == (0, warning)
    assert truebleu("score", "sys.txt", "-r", "ref.txt", "-q", *flags.split(), cwd=folder).err == ""


def test_nist_beside_bleu_has_the_settings_of_its_convention(folder: Path) -> None:
    files = ("score", "sys.txt", "-r", "ref.txt", "--convention", "mteval-v12")
    expected = truebleu(*files, cwd=folder)
    assert "NIST signature: nrefs:1|case:lc|tok:mteval-intl" in expected.out
    assert truebleu(*files, "-m", "bleu,nist", cwd=folder) == expected
