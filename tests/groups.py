"""Groups of tests: the markers of directories, files and fixtures.

`make test` runs the tests without a marker. `make test-all` runs everything, `make test-browser`,
`test-spark` and `test-slow` one group. A test that takes over a second on an idle machine is
marked `slow`, here for a whole file or with `@pytest.mark.slow`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

import pytest

MARKERS = {
    "browser": "opens pages in Chromium",
    "spark": "runs Spark, which needs Java",
    "docs": "runs the examples of pages and docstrings, or builds the site",
    "process": "starts processes: signals, pipes, terminals, memory",
    "fuzz": "runs fuzzers, or replays their inputs",
    "peer": "compares with another program's own code at length",
    "slow": "takes over a second on an idle machine",
}

# The longest matching path decides; None keeps a file of a marked directory in the default run.
PATHS: dict[str, str | None] = {
    "tests/differential": "peer",
    # Samples of the comparisons with sacreBLEU, NLTK and rouge-score.
    "tests/differential/test_chrf.py": None,
    "tests/differential/test_nltk.py": None,
    "tests/differential/test_rouge.py": None,
    "tests/compat/test_sacrebleu_own_tests.py": "peer",
    "tests/compat/test_test_sets.py": "peer",
    "tests/docs": "docs",
    "tests/integrations/spark": "spark",
    "tests/fuzzing": "fuzz",
    "tests/processes": "process",
    "tests/proof": "process",
    "tests/release": "process",
    "tests/compat/test_command.py": "process",
    "tests/properties/test_calibration.py": "slow",
    "tests/properties/test_calibration_of_runs.py": "slow",
    "tests/explanation/test_identification.py": "slow",
    "tests/significance/test_power.py": "slow",
    "tests/cli/test_completions.py": "process",
    "tests/cli/test_interrupted.py": "process",
    "tests/cli/test_processes.py": "process",
    "tests/cli/test_terminal.py": "process",
    "tests/display/notebook/test_in_a_notebook.py": "process",
    "tests/properties/test_kernels.py": "process",
    "tests/server/test_running.py": "process",
}
# Slow tests, by the name of the test or of one of its cases.
SLOW = frozenset(
    {
        "tests/checks/test_false_alarms.py::test_good_systems_and_their_slices_have_no_alignment_error",
        "tests/server/test_watching.py::test_output_that_is_written_again_is_scored_again",
        "tests/cli/test_golden_output.py::test_output[identify-none]",
        "tests/cli/test_golden_output.py::test_output[identify]",
        "tests/cli/test_golden_output.py::test_output[verify-not]",
        "tests/cli/test_hostile_files.py::test_a_token_of_megabytes_is_counted_in_time",
        "tests/cli/test_identification.py::test_a_wrong_score_gets_a_hint",
        "tests/cli/test_identification.py::test_a_right_score_is_verified",
        "tests/cli/test_identification.py::test_the_decimals_of_the_reported_score_count",
        "tests/cli/test_identification.py::test_identify_lists_the_matches_of_python",
        "tests/cli/test_identification.py::test_misaligned_files_are_reported_first",
        "tests/explanation/test_inventory.py::test_every_ngram_has_its_counts",
        "tests/display/notebook/test_representations.py::test_many_systems_and_metrics_stay_small",
        "tests/properties/test_chrf.py::test_counts_and_scores_equal_the_oracles",
        "tests/properties/test_chrf.py::test_every_code_point_is_one_character",
        "tests/properties/test_counting_together.py::test_any_metric_and_number_of_threads",
        "tests/properties/test_diversity.py::test_rows_and_scores_equal_the_oracles",
        "tests/properties/test_long_segments.py::test_a_long_line_of_each_tokenizer",
        "tests/properties/test_long_segments.py::test_length",
        "tests/properties/test_long_segments.py::test_tokens_with_equal_weak_hashes",
        "tests/properties/test_oracle_agrees.py::test_counts_and_scores_under_every_setting",
        "tests/properties/test_rouge.py::test_long_texts_have_the_oracles_counts",
        "tests/properties/test_ter.py::test_moved_words_have_the_oracles_edits",
        "tests/inputs/test_bad_segments.py::test_an_error_keeps_no_texts_alive",
        "tests/io/test_markup.py::test_a_tag_without_an_end_takes_little_memory",
        "tests/io/test_markup.py::test_large_files_are_no_tags_without_an_end",
    }
)
FIXTURES = {"browser": "browser", "spark": "spark"}
# Tests of one group share a browser or a Spark session, so one worker runs them all.
ONE_WORKER = ("browser", "spark")
# One worker also runs all tests of these files, because their fixture is slow.
ONE_WORKER_FILES = frozenset({"tests/docs/test_site.py"})


def marker_of(path: str) -> str | None:
    """Return the marker of a test file; `path` is relative to the repository, with slashes."""
    prefixes = [path, *map(str, PurePath(path).parents)]
    return next((PATHS[prefix] for prefix in prefixes if prefix in PATHS), None)


def mark(items: Iterable[pytest.Item], root: PurePath) -> None:
    """Add the markers of their groups to collected tests."""
    for item in items:
        path = item.path.relative_to(root).as_posix()
        names = {marker_of(path)}
        names |= {FIXTURES.get(name) for name in getattr(item, "fixturenames", ())}
        if item.nodeid in SLOW or item.nodeid.partition("[")[0] in SLOW:
            names.add("slow")
        for name in sorted(name for name in names if name):
            item.add_marker(name)
        shared = [name for name in ONE_WORKER if item.get_closest_marker(name)]
        if shared or path in ONE_WORKER_FILES:
            item.add_marker(pytest.mark.xdist_group(shared[0] if shared else path))
