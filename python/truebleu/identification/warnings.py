"""What may have gone wrong with the texts themselves, before any setting is blamed."""

from __future__ import annotations

from truebleu.references import References

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from truebleu.hygiene.findings import Check
    from truebleu.inputs import Batch

__all__ = ["Suspicions"]

# What is done to a text that looks so, in words.
MENDED = {
    "escaped": "without entities",
    "subwords": "with pieces of words joined",
    "spaced_punctuation": "detokenized",
}


class Suspicions:
    """What `check` finds in a corpus: what is wrong (`said`), and how texts could be mended."""

    def __init__(self, batch: Batch) -> None:
        self.said: list[str] = []
        self.repairs: dict[str, Callable[[str], str]] = {}
        # Late: patterns for every fault are made when they are loaded.
        from truebleu.hygiene.checking import check

        if not batch.tokens:
            self._read(check(batch.hypotheses, _references(batch)))

    def _read(self, found: Check) -> None:
        from truebleu.hygiene.findings import ERROR
        from truebleu.hygiene.residue import REPAIRS

        for finding in found.findings:
            if finding.severity == ERROR:
                where = f"{finding.stream}: " if finding.stream else ""
                self.said.append(f"{where}{finding.message}")
            if finding.kind in MENDED:
                self.repairs[MENDED[finding.kind]] = REPAIRS[finding.kind]


def _references(batch: Batch) -> References:
    lists: Sequence[Sequence[str | None]] = batch.references
    return References.per_segment(lists) if batch.by_segment else References.streams(lists)
