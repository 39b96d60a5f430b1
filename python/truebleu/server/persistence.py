"""What stays after a run, if a folder for it was named: saved systems, and the scores over time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError
from truebleu.io.writing import write_whole

if TYPE_CHECKING:
    from pathlib import Path

INDEX = "truebleu-serve.json"
FORMAT = "truebleu-serve/1"


class Keeping:
    """A folder with an index and a file for each saved system, under names of ours."""

    def __init__(self, folder: Path) -> None:
        """Open the folder, or make it.

        Raises `InputError` where that cannot be done, or what lies there is not ours.
        """
        self.folder = folder
        self.systems: list[dict[str, str]] = []
        self.points: list[dict[str, Any]] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = (folder / INDEX).read_bytes() if (folder / INDEX).exists() else None
        except OSError as error:
            raise InputError(f"--dir {folder}: {error.strerror}: name another folder") from None
        if text is not None:
            self._take_up(text)

    def saved(self) -> list[tuple[Path, str]]:
        """The saved systems: their files, and what they are called."""
        return [(self.folder / each["file"], each["name"]) for each in self.systems]

    def add(self, name: str, texts: Sequence[str]) -> Path:
        """Save a system; gives its file."""
        taken = {each["file"] for each in self.systems}
        number = 1
        while f"system-{number}.txt" in taken or (self.folder / f"system-{number}.txt").exists():
            number += 1
        path = self.folder / f"system-{number}.txt"
        write_whole(str(path), [f"{text}\n".encode(errors="replace") for text in texts])
        self.systems.append({"file": path.name, "name": name})
        self._write()
        return path

    def rename(self, path: Path, name: str) -> None:
        """Note the new name of a saved system."""
        for each in self.systems:
            if each["file"] == path.name and path.parent == self.folder:
                each["name"] = name
                self._write()

    def forget(self, path: Path) -> None:
        """Take a saved system out of the index; its file stays, as long as nobody deletes it."""
        kept = [each for each in self.systems if each["file"] != path.name]
        if path.parent == self.folder and len(kept) < len(self.systems):
            self.systems = kept
            self._write()

    def note(self, points: Sequence[dict[str, Any]]) -> None:
        """Keep the scores over time."""
        self.points = list(points)
        self._write()

    def _write(self) -> None:
        kept = {"format": FORMAT, "systems": self.systems, "history": self.points}
        text = json.dumps(kept, ensure_ascii=False, indent=1)
        write_whole(str(self.folder / INDEX), [text.encode(errors="replace"), b"\n"])

    def _take_up(self, text: bytes) -> None:
        try:
            kept = json.loads(text)
            known = kept["format"] == FORMAT
            systems = [{"file": each["file"], "name": each["name"]} for each in kept["systems"]]
            points = list(kept["history"])
        except (ValueError, KeyError, TypeError, RecursionError):
            known, systems, points = False, [], []
        # The index may come from elsewhere, where it says anything.
        sound = all(map(_is_ours, systems)) and all(isinstance(point, dict) for point in points)
        if not known or not sound:
            raise InputError(
                f"{self.folder / INDEX}: this is no index of truebleu serve: name another folder"
            )
        self.systems = [each for each in systems if (self.folder / each["file"]).is_file()]
        self.points = points


def _is_ours(system: dict[str, Any]) -> bool:
    """Whether a system has a name, and a file of this folder and no other."""
    file, name = system["file"], system["name"]
    texts = isinstance(file, str) and isinstance(name, str)
    return texts and not {"/", "\\", "\0"}.intersection(file)


# Scores over time: what a training run writes into the same files again and again


MOST = 2000


class History:
    """Points in time, each with the score of every system; the oldest go when there are many."""

    def __init__(self) -> None:
        self.points: list[dict[str, Any]] = []

    def add(self, scores: Mapping[str, float], signature: str, changed: list[str]) -> None:
        """Add what was scored now; `changed` names the files that are new."""
        self.points.append(
            {
                "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
                "scores": dict(scores),
                "signature": signature,
                "changed": changed,
            }
        )
        del self.points[:-MOST]
