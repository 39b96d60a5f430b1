"""The folder of the option `--dir`, which stores saved systems and the score history."""

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


class SaveFolder:
    """A folder that stores saved systems and the score history for later runs of the server.

    It has one file per saved system and an index file. The index has the names of the systems and
    the score history.
    """

    def __init__(self, folder: Path) -> None:
        """Open the folder, or create it.

        Raises:
            InputError: The folder cannot be used, or its index is invalid.
        """
        self.folder = folder
        self.systems: list[dict[str, str]] = []
        self.points: list[dict[str, Any]] = []
        if folder.exists() and not folder.is_dir():
            raise InputError(f"--dir {folder}: not a folder. Use another path.")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = (folder / INDEX).read_bytes() if (folder / INDEX).exists() else None
        except OSError as error:
            raise InputError(f"--dir {folder}: {error.strerror}. Use another folder.") from None
        if text is not None:
            self._load(text)

    def saved(self) -> list[tuple[Path, str]]:
        """Return the path and the name of each saved system."""
        return [(self.folder / system["file"], system["name"]) for system in self.systems]

    def add(self, name: str, texts: Sequence[str]) -> Path:
        """Save a system and return the path of its file."""
        taken = {system["file"] for system in self.systems}
        number = 1
        while f"system-{number}.txt" in taken or (self.folder / f"system-{number}.txt").exists():
            number += 1
        path = self.folder / f"system-{number}.txt"
        write_whole(str(path), [f"{text}\n".encode(errors="replace") for text in texts])
        self.systems.append({"file": path.name, "name": name})
        self._write()
        return path

    def rename(self, path: Path, name: str) -> None:
        """Change the name of the saved system whose file is `path`."""
        for system in self.systems:
            if system["file"] == path.name and path.parent == self.folder:
                system["name"] = name
                self._write()

    def forget(self, path: Path) -> None:
        """Remove the saved system whose file is `path` from the index. The file is not deleted."""
        remaining = [system for system in self.systems if system["file"] != path.name]
        if path.parent == self.folder and len(remaining) < len(self.systems):
            self.systems = remaining
            self._write()

    def store_history(self, points: Sequence[dict[str, Any]]) -> None:
        """Save the score history in the index."""
        self.points = list(points)
        self._write()

    def _write(self) -> None:
        index = {"format": FORMAT, "systems": self.systems, "history": self.points}
        text = json.dumps(index, ensure_ascii=False, indent=1)
        write_whole(str(self.folder / INDEX), [text.encode(errors="replace"), b"\n"])

    def _load(self, text: bytes) -> None:
        try:
            index = json.loads(text)
            is_index = index["format"] == FORMAT
            systems = [
                {"file": system["file"], "name": system["name"]} for system in index["systems"]
            ]
            points = list(index["history"])
        except (ValueError, KeyError, TypeError, RecursionError):
            is_index, systems, points = False, [], []
        # The index may be written by another program, with any content.
        is_valid = all(map(_is_valid_system, systems)) and all(
            isinstance(point, dict) for point in points
        )
        if not is_index or not is_valid:
            raise InputError(
                f"{self.folder / INDEX}: not an index of truebleu serve. Use another folder."
            )
        self.systems = [system for system in systems if (self.folder / system["file"]).is_file()]
        self.points = points


def _is_valid_system(system: dict[str, Any]) -> bool:
    """Return whether a system of the index has a name, and a file name without folders."""
    file, name = system["file"], system["name"]
    are_texts = isinstance(file, str) and isinstance(name, str)
    return are_texts and not {"/", "\\", "\0"}.intersection(file)


# Score history of files that a training run rewrites


MAX_POINTS = 2000


class History:
    """The scores of all systems over time.

    A point has the scores of all systems at one time. `points` has the latest `MAX_POINTS`.
    """

    def __init__(self) -> None:
        self.points: list[dict[str, Any]] = []

    def add(self, scores: Mapping[str, float], signature: str, changed: list[str]) -> None:
        """Add the current scores to the history.

        `scores` has the score of each system, by name. `signature` is the signature of the scores.
        `changed` has the names of the files that changed before this scoring.
        """
        self.points.append(
            {
                "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
                "scores": dict(scores),
                "signature": signature,
                "changed": changed,
            }
        )
        del self.points[:-MAX_POINTS]
