"""Profiles of Hypothesis, which set the number of examples; HYPOTHESIS_PROFILE selects one.

fast (default): the same examples in each run, some hundred segments per test
ci (default if CI is set): new examples in each run, some thousand segments per bulk test
fuzz (`make cases`): a million segments per bulk test
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

EXAMPLES = {"fast": 40, "ci": 200, "fuzz": 50_000}
SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


def load() -> str:
    """Register the profiles, and load the one that the environment selects; return its name."""
    for name, count in EXAMPLES.items():
        settings.register_profile(
            name,
            max_examples=count,
            derandomize=name == "fast",
            deadline=None,
            print_blob=True,
            suppress_health_check=SLOW_IS_FINE,
        )
    chosen = os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "fast")
    if chosen not in EXAMPLES:
        allowed = ", ".join(EXAMPLES)
        raise ValueError(f"HYPOTHESIS_PROFILE is {chosen!r}; it must be one of {allowed}")
    settings.load_profile(chosen)
    return chosen


PROFILE = load()


def examples(share: float) -> settings:
    """Return settings with a share of the profile's examples, for expensive tests."""
    return settings(max_examples=max(5, round(EXAMPLES[PROFILE] * share)))
