"""`overlap`: which n-grams of some texts are in a corpus, and where.

One side is held in memory, the other passes by in blocks, so it may be of any size. The usual rule
of words is that of Brown et al. 2020 (GPT-3, appendix C), which lm-evaluation-harness has, too.
"""

from __future__ import annotations

from itertools import islice

from truebleu import _native
from truebleu.contamination.values import Overlap, SharedRun, TextOverlap
from truebleu.diagnosis import explain_texts
from truebleu.errors import EmptyCorpus, InputError
from truebleu.metrics.preparation import Preparation
from truebleu.metrics.settings import CASE_NAMES, check_choice, check_count, check_lowercase
from truebleu.sequences import as_list, as_lists, is_collection
from truebleu.tokenizers import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from truebleu.io.streams import Stream
    from truebleu.sequences import Segments
    from truebleu.tokenizers import Tokenizer

    Found = tuple[list[Any], int]
    """Parts of the texts that share something, and how many texts are too short."""

__all__ = ["BARE", "HOLDS", "Search", "overlap"]

BARE = "gpt3"
"""The rule of words that is no tokenizer: lower case, no punctuation, parted by white space."""

HOLDS = ("texts", "corpus")
LONGEST = 1000  # tokens of an n-gram
BLOCK = 1024  # texts that are taken of an iterator at once
ANY = 2**64 - 1


def overlap(
    texts: Any,
    corpus: Any = None,
    n: int = 13,
    *,
    tokenizer: str | Tokenizer | Callable[[str], str | list[str]] = BARE,
    lowercase: bool | str = False,
    max_documents: int | None = None,
    hold: str = "texts",
) -> Overlap:
    """Find the texts that share an n-gram with a document of a corpus, and the shared runs.

    Exact: what is found is compared token by token.

    >>> from truebleu import overlap
    >>> corpus = ["Nothing here.", "He said: the cat sat on the mat, and it rained."]
    >>> found = overlap(["I know the CAT sat on the mat!", "It rained."], corpus, n=5)
    >>> print(found)
    1 of 2 texts share an n-gram of 5 tokens with one of 2 documents (words: gpt3; 1 too short)
    >>> text = found.found[0]
    >>> text.text, text.share, text.runs[0].characters, text.runs[0].document
    (1, 0.75, (7, 29), 2)

    Args:
        texts: texts, or lists of tokens; any ordered collection, or with `hold="corpus"` an
            iterator, of which a block is held at a time.
        corpus: the documents, of the same kind; any ordered collection or an iterator. None: the
            texts are compared with each other.
        n: tokens of an n-gram, 1 to 1000.
        tokenizer: what a token is. `"gpt3"`: what white space parts, in lower case and without
            punctuation and symbols; where nothing is left there is no token. Else as in `BLEU`.
        lowercase: as in `BLEU`, for other tokenizers than `"gpt3"`.
        max_documents: n-grams that are in more documents do not count; None: all do.
        hold: which side is held in memory, `"texts"` or `"corpus"`: the smaller one. The other
            passes by. Which of several documents is named may differ; all counts are the same.

    Raises:
        InputError: a text or document is wrong, with its number; `EmptyCorpus` for none.
        ConfigurationError: a setting is wrong.
    """
    check_choice("hold", hold, HOLDS)
    search = Search(n, tokenizer, lowercase, max_documents)
    if corpus is None:
        search.hold(as_list(texts, "texts"), "text")
        return search.among()
    if hold == "texts":
        search.hold(as_list(texts, "texts"), "text")
        for block in _blocks(corpus, "corpus"):
            search.pass_by(block, "document")
        return search.passed_over()
    for block in _blocks(corpus, "corpus"):
        search.hold(block, "document")
    found = [text for block in _blocks(texts, "texts") for text in search.find(block)]
    return search.of_passed(found)


class Search:
    """A side that is held, and what the other shares with it."""

    def __init__(
        self,
        n: int,
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] = BARE,
        lowercase: bool | str = False,
        max_documents: int | None = None,
    ) -> None:
        self._n = check_count("n", n, LONGEST)
        case = CASE_NAMES[check_lowercase(lowercase)]
        self._most = ANY
        if max_documents is not None:
            self._most = check_count("max_documents", max_documents, ANY)
        self._preparation: Preparation | None = None
        self._words, native = BARE, None
        self._in_core = True
        if not (isinstance(tokenizer, str) and tokenizer == BARE):
            chosen = resolve(tokenizer)
            self._words = f"{chosen.signature_name}, {case}" if lowercase else chosen.signature_name
            if lowercase or not chosen.native:
                self._preparation = Preparation(chosen, lowercase)
            native = chosen.native or "none"
            self._in_core = chosen.native is not None
        self._tokens: bool | None = None
        self._short = 0
        self._native = _native.Overlap(self._n, native, case)

    def hold(self, texts: Segments, what: str) -> None:
        """Hold more texts, each called `what` in errors."""
        self._give(texts, what, self._native.add, self._native.counts[0])

    def pass_by(self, documents: Segments, what: str) -> None:
        """Note what documents share with the texts that are held."""
        self._give(documents, what, self._native.pass_by, self._native.counts[1])

    def find(self, texts: Segments) -> list[TextOverlap]:
        """What texts that pass share with the documents that are held."""
        before = self._native.counts[1]
        return self._made(self._give(texts, "text", self._find, before))

    def hold_stream(self, stream: Stream) -> None:
        """Hold what waits in a stream of a file."""
        self._give_stream(stream, self._native.add_lines, self.hold)

    def pass_stream(self, stream: Stream) -> None:
        """Let documents pass that wait in a stream of a file."""
        self._give_stream(stream, self._native.pass_lines, self.pass_by)

    def among(self) -> Overlap:
        """What the texts that are held share with each other."""
        texts, _ = self._native.counts
        self._check(texts, 1)
        return self._overlap(texts, texts, self._shared(texts, among=True), among=True)

    def passed_over(self) -> Overlap:
        """What the texts that are held share with the documents that passed."""
        texts, documents = self._native.counts
        self._check(texts, documents)
        return self._overlap(texts, documents, self._shared(texts, among=False))

    def of_passed(self, found: list[TextOverlap]) -> Overlap:
        """What the texts that passed share with the documents that are held, as it was found."""
        documents, texts = self._native.counts
        self._check(texts, documents)
        return self._overlap(texts, documents, found)

    def _overlap(
        self, texts: int, documents: int, found: list[TextOverlap], *, among: bool = False
    ) -> Overlap:
        words = "tokens" if self._tokens else self._words
        return Overlap(self._n, words, texts, documents, self._short, among, found)

    def _shared(self, texts: int, *, among: bool) -> list[TextOverlap]:
        self._short = 0
        found = []
        # In blocks, so that Ctrl-C is heard.
        for first in range(0, texts, BLOCK):
            found += self._made(self._native.shared(first, first + BLOCK, self._most, among))
        return found

    def _find(self, texts: Segments) -> Found:
        return self._native.find(texts, self._most)

    def _made(self, found: Found) -> list[TextOverlap]:
        texts, short = found
        self._short += short
        return [_text_overlap(*parts) for parts in texts]

    def _give(
        self, texts: Segments, what: str, call: Callable[[Segments], Any], before: int
    ) -> Any:
        """What the call gives for texts as the core takes them; its complaints said well."""
        if not texts:
            return call(texts)
        tokens = is_collection(texts[0])
        if tokens:
            texts = as_lists(texts, what)
        if self._tokens not in {None, tokens}:
            raise InputError(_MIXED)
        self._tokens = tokens
        ready = texts
        try:
            if self._preparation and (tokens or not self._in_core):
                ready = self._preparation.segments(texts, tokens=tokens)
            return call(ready)
        except InputError as error:
            raise (
                explain_texts(texts, what, tokens=tokens, first=before + 1) or error
            ) from error.__cause__

    def _give_stream(
        self,
        stream: Stream,
        of_lines: Callable[[_native.Lines, int], None],
        otherwise: Callable[[Segments, str], None],
    ) -> None:
        count = stream.ready
        lines = getattr(stream, "lines", None)
        if lines is not None and self._in_core:
            of_lines(lines, count)
        else:
            otherwise(list(stream.cells(count)), "line")
        stream.drop(count)

    def _check(self, texts: int, documents: int) -> None:
        if not texts:
            raise EmptyCorpus("there are no texts")
        if not documents:
            raise EmptyCorpus("the corpus has no documents")


_MIXED = "texts and documents are of two kinds: hand over both as text, or both as lists of tokens"


def _text_overlap(
    number: int, tokens: int, ngrams: int, shared_ngrams: int, shared_tokens: int, runs: Any
) -> TextOverlap:
    made = [
        SharedRun(place, characters, document + 1, *others)
        for place, characters, document, *others in runs
    ]
    return TextOverlap(number + 1, tokens, ngrams, shared_ngrams, shared_tokens, made)


def _blocks(given: Any, what: str) -> Iterator[Segments]:
    """An iterator's elements a block at a time; any other collection at once."""
    if not hasattr(given, "__next__"):
        yield as_list(given, what)
        return
    while block := list(islice(given, BLOCK)):
        yield block
