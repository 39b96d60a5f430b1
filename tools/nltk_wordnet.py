"""Lay WordNet 3.0 out as NLTK looks for it, from the files that Debian has, without a download.

    apt-get install wordnet-base wordnet-sense-index
    python tools/nltk_wordnet.py FOLDER
    NLTK_DATA=FOLDER make test

`nltk.downloader` brings the same files from elsewhere; this is for machines that cannot reach it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

DEBIANS = Path("/usr/share/wordnet")
# The files of NLTK's reader, but for lexnames, which Debian leaves out.
FILES = (
    "cntlist.rev",
    "index.sense",
    *(f"{kind}.{word}" for kind in ("index", "data") for word in ("adj", "adv", "noun", "verb")),
    *(f"{word}.exc" for word in ("adj", "adv", "noun", "verb")),
)
# The lexicographers' files in the order of their numbers, as lexnames(5WN) lists them, and the
# number of each part of speech.
LEXNAMES = (
    ("adj", "all pert"),
    ("adv", "all"),
    (
        "noun",
        (
            "Tops act animal artifact attribute body cognition communication event "
            "feeling food group location motive object person phenomenon plant "
            "possession process quantity relation shape state substance time"
        ),
    ),
    (
        "verb",
        (
            "body change cognition communication competition consumption contact "
            "creation emotion motion perception possession social stative weather"
        ),
    ),
    ("adj", "ppl"),
)
PARTS = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}


def lexnames() -> str:
    """Number each lexicographers' file, with its name and its part of speech."""
    files = [(part, name) for part, names in LEXNAMES for name in names.split()]
    lines = (f"{part}.{name}\t{PARTS[part]}\n" for part, name in files)
    return "".join(f"{number:02}\t{line}" for number, line in enumerate(lines))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="what NLTK_DATA shall name")
    parser.add_argument("--files", type=Path, default=DEBIANS, help="where Debian's files are")
    given = parser.parse_args()
    missing = [name for name in FILES if not (given.files / name).is_file()]
    if missing:
        print(
            f"{given.files} lacks {', '.join(missing)}: install Debian's wordnet-base and "
            "wordnet-sense-index, or name their folder with --files",
            file=sys.stderr,
        )
        return 2
    place = given.folder / "corpora" / "wordnet"
    place.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(given.files / name, place / name)
    (place / "lexnames").write_text(lexnames(), encoding="utf-8")
    print(f"{place}: {len(FILES) + 1} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
