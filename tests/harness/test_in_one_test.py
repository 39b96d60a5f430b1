"""The decorator that runs many cases as one test."""

from __future__ import annotations

import pytest

from tests.in_one_test import in_one_test


def test_every_case_runs_and_all_failures_are_named() -> None:
    seen = []

    @in_one_test("case", [1, 2, 3, 4])
    def check(case: int) -> None:
        seen.append(case)
        assert case % 2 == 0, f"{case} is odd"

    with pytest.raises(AssertionError, match=r"2 of 4 cases failed:\n  1\n  3") as caught:
        check()
    assert seen == [1, 2, 3, 4]
    assert str(caught.value.__cause__).startswith("1 is odd")


def test_a_skipped_case_skips_the_test_after_all_others() -> None:
    seen = []

    @in_one_test(("case", "reason"), [(1, "no package"), (2, "")])
    def check(case: int, reason: str) -> None:
        if reason:
            pytest.skip(reason)
        seen.append(case)

    with pytest.raises(pytest.skip.Exception, match="1 of 2 cases: no package"):
        check()
    assert seen == [2]


def test_a_test_without_cases_fails() -> None:
    @in_one_test("case", [])
    def check(case: int) -> None:
        raise AssertionError(case)

    with pytest.raises(AssertionError, match="there are no cases"):
        check()


@in_one_test("case", ["a", "b"])
def test_fixtures_are_passed_on(case: str, tmp_path: object) -> None:
    assert case in "ab"
    assert tmp_path
