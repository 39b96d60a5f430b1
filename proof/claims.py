"""The table of claims in docs/explanation/correctness-and-speed.md, filled in from the results."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from proof.records import RESULTS, ROOT, Record, Result, load

PAGE = ROOT / "docs" / "explanation" / "correctness-and-speed.md"
MARKED = re.compile(r"(<!-- claims -->\n).*?(<!-- end of claims -->)", re.DOTALL)


def with_claims(page: str, folder: Path = RESULTS) -> str:
    """Return a page's text with an up-to-date table of claims."""
    return MARKED.sub(lambda match: f"{match[1]}\n{claims_table(folder)}\n\n{match[2]}", page)


def claims_table(folder: Path = RESULTS) -> str:
    """Return the table: claim, evidence, known exceptions and the command to repeat it."""
    results = {path.stem: load(path.stem, folder) for path in folder.glob("*.json")}
    finished = {name: result for name, result in results.items() if result is not None}
    rows = [
        (
            "Scores equal sacreBLEU's",
            (
                f"{tried(finished, 'differential', 'sacrebleu'):,} random corpora, "
                f"{failures(finished, 'differential', 'sacrebleu')}"
            ),
            "a perfect score is exactly 100; TER with three or more references agrees to 1e-12",
            "differential sacrebleu",
        ),
        (
            "Tokenizers equal their definitions",
            (
                f"{len(finished['codepoints'].records)} tokenizers and settings, all code points: "
                f"{tried(finished, 'codepoints'):,} texts, {failures(finished, 'codepoints')}"
            ),
            "characters that are newer than the peer's Unicode version are left out",
            "codepoints",
        ),
        (
            "Presets and drop-ins equal NLTK, bleuscore, rouge-score, jiwer and fastchrf",
            (
                f"{tried(finished, 'others'):,} random corpora or segments, "
                f"{failures(finished, 'others')}"
            ),
            "METEOR agrees to 2^-59",
            "others",
        ),
        (
            "Counts are identical for all kernels, threads, inputs and Spark",
            (
                f"{len(finished['interfaces'].records) + len(finished['spark'].records)} "
                "interfaces, "
                f"{failures(finished, 'interfaces', 'spark')}"
            ),
            "none",
            "interfaces spark",
        ),
        (
            "Significance tests keep their level of 5%",
            false_positives(finished["calibration"]),
            f"at 100 segments, 95% intervals cover {coverage_at(finished['calibration'], 100)}",
            "calibration",
        ),
        (
            "Tests notice changes of the code",
            mutation(finished["mutation"]),
            "the rest is listed in the log, with mutants that change nothing",
            "mutation",
        ),
        (
            "Tests run the code",
            "; ".join(
                f"{record.name}: {record.outcome.split(' ')[0]} of lines"
                for record in finished["coverage"].records[1:]
            ),
            "unreachable lines are listed with reasons",
            "coverage",
        ),
        (
            "No input crashes it",
            (
                f"{tried(finished, 'fuzzing'):,} fuzzing inputs, "
                f"{tried(finished, 'faults'):,} runs with faults, "
                f"{failures(finished, 'fuzzing', 'faults')}; "
                f"{tried(finished, 'leaks'):,} calls without a leak"
            ),
            "none known"
            if finished["fuzzing"].scale >= 1
            else f"fuzzing ran at {finished['fuzzing'].scale:.0%} of full length",
            "fuzzing faults leaks",
        ),
    ]
    lines = ["| claim | evidence | known exceptions | repeat with |", "|---|---|---|---|"]
    lines += [
        f"| {claim} | {evidence} | {exceptions} | {commands(stages.split())} |"
        for claim, evidence, exceptions, stages in rows
    ]
    return "\n".join(lines)


def commands(stages: list[str]) -> str:
    """Return the commands that repeat the stages."""
    return ", ".join(f'`make proof PROOF_ARGS="--only {stage}"`' for stage in stages)


def tried(results: dict[str, Result], *stages: str) -> int:
    """Return the number of trials of some stages."""
    return sum(record.tried for stage in stages for record in results[stage].records)


def failures(results: dict[str, Result], *stages: str) -> str:
    """Return the number of records of some stages that failed, in words."""
    n_failed = sum(len(results[stage].failed) for stage in stages)
    return "0 differences or errors" if n_failed == 0 else f"**{n_failed} failed**"


def false_positives(result: Result) -> str:
    """Return the range of false positive rates of truebleu's tests."""
    rates = percentages(record for record in result.records if record.name.startswith("truebleu, "))
    n_pairs = max(record.tried for record in result.records if record.name.startswith("truebleu,"))
    return f"false positive rate {min(rates):g}% to {max(rates):g}% ({n_pairs:,} null pairs each)"


def coverage_at(result: Result, segments: int) -> str:
    """Return the range of the coverage of 95% intervals at a number of segments."""
    size = f", {segments} segments,"
    shares = percentages(record for record in result.records if size in record.name)
    return f"{min(shares):g}% to {max(shares):g}%"


def percentages(records: Iterable[Record]) -> list[float]:
    """Return the percentage with which the outcome of each record begins."""
    return [float(record.outcome.split(" %")[0]) for record in records]


def mutation(result: Result) -> str:
    """Return the number of mutants and the lowest share that is killed."""
    shares = [
        float(match[1])
        for record in result.records
        if (match := re.search(r"killed \(([\d.]+)%\)", record.outcome))
    ]
    n_mutants = sum(record.tried for record in result.records)
    return f"{n_mutants:,} mutants, {min(shares):g}% to {max(shares):g}% killed"
