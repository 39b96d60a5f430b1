"""Command-line options for re-segmentation, which splits texts to match reference segments."""

from __future__ import annotations

from truebleu.cli.command import Flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HYPOTHESIS_DOCUMENTS = Flag(
    "--hypothesis-documents",
    metavar="FILE",
    category="input",
    help="file with the document id of each hypothesis line, one id per line. Pass it "
    "if you use --resegment and --documents together. You can leave it out if the hypothesis file "
    "has exactly one line per document",
)
DOCUMENTS = Flag(
    "--documents",
    metavar="FILE",
    category="input",
    help="file with the document id of each reference line, one id per line; documents are "
    "re-segmented one by one, and the hypothesis has one line per document unless "
    "--hypothesis-documents is passed",
)
CUT_WORDS = Flag(
    "--cut-words",
    category="input",
    help="when re-segmenting, also allow a segment boundary inside a word, before or after "
    "punctuation: 'end.Next' can become 'end.' and 'Next'",
)


def _conventions() -> Sequence[str]:
    from truebleu.segmentation.segmentation import CONVENTIONS

    return CONVENTIONS


def resegmenting() -> list[Flag]:
    """Return the re-segmentation options of a command that scores systems.

    The names of some options begin with `--reseg`. They would otherwise be equal to names of
    scoring options, such as `--case`.
    """
    return [
        Flag(
            "--resegment",
            category="input",
            help="before scoring, split the text of each system to match the reference segments, "
            "with the minimum edit distance; line breaks in the system's file are ignored",
        ),
        *settings("--reseg-tokens", "--reseg-case", "--reseg-convention", where=" of --resegment"),
    ]


def settings(tokens: str, case: str, convention: str, *, where: str = "") -> list[Flag]:
    """Return the options that determine the segment boundaries of a re-segmented text.

    `tokens`, `case` and `convention` are the names of three of these options. `where` is added to
    their help texts.
    """
    return [
        HYPOTHESIS_DOCUMENTS,
        Flag(
            tokens,
            metavar="NAME",
            target="reseg_tokens",
            sets="tokens",
            category="input",
            default="words",
            help=f"tokenizer for the edit distance{where}: words (splits off punctuation, and "
            "splits Han, kana, Thai, Lao, Khmer and Burmese into characters), none (splits at "
            "whitespace only), cj (for Chinese and Japanese, as in the program mweralign), "
            "spm:FILE (a SentencePiece model), or the name of any tokenizer that splits text "
            "without changing characters",
        ),
        Flag(
            case,
            target="reseg_case",
            sets="case",
            category="input",
            help=f"make the edit distance{where} case-sensitive",
        ),
        CUT_WORDS,
        Flag(
            convention,
            metavar="NAME",
            choices=_conventions,
            target="reseg_convention",
            sets="convention",
            category="input",
            help="reproduce another program exactly; the only value is mweralign, which needs "
            f"{tokens} none, cj or spm:FILE",
        ),
    ]
