"""Reports for tests; equal reports are written once."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from truebleu import References
from truebleu.report.input import Origin
from truebleu.report.report import write_report


class Reports:
    """Files of reports, by their content."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, systems: Any, references: Any, **options: Any) -> Path:
        """Write a report, or return the file of an equal one.

        `systems` are texts by name, `references` streams; `options` are arguments of `write`.
        """
        key = repr((systems, references, sorted(options.items())))
        name = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        path = self.folder / f"{name}.html"
        if not path.exists():
            write(path, systems, references, **options)
        return path


def write(path: Path, systems: Any, references: Any, **options: Any) -> None:
    """Write one report; `title` is that of the page, `options` are arguments of `report_data`."""
    title = options.pop("title", None)
    if title is not None:
        options["origin"] = Origin(title=title)
    reference_streams = References.streams(references)
    write_report(path, systems, reference_streams, **{"trials": 200, "resamples": 100, **options})
