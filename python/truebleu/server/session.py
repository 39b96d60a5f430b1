"""The state of the server: its files, its metric and its scores.

All changes of a session are made in the thread of jobs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebleu.io.markup import MARKUPS, Invalid
from truebleu.metrics.bleu import BLEU
from truebleu.report.data import ReportData
from truebleu.report.input import InputFile, Origin
from truebleu.report.report import report_data
from truebleu.server.corpus import Corpus, corpus_of
from truebleu.server.entries import ROLES, Entry
from truebleu.server.fitting import misfits, what_is_missing
from truebleu.server.store import (
    NotFound,
    Outdated,
    Refused,
    Store,
    Stored,
    file_label,
    label_of,
)
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.server.persistence import History, SaveFolder


class Session:
    """The files of a server and their scores.

    Attributes:
        metric: the metric of the current scores.
        store: the folder of the uploaded files.
        history: the scores over time.
        entries: the files by id.
        data: the report data; None until the files are scored.
        corpus: the scored texts; None until the files are scored.
        generation: the number of times that the files have been scored.
        version: a counter that increases with every change of the session.
        problem: the message of the last error, in one line; None without an error.
        save_folder: the folder of saved systems; None without `--dir`.
    """

    def __init__(
        self,
        metric: BLEU,
        store: Store,
        history: History,
        settings: Mapping[str, Any] | None = None,
        save_folder: SaveFolder | None = None,
    ) -> None:
        self.metric = metric
        self.store = store
        self.history = history
        self.entries: dict[str, Entry] = {}
        self.data: ReportData | None = None
        self.corpus: Corpus | None = None
        self.generation = 0
        self.version = 0
        self.problem: str | None = None
        self.save_folder = save_folder
        self._settings = dict(settings or {})
        self._misfits: list[dict[str, Any]] = []

    # Files

    def add_named(
        self,
        path: Path,
        label: str,
        role: str,
        *,
        form: str | None = None,
        column: str | None = None,
        header: bool = False,
        invalid: Invalid = "error",
        empty_reference: str | None = None,
    ) -> Entry:
        """Add a file that the user named on the command line. Return its entry."""
        entry = Entry(path, label, role, "argument", path.stat().st_size)
        entry.form, entry.column, entry.header, entry.invalid = form or "", column, header, invalid
        entry.empty_reference = empty_reference
        return self._add(entry)

    def restore(self) -> None:
        """Load the saved systems and the score history of earlier runs from `save_folder`."""
        if self.save_folder is None:
            return
        self.history.points[:] = self.save_folder.points
        for path, name in self.save_folder.saved():
            label = self._unique_label(label_of(name), "system")
            self._add(Entry(path, label, "system", "saved", path.stat().st_size))

    def upload(self, stored: Stored, name: str, role: str) -> Entry:
        """Add an uploaded file. Return its entry.

        `name` is the name that the client sent.

        Raises:
            Refused: The role is unknown, or the maximum number of files with this role is reached.
        """
        self.check_role(role)
        entry = Entry(
            stored.path, self._unique_label(file_label(name), role), role, "upload", stored.size,
            stored.sha256,
        )  # fmt: skip
        return self._add(entry)

    def check_role(self, role: str) -> None:
        """Check that a file with this role can be added.

        Raises:
            Refused: The role is unknown, or the maximum number of files with this role is reached.
        """
        if role not in ROLES:
            raise Refused(f"unknown role {role!r}. Use one of {', '.join(ROLES)}.")
        limits = self.store.limits
        max_files = {"system": limits.systems, "reference": limits.references}.get(role, 1)
        if sum(entry.role == role for entry in self.entries.values()) >= max_files:
            raise Refused(f"too many files with role {role!r}: the limit is {max_files}")

    def change(self, number: str, changes: Mapping[str, Any]) -> None:
        """Change the name, the role or the column of the file with the id `number`.

        `changes` maps "name", "role" or "column" to the new value.

        Raises:
            NotFound: There is no file with this id.
            Refused: A value is invalid.
        """
        entry = self.entry(number)
        for key, value in changes.items():
            if not isinstance(value, str):
                raise Refused(f"{key} must be a text, not {json.dumps(value)[:80]}")
        name, role, column = (changes.get(key) for key in ("name", "role", "column"))
        if role is not None and role != entry.role:
            self.check_role(role)
            entry.role = role
            if entry.form in MARKUPS:  # versions depend on the role
                entry.column = None
                entry.read(self.store.limits)
        if name is not None:
            entry.label = label_of(name)
            if self.save_folder is not None:
                self.save_folder.rename(entry.path, entry.label)
        if column is not None:
            entry.column = column
            entry.read(self.store.limits)
        self._update_mismatches()

    def remove(self, number: str) -> None:
        """Remove the file with the id `number` from the session.

        Raises:
            NotFound: There is no file with this id.
        """
        entry = self.entry(number)
        del self.entries[number]
        self.store.forget(entry.path, entry.size)
        if self.save_folder is not None:
            self.save_folder.forget(entry.path)
        self._update_mismatches()

    def read_again(self, numbers: Sequence[str]) -> list[str]:
        """Read the files with the ids `numbers` again, and return their labels."""
        entries = [self.entries[number] for number in numbers if number in self.entries]
        for entry in entries:
            with suppress(OSError):  # the file was removed: `read` stores the problem
                entry.size = entry.path.stat().st_size
            entry.read(self.store.limits)
        self._update_mismatches()
        return [entry.label for entry in entries]

    def entry(self, number: str) -> Entry:
        """Return the file with the id `number`.

        Raises:
            NotFound: There is no file with this id.
        """
        try:
            return self.entries[number]
        except KeyError:
            raise NotFound("the file was removed") from None

    def _add(self, entry: Entry) -> Entry:
        entry.read(self.store.limits)
        self.entries[entry.id] = entry
        self._update_mismatches()
        return entry

    def _unique_label(self, label: str, role: str) -> str:
        """Return `label`, with a number if another file with this role has the same label."""
        taken = {entry.label for entry in self.entries.values() if entry.role == role}
        number, free = 2, label
        while free in taken:
            free, number = f"{label} ({number})", number + 1
        return free

    def _update_mismatches(self) -> None:
        self._misfits = misfits(list(self.entries.values()))
        self.version += 1

    @property
    def missing(self) -> str | None:
        """The reason why the files cannot be scored; None if they can be scored."""
        needed = what_is_missing(list(self.entries.values()))
        if needed:
            return needed
        if self._misfits:
            first = self._misfits[0]
            return (
                f"{first['name']} has {count(first['lines'], 'line', grouped=True)}, "
                f"{first['other']} has "
                f"{first['other_lines']:,}: {first['message']}"
            )
        return None

    # Scores

    def score(self, metric: BLEU | None = None) -> ReportData:
        """Score all files and return the report data. After an error, the old scores remain.

        `metric` replaces the metric of the session; None keeps it.

        Raises:
            Refused: Files are missing or do not match.
            TrueBleuError: The texts cannot be scored. For the reasons, see `report_data`.
        """
        if self.missing:
            raise Refused(self.missing)
        metric = metric or self.metric
        corpus = corpus_of(list(self.entries.values()))
        data = report_data(
            corpus.systems,
            corpus.references,
            metric,
            source=corpus.source,
            documents=corpus.documents,
            reference_names=corpus.reference_names,
            files=corpus.files,
            text="full",
            origin=self._origin(),
            **self._settings,
        )
        self.metric, self.corpus, self.data = metric, corpus, data
        self.problem = None
        self.generation += 1
        self.version += 1
        return data

    def _origin(self) -> Origin:
        files = [
            InputFile(
                role=entry.role,
                name=entry.label,
                sha256=entry.sha256,
                lines=entry.lines,
                size=entry.size,
            )
            for entry in self.entries.values()
        ]
        return Origin(files=files)

    def scored(self, generation: str | None = None) -> tuple[ReportData, Corpus]:
        """Return the report data and the scored texts.

        `generation` is the number of the scoring that the page shows: "1" for the first scoring of
        the files, "2" for the second. None skips the check that the page is current.

        Raises:
            NotFound: Nothing is scored yet.
            Outdated: The files were scored again, so the page shows older scores.
        """
        if self.data is None or self.corpus is None:
            raise NotFound("nothing is scored yet")
        if generation is not None and generation != str(self.generation):
            raise Outdated("the scores have changed. Reload the page.")
        return self.data, self.corpus

    def save(self, name: str, texts: Sequence[str]) -> Entry:
        """Save `texts` as a new system and score all files again. Return the entry of the new file.

        If scoring fails, the new system is removed.

        Raises:
            Refused: The maximum number of systems is reached.
            TrueBleuError: The texts cannot be scored.
        """
        self.check_role("system")
        label = self._unique_label(label_of(name), "system")
        if self.save_folder is not None:
            path = self.save_folder.add(label, texts)
        else:
            content = "".join(f"{text}\n" for text in texts).encode(errors="replace")
            path = self.store.write(content, "saved.txt").path
        entry = self._add(Entry(path, label, "system", "saved", path.stat().st_size))
        try:
            self.score()
        except BaseException:
            self.remove(entry.id)
            path.unlink(missing_ok=True)
            raise
        return entry

    def record_scores(self, changed: list[str]) -> None:
        """Add the current scores to the score history.

        `changed` has the names of the files that changed before this scoring.
        """
        data, _ = self.scored()
        scores = {system.name: system.score.value for system in data.systems}
        self.history.add(scores, str(data.systems[0].score.signature), changed)
        if self.save_folder is not None:
            self.save_folder.store_history(self.history.points)

    def close(self) -> None:
        """Delete the uploaded files."""
        self.store.close()

    def to_dict(self) -> dict[str, Any]:
        """Return the state of the session for the page, as JSON-serializable data."""
        return {
            "version": self.version,
            "generation": self.generation,
            "ready": self.data is not None,
            "files": [entry.to_dict() for entry in list(self.entries.values())],
            "missing": self.missing,
            "misfits": self._misfits,
            "problem": self.problem,
            "signature": str(self.metric.signature()),
            "history": self.history.points,
        }
