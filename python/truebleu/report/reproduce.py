"""What it takes to get the same numbers again, and to say in a paper how they were made."""

from __future__ import annotations

import sys

from truebleu import _native
from truebleu.comparison import plain_settings
from truebleu.views.comparison import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.comparison import Comparison
    from truebleu.findings import SystemScore
    from truebleu.report.origin import Origin

__all__ = ["reproduce_meta"]

BIBTEX = """\
@inproceedings{{papineni-etal-2002-bleu,
  title     = {{{{BLEU}}: a Method for Automatic Evaluation of Machine Translation}},
  author    = {{Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing}},
  booktitle = {{Proceedings of the 40th Annual Meeting of the Association for Computational \
Linguistics}},
  year      = {{2002}},
  pages     = {{311--318}},
  url       = {{https://aclanthology.org/P02-1040}}
}}

@inproceedings{{post-2018-call,
  title     = {{A Call for Clarity in Reporting {{BLEU}} Scores}},
  author    = {{Post, Matt}},
  booktitle = {{Proceedings of the Third Conference on Machine Translation}},
  year      = {{2018}},
  pages     = {{186--191}},
  url       = {{https://aclanthology.org/W18-6319}}
}}

@software{{truebleu,
  title   = {{truebleu}},
  version = {{{version}}}
}}
"""


def reproduce_meta(
    systems: Sequence[SystemScore], comparison: Comparison | None, origin: Origin
) -> dict[str, Any]:
    """The command, the files, the seed, a paragraph for a paper, and what to cite."""
    settings = None if comparison is None else plain_settings(comparison.settings)
    return {
        "command": origin.command,
        "files": [file.to_dict() for file in origin.files],
        "seed": None if settings is None else settings["seed"],
        "paragraph": _paragraph(systems, comparison),
        "bibtex": BIBTEX.format(version=_native.__version__),
        "versions": {
            "truebleu": _native.__version__,
            "python": ".".join(map(str, sys.version_info[:3])),
            "unicode": _native.UNICODE_VERSION,
            "lower case of Unicode": _native.LOWERCASE_UNICODE_VERSION,
        },
    }


def _paragraph(systems: Sequence[SystemScore], comparison: Comparison | None) -> str:
    if comparison is not None:
        return sentence(comparison[0], comparison.settings)
    return (
        f"BLEU scores are given by truebleu {_native.__version__} ({systems[0].score.signature})."
    )
