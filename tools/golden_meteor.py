"""Write testdata/golden/meteor.json: what NLTK's METEOR gives with WordNet's synonyms.

    python tools/golden_meteor.py

Needs nltk and its WordNet 3.0 (tools/nltk_wordnet.py lays it out); the file is committed, so that
no test needs them: of the synonyms, those that the texts use stand beside the numbers.
"""

from __future__ import annotations

import json
import random
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FILE = ROOT / "testdata" / "golden" / "meteor.json"
LICENSE = "synonyms: WordNet 3.0, Copyright 2006 by Princeton University. All rights reserved. \
https://wordnet.princeton.edu/license-and-commercial-use"
MADE_UP = 150

Case = dict[str, Any]


class NoSynonyms:
    """What NLTK asks of a WordNet that knows no word."""

    def synsets(self, word: str) -> list[Any]:
        del word
        return []


def main() -> None:
    from nltk.translate.meteor_score import meteor_score

    cases = [*examples(), *made_up()]
    for case in cases:
        texts = [text.split() for text in case["references"]], case["hypothesis"].split()
        case["value"] = meteor_score(*texts)
        case["without"] = meteor_score(*texts, wordnet=NoSynonyms())
    found = {
        "programs": {"nltk": version("nltk"), "wordnet": wordnet().get_version()},
        "license": LICENSE,
        "synonyms": synonyms(cases),
        "cases": cases,
    }
    lines = [f" {json.dumps(name)}: {dumped(part)}" for name, part in found.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    differ = sum(case["value"] != case["without"] for case in cases)
    print(f"{FILE.relative_to(ROOT)}: {len(cases)} cases, {differ} with synonyms that count")


def dumped(part: Any) -> str:
    """One line for each case, so that a difference shows which has changed."""
    if not isinstance(part, list):
        return json.dumps(part, ensure_ascii=False)
    return "[\n" + ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in part) + "\n ]"


def examples() -> list[Case]:
    """Give the repository's own texts, white space around marks: NLTK takes tokens."""
    summaries = ROOT / "examples" / "summaries"
    news = ROOT / "examples" / "news"
    references = read(summaries / "reference.txt")
    pairs = [
        (hypothesis, [reference])
        for name in ("concise", "paraphrase")
        for hypothesis, reference in zip(
            read(summaries / f"system.{name}.txt"), references, strict=True
        )
    ]
    streams = zip(read(news / "reference.a.en.txt"), read(news / "reference.b.en.txt"), strict=True)
    weak = read(news / "system.weak.en.txt")
    pairs += [(text, list(each)) for text, each in zip(weak, streams, strict=True)][::2]
    return [{"hypothesis": one, "references": each} for one, each in pairs]


def read(path: Path) -> list[str]:
    return [parted(line) for line in path.read_text(encoding="utf-8").splitlines()]


def parted(text: str) -> str:
    return " ".join("".join(each if each.isalnum() else f" {each} " for each in text).split())


def made_up() -> list[Case]:
    """Give sentences of WordNet's words in which some stand for others, and words changed place."""
    generator = random.Random(2005)
    names = sorted(name for name in wordnet().all_lemma_names() if "_" not in name)
    found = []
    for _ in range(MADE_UP):
        words = generator.choices(names, k=generator.randint(0, 9))
        references = [
            " ".join(changed(word, generator) for word in shaken(words, generator))
            for _ in range(generator.randint(1, 3))
        ]
        found.append({"hypothesis": " ".join(words), "references": references})
    return found


def changed(word: str, generator: random.Random) -> str:
    """Give the word, an ending more, or another word of one of its meanings."""
    kind = generator.random()
    meant = sorted(
        name
        for synset in wordnet().synsets(word)
        for name in synset.lemma_names()
        if name.islower()
    )
    if kind < 0.6 and meant:
        return str(generator.choice(meant)).replace("_", " ")
    return word + generator.choice(["s", "ing", "ly", ""]) if kind < 0.8 else word.upper()


def shaken(words: list[str], generator: random.Random) -> list[str]:
    """Give the words with two of them changed about."""
    found = list(words)
    if len(found) > 1 and generator.random() < 0.5:
        i, j = generator.sample(range(len(found)), 2)
        found[i], found[j] = found[j], found[i]
    return found


def synonyms(cases: list[Case]) -> dict[str, list[str]]:
    """Give of each stem of a hypothesis the synonyms that are stems of its references."""
    from nltk.stem.porter import PorterStemmer

    stem = PorterStemmer().stem
    found: dict[str, set[str]] = {}
    for case in cases:
        others = {stem(word) for text in case["references"] for word in text.lower().split()}
        for word in {stem(word) for word in case["hypothesis"].lower().split()}:
            meant = {name for each in wordnet().synsets(word) for name in each.lemma_names()}
            found.setdefault(word, set()).update(meant & others - {word})
    return {word: sorted(meant) for word, meant in sorted(found.items()) if meant}


def wordnet() -> Any:
    from nltk.corpus import wordnet

    return wordnet


if __name__ == "__main__":
    main()
