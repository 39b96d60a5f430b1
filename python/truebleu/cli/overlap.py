"""`truebleu overlap`."""

from __future__ import annotations

import os
from bisect import bisect_right

from truebleu.cli.commands import DONE, MISSED
from truebleu.cli.console import deliver, say_error
from truebleu.cli.inputs import Inputs, check_stdin, open_texts
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse
from truebleu.cli.progress import Progress
from truebleu.cli.tokenizing import chosen_tokenizer
from truebleu.contamination.searching import BARE, Search
from truebleu.io.blocks import STDIN, shown
from truebleu.views.overlap import rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Sequence

    from truebleu.contamination.values import Overlap, TextOverlap
    from truebleu.io.streams import Cell, OpenFile, Stream
    from truebleu.views.overlap import Located

__all__ = ["run_overlap"]

CORPUS = "--corpus"
N = 13


def run_overlap(arguments: Sequence[str]) -> int:
    """Say which texts share n-grams with a corpus, and where; give the exit code."""
    typed = parse("overlap", list(_with_corpus_apart(arguments)))
    paths = typed.corpus or []
    if len(typed.files) != 1:
        raise UsageError(
            "name one file of texts, and before or after it the corpus: "
            "truebleu overlap TEXTS --corpus FILE [FILE ...]"
        )
    if typed.hold == "corpus" and not paths:
        raise UsageError("--hold corpus: there is no corpus; name its files with --corpus")
    _check_apart(typed, typed.files[0], paths)
    check_output(typed)
    result, located = _searched(typed, paths)
    deliver(rendered(result, located, typed.format or "text"), typed.output)
    if typed.fail_found and located:
        say_error(f"{len(located)} of {result.texts} texts are listed, with --fail-found")
        return MISSED
    return DONE


def _check_apart(typed: Namespace, texts: str, corpus: Sequence[str]) -> None:
    """Refuse a corpus that holds the texts themselves, of which all would be found."""
    check_stdin([texts, *corpus])
    real = {os.path.realpath(path) for path in corpus if path != STDIN}
    same = texts != STDIN and os.path.realpath(texts) in real
    if same and typed.text_column == typed.corpus_column:
        raise UsageError(
            f"{shown(texts)} holds the texts, and is in the corpus: each would be found in itself; "
            "to compare texts with each other, leave out --corpus"
        )


def _with_corpus_apart(arguments: Sequence[str]) -> Iterator[str]:
    """`--corpus a b` as `--corpus a --corpus b`: a shell makes several files of a pattern."""
    inside = fresh = False
    for place, argument in enumerate(arguments):
        if argument == "--":
            yield from arguments[place:]
            return
        if argument == CORPUS:
            inside = fresh = True
        else:
            if argument.startswith("-") and argument != "-":
                inside = False
            elif inside and not fresh:
                yield CORPUS
            fresh = False
        yield argument


def _searched(typed: Namespace, paths: Sequence[str]) -> tuple[Overlap, list[Located]]:
    """What was found, and the texts that share enough, with the places and the words."""
    tokenizer = chosen_tokenizer(typed) or BARE
    search = Search(typed.n or N, tokenizer, bool(typed.lowercase), typed.max_documents)
    texts = open_texts(typed, typed.files, None)
    try:
        if len(texts.systems) > 1:
            raise UsageError("name one column of texts")
        corpus = open_texts(typed, paths, None, corpus=True) if paths else Inputs()
        try:
            if len(corpus.systems) > len(corpus.files):
                raise UsageError("name one column of documents")
            with Progress([*texts.files, *corpus.files], quiet=bool(typed.quiet)) as progress:
                return _Run(typed, search, texts, corpus, progress).result()
        finally:
            corpus.close()
    finally:
        texts.close()


class _Run:
    """A search over open files."""

    def __init__(
        self, typed: Namespace, search: Search, texts: Inputs, corpus: Inputs, progress: Progress
    ) -> None:
        self._search = search
        self._hold_corpus = typed.hold == "corpus"
        self._least = typed.min_share or 0.0
        self._texts, self._corpus, self._progress = texts, corpus, progress
        # The first document of each stream of the corpus, counted from 1, and its name.
        self._firsts: list[int] = []
        self._names: list[str] = []
        self._documents = 0

    def result(self) -> tuple[Overlap, list[Located]]:
        """Read everything, and say what was found."""
        if self._hold_corpus:
            self._read_corpus(self._search.hold_stream)
            return self._passed()
        kept: list[Cell] = []
        for stream in self._parts(self._texts):
            cells = list(stream.cells(stream.ready))
            kept += cells
            self._search.hold(cells, "text")
            stream.drop(len(cells))
        if not self._corpus.files:
            self._firsts, self._names = [1], [self._texts.files[0].name]
            found = self._search.among()
        else:
            self._read_corpus(self._search.pass_stream)
            found = self._search.passed_over()
        return found, [self._located(text, kept[text.text - 1]) for text in self._kept(found.found)]

    def _passed(self) -> tuple[Overlap, list[Located]]:
        found: list[TextOverlap] = []
        located: list[Located] = []
        done = 0
        for stream in self._parts(self._texts):
            cells = list(stream.cells(stream.ready))
            some = self._search.find(cells)
            found += some
            located += [
                self._located(text, cells[text.text - 1 - done]) for text in self._kept(some)
            ]
            done += len(cells)
            stream.drop(len(cells))
        return self._search.of_passed(found), located

    def _kept(self, found: Sequence[TextOverlap]) -> list[TextOverlap]:
        return [text for text in found if text.share >= self._least]

    def _read_corpus(self, take: Callable[[Stream], None]) -> None:
        for file in self._corpus.files:
            self._firsts.append(self._documents + 1)
            self._names.append(file.name)
            for stream in _each_part(file, self._progress):
                self._documents += stream.ready
                take(stream)

    def _parts(self, inputs: Inputs) -> Iterator[Stream]:
        for file in inputs.files:
            yield from _each_part(file, self._progress)

    def _located(self, text: TextOverlap, words: Cell) -> Located:
        places = []
        for run in text.runs:
            place = bisect_right(self._firsts, run.document) - 1
            places.append((self._names[place], run.document - self._firsts[place] + 1))
        return text, places, words if isinstance(words, str) else ""


def _each_part(file: OpenFile, progress: Progress) -> Iterator[Stream]:
    """The file's stream each time that some of it waits, to be taken."""
    (stream,) = file.streams
    while True:
        if stream.ready:
            yield stream
        if file.ended:
            return
        file.advance()
        progress.show()
