"""Instructions per pair of texts, counted by valgrind, which a busy machine does not change."""

from __future__ import annotations

import shutil

import pytest

from benchmarks import instructions, texts
from tests.requirements import missing

# Maximum instructions relative to the portable kernel. Measured were 0.61 and 0.31 with AVX2, and
# 0.68 and 0.75 with NEON, which has half its width. A kernel whose functions are not inlined needs
# more instructions than the portable one.
AT_MOST = {
    "avx2": {"bleu": 0.75, "chrf": 0.45},
    "neon": {"bleu": 0.85, "chrf": 0.85},
}[instructions.VECTORS]


@pytest.fixture(scope="module")
def instructions_per_pair() -> dict[tuple[str, str], dict[str, float]]:
    for program in ("valgrind", "cargo"):
        if shutil.which(program) is None:
            missing(program, "instructions are counted by valgrind, of a program that cargo builds")
    return instructions.per_pair(texts.english_german(), pairs=300)


@pytest.mark.timeout(600)  # compiles the program with all optimizations
@pytest.mark.parametrize("metric", AT_MOST)
def test_vector_kernels_need_fewer_instructions(
    instructions_per_pair: dict[tuple[str, str], dict[str, float]], metric: str
) -> None:
    portable, vectors = (
        instructions_per_pair[metric, kernel]["Ir"] for kernel in instructions.KERNELS
    )
    assert vectors < AT_MOST[metric] * portable
