"""Options for re-segmenting."""

from __future__ import annotations

from truebleu.cli.command import Flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HYPOTHESIS_DOCUMENTS = Flag(
    "--hypothesis-documents",
    metavar="FILE",
    category="input",
    help="document id of each hypothesis line, if a document has several lines (with --documents)",
)
DOCUMENTS = Flag(
    "--documents",
    metavar="FILE",
    category="input",
    help="document id of each reference line: documents are re-segmented one by one, and the "
    "hypothesis has one line for each",
)
CUT_WORDS = Flag(
    "--cut-words",
    category="input",
    help="let segments begin inside a word, at punctuation",
)


def _conventions() -> Sequence[str]:
    from truebleu.segmentation.segmentation import CONVENTIONS

    return CONVENTIONS


def resegmenting() -> list[Flag]:
    """Return the options of a command that scores: their names do not collide with its others."""
    return [
        Flag(
            "--resegment",
            category="input",
            help="cut the text of each system into the segments of the references first, at the "
            "least edit distance; line breaks of the systems mean nothing",
        ),
        *settings("--reseg-tokens", "--reseg-case", "--reseg-convention", where=" by --resegment"),
    ]


def settings(tokens: str, case: str, convention: str, *, where: str = "") -> list[Flag]:
    """Return the options that decide where segments begin, with these names."""
    return [
        HYPOTHESIS_DOCUMENTS,
        Flag(
            tokens,
            metavar="NAME",
            target="reseg_tokens",
            category="input",
            default="words",
            help=f"tokens whose edits are counted to cut the text{where}: words (punctuation "
            "apart; Han, kana, Thai, Lao, Khmer and Burmese by character), none (between "
            "whitespace), spm:FILE (a SentencePiece model), or another tokenizer that does not "
            "change the text",
        ),
        Flag(
            case,
            target="reseg_case",
            category="input",
            help=f"case counts where the text is cut{where}",
        ),
        CUT_WORDS,
        Flag(
            convention,
            metavar="NAME",
            choices=_conventions,
            target="reseg_convention",
            category="input",
            help=f"cut the text{where} exactly as another tool: mweralign (tokens none, cj or "
            "spm:FILE)",
        ),
    ]
