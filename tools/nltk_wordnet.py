"""Copy Debian's files of WordNet 3.0 to a folder that NLTK can read.

    apt-get install wordnet-base wordnet-sense-index
    python tools/nltk_wordnet.py FOLDER
    NLTK_DATA=FOLDER make test

`nltk.downloader` downloads the same files; this script is for machines without access to them.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

DEBIANS = Path("/usr/share/wordnet")
# The files that NLTK reads, except lexnames, which Debian does not have.
FILES = (
    "cntlist.rev",
    "index.sense",
    *(f"{kind}.{word}" for kind in ("index", "data") for word in ("adj", "adv", "noun", "verb")),
    *(f"{word}.exc" for word in ("adj", "adv", "noun", "verb")),
)
# Part of speech and names of the lexicographer files, in the order of lexnames(5WN).
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
# Numbers of the parts of speech in the file lexnames.
PARTS = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}


def lexnames() -> str:
    """Return the text of the file lexnames: number, name and part of speech of each file."""
    files = [(part, name) for part, names in LEXNAMES for name in names.split()]
    lines = (f"{part}.{name}\t{PARTS[part]}\n" for part, name in files)
    return "".join(f"{number:02}\t{line}" for number, line in enumerate(lines))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder for NLTK_DATA")
    parser.add_argument("--files", type=Path, default=DEBIANS, help="folder of Debian's files")
    args = parser.parse_args()
    missing = [name for name in FILES if not (args.files / name).is_file()]
    if missing:
        print(
            f"{args.files}: missing {', '.join(missing)}. Install Debian's wordnet-base and "
            "wordnet-sense-index, or pass their folder with --files.",
            file=sys.stderr,
        )
        return 2
    target = args.folder / "corpora" / "wordnet"
    target.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(args.files / name, target / name)
    (target / "lexnames").write_text(lexnames(), encoding="utf-8")
    print(f"{target}: {len(FILES) + 1} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
