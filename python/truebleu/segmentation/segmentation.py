"""`resegment`: split a text into the segments of its references.

The segmentation minimizes the sum of the segments' edit distances (Matusov et al., IWSLT 2005).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    LengthMismatch,
    ReferenceShapeError,
    UnknownConvention,
    UnknownTokenizer,
    allowed,
    inspected,
)
from truebleu.inputs.arguments import check_flag
from truebleu.inputs.batch import read
from truebleu.inputs.references import References
from truebleu.inputs.sequences import as_list, as_segment_lists, as_segments, is_collection
from truebleu.inputs.validation import explain, explain_texts
from truebleu.metrics.base.signature import Signature
from truebleu.segmentation.pieces import Pieces, find_pieces, is_inside
from truebleu.segmentation.results import Segmentation, SegmentedDocument
from truebleu.tokenizers import Tokenizer, resolve, spm_model
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.inputs.sequences import Segments

WORDS = "words"
CHARACTERS = "cj"
MODEL = "spm:"
CONVENTIONS = ("mweralign",)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResegmentOptions:
    """Validated settings of `resegment`.

    Attributes:
        tokens: "words", "none", "cj", or a tokenizer.
        case: whether case is significant.
        whole_words: whether a boundary inside a word is moved to the next whitespace.
        mweralign: whether the convention "mweralign" is used.
        keeps_words: whether "mweralign" keeps all subwords of a word in one segment.
    """

    tokens: str | Tokenizer
    case: bool
    whole_words: bool
    mweralign: bool
    keeps_words: bool

    @property
    def signature(self) -> Signature:
        """Signature of the settings, with the keys `reseg` and `version`."""
        return Signature(
            [("reseg", self.label), ("version", f"truebleu-{_native.__version__}")],
        )

    @property
    def label(self) -> str:
        """Value of the key `reseg` in the signature, such as `words` or `words-cs-cut`."""
        name = self.tokens if isinstance(self.tokens, str) else self.tokens.signature_name
        if not isinstance(self.tokens, str) and self.tokens.fingerprint:
            name = f"{name}[{self.tokens.fingerprint}]"
        if self.mweralign:
            name = "mweralign" if name == "none" else f"mweralign-{name}"
            return f"{name}{'-cut' * (not self.keeps_words)}"
        return f"{name}{'-cs' * self.case}{'-cut' * (not self.whole_words)}"


def resegment_options(
    tokens: Any = None,
    case: Any = False,
    whole_words: Any = None,
    convention: Any = None,
) -> ResegmentOptions:
    """Return the validated settings of `resegment`; raise `ConfigurationError` for invalid ones."""
    if convention is not None and convention not in CONVENTIONS:
        raise UnknownConvention(allowed("convention", convention, CONVENTIONS))
    check_flag("case", case)
    if whole_words is not None:
        check_flag("whole_words", whole_words)
    if convention is not None:
        if case or whole_words:
            setting = "case" if case else "whole_words"
            raise ConfigurationError(
                f"{setting}=True is not supported with convention={convention!r}, which sets it. "
                "Leave it out."
            )
        if tokens == WORDS:
            raise ConfigurationError(
                f"tokens={WORDS!r} is not supported with convention={convention!r}. Use 'none' "
                f"(the default), {CHARACTERS!r}, or a SentencePiece model, such as 'spm:FILE'."
            )
    return ResegmentOptions(
        tokens=_tokens((WORDS if convention is None else "none") if tokens is None else tokens),
        case=case,
        whole_words=convention is None and whole_words is not False,
        mweralign=convention is not None,
        keeps_words=convention is not None and whole_words is not False,
    )


def _tokens(tokens: Any) -> str | Tokenizer:
    if not isinstance(tokens, str):
        return resolve(tokens)
    if tokens in (WORDS, CHARACTERS, "none"):
        return tokens
    if tokens.startswith(MODEL):
        return spm_model(tokens.removeprefix(MODEL))
    try:
        return resolve(tokens)
    except UnknownTokenizer as error:
        raise UnknownTokenizer(
            f"{error} Re-segmentation also supports {CHARACTERS} and {MODEL}FILE."
        ) from None


def resegment(
    hypothesis: Any,
    references: Any,
    documents: Any = None,
    *,
    hypothesis_documents: Any = None,
    tokens: str | Tokenizer | Callable[[str], str | list[str]] | None = None,
    case: bool = False,
    whole_words: bool | None = None,
    convention: str | None = None,
) -> Segmentation:
    """Split a text into the segments of its references, with the least sum of edit distances.

    >>> from truebleu import resegment
    >>> cut = resegment("The cat sat. It rained all day.", ["A cat sat.", "It rained."])
    >>> cut.segments
    ('The cat sat.', 'It rained all day.')
    >>> cut.spans, cut.errors, str(cut.signature).split("|")[0]
    (((0, 0, 12), (0, 13, 31)), (1, 2), 'reseg:words')

    If several segmentations have the least sum, one is chosen by backtracking from the end of the
    text. A step that leaves a reference token unmatched is preferred to one that leaves a
    hypothesis token unmatched, and both are preferred to a match or a substitution. If several
    references of a segment give the same distance, the first is used.

    Args:
        hypothesis: the text, as a str or as a list of lines. A str is used unchanged. Lines are
            joined with one space, or without a space between two characters of scripts that use no
            spaces. Blank lines are skipped. With `documents`, pass one line per document.
        references: a list with one reference per segment, or `References` for several.
        documents: the id of each segment's document, a str or an int. The segments of a document
            must be consecutive.
        hypothesis_documents: the id of each line's document, for documents with several lines. A
            document without lines has an empty text.
        tokens: the tokenizer; edits are counted in its tokens. "words" keeps letters and digits
            together, and separates every character of punctuation, Han, kana, Thai, Lao, Khmer and
            Burmese. "none" splits at whitespace. "spm:FILE" is a SentencePiece model. Any other
            tokenizer is possible if it does not change the text. None means "words", or "none" with
            a convention.
        case: whether case is significant. If not, tokens are compared in lowercase.
        whole_words: whether to move a boundary inside a word to the next whitespace; None means
            True. With convention="mweralign", None keeps the subwords of a word together, False is
            mweralign's option -w, and True raises an error.
        convention: "mweralign" reproduces the boundaries of mweralign 1.4.1. `tokens` is then
            "none", "cj" or "spm:FILE".

    Returns:
        The segments, one for each segment of the references. Every token of the text is in a
        segment.

    Raises:
        InputError: a text is invalid, the segments of a document are not consecutive, or a
            tokenizer changes the text.
        EmptyCorpus: there is text, but no reference segment.
        ReferenceShapeError: a nested list of references is ambiguous.
        LengthMismatch: the numbers of lines, documents and segments do not match.
        ConfigurationError: a setting is invalid.
    """
    options = resegment_options(tokens, case, whole_words, convention)
    return resegment_with(options, hypothesis, references, documents, hypothesis_documents)


def resegment_with(
    options: ResegmentOptions,
    hypothesis: Any,
    references: Any,
    documents: Any = None,
    hypothesis_documents: Any = None,
) -> Segmentation:
    """Return the segmentation of a text with validated options.

    `hypothesis`, `references`, `documents` and `hypothesis_documents` are the arguments of
    `resegment`.

    Raises:
        InputError: a text is invalid, the segments of a document are not consecutive, or a
            tokenizer changes the text.
        EmptyCorpus: there is text, but no reference segment.
        ReferenceShapeError: a nested list of references is ambiguous.
        LengthMismatch: the numbers of lines, documents and segments do not match.
        ConfigurationError: `hypothesis_documents` is passed without `documents`.
    """
    texts = _references(references)
    groups = _groups(documents, len(texts))
    lines = _lines(hypothesis, hypothesis_documents, groups)
    if not texts and any(line.strip() for own in lines for line in own):
        raise EmptyCorpus(
            "cannot split the text: there are no reference segments. Pass at least one."
        )
    return _cut(lines, texts, groups, options)


def _cut(
    lines: Sequence[Sequence[str]],
    references: list[list[str]],
    groups: Sequence[tuple[str, int]],
    options: ResegmentOptions,
) -> Segmentation:
    """Return the segmentation of several documents.

    Args:
        lines: the hypothesis lines of each document.
        references: the references of each segment.
        groups: the name and the number of segments of each document.
        options: the settings.
    """
    joined = [_join(own, options) for own in lines]
    counts = [number for _, number in groups]
    if options.tokens in (WORDS, CHARACTERS, "none"):
        parts = _cut_texts(joined, references, counts, options)
    else:
        parts = _cut_pieces(lines, joined, references, counts, options)
    segments, spans, errors, chosen, documents = [], [], [], [], []
    for number, (text, (name, size), part) in enumerate(zip(joined, groups, parts, strict=True)):
        places, choices, edits, lengths, length = part
        segments += [" ".join(text[start:end].split("\n")) for start, end in places]
        spans += [(number, start, end) for start, end in places]
        errors += edits
        chosen += choices
        documents.append(
            SegmentedDocument(
                name=name,
                text=text,
                segments=size,
                tokens=length,
                reference_tokens=sum(lengths),
                errors=sum(edits),
            )
        )
    return Segmentation(
        segments=tuple(segments),
        spans=tuple(spans),
        errors=tuple(errors),
        chosen=tuple(chosen),
        documents=tuple(documents),
        signature=options.signature,
    )


Part = tuple[list[tuple[int, int]], list[int], list[int], list[int], int]
"""Segmentation of a document, in five items. Four are lists with one item per segment: the spans,
the indices of the chosen references, the numbers of edits, and the lengths of the chosen
references. The last item is the number of tokens of the document."""


def _cut_texts(
    texts: list[str], references: list[list[str]], counts: list[int], options: ResegmentOptions
) -> list[Part]:
    if options.tokens == CHARACTERS:
        references = [[text.strip() for text in own] for own in references]
    scheme = "spaces" if options.tokens == "none" else str(options.tokens)
    parts = _native.resegment_texts(
        texts,
        references,
        counts,
        tokens=scheme,
        case=_case(options),
        whole_words=options.whole_words,
        mweralign=options.mweralign,
    )
    if options.tokens != CHARACTERS:
        return parts
    # Tokens of this scheme include spaces. Remove them at the ends of segments.
    return [
        ([_stripped(text, *span) for span in spans], chosen, errors, lengths, length)
        for text, (spans, chosen, errors, lengths, length) in zip(texts, parts, strict=True)
    ]


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    inner = text[start:end]
    return start + len(inner) - len(inner.lstrip()), max(
        start, end - len(inner) + len(inner.rstrip())
    )


def _cut_pieces(
    lines: Sequence[Sequence[str]],
    texts: list[str],
    references: list[list[str]],
    counts: list[int],
    options: ResegmentOptions,
) -> list[Part]:
    tokenizer: Any = options.tokens
    pieces = [
        find_pieces(tokenizer, [text] if options.mweralign else own, text)
        for own, text in zip(lines, texts, strict=True)
    ]
    continuations = [own.word_continuations(text) for own, text in zip(pieces, texts, strict=True)]
    inside = [[is_inside(token) for token in own.tokens] for own in pieces]
    cuts = _native.resegment_tokens(
        [own.tokens for own in pieces],
        [tokenizer.tokenize_batch(own) for own in references],
        counts,
        case=_case(options),
        glued=continuations if options.whole_words else None,
        inside=inside if options.keeps_words else None,
        mweralign=options.mweralign,
    )
    return [
        (_spans(own, boundaries), chosen, errors, lengths, len(own.tokens))
        for own, (boundaries, chosen, errors, lengths) in zip(pieces, cuts, strict=True)
    ]


def _spans(pieces: Pieces, boundaries: list[int]) -> list[tuple[int, int]]:
    """Return the start and the end of each segment, as character positions in the text.

    `boundaries` has the index of the first token of each segment, followed by the number of all
    tokens. An empty segment starts and ends where the preceding segment ends.
    """
    spans = []
    last = 0
    for start, end in pairwise(boundaries):
        first = pieces.places[start][0] if start < end else last
        last = pieces.places[end - 1][1] if start < end else last
        spans.append((first, last))
    return spans


def _case(options: ResegmentOptions) -> str:
    return "lc-ascii" if options.mweralign else "mixed" if options.case else "lc"


def _join(lines: Sequence[str], options: ResegmentOptions) -> str:
    """Return the lines of a document as one text. A single line is returned unchanged."""
    if len(lines) == 1 and not options.mweralign:
        return lines[0]
    if options.mweralign:
        # With word tokens, blank lines are dropped: they would only double a space.
        every = options.tokens == CHARACTERS
        return " ".join(line.strip() for line in lines if every or line.strip())
    return _native.join_lines(list(lines))


# Arguments


def _references(references: Any) -> list[list[str]]:
    if isinstance(references, str):
        raise InputError(
            "references is a str, not a list. Pass one reference per segment, such as "
            '["the first", "the second"].'
        )
    if not isinstance(references, References):
        references = as_segments(references, "references")
        _check_not_ambiguous(references)
        segments = len(references)
    elif references.by_segment:
        segments = len(references.lists)
    else:
        segments = len(references.lists[0])
    batch = read([""] * segments, references)
    error = explain(batch)
    if error is not None:
        raise error
    return [batch.references_of(number) for number in range(segments)]


def _check_not_ambiguous(references: Segments) -> None:
    """Raise `ReferenceShapeError` for a nested list of references, unless it is symmetric.

    The number of segments is unknown, so each inner list may be a segment or a reference stream. In
    a symmetric list, item j of list i equals item i of list j. It has the same meaning in both
    forms.
    """
    if isinstance(references, (_native.Column, _native.IdRows)) or not references:
        return  # a column of lists has one list per segment
    if not all(map(is_collection, references)):
        return
    lists = [list(item) for item in as_segment_lists(references, "references: list")]
    size = len(lists)
    is_square = {len(item) for item in lists} == {size}
    if is_square and lists == [list(column) for column in zip(*lists, strict=True)]:
        return
    raise ReferenceShapeError(
        f"references: got {count(size, 'list')}, which is ambiguous. Choose one:\n"
        "  References.per_segment(references)  references[i] holds the references of segment i\n"
        "  References.streams(references)      references[i] is the i-th reference of every segment"
    )


def _groups(documents: Any, segments: int) -> list[tuple[str, int]]:
    if documents is None:
        return [("", segments)]
    names = _names(documents, "documents", segments, "segment")
    return [(name, len(numbers)) for name, numbers in _runs(names, "documents", "segment").items()]


def _names(documents: Any, argument: str, number: int, noun: str) -> list[str]:
    if isinstance(documents, str):
        raise InputError(f"{argument} is a str, not a list. Pass a document id per {noun}.")
    names = as_list(documents, argument)
    if len(names) != number:
        raise LengthMismatch(
            f"got {count(number, noun)}, but {argument} has {count(len(names), 'id')}. Pass one "
            f"document id per {noun}."
        )
    for index, name in enumerate(names, 1):
        if isinstance(name, bool) or not isinstance(name, (str, int)) or name == "":
            raise InputError(
                f"{argument}: the document id of {noun} {index} is {inspected(name)}. Pass a text "
                f"or an integer for every {noun}.",
                segment=index,
            )
    return [str(name) for name in names]


def _runs(names: list[str], argument: str, noun: str) -> dict[str, list[int]]:
    """Return a dict from each document name to the indices at which the name occurs in `names`.

    Raises `InputError` if the indices of a document are not consecutive.
    """
    places: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        indices = places.setdefault(name, [])
        if indices and indices[-1] != number - 1:
            raise InputError(
                f"{argument}: document {name!r} ends at {noun} {indices[-1] + 1} and goes on at "
                f"{noun} {number + 1}. Put the {noun}s of a document next to each other.",
                segment=number + 1,
            )
        indices.append(number)
    return places


def _lines(
    hypothesis: Any, documents: Any, groups: Sequence[tuple[str, int]]
) -> list[Sequence[str]]:
    lines = [hypothesis] if isinstance(hypothesis, str) else as_list(hypothesis, "hypothesis")
    error = explain_texts(lines, "hypothesis line", tokens=False, text_only=True)
    if error is not None:
        raise error
    if documents is not None:
        if groups and groups[0][0] == "":
            raise ConfigurationError(
                "hypothesis_documents needs documents. Pass the document ids of the segments, too."
            )
        names = _names(documents, "hypothesis_documents", len(lines), "line")
        runs = _runs(names, "hypothesis_documents", "line")
        expected = {name for name, _ in groups}
        for name, places in runs.items():
            if name not in expected:
                raise InputError(
                    f"hypothesis_documents: line {places[0] + 1} belongs to document {name!r}, "
                    "which no segment of the references does. Use the ids of documents."
                )
        return [[lines[place] for place in runs.get(name, [])] for name, _ in groups]
    if groups[:1] and groups[0][0] == "":
        return [lines]
    if len(lines) != len(groups):
        raise LengthMismatch(
            f"got {count(len(lines), 'hypothesis line')} for {count(len(groups), 'document')}. "
            "Pass one line per document, or the document of each line as hypothesis_documents."
        )
    return [[line] for line in lines]
