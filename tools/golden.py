"""Take the golden values of other programs apart into readable files under testdata/golden.

    python tools/golden.py GOLDEN_JSON

GOLDEN_JSON is one large file with what some twenty BLEU programs make of the same nineteen small
corpora and thirty-two trap strings: values recorded by running each program. Run this again when
that file has changed; the files it writes are committed, so that no test needs it.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "testdata" / "golden"

SACREBLEU_BLEU = re.compile(r"sacrebleu\.BLEU\((.*)\)")
# What truebleu calls the parts of sacreBLEU's settings; the name of the smoothing comes first.
SMOOTHING = re.compile(r"smooth=([a-z-]+)(?:,([0-9.]+))?")
SMOOTHING_VALUES = {"floor": 0.1, "add-k": 1.0}
TOKENIZERS = re.compile(r"sacrebleu\.([a-z0-9-]+) \(after rstrip, then split\)")
# What truebleu calls the tokenizers of other tools; several tools may have the same one.
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
    """What sacreBLEU's paired tests gave under NumPy 2: for each seed, test and metric."""
    kept = recorded["numpy_2"]
    tests = {
        f"{seed},{test}": {metric: found["results"] for metric, found in metrics.items()}
        for seed in ("seed=12345", "seed=7")
        for test, metrics in kept[seed].items()
        if test.startswith(("bs", "ar")) and "n_ar_confidence" not in test
    }
    versions = {name: kept[name] for name in ("numpy", "sacrebleu")}
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
    """Everything about sacreBLEU's BLEU: one entry for each corpus and each setting."""
    entries = []
    for case, values in golden["values"].items():
        for name, value in values.items():
            match = SACREBLEU_BLEU.fullmatch(name)
            if match:
                found = settings(match[1])
                entries.append({"case": case, "settings": found, **expected(value, found)})
    return entries


def settings(text: str) -> dict[str, Any]:
    """From `eff,smooth=floor,0.01` to the arguments of truebleu's BLEU."""
    found: dict[str, Any] = {}
    smoothing = SMOOTHING.search(text)
    if smoothing:
        found["smoothing"] = smoothing[1]
        if smoothing[1] in SMOOTHING_VALUES:
            found["smoothing_value"] = float(smoothing[2] or SMOOTHING_VALUES[smoothing[1]])
    for part in SMOOTHING.sub("", text).split(","):
        key, _, value = part.partition("=")
        if key == "order":
            found["max_ngram_order"] = int(value)
        elif key == "tok":
            found["tokenizer"] = value
        elif key == "lowercase":
            found["lowercase"] = True
        elif key == "eff":
            found["effective_order"] = True
        elif key not in ("", "default"):
            raise ValueError(f"the setting {part!r} is not known here")
    return found


def expected(value: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """The values under truebleu's names.

    sacreBLEU shows the counts of add-k with k in them; `matches` and `totals` are the raw ones.
    """
    corpus = value["corpus"]
    added = found["smoothing_value"] if found.get("smoothing") == "add-k" else 0
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
    return [int(count - (added if at else 0)) for at, count in enumerate(counts)]


def tokens(recorded: dict[str, Any], keras_hub: dict[str, list[str]]) -> list[dict[str, Any]]:
    """For each trap string, what each tokenizer makes of it, and which lower-cases afterwards."""
    names = {key: match[1] for key in recorded if (match := TOKENIZERS.fullmatch(key))}
    traps = []
    for at, text in enumerate(recorded["inputs"]):
        found = {name: recorded[key][at] for key, name in names.items()}
        for key, name in TOOLS_TOKENIZERS.items():
            if found.setdefault(name, recorded[key][at]) != recorded[key][at]:
                raise ValueError(f"{key} is not {name}: {text!r}")
        lowered = {name: recorded[key][at] for key, name in LOWERED_AFTER.items()}
        traps.append({"text": text, "tokens": found, "lowered_after": lowered})
    of_text = {trap["text"]: trap for trap in traps}
    for text, split in keras_hub.items():
        trap = of_text.setdefault(text, {"text": text, "tokens": {}, "lowered_after": {}})
        trap["tokens"]["keras-hub"] = split
    return list(of_text.values())


def other_tools(golden: dict[str, Any]) -> dict[str, Any]:
    """Everything else, one file for each tool: later conventions and metrics are held against it.

    Values are as recorded; "nan" and "inf" stand for these floats, {"error": ...} for what a
    program raised.
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
    """One line for each entry, so that a difference shows which entry has changed."""
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
