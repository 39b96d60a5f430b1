"""How many instructions a pair takes, counted by valgrind: the same on a busy machine."""

from __future__ import annotations

import shutil

import pytest

from benchmarks import instructions, texts
from tests.requirements import missing

# What vector instructions leave of the plain kernel's count, and room for other texts: 0.61 and
# 0.31 were measured with AVX2, 0.68 and 0.75 with NEON, which has half its width. A kernel
# whose functions are not inlined takes more than the plain one.
AT_MOST = {
    "avx2": {"bleu": 0.75, "chrf": 0.45},
    "neon": {"bleu": 0.85, "chrf": 0.85},
}[instructions.VECTORS]


@pytest.fixture(scope="module")
def counted() -> dict[tuple[str, str], dict[str, float]]:
    for program in ("valgrind", "cargo"):
        if shutil.which(program) is None:
            missing(program, "instructions are counted by valgrind, of a program that cargo builds")
    return instructions.per_pair(texts.english_german(), pairs=300)


@pytest.mark.timeout(600)  # the program is built with all optimizations
@pytest.mark.parametrize("metric", AT_MOST)
def test_vector_kernels_are_compiled_with_their_instructions(
    counted: dict[tuple[str, str], dict[str, float]], metric: str
) -> None:
    portable, vectors = (counted[metric, kernel]["Ir"] for kernel in instructions.KERNELS)
    assert vectors < AT_MOST[metric] * portable
