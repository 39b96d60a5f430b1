"""What a run of the server knows: its files, how they are scored, and what came out.

Everything here runs in the thread of jobs, one at a time; the page is told of changes by
`version`, and of other numbers by `generation`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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
    NothingThere,
    Outdated,
    Refused,
    Store,
    Stored,
    file_label,
    label_of,
)
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.server.persistence import History, Keeping


class Session:
    """The files of one run and their scores.

    `data` is what the page shows, `corpus` the texts behind it; both are None until files were
    scored. `generation` counts how often that was, `version` every change.
    """

    def __init__(
        self,
        metric: BLEU,
        store: Store,
        history: History,
        settings: Mapping[str, Any] | None = None,
        keeping: Keeping | None = None,
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
        self.keeping = keeping
        self._settings = dict(settings or {})
        self._misfits: list[dict[str, Any]] = []

    # Files

    def give(
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
        """Take in a file that was named on the command line."""
        entry = Entry(path, label, role, "given", path.stat().st_size)
        entry.form, entry.column, entry.header, entry.invalid = form or "", column, header, invalid
        entry.empty_reference = empty_reference
        return self._added(entry)

    def take_up(self) -> None:
        """Take in what an earlier run kept."""
        if self.keeping is None:
            return
        self.history.points[:] = self.keeping.points
        for path, name in self.keeping.saved():
            label = self._free(label_of(name), "system")
            self._added(Entry(path, label, "system", "saved", path.stat().st_size))

    def hand_over(self, stored: Stored, name: str, role: str) -> Entry:
        """Take in a file that the page sent. Raises `Refused` for too many."""
        self.check_role(role)
        entry = Entry(
            stored.path, self._free(file_label(name), role), role, "handed", stored.size,
            stored.sha256,
        )  # fmt: skip
        return self._added(entry)

    def check_role(self, role: str) -> None:
        """Refuse a file before it is sent: of no known role, or one too many."""
        if role not in ROLES:
            raise Refused(f"role={role!r} is unknown: a file is one of {', '.join(ROLES)}")
        limits = self.store.limits
        most = {"system": limits.systems, "reference": limits.references}.get(role, 1)
        if sum(entry.role == role for entry in self.entries.values()) >= most:
            raise Refused(f"there are {most} files of the role {role} already, which is the most")

    def change(self, number: str, changes: Mapping[str, Any]) -> None:
        """Change a file's name, role or column. Raises `Refused` for what is none."""
        entry = self.entry(number)
        for what, value in changes.items():
            if not isinstance(value, str):
                raise Refused(f"{what} is a text, not {json.dumps(value)[:80]}")
        name, role, column = (changes.get(key) for key in ("name", "role", "column"))
        if role is not None and role != entry.role:
            self.check_role(role)
            entry.role = role
            if entry.form in MARKUPS:  # its versions have roles, too
                entry.column = None
                entry.read(self.store.limits)
        if name is not None:
            entry.label = label_of(name)
            if self.keeping is not None:
                self.keeping.rename(entry.path, entry.label)
        if column is not None:
            entry.column = column
            entry.read(self.store.limits)
        self._looked_at()

    def remove(self, number: str) -> None:
        """Take a file away."""
        entry = self.entry(number)
        del self.entries[number]
        self.store.forget(entry.path, entry.size)
        if self.keeping is not None:
            self.keeping.forget(entry.path)
        self._looked_at()

    def read_again(self, numbers: Sequence[str]) -> list[str]:
        """Read files that have changed; gives their names."""
        found = [self.entries[number] for number in numbers if number in self.entries]
        for entry in found:
            if entry.path.exists():
                entry.size = entry.path.stat().st_size
            entry.read(self.store.limits)
        self._looked_at()
        return [entry.label for entry in found]

    def entry(self, number: str) -> Entry:
        """The file of this number. Raises `NothingThere`."""
        try:
            return self.entries[number]
        except KeyError:
            raise NothingThere("this file is not there any more") from None

    def _added(self, entry: Entry) -> Entry:
        entry.read(self.store.limits)
        self.entries[entry.id] = entry
        self._looked_at()
        return entry

    def _free(self, label: str, role: str) -> str:
        """The label, with a number where another file of the role has it."""
        taken = {entry.label for entry in self.entries.values() if entry.role == role}
        number, free = 2, label
        while free in taken:
            free, number = f"{label} ({number})", number + 1
        return free

    def _looked_at(self) -> None:
        self._misfits = misfits(list(self.entries.values()))
        self.version += 1

    @property
    def missing(self) -> str | None:
        """Why nothing can be scored, in words; None if something can."""
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
        """Score the files. What was there stays if that cannot be done.

        Raises `Refused` where files are missing or do not fit, and what `report_data` raises.
        """
        if self.missing:
            raise Refused(self.missing)
        wanted = metric or self.metric
        corpus = corpus_of(list(self.entries.values()))
        data = report_data(
            corpus.systems,
            corpus.references,
            wanted,
            source=corpus.source,
            documents=corpus.documents,
            reference_names=corpus.reference_names,
            files=corpus.files,
            text="full",
            origin=self._origin(),
            **self._settings,
        )
        self.metric, self.corpus, self.data = wanted, corpus, data
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

    def scored(self, asked: str | None = None) -> tuple[ReportData, Corpus]:
        """The data and the texts that the page shows. Raises `NothingThere` before there are.

        `asked` is the generation that a page has: where there is another in the meantime,
        `Outdated` is raised, before it mixes the two.
        """
        if self.data is None or self.corpus is None:
            raise NothingThere("nothing is scored yet")
        if asked is not None and asked != str(self.generation):
            raise Outdated("there are new scores in the meantime: load the page again")
        return self.data, self.corpus

    def save(self, name: str, texts: Sequence[str]) -> Entry:
        """Make a new system of texts, and score all again."""
        self.check_role("system")
        label = self._free(label_of(name), "system")
        if self.keeping is not None:
            path = self.keeping.add(label, texts)
        else:
            content = "".join(f"{text}\n" for text in texts).encode(errors="replace")
            path = self.store.keep(content, "saved.txt").path
        entry = self._added(Entry(path, label, "system", "saved", path.stat().st_size))
        try:
            self.score()
        except BaseException:
            self.remove(entry.id)
            path.unlink(missing_ok=True)
            raise
        return entry

    def noted(self, changed: list[str]) -> None:
        """Add the present scores to those over time."""
        data, _ = self.scored()
        scores = {system.name: system.score.value for system in data.systems}
        self.history.add(scores, str(data.systems[0].score.signature), changed)
        if self.keeping is not None:
            self.keeping.note(self.history.points)

    def close(self) -> None:
        """Delete what was handed over."""
        self.store.close()

    def to_dict(self) -> dict[str, Any]:
        """What the page is told of the session."""
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
