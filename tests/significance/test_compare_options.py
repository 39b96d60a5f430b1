"""Settings of a comparison: all interfaces have the fields of `CompareOptions`."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import fields, replace
from typing import Any

import pytest

from truebleu import ConfigurationError, compare
from truebleu.cli.run import load
from truebleu.integrations.spark.comparing import compare as compare_frames
from truebleu.significance.options import CompareOptions, plain_settings

DEFAULTS = {option.name: option.default for option in fields(CompareOptions)}
CHANGES: dict[str, Any] = {
    "baseline": "new",
    "swap": "runs",
    "test": "bootstrap",
    "trials": 99,
    "resamples": 99,
    "bootstrap": "poisson",
    "power": 0.9,
    "confidence": 0.9,
    "seed": 1,
    "compatible": "sacrebleu",
    "threads": 2,
}


def keywords(function: Any) -> dict[str, Any]:
    parameters = inspect.signature(function).parameters.values()
    return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}


def test_compare_has_every_option_with_its_default() -> None:
    assert keywords(compare) == {**DEFAULTS, "documents": None, "progress": None}


def test_spark_has_options_with_their_defaults() -> None:
    common = {name: value for name, value in keywords(compare_frames).items() if name in DEFAULTS}
    assert common == {name: DEFAULTS[name] for name in common}
    assert set(DEFAULTS) - set(common) == {"bootstrap", "swap", "compatible"}


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_signature_has_settings_that_change_results(name: str) -> None:
    option = next(each for each in fields(CompareOptions) if each.name == name)
    usual, changed = CompareOptions(), CompareOptions.of({name: CHANGES[name]})
    signatures = [each.signature(segments=5, runs=[2, 2]) for each in (usual, changed)]
    assert (signatures[0] != signatures[1]) == option.metadata["in_signature"]
    again = CompareOptions.from_signature(signatures[1])
    assert again == (changed if option.metadata["in_signature"] else usual)


def test_settings_of_a_signature_are_numbers_and_words() -> None:
    signature = CompareOptions().signature(segments=5, documents=2, runs=[1, 3])
    settings = plain_settings(signature)
    assert (settings["trials"], settings["confidence"], settings["test"]) == (10_000, 0.95, "ar")
    assert (settings["segments"], settings["documents"], settings["runs"]) == (5, 2, [1, 3])


def test_compare_has_a_flag_for_every_option() -> None:
    flags = {flag.target: flag for flag in load("compare").flags}
    assert set(DEFAULTS) <= set(flags)
    for option in fields(CompareOptions):
        if option.metadata["help"]:
            flag = flags[option.name]
            assert (flag.help, flag.metavar) == (
                option.metadata["help"],
                option.metadata["metavar"],
            )
            assert flag.default == option.metadata["usual"]


def test_an_unknown_setting_is_refused_with_the_choices() -> None:
    with pytest.raises(ConfigurationError, match="Did you mean 'trials'"):
        CompareOptions.of({"trial": 5})
    with pytest.raises(ConfigurationError, match="unknown setting 'swap'"):
        CompareOptions.of({"swap": "runs"}, without=["swap"])


@pytest.mark.parametrize("confidence", [0.0, 1.0, 1 - 1e-13, 95])
def test_a_confidence_level_without_a_usable_quantile_is_refused(confidence: float) -> None:
    with pytest.raises(ConfigurationError, match=f"confidence={confidence!r}"):
        CompareOptions(confidence=confidence)


def test_warnings_about_few_trials_and_resamples() -> None:
    def warnings(systems: int = 34, exact: bool = False, **settings: Any) -> list[str]:
        messages = CompareOptions(**settings).warnings(systems, exact=exact)
        return [message.partition(":")[0] for message in messages]

    assert warnings() == ["trials=10000 is too small for 34 systems"]
    assert warnings(exact=True) == []
    assert warnings(systems=2, trials=18) == ["trials=18 is too small"]
    assert warnings(systems=3, trials=58) == ["trials=58 is too small for 3 systems"]
    assert warnings(resamples=199) == ["resamples=199 is too small", *warnings()]
    bootstrap: dict[str, Any] = {"test": "bootstrap", "trials": 1}
    assert warnings(**bootstrap) == ["resamples=1000 is too small for 34 systems"]
    assert warnings(**bootstrap, resamples=199) == ["resamples=199 is too small"]
    (message,) = CompareOptions(resamples=40).interval_warnings()
    assert ": only 1 resample lies beyond each end of a 95% interval. Use" in message


def test_options_can_be_changed_and_pickled() -> None:
    options = CompareOptions(threads=3, seed=7)
    assert pickle.loads(pickle.dumps(options)) == options
    assert replace(options, trials=5) == CompareOptions(threads=3, seed=7, trials=5)
    assert (options.num_threads, CompareOptions().num_threads) == (3, 0)
