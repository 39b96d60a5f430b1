"""One test over many recorded cases, because collecting many tests takes longer than running them.

    @in_one_test("case", cases(), ids=str)
    def test_golden_case(case): ...

Every case runs. A failure names all cases that failed and shows the first one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def in_one_test(
    names: str | tuple[str, ...], cases: Iterable[Any], ids: Callable[[Any], str] = repr
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that calls a test once per case, as one item with its other fixtures.

    `names` is the argument that takes a case, or a tuple of arguments that takes its parts. A test
    with cases that must be skipped is skipped after all others have passed.
    """
    listed = list(cases)
    arguments = (names,) if isinstance(names, str) else names

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        def run(**fixtures: Any) -> None:
            assert listed, "there are no cases"
            failed: list[str] = []
            skipped: list[str] = []
            first: BaseException | None = None
            for case in listed:
                parts = (case,) if isinstance(names, str) else case
                try:
                    test(**dict(zip(arguments, parts, strict=True)), **fixtures)
                except pytest.skip.Exception as reason:
                    skipped.append(str(reason))
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  counted, raised
                    failed.append(ids(case))
                    first = first or error
            if first is not None:
                head = "\n  ".join(failed[:20])
                message = f"{len(failed)} of {len(listed)} cases failed:\n  {head}"
                raise AssertionError(message) from first
            if skipped:
                pytest.skip(f"{len(skipped)} of {len(listed)} cases: {skipped[0]}")

        signature = inspect.signature(test)
        other_parameters = [
            parameter for name, parameter in signature.parameters.items() if name not in arguments
        ]
        run.__signature__ = signature.replace(parameters=other_parameters)  # type: ignore[attr-defined]
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        run.__dict__.update({k: v for k, v in test.__dict__.items() if k == "pytestmark"})
        return run

    return decorate
