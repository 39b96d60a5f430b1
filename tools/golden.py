"""Split recorded values of other programs into readable files under testdata/golden.

    python tools/golden.py GOLDEN_JSON

GOLDEN_JSON is one large file with the results of about twenty BLEU programs for the same nineteen
small corpora and thirty-two difficult strings. Run this script again if that file has changed. The
files that it writes are committed, so the tests do not need GOLDEN_JSON.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "testdata" / "golden"

SACREBLEU_BLEU = re.compile(r"sacrebleu\.BLEU\((.*)\)")
# truebleu's names for parts of sacreBLEU's settings, such as `smooth=floor,0.1`.
SMOOTHING = re.compile(r"smooth=([a-z-]+)(?:,([0-9.]+))?")
SMOOTHING_VALUES = {"floor": 0.1, "add-k": 1.0}
TOKENIZERS = re.compile(r"sacrebleu\.([a-z0-9-]+) \(after rstrip, then split\)")
# truebleu's names for tokenizers of other tools; several tools may have the same tokenizer.
TOOLS_TOKENIZERS = {
    "mteval-v13a.pl default, case kept": "mteval-13a",
    "mteval-v14.pl default, case kept": "mteval-13a",
    "bleuscore.tokenizer_13a": "mteval-13a",
    "mteval-v14c.pl default, case kept": "mteval-14c",
    "mteval-v13a.pl international, case kept": "mteval-intl-13a",
    "mteval-v14.pl international, case kept": "mteval-intl",
    "mteval-v14c.pl international, case kept": "mteval-intl",
    "hf_evaluate.Tokenizer13a": "13a-untrimmed",
}
LOWERED_AFTER = {"torchmetrics 13a lowercase=True": "13a-untrimmed"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("golden", type=Path, help="the file with all recorded values")
    golden = json.loads(parser.parse_args().golden.read_text(encoding="utf-8"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    write("inputs", inputs(golden["cases"]))
    write("sacrebleu", {"version": golden["meta"]["versions"]["sacrebleu"], "cases": bleus(golden)})
    write("tokens", tokens(golden["tokens"], golden["keras_hub_tokens"]))
    write("significance", significance(golden["significance"]))
    for tool, values in other_tools(golden).items():
        write(f"tools/{tool}", values)


def significance(recorded: dict[str, Any]) -> dict[str, Any]:
    """Return the results of sacreBLEU's paired tests with NumPy 2, by seed, test and metric."""
    runs = recorded["numpy_2"]
    tests = {
        f"{seed},{test}": {metric: run["results"] for metric, run in metrics.items()}
        for seed in ("seed=12345", "seed=7")
        for test, metrics in runs[seed].items()
        if test.startswith(("bs", "ar")) and "n_ar_confidence" not in test
    }
    versions = {name: runs[name] for name in ("numpy", "sacrebleu")}
    return {"versions": versions, "inputs": recorded["inputs"], "tests": tests}


def inputs(cases: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {
            "description": case["desc"],
            "hypotheses": case["hyps"],
            "references": case["refs"],
        }
        for name, case in cases.items()
    }


def bleus(golden: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the values of sacreBLEU's BLEU, one entry for each corpus and setting."""
    entries = []
    for case, values in golden["values"].items():
        for name, value in values.items():
            match = SACREBLEU_BLEU.fullmatch(name)
            if match:
                arguments = settings(match[1])
                entries.append({"case": case, "settings": arguments, **expected(value, arguments)})
    return entries


def settings(text: str) -> dict[str, Any]:
    """Return recorded settings such as `eff,smooth=floor,0.01` as arguments of truebleu's BLEU."""
    arguments: dict[str, Any] = {}
    smoothing = SMOOTHING.search(text)
    if smoothing:
        arguments["smoothing"] = smoothing[1]
        if smoothing[1] in SMOOTHING_VALUES:
            arguments["smoothing_value"] = float(smoothing[2] or SMOOTHING_VALUES[smoothing[1]])
    for part in SMOOTHING.sub("", text).split(","):
        key, _, value = part.partition("=")
        if key == "order":
            arguments["max_ngram_order"] = int(value)
        elif key == "tok":
            arguments["tokenizer"] = value
        elif key == "lowercase":
            arguments["lowercase"] = True
        elif key == "eff":
            arguments["effective_order"] = True
        elif key not in ("", "default"):
            raise ValueError(f"unknown setting {part!r}")
    return arguments


def expected(value: dict[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the values by truebleu's names.

    sacreBLEU's counts include the k of add-k smoothing; `matches` and `totals` exclude it.
    """
    corpus = value["corpus"]
    added = arguments["smoothing_value"] if arguments.get("smoothing") == "add-k" else 0
    if not corpus["counts"][0]:
        added = 0
    return {
        "matches": raw(corpus["counts"], added),
        "totals": raw(corpus["totals"], added),
        "precisions": corpus["precisions"],
        "brevity_penalty": corpus["bp"],
        "hypothesis_length": corpus["sys_len"],
        "effective_reference_length": corpus["ref_len"],
        "value": corpus["score"],
        "string": corpus["str"],
        "signature": corpus["signature"],
        "sentence_scores": value["sentences"],
    }


def raw(counts: list[float], added: float) -> list[int]:
    return [int(count - (added if i else 0)) for i, count in enumerate(counts)]


def tokens(recorded: dict[str, Any], keras_hub: dict[str, list[str]]) -> list[dict[str, Any]]:
    """Return the tokens of each difficult string by tokenizer.

    `lowered_after` has the tokens of tools that lowercase after tokenizing.
    """
    names = {key: match[1] for key in recorded if (match := TOKENIZERS.fullmatch(key))}
    traps = []
    for i, text in enumerate(recorded["inputs"]):
        tokens_by_name = {name: recorded[key][i] for key, name in names.items()}
        for key, name in TOOLS_TOKENIZERS.items():
            if tokens_by_name.setdefault(name, recorded[key][i]) != recorded[key][i]:
                raise ValueError(f"{key} is not {name}: {text!r}")
        lowered = {name: recorded[key][i] for key, name in LOWERED_AFTER.items()}
        traps.append({"text": text, "tokens": tokens_by_name, "lowered_after": lowered})
    of_text = {trap["text"]: trap for trap in traps}
    for text, split in keras_hub.items():
        trap = of_text.setdefault(text, {"text": text, "tokens": {}, "lowered_after": {}})
        trap["tokens"]["keras-hub"] = split
    return list(of_text.values())


def other_tools(golden: dict[str, Any]) -> dict[str, Any]:
    """Return all other recorded values by tool; tests of presets and metrics compare with them.

    The strings "nan" and "inf" represent these floats, and {"error": ...} an exception.
    """
    tools: dict[str, Any] = {}
    for case, values in golden["values"].items():
        for name, value in values.items():
            if not SACREBLEU_BLEU.fullmatch(name):
                tool = re.split(r"[.(]", name)[0]
                tools.setdefault(tool, {}).setdefault(name, {})[case] = value
    for key, lists in golden["tokens"].items():
        if key != "inputs" and not TOKENIZERS.fullmatch(key):
            tool = re.split(r"[. (]", key)[0]
            tools.setdefault(tool, {})[f"tokens: {key}"] = lists
    return tools


def write(name: str, data: Any) -> None:
    """Write a file with one line for each entry, so that diffs show which entries changed."""
    path = FOLDER / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(lines(data, depth=2 if isinstance(data, dict) else 1) + "\n", encoding="utf-8")
    print(f"{path.relative_to(FOLDER.parent.parent)}: {path.stat().st_size:,} bytes")


def lines(data: Any, depth: int, indent: str = "") -> str:
    inner = indent + " "
    if depth and isinstance(data, dict):
        body = (f"{inner}{json.dumps(k)}: {lines(v, depth - 1, inner)}" for k, v in data.items())
        return "{\n" + ",\n".join(body) + f"\n{indent}}}"
    if depth and isinstance(data, list) and data and isinstance(data[0], (dict, list)):
        return "[\n" + ",\n".join(inner + lines(v, depth - 1, inner) for v in data) + f"\n{indent}]"
    return json.dumps(data, ensure_ascii=False)


if __name__ == "__main__":
    main()
