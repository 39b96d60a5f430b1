"""N-best lists: several candidates for each segment, read set by set in constant memory.

Two forms. Moses's and Marian's, a candidate a line, those of a segment together and the segments
in order:

    0 ||| the candidate ||| feature= -1.5 other= 2 -3 ||| -0.75

where the last number is the candidate's score. And JSON lines, a segment a line: a list of texts,
or an object with "candidates", and, where it has them, "log_probabilities" or "weights",
"references" and "id".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from truebleu.errors import InputError
from truebleu.io.streams import LineFile

FORMS = ("nbest", "jsonl")
SEPARATOR = "|||"
LONGEST_ID = 18
"""Digits: nobody has so many segments, and Python refuses to read thousands of digits."""
FIELDS = ("id", "candidates", "references", "weights", "log_probabilities")


class NBest:
    """The candidates of a segment.

    `where` begins a message about it. `log_probabilities` are the scores of an n-best list, or what
    JSON says; the lists that a file does not have are None.
    """

    __slots__ = ("key", "line", "log_probabilities", "references", "texts", "weights", "where")

    def __init__(self, key: Any, line: int, where: str) -> None:
        self.key = key
        self.line = line
        self.where = where
        self.texts: list[str] = []
        self.references: list[str] | None = None
        self.weights: Any = None
        self.log_probabilities: Any = None


class NBestFile:
    """A file of n-best lists, opened; iterate over it for the sets.

    `score` names what stands for the log probability of a candidate in Moses's form: "score", the
    last field, or a feature; None reads neither. Raises `InputError` with file and line for what is
    no such list: no id, ids out of order, a segment that is left out.
    """

    def __init__(
        self,
        path: str,
        *,
        form: str | None = None,
        score: str | None = None,
        invalid: Literal["error", "replace"] = "error",
    ) -> None:
        self.file = LineFile(path, invalid)
        self.name = self.file.name
        self._form = form
        self._score = score

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def __iter__(self) -> Iterator[NBest]:
        lines = self._lines()
        first = next(lines, None)
        if first is None:
            raise self._error(1, "the file is empty: there are no candidates")
        if self._form is None:
            self._form = "jsonl" if first[1].lstrip()[:1] in {"{", "["} else "nbest"
        read = self._json if self._form == "jsonl" else self._separated
        return read(_with(first, lines))

    def _lines(self) -> Iterator[tuple[int, str]]:
        number = 0
        while not self.file.ended:
            self.file.advance()
            for text in self.file.texts():
                number += 1
                yield number, text

    def _error(self, line: int, message: str) -> InputError:
        return InputError(f"{self.name}, line {line}: {message}", file=self.name, line=line)

    # A candidate a line

    def _separated(self, lines: Iterator[tuple[int, str]]) -> Iterator[NBest]:
        current: NBest | None = None
        for line, text in lines:
            fields = text.split(SEPARATOR)
            key = self._key(fields, line)
            if current is None or key != current.key:
                if current is not None:
                    self._check_order(current.key, key, line)
                    yield current
                current = NBest(key, line, f"{self.name}, line {line}: ")
                if self._score is not None:
                    current.log_probabilities = []
            current.texts.append(fields[1].strip(" "))
            if self._score is not None:
                current.log_probabilities.append(self._score_of(fields, line))
        if current is not None:
            yield current

    def _key(self, fields: list[str], line: int) -> int:
        if len(fields) < 2:
            raise self._error(
                line,
                f"this is no line of an n-best list, which is 'ID {SEPARATOR} TEXT {SEPARATOR} "
                "...': there is no separator in it",
            )
        name = fields[0].strip()
        if not (name.isascii() and name.isdigit() and len(name) <= LONGEST_ID):
            raise self._error(line, f"the id {name[:40]!r} is no whole number")
        return int(name)

    def _check_order(self, before: int, key: int, line: int) -> None:
        if key < before:
            raise self._error(
                line,
                f"ids are out of order: {key} after {before}. The candidates of a segment stand "
                "together, and segments in order: sort -s -n -k1,1 puts them so",
            )
        if key > before + 1:
            missing = before + 1
            raise self._error(
                line, f"segment {missing} has no candidate: after id {before} comes {key}"
            )

    def _score_of(self, fields: list[str], line: int) -> float:
        wanted = self._score
        if wanted == "score":
            if len(fields) < 4:
                raise self._error(line, "it has no score, which is the field behind the features")
            return self._number(fields[3], line)
        features = fields[2].split() if len(fields) > 2 else []
        known = [name.rstrip("=") for name in features if name.endswith("=")]
        for place, name in enumerate(features[:-1]):
            if name == f"{wanted}=":
                return self._number(features[place + 1], line)
        has = f"it has {', '.join(known)}" if known else "it has none with a name"
        raise self._error(line, f"there is no feature {wanted!r}: {has}")

    def _number(self, text: str, line: int) -> float:
        try:
            return float(text)
        except ValueError:
            raise self._error(line, f"the score {text.strip()[:40]!r} is no number") from None

    # A segment a line

    def _json(self, lines: Iterator[tuple[int, str]]) -> Iterator[NBest]:
        import json

        for line, text in lines:
            try:
                value = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise self._error(line, f"this is no JSON: {_explained(error)}") from None
            yield self._of_json(value, line)

    def _of_json(self, value: Any, line: int) -> NBest:
        if isinstance(value, list):
            value = {"candidates": value}
        if not isinstance(value, dict):
            raise self._error(line, "a segment is a list of texts, or an object with candidates")
        unknown = next((name for name in value if name not in FIELDS), None)
        if unknown is not None and "candidates" not in value:
            raise self._error(line, f"there are no candidates, but {unknown!r}")
        found = NBest(value.get("id", line - 1), line, f"{self.name}, line {line}: ")
        found.texts = self._texts(value.get("candidates"), "candidates", line)
        if value.get("references") is not None:
            found.references = self._texts(value["references"], "references", line)
        if self._score is not None:
            name = "log_probabilities" if self._score == "score" else self._score
            found.weights = value.get("weights")
            found.log_probabilities = None if found.weights is not None else value.get(name)
            if found.weights is None and found.log_probabilities is None:
                raise self._error(line, f"it has neither {name} nor weights")
        return found

    def _texts(self, value: Any, what: str, line: int) -> list[str]:
        if isinstance(value, str) and what == "references":
            value = [value]
        if not isinstance(value, list):
            raise self._error(line, f"{what} are {_kind(value)}, not a list of texts")
        for place, text in enumerate(value, 1):
            if not isinstance(text, str):
                raise self._error(line, f"{what}: number {place} is {_kind(text)}, no text")
        return value


def _explained(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(getattr(error, "msg", "a number in it has thousands of digits"))


def _kind(value: object) -> str:
    if value is None:
        return "missing"
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    return names.get(type(value), "a number")


def _with(first: tuple[int, str], rest: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    yield first
    yield from rest
