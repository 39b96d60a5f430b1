"""Candidates for the next word of a command line, for all shells."""

from __future__ import annotations

import pytest

from truebleu.cli.complete import SNIPPETS, candidates
from truebleu.cli.run import COMMANDS, COMPATIBLE, load
from truebleu.metrics.registry import METRICS

# Words of a command line, and the candidates for the last one.
CANDIDATES = {
    ("sc",): {"score"},
    ("",): {*COMMANDS, *COMPATIBLE, "help", "-h", "--help", "-V", "--version"},
    ("score", "--reference-c"): {"--reference-column"},
    ("score", "-m", "chrf"): {"chrf", "chrf++"},
    ("score", "-m", "bleu", "chrf", "te"): {"ter"},
    ("score", "-m", "bleu,ter,ch"): {"bleu,ter,chrf", "bleu,ter,chrf++"},
    ("score", "x.txt", "--format", "js"): {"json", "jsonl"},
    ("tokenize", "--format", "js"): {"json"},
    ("score", "--smoothing", "fl"): {"floor"},
    ("completions", ""): set(SNIPPETS),
    ("help", "merg"): {"merge"},
    ("conventions", "nl"): {"nltk"},
    ("score", "-r", "no-such-file"): set(),
    ("sacrebleu", "--no-such"): set(),
    ("score", "--format", "=", "mark"): {"markdown"},
    ("score", "--metric", "="): set(METRICS),
    ("score", "--format=mark"): {"--format=markdown"},
    ("score", "-m", "bleu", "x.txt", "te"): set(),
    ("score", "--", "--form"): set(),
}


@pytest.mark.parametrize("typed", CANDIDATES)
def test_candidates_of_the_last_word(typed: tuple[str, ...]) -> None:
    assert set(candidates(typed)) == CANDIDATES[typed]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_flag_is_a_candidate(command: str) -> None:
    expected = {name for flag in load(command).flags for name in flag.names}
    assert set(candidates([command, "x.txt", "-"])) == expected
