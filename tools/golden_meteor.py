"""Write testdata/golden/meteor.json: scores of NLTK's METEOR with WordNet's synonyms.

    python tools/golden_meteor.py

Needs nltk and its WordNet 3.0 (see tools/nltk_wordnet.py). The file is committed, so the tests do
not need them. It also has the synonyms that the texts use.
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
RANDOM_CASES = 150

Case = dict[str, Any]


class NoSynonyms:
    """WordNet without synonyms, with the method that NLTK calls."""

    def synsets(self, word: str) -> list[Any]:
        del word
        return []


def main() -> None:
    from nltk.translate.meteor_score import meteor_score

    cases = [*examples(), *random_cases()]
    for case in cases:
        texts = [text.split() for text in case["references"]], case["hypothesis"].split()
        case["value"] = meteor_score(*texts)
        case["without"] = meteor_score(*texts, wordnet=NoSynonyms())
    content = {
        "programs": {"nltk": version("nltk"), "wordnet": wordnet().get_version()},
        "license": LICENSE,
        "synonyms": synonyms(cases),
        "cases": cases,
    }
    lines = [f" {json.dumps(name)}: {as_json(part)}" for name, part in content.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    differ = sum(case["value"] != case["without"] for case in cases)
    print(
        f"{FILE.relative_to(ROOT)}: {len(cases)} cases, {differ} with a score that synonyms change"
    )


def as_json(part: Any) -> str:
    """Return a value as JSON; a list has one line for each case, so that diffs are readable."""
    if not isinstance(part, list):
        return json.dumps(part, ensure_ascii=False)
    cases = (f"  {json.dumps(case, ensure_ascii=False)}" for case in part)
    return "[\n" + ",\n".join(cases) + "\n ]"


def examples() -> list[Case]:
    """Return cases from the example texts, with spaces around punctuation for NLTK."""
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
    pairs += [(text, list(segment)) for text, segment in zip(weak, streams, strict=True)][::2]
    return [{"hypothesis": text, "references": references} for text, references in pairs]


def read(path: Path) -> list[str]:
    return [separate(line) for line in path.read_text(encoding="utf-8").splitlines()]


def separate(text: str) -> str:
    """Separate all characters that are not alphanumeric by spaces."""
    return " ".join("".join(c if c.isalnum() else f" {c} " for c in text).split())


def random_cases() -> list[Case]:
    """Return random sentences of WordNet's words; references have synonyms and swapped words."""
    generator = random.Random(2005)
    names = sorted(name for name in wordnet().all_lemma_names() if "_" not in name)
    cases = []
    for _ in range(RANDOM_CASES):
        words = generator.choices(names, k=generator.randint(0, 9))
        references = [
            " ".join(change(word, generator) for word in swap(words, generator))
            for _ in range(generator.randint(1, 3))
        ]
        cases.append({"hypothesis": " ".join(words), "references": references})
    return cases


def change(word: str, generator: random.Random) -> str:
    """Return a synonym, the word with a suffix, the word itself, or the word in uppercase."""
    kind = generator.random()
    names = sorted(
        name
        for synset in wordnet().synsets(word)
        for name in synset.lemma_names()
        if name.islower()
    )
    if kind < 0.6 and names:
        return str(generator.choice(names)).replace("_", " ")
    return word + generator.choice(["s", "ing", "ly", ""]) if kind < 0.8 else word.upper()


def swap(words: list[str], generator: random.Random) -> list[str]:
    """Return the words, in half of the calls with two of them swapped."""
    result = list(words)
    if len(result) > 1 and generator.random() < 0.5:
        i, j = generator.sample(range(len(result)), 2)
        result[i], result[j] = result[j], result[i]
    return result


def synonyms(cases: list[Case]) -> dict[str, list[str]]:
    """Return for each stem of a hypothesis the synonyms that are stems in its references."""
    from nltk.stem.porter import PorterStemmer

    stem = PorterStemmer().stem
    names_by_stem: dict[str, set[str]] = {}
    for case in cases:
        reference_stems = {
            stem(word) for text in case["references"] for word in text.lower().split()
        }
        for word in {stem(word) for word in case["hypothesis"].lower().split()}:
            names = {name for synset in wordnet().synsets(word) for name in synset.lemma_names()}
            names_by_stem.setdefault(word, set()).update(names & reference_stems - {word})
    return {word: sorted(names) for word, names in sorted(names_by_stem.items()) if names}


def wordnet() -> Any:
    from nltk.corpus import wordnet

    return wordnet


if __name__ == "__main__":
    main()
