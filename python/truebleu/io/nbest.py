"""Read n-best lists, which have several candidates per segment, in constant memory.

The format of Moses and Marian has one candidate per line. The lines are sorted by segment:

    0 ||| the candidate ||| feature= -1.5 other= 2 -3 ||| -0.75

The first field is the id of the segment, and the last field is the score of the candidate.

A JSON Lines file has one segment per line: a list of candidates, or an object. An object has the
field "candidates" and can have the fields "log_probabilities", "weights", "references" and "id".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any, Literal

from truebleu.errors import InputError
from truebleu.io.streams import LineFile
from truebleu.wording import json_problem

FORMS = ("nbest", "jsonl")
SEPARATOR = "|||"
LONGEST_ID = 18
"""Maximum number of digits of a segment's id in the format of Moses and Marian."""
FIELDS = ("id", "candidates", "references", "weights", "log_probabilities")


class NBest:
    """The candidates of one segment.

    Attributes:
        key: the id of the segment.
        line: the number of the segment's first line in the file, from 1.
        where: prefix of error messages about the segment, such as "nbest.txt, line 3: ".
        texts: the candidates.
        references: the references of the segment; None if the file has none.
        weights: the weight of each candidate; None if the file has none.
        log_probabilities: the log probability of each candidate; None if it was not read.
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
    """An n-best file. Iteration yields one `NBest` per segment.

    Args:
        path: the file; it may be compressed.
        form: "nbest" for the format of Moses and Marian, or "jsonl"; None detects the format.
        score: the name of the feature or JSON field that has the log probabilities. With "score",
            they are the scores of the candidates or, in JSON Lines, the field "log_probabilities".
            None reads neither log probabilities nor weights.
        invalid: what to do with invalid UTF-8: "error" raises `InputError`, "replace" replaces the
            invalid bytes.

    Raises:
        InputError: The file cannot be read, an id is missing or out of order, or a segment is
            missing. The message has the file and the line.
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
            raise self._error(1, "the file is empty")
        if self._form is None:
            self._form = "jsonl" if first[1].lstrip()[:1] in {"{", "["} else "nbest"
        read = self._json if self._form == "jsonl" else self._separated
        return read(chain([first], lines))

    def _lines(self) -> Iterator[tuple[int, str]]:
        number = 0
        while not self.file.ended:
            self.file.advance()
            for text in self.file.texts():
                number += 1
                yield number, text

    def _error(self, line: int, message: str) -> InputError:
        return InputError(f"{self.name}, line {line}: {message}", file=self.name, line=line)

    # One candidate per line

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
                f"missing separator. Lines of an n-best list are 'ID {SEPARATOR} TEXT {SEPARATOR} "
                "...'",
            )
        name = fields[0].strip()
        if not (name.isascii() and name.isdigit() and len(name) <= LONGEST_ID):
            raise self._error(line, f"the id {name[:40]!r} is not an integer")
        return int(name)

    def _check_order(self, before: int, key: int, line: int) -> None:
        if key < before:
            raise self._error(
                line,
                f"ids are out of order: {key} after {before}. Sort the lines: sort -s -n -k1,1",
            )
        if key > before + 1:
            missing = before + 1
            raise self._error(
                line, f"segment {missing} has no candidate: id {key} follows {before}"
            )

    def _score_of(self, fields: list[str], line: int) -> float:
        feature = self._score
        if feature == "score":
            if len(fields) < 4:
                raise self._error(line, "missing score, the field after the features")
            return self._number(fields[3], line)
        features = fields[2].split() if len(fields) > 2 else []
        names = [name.rstrip("=") for name in features if name.endswith("=")]
        for name, value in pairwise(features):
            if name == f"{feature}=":
                return self._number(value, line)
        choices = f"Choose from: {', '.join(names)}." if names else "No feature has a name."
        raise self._error(line, f"unknown feature {feature!r}. {choices}")

    def _number(self, text: str, line: int) -> float:
        try:
            return float(text)
        except ValueError:
            raise self._error(line, f"the score {text.strip()[:40]!r} is not a number") from None

    # One segment per line

    def _json(self, lines: Iterator[tuple[int, str]]) -> Iterator[NBest]:
        import json

        for line, text in lines:
            try:
                value = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise self._error(line, json_problem(error)) from None
            yield self._parse_json(value, line)

    def _parse_json(self, value: Any, line: int) -> NBest:
        if isinstance(value, list):
            value = {"candidates": value}
        if not isinstance(value, dict):
            raise self._error(
                line, "invalid segment. Use a list of texts, or an object with candidates."
            )
        unknown = next((name for name in value if name not in FIELDS), None)
        if unknown is not None and "candidates" not in value:
            raise self._error(line, f"missing candidates; got {unknown!r}")
        nbest = NBest(value.get("id", line - 1), line, f"{self.name}, line {line}: ")
        nbest.texts = self._texts(value.get("candidates"), "candidates", line)
        if value.get("references") is not None:
            nbest.references = self._texts(value["references"], "references", line)
        if self._score is not None:
            name = "log_probabilities" if self._score == "score" else self._score
            nbest.weights = value.get("weights")
            nbest.log_probabilities = None if nbest.weights is not None else value.get(name)
            if nbest.weights is None and nbest.log_probabilities is None:
                raise self._error(line, f"missing {name} or weights")
        return nbest

    def _texts(self, value: Any, field: str, line: int) -> list[str]:
        if isinstance(value, str) and field == "references":
            value = [value]
        if not isinstance(value, list):
            raise self._error(line, f"{field} are {_kind(value)}, not a list of texts")
        for number, text in enumerate(value, 1):
            if not isinstance(text, str):
                raise self._error(line, f"{field}: number {number} is {_kind(text)}, not a text")
        return value


def _kind(value: object) -> str:
    if value is None:
        return "missing"
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    return names.get(type(value), "a number")
