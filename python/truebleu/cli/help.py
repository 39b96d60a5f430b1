"""The help pages, made from the table of flags; also as Markdown for the documentation."""

from __future__ import annotations

from textwrap import wrap

from truebleu.cli.commands import COMMANDS, COMPATIBLE
from truebleu.cli.flags import flags_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebleu.cli.flags import Flag

__all__ = ["markdown", "page"]

WIDTH = 80
INDENT = 26

HEADINGS = {
    "input": "Files",
    "metric": "The metric",
    "bleu": "BLEU",
    "chrf": "chrF and chrF++",
    "rouge": "ROUGE",
    "ter": "TER",
    "test": "The test",
    "explanation": "What is explained",
    "choice": "The choice",
    "server": "The server",
    "output": "The result",
    "other": "Other",
}

USAGE = {
    "": ["truebleu COMMAND ...", "truebleu COMMAND --help"],
    "score": ["truebleu score SYSTEM [SYSTEM ...] -r REFERENCE [-r REFERENCE ...]"],
    "compare": ["truebleu compare BASELINE SYSTEM [SYSTEM ...] -r REFERENCE [-r REFERENCE ...]"],
    "evaluate": [
        "truebleu evaluate SYSTEM [SYSTEM ...] -r REFERENCE [-m METRIC ...] [--scores ...]"
    ],
    "check": ["truebleu check SYSTEM [SYSTEM ...] -r REFERENCE [-r ...] [--source FILE]"],
    "explain": ["truebleu explain SYSTEM -r REFERENCE [--against SYSTEM] [--segment N]"],
    "report": ["truebleu report SYSTEM [SYSTEM ...] -r REFERENCE [-r ...] [-o FILE]"],
    "serve": ["truebleu serve [SYSTEM ...] [-r REFERENCE ...] [--watch] [--open]"],
    "conventions": [
        "truebleu conventions [NAME]",
        "truebleu conventions SYSTEM -r REFERENCE [-r REFERENCE ...] [--against NAME]",
    ],
    "identify": ["truebleu identify SYSTEM -r REFERENCE [-r REFERENCE ...] --reported SCORE"],
    "verify": ["truebleu verify SIGNATURE SCORE SYSTEM -r REFERENCE [-r REFERENCE ...]"],
    "diversity": ["truebleu diversity FILE [FILE ...] [--orders N] [--per-text]"],
    "overlap": ["truebleu overlap TEXTS [--corpus FILE [FILE ...]] [--n N] [--tokenize NAME]"],
    "statistics": ["truebleu statistics SYSTEM [SYSTEM ...] -r REFERENCE [-r ...] -o PART.tbs"],
    "merge": ["truebleu merge PART.tbs [PART.tbs ...] [--compare] [--save WHOLE.tbs]"],
    "mbr": ["truebleu mbr [NBEST] [--aggregate] [--log-probability score]"],
    "oracle": ["truebleu oracle [NBEST] -r REFERENCE [-r REFERENCE ...]"],
    "tokenize": ["truebleu tokenize [FILE ...] [-t NAME]"],
    "completions": ["truebleu completions bash|zsh|fish"],
}

ABOUT = {
    "": "BLEU, chrF and TER scores that others can reproduce.",
    "score": "Score one or many systems against one or many references. A file has one segment a "
    "line, in UTF-8; it may be compressed (gzip, bzip2, xz, zstd), and - is standard input. "
    "Files named .tsv, .csv, .jsonl or .parquet are tables of which columns are scored.",
    "compare": "Compare systems on the same references: scores and differences with intervals, "
    "p-values, and clusters of systems that cannot be told apart. Files are those of `score`.",
    "evaluate": "Score all systems by all metrics in one table, with scores from elsewhere beside "
    "them (people's, a model's), say how far each metric agrees with those, by system and by "
    "segment, and list the segments where two metrics disagree most. Files are those of `score`.",
    "check": "Find, count and locate what is wrong with the files: lines that do not belong "
    "together, mixed-up files, leftovers of processing, odd characters, loops, wrong letters; and "
    "say how many points it costs. Files are those of `score`, however broken.",
    "explain": "Say why a BLEU score is what it is: the points lost to brevity and to each order, "
    "the n-grams and segments that cost most, what other settings would give. BLEU only: what a "
    "score of chrF or TER is made of is in `score --format json`. Files are those of `score`.",
    "report": "Write one HTML file that opens anywhere, without a network: scores with intervals "
    "and tests, why they differ, and every segment with its matches; every selection is scored at "
    "once. It is made around BLEU, the first that -m names; other metrics and --scores stand "
    "beside it. Files are those of `score`.",
    "serve": "Open a page on this machine: drop files into it or name them, see their report, try "
    "other settings side by side, edit translations and watch the score move. Nothing leaves the "
    "machine, and nobody else gets in. It shows BLEU alone: `report` has other metrics, too. Files "
    "are those of `score`.",
    "conventions": "List the conventions, each another tool's way to compute BLEU; show one; "
    "or score a system under all of them, and say which rules make their numbers differ.",
    "identify": "Find the settings behind a reported BLEU: thousands of configurations of all "
    "known tools are tried, and those that give the number are listed, the most plausible first.",
    "verify": "Compute what a signature (of BLEU, chrF or TER, truebleu's or sacreBLEU's) says, "
    "and tell whether the result is the published number.",
    "diversity": "Say how much the texts of each file repeat each other: self-BLEU, which is the "
    "mean BLEU of each text with all others as its references; distinct-n, the share of n-grams "
    "that are different; and the entropy of n-grams, in nats. Files are read as `score` "
    "reads them.",
    "overlap": "Find the texts that share an n-gram with a document of a corpus (one a line), or "
    "without --corpus with each other, and say where: contamination, and near duplicates. One side "
    "is held in memory, the other may be of any size. Words are compared in lower case and without "
    "punctuation, unless --tokenize says otherwise.",
    "statistics": "Count a part of a corpus into a file: the sums that a score is made of, and "
    "with --rows those of each segment. `truebleu merge` makes of all parts the very score of the "
    "whole. Files are those of `score`; the parts hold no text.",
    "merge": "Merge parts that `truebleu statistics` counted apart, on whatever machines: the "
    "scores are those of the whole corpus, to the last digit. With --compare, so are the tests.",
    "mbr": "Choose of each n-best list the candidate with the best expected score, all candidates "
    "being references (minimum Bayes risk). Lists are read from a file or standard input, set by "
    "set, in constant memory.",
    "oracle": "Choose of each n-best list the candidate with the best sentence score against the "
    "references: what the lists would give if one knew. Each sentence is chosen by itself.",
    "tokenize": "Write the tokens of each line, with spaces between them: what a metric compares. "
    "Without a file, or for -, standard input is read.",
    "completions": "Write the script that completes commands, options, their values and files of "
    "truebleu in bash, zsh or fish. Load it at the start of the shell.",
}

EXAMPLES = {
    "": [
        ("score a translation", "truebleu score system.txt -r reference.txt"),
        ("is one better?", "truebleu compare base.txt new.txt -r reference.txt"),
        ("what a tokenizer does", 'echo "Hello, world!" | truebleu tokenize'),
        ("all options", "truebleu score --help"),
    ],
    "score": [
        ("one system, one reference", "truebleu score system.txt -r reference.txt"),
        (
            "three systems, two references, as JSON",
            "truebleu score a.txt b.txt c.txt -r ref.1.txt -r ref.2.txt --format json",
        ),
        ("from a pipe, nothing but the number", "zcat out.gz | truebleu score - -r ref.txt -b"),
        ("the score of every segment", "truebleu score system.txt -r ref.txt --per-segment"),
        (
            "columns of a table",
            "truebleu score data.tsv --hypothesis-column mt --reference-column ref",
        ),
        (
            "several metrics at once; chrf++ is chrF with words",
            "truebleu score system.txt -r ref.txt -m bleu chrf++ ter",
        ),
        ("summaries", "truebleu score out.jsonl -r ref.jsonl -m rouge-1 rouge-2 rouge-lsum"),
        ("Chinese", "truebleu score system.zh -r reference.zh --tokenize zh"),
        ("as a test in a script", "truebleu score system.txt -r ref.txt --fail-under 30 -q"),
        (
            "again what a paper did",
            'truebleu score s.txt -r r.txt --signature "nrefs:1|case:lc|eff:no|tok:13a|smooth:exp"',
        ),
    ],
    "evaluate": [
        ("five metrics at once", "truebleu evaluate a.txt b.txt -r ref.txt -m bleu chrf ter wer"),
        (
            "does BLEU say here what people say?",
            "truebleu evaluate a.txt b.txt c.txt -r ref.txt --scores people=ratings.tsv",
        ),
        (
            "one number, by ranks",
            "truebleu evaluate a.txt b.txt -r ref.txt -m bleu chrf --aggregate ranked",
        ),
    ],
    "diversity": [
        ("two generators, on equally many texts", "truebleu diversity a.txt b.txt"),
        (
            "fast-bleu's and Texygen's numbers, of texts with spaces between tokens",
            "truebleu diversity texts.txt --convention nltk --smoothing floor -t none",
        ),
        (
            "a column, each text by itself",
            "truebleu diversity t.jsonl --text-column out --per-text",
        ),
    ],
    "overlap": [
        (
            "is a test set in training data? GPT-3's rule",
            "truebleu overlap test.txt --corpus train.*.txt.gz -n 13 --max-documents 10",
        ),
        ("near duplicates in a file", "truebleu overlap texts.txt -n 8 --min-share 0.7"),
        (
            "filter a large file by a test set, as JSON lines",
            "truebleu overlap train.txt --corpus test.txt --hold corpus -f jsonl",
        ),
    ],
    "mbr": [
        ("the best of each list, by BLEU", "truebleu mbr output.nbest"),
        ("by chrF, linear in the number of candidates", "truebleu mbr o.nbest -m chrf --aggregate"),
        (
            "candidates count by the model's probability",
            "truebleu mbr o.nbest --log-probability F0",
        ),
    ],
    "oracle": [
        ("the best that the lists hold", "truebleu oracle output.nbest -r reference.txt"),
        ("as JSON lines, with scores", "truebleu oracle o.nbest -r ref.txt -f jsonl --utilities"),
    ],
    "statistics": [
        ("a part of a corpus", "truebleu statistics out.1.txt -r ref.1.txt --name new -o 1.tbs"),
        (
            "two systems, with what a test needs",
            "truebleu statistics a.1.txt b.1.txt -r ref.1.txt --name a --name b --rows -o 1.tbs",
        ),
    ],
    "merge": [
        ("the scores of the whole", "truebleu merge part.*.tbs"),
        ("is the new system better?", "truebleu merge part.*.tbs --compare"),
        ("one part of many", "truebleu merge part.*.tbs --save whole.tbs"),
    ],
    "compare": [
        ("is the new system better?", "truebleu compare base.txt new.txt -r reference.txt"),
        (
            "many systems, for a paper",
            "truebleu compare base.txt a.txt b.txt -r reference.txt --format latex",
        ),
        (
            "systems that were trained three times",
            "truebleu compare --runs base=b1.txt,b2.txt,b3.txt new=n1.txt,n2.txt,n3.txt -r ref.txt",
        ),
        (
            "the paired bootstrap, with every number",
            "truebleu compare a.txt b.txt -r reference.txt --test bootstrap -f json",
        ),
    ],
    "check": [
        ("before publishing a number", "truebleu check system.txt -r reference.txt"),
        (
            "with the source, in Markdown",
            "truebleu check system.txt -r reference.txt --source source.txt -f markdown",
        ),
        ("as a test in a script", "truebleu check a.txt b.txt -r ref.txt --fail-on error -q"),
    ],
    "explain": [
        ("why this score?", "truebleu explain system.txt -r reference.txt"),
        ("one segment, token by token", "truebleu explain s.txt -r r.txt --segment 12"),
        (
            "why is one system better than another?",
            "truebleu explain new.txt -r reference.txt --against base.txt",
        ),
        ("all of it, for a program", "truebleu explain s.txt -r r.txt --format json"),
    ],
    "serve": [
        ("an empty page, to drop files into", "truebleu serve --open"),
        ("two systems", "truebleu serve base.txt new.txt -r reference.txt"),
        (
            "a training run that writes its output again and again",
            "truebleu serve output.txt -r reference.txt --watch --dir scores",
        ),
    ],
    "report": [
        ("look at two systems", "truebleu report base.txt new.txt -r reference.txt"),
        (
            "with source and documents, under another name",
            "truebleu report a.txt b.txt -r r.txt --source s.txt --documents d.txt -o ab.html",
        ),
        (
            "numbers alone: nobody reads the texts",
            "truebleu report a.txt b.txt -r r.txt --text none --hash-inputs",
        ),
    ],
    "conventions": [
        ("all of them, a line each", "truebleu conventions"),
        ("one, with its settings and rules", "truebleu conventions nltk"),
        (
            "why two tools disagree about a system",
            "truebleu conventions system.txt -r reference.txt --against nltk",
        ),
    ],
    "identify": [
        (
            "which settings gave this number?",
            "truebleu identify system.txt -r reference.txt --reported 27.3",
        ),
        (
            "those of one tool, as JSON",
            "truebleu identify s.txt -r r.txt --reported 0.273 --tool nltk -f json",
        ),
    ],
    "verify": [
        (
            "does a published number hold?",
            'truebleu verify "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp" 27.3 s.txt -r r.txt',
        ),
    ],
    "tokenize": [
        ("the default", "truebleu tokenize system.txt"),
        ("from a pipe", 'echo "Hello, world!" | truebleu tokenize -t intl'),
        ("as lists", "truebleu tokenize system.txt -t char --format json"),
    ],
    "completions": [
        ("bash, in ~/.bashrc", 'eval "$(truebleu completions bash)"'),
        ("zsh, in ~/.zshrc behind compinit", "source <(truebleu completions zsh)"),
        ("fish, in ~/.config/fish/config.fish", "truebleu completions fish | source"),
    ],
}

MISSES = {
    "score": "a score is below --fail-under",
    "check": "there is what --fail-on names",
    "verify": "the number does not hold",
    "overlap": "a text is listed, with --fail-found",
}
"""What exit code 1 means, of the commands that have it."""


def page(command: str) -> Iterator[str]:
    """Give the lines of a command's help; those of `truebleu` itself for the empty name."""
    for place, usage in enumerate(USAGE[command]):
        yield from _hanging("Usage: " if place == 0 else "       ", usage)
    yield ""
    yield from wrap(ABOUT[command], WIDTH)
    if not command:
        yield ""
        yield "Commands:"
        commands = COMMANDS | COMPATIBLE
        width = max(map(len, commands)) + 2
        for name, what in commands.items():
            yield f"  {name:<{width}}{what}"
    yield ""
    yield "Examples:"
    for what, example in EXAMPLES[command]:
        yield f"  {example}"
        yield f"      {what}"
    for category, heading in HEADINGS.items():
        flags = [flag for flag in flags_of(command) if flag.category == category]
        if flags:
            yield ""
            yield f"{heading}:"
            for flag in flags:
                yield from _entry(flag)
    yield ""
    yield from wrap(exit_codes(command), WIDTH)


def exit_codes(command: str) -> str:
    """What the exit codes of a command mean; of all for the empty name.

    >>> exit_codes("tokenize")
    'Exit codes: 0 done; 2 the input or the usage is wrong; 130 interrupted.'
    """
    said = [f"{what} ({name})" for name, what in MISSES.items()]
    missed = MISSES.get(command) if command else ", or ".join(said)
    codes = ["0 done", *([f"1 {missed}"] if missed else [])]
    codes += ["2 the input or the usage is wrong", "130 interrupted"]
    return f"Exit codes: {'; '.join(codes)}."


def _hanging(start: str, text: str) -> Iterator[str]:
    yield from wrap(
        start + text, WIDTH, subsequent_indent=" " * (len(start) + 2), break_on_hyphens=False
    )


def _entry(flag: Flag) -> Iterator[str]:
    start = f"  {spelled(flag)}"
    lines = wrap(explained(flag), WIDTH - INDENT, break_on_hyphens=False)
    if len(start) + 2 <= INDENT:
        yield start.ljust(INDENT) + lines.pop(0)
    else:
        yield start
    for line in lines:
        yield " " * INDENT + line


def spelled(flag: Flag) -> str:
    """All spellings of a flag, with its value: `-r, --reference FILE`."""
    value = f" {flag.metavar}" if flag.takes_value else ""
    return ", ".join(flag.names) + value


def explained(flag: Flag) -> str:
    """The help of a flag with its choices and its default."""
    text = flag.help
    if flag.choices:
        text += f"; one of {', '.join(flag.choices())}"
    if flag.default:
        text += f" (default: {flag.default})"
    return text


def markdown(command: str) -> Iterator[str]:
    """Give a command's options as Markdown tables, for the documentation."""
    for category, heading in HEADINGS.items():
        flags = [flag for flag in flags_of(command) if flag.category == category]
        if not flags:
            continue
        yield f"### {heading}"
        yield ""
        yield "| option | what it does |"
        yield "| :--- | :--- |"
        for flag in flags:
            yield f"| `{spelled(flag)}` | {explained(flag)} |"
        yield ""
