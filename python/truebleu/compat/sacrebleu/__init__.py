"""A drop-in for the module of sacreBLEU 2.6.

    import truebleu.compat.sacrebleu as sacrebleu

Classes, functions, attributes, output and numbers equal sacreBLEU's, with one difference. Reference
streams of different lengths, and a str in place of a list, are errors. sacreBLEU scores such input
silently. To do the same, set the attribute `STRICT` of this module, or the argument `strict` of a
metric, to False.

>>> corpus_bleu(["the cat sat"], [["the cat sat"]]).score
0.0
>>> bleu = BLEU(effective_order=True)
>>> bleu.corpus_score(["the cat sat"], [["the cat sat"]]).score
100.00000000000004
"""

from typing import Any

from truebleu.compat.sacrebleu import compat, metrics, tokenizers, utils
from truebleu.compat.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from truebleu.compat.sacrebleu.installed import taken
from truebleu.compat.sacrebleu.metrics import BLEU, CHRF, TER
from truebleu.compat.sacrebleu.metrics.helpers import extract_char_ngrams, extract_word_ngrams
from truebleu.compat.sacrebleu.utils import SACREBLEU_DIR, smart_open
from truebleu.compat.sacrebleu.version import __version__

__all__ = [
    "BLEU",
    "CHRF",
    "SACREBLEU_DIR",
    "STRICT",
    "TER",
    "__version__",
    "compat",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "extract_char_ngrams",
    "extract_word_ngrams",
    "metrics",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "smart_open",
    "tokenizers",
    "utils",
]

# Default of the argument `strict` of new metrics. True: input that sacreBLEU silently scores is
# an error. False: return sacreBLEU's scores.
STRICT: bool = True

TEST_SETS = frozenset(
    {
        "download_test_set",
        "get_available_testsets",
        "get_langpairs_for_testset",
        "get_reference_files",
        "get_source_file",
    }
)


def __getattr__(name: str) -> Any:
    """Return an attribute for test sets, such as `DATASETS`, from the installed sacreBLEU."""
    if name in {"DATASETS", "dataset"}:
        return taken(name, "sacrebleu.dataset", frozenset({"DATASETS", "dataset"}))
    return taken(name, "sacrebleu.utils", TEST_SETS)
