"""Thresholds of the data checks, from the constants in the package, and the reasons for them."""

from __future__ import annotations

from truebleu.checks import alignment, lines, notices, pairs, residue, score_impact
from truebleu.checks.kinds import ALWAYS_REPORTED

WHOLE = f"{pairs.WHOLE:.0%} of the lines equal"
ENOUGH_LINES = f"at least {alignment.FEWEST_LINES} lines, unless the files differ in length"
ALIKE = (
    f"similarity at least {alignment.TIMES_AS_ALIKE:g} times that of other offsets, "
    f"and {alignment.MORE_ALIKE:g} more"
)
ALIGNED = "lines that belong together: at least 0.27; one line apart: at most 0.09"

THRESHOLDS = {
    "shifted": (
        f"{ALIKE}; {ENOUGH_LINES}",
        f"{ALIGNED}; no false alarm on slices of 3 to 500 lines",
    ),
    "missing_lines": (ALIKE, ALIGNED),
    "extra_lines": (ALIKE, ALIGNED),
    "other_order": (
        (
            f"similarity in the other order at least {alignment.OTHER_ORDER_TIMES:g} times that in "
            f"the order of the file, and {alignment.OTHER_ORDER_MARGIN:g} more; {ENOUGH_LINES}"
        ),
        (
            "restoring shuffled lines of usable systems gains at least 0.2, random anchors at most "
            "0.07"
        ),
    ),
    "source_as_hypothesis": (WHOLE, ""),
    "source_as_reference": (WHOLE, ""),
    "equal_references": (WHOLE, ""),
    "equal_systems": (WHOLE, ""),
    "copied_reference": (
        (
            f"{pairs.COPIED_SHARE:.0%} of the lines with {pairs.LONG} or more characters, and at "
            f"least {pairs.COPIED_LINES} lines"
        ),
        "at most 5.0% in any system",
    ),
    "subwords": (
        f"for ` ##`: {residue.WORDPIECE_LINES:.0%} of the lines, and at least 2",
        "hashtags can have two signs",
    ),
    "tokenized": (
        (
            f"(`score`, `compare`) {notices.TOKENIZED_LINES} lines, or "
            f"{notices.TOKENIZED_SHARE:.0%} of at least {notices.FEW_LINES} lines"
        ),
        "as in sacreBLEU; about 1% of the lines of detokenized text",
    ),
    "spaced_punctuation": (
        (
            f"a separate `.` or `,` in {residue.SPACED_SHARE:.0%} of the lines, and in at least "
            f"{residue.SPACED_LINES}"
        ),
        "at most 1.4% in detokenized text, at least 94% in tokenized text",
    ),
    "lowercased": (
        (
            f"capitals below {pairs.CASED_SHARE / 10:.1%} of the letters, above "
            f"{pairs.CASED_SHARE:.0%} in the reference"
        ),
        "at least 2.6% in references",
    ),
    "repeated": (
        (
            f"lines of at least {lines.REPEATED_LENGTH} characters for at least "
            f"{lines.REPEATED_TIMES} different references (sources, if given)"
        ),
        "none in 40 of 43 systems; at most 11 of 2,037 lines, in a system that repeats itself",
    ),
    "loops": (
        (
            f"at least {lines.LOOP_TIMES} repetitions of at least {lines.LOOP_WORDS} words or "
            f"{lines.LOOP_LETTERS} letters in total, more than twice as many as in the reference"
        ),
        '"no, no, no, no" is speech',
    ),
    "length_outliers": (
        (
            f"more than {pairs.TIMES_AS_LONG:g} times as long or short as every reference "
            "(relative to the usual ratio of the text), and a difference of more than "
            f"{pairs.LENGTH_APART} characters"
        ),
        "at most 5 lines of a system: truncated output, or text of another line",
    ),
    "other_script": (
        (
            f"at least {pairs.LETTERS} letters, {pairs.MOST_LETTERS:.0%} of them in a script with "
            f"less than {pairs.OTHER_LETTERS:.0%} in the reference"
        ),
        "names in Latin script are common in Japanese, Russian and Chinese",
    ),
    "wrong_script": (
        f"at least {pairs.SCRIPT_LINES} lines",
        "a few lines of product names are in Latin script in every language",
    ),
}
"""By kind: the threshold, and the measurement or reason behind it."""


def thresholds() -> str:
    """Return the sections on thresholds, how to change them and the alignment of lines."""
    rows = ["| kind | threshold | based on |", "|---|---|---|"]
    rows += [f"| `{kind}` | {value} | {basis} |" for kind, (value, basis) in THRESHOLDS.items()]
    always = ", ".join(f"`{kind}`" for kind in sorted(ALWAYS_REPORTED))
    return f"""## Thresholds

Kinds without a row report every occurrence. The thresholds were measured on 43 system outputs of
WMT 2021 and 2022, TED talks and summaries. All issues above notes were inspected; all three were
real.

{chr(10).join(rows)}

`score` and `compare` also compare the first {notices.SAMPLED_LINES} lines. They warn of a shift if
lines share less than {notices.LITTLE:.0%} of their words in place and more than {notices.MUCH:.0%}
after a shift of 1 to {max(notices.SHIFTS)} lines (measured: at least 31% for aligned lines, at most
22% for others).

Zero-width spaces in Thai, Lao, Burmese and Khmer, and joiners in Arabic and Indic scripts and in
emoji, are not reported. Swapped hypotheses and references can only be detected with the source.

## Severities, and how to change what is reported

A finding about single lines becomes a note if it affects less than
{score_impact.RARE_SHARE:.0%} of the lines and changes the score by less than
{score_impact.LITTLE_IMPACT:g} of 100 points. Exceptions:
{always}.

The thresholds are constants of `truebleu.checks`; no option changes them. Choose what is reported
and what fails instead:

- `--ignore KIND`, or `check(..., ignore=["KIND"])`, leaves out issues of a kind.
- `--fail-on error`, `warning` or `note`, or `result.reaches("error")`, sets the severity that
  fails.
- Each finding has `kind`, `count`, `segments` and the score impact, so a script can apply its own
  limits to `--format json` or `result.findings`.

## How lines are aligned

A word that occurs in only one hypothesis line and one reference line is an anchor. Anchors vote for
the offset of their line, and dynamic programming finds runs of lines with one offset. Similarity is
Dice over words and word pairs; for scripts without spaces, character trigrams replace words.

On the news example every shift of 1 to 36 lines is found. Every missing line is found within 3
lines of its position, 85% exactly. A missing line next to a duplicate line within ten lines, and
swapped neighbors, are not found.
"""
