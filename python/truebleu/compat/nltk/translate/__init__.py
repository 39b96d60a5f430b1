"""The BLEU functions of `nltk.translate`."""

from truebleu.compat.nltk.translate.bleu_score import corpus_bleu, sentence_bleu

__all__ = ["corpus_bleu", "sentence_bleu"]
