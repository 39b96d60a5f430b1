r"""Texts that LaTeX prints as they are, in the encodings OT1 (its default) and T1 alike."""

from __future__ import annotations

from truebleu.hygiene.excerpts import visible

__all__ = ["latex_code", "latex_text"]

# OT1 has other characters in the places of | < > and ".
_LETTERS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "|": r"\textbar{}", "<": r"\textless{}", ">": r"\textgreater{}",
    '"': r"{\ttfamily\char34}", "`": r"\`{}",
}  # fmt: skip

# Two of these in a row become one character.
_LIGATURES = "-',"


def latex_text(text: str) -> str:
    r"""A text that LaTeX prints as it is.

    >>> print(latex_text("50 % of a_b <c|d>--e"))
    50 \% of a\_b \textless{}c\textbar{}d\textgreater{}-{}-e
    """
    written = "".join(_LETTERS.get(letter, letter) for letter in visible(text))
    for letter in _LIGATURES:
        apart = letter + "{}" + letter
        # The second time for what the first one put beside a third.
        written = written.replace(2 * letter, apart).replace(2 * letter, apart)
    return written


def latex_code(text: str) -> str:
    r"""The same in typewriter type, with lines that may break behind a bar, as in signatures.

    >>> print(latex_code("tok:13a|smooth:add_k"))
    \texttt{tok:13a\textbar{}\allowbreak{}smooth:add\_k}
    """
    bar = _LETTERS["|"]
    written = latex_text(text).replace(bar, bar + r"\allowbreak{}")
    return rf"\texttt{{{written}}}"
