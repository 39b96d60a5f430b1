"""WordNet of a few words, with the methods that NLTK calls."""

from __future__ import annotations

SYNONYMS = {"quick": ["fast", "speedy"], "fast": ["quick"], "cat": ["cats", "cat"]}


class Lemma:
    def __init__(self, name: str) -> None:
        self.name = lambda: name


class Synset:
    def __init__(self, names: list[str]) -> None:
        self.lemmas = lambda: [Lemma(name) for name in names]


class SmallWordNet:
    """WordNet whose words are the keys of `SYNONYMS`."""

    def synsets(self, word: str) -> list[Synset]:
        return [Synset([*SYNONYMS[word], "of_two_words"])] if word in SYNONYMS else []
