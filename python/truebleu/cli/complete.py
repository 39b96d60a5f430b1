"""Shell completion: shells run the hidden command `truebleu complete -- WORDS`.

WORDS are the words of the command line up to the cursor. The command prints the candidates for the
last word, one per line. A tab and a description may follow a candidate. If nothing is printed, the
shell completes file names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from truebleu.cli.command import Flag
from truebleu.cli.help import HEADINGS, first_clause
from truebleu.cli.run import COMMANDS, COMPATIBLE, load
from truebleu.io.console import write_lines
from truebleu.io.program import DONE

SNIPPETS = {
    "bash": r"""
# Completion of truebleu for bash: eval "$(truebleu completions bash)"
_truebleu() {
    local IFS=$'\n'
    COMPREPLY=($(truebleu complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o bashdefault -o default -F _truebleu truebleu
""",
    "zsh": r"""
#compdef truebleu
# Completion of truebleu for zsh: a file named _truebleu in a folder of $fpath, or
# source <(truebleu completions zsh)
_truebleu() {
    local -a found
    found=(${(f)"$(truebleu complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    found=("${(@)${(@)found//:/\\:}/$'\t'/:}")
    if [[ -n $found ]]; then _describe truebleu found; else compset -P '--*='; _files; fi
}
if [[ $funcstack[1] == _truebleu ]]; then _truebleu; else compdef _truebleu truebleu; fi
""",
    "fish": r"""
# Completion of truebleu for fish: truebleu completions fish | source
function __truebleu
    set -l words (commandline -opc) (commandline -ct)
    set -l found (truebleu complete -- $words[2..-1] 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c truebleu -f -a '(__truebleu)'
""",
}
"""Completion script of each shell, by the shell's name."""


def run_complete(arguments: Sequence[str]) -> int:
    """Print the completion candidates for the last word of `arguments`; return the exit code."""
    words = arguments[1:] if arguments[:1] == ["--"] else arguments
    descriptions = candidates(list(words) or [""])
    write_lines(f"{word}\t{about}" if about else word for word, about in descriptions.items())
    return DONE


def candidates(words: Sequence[str]) -> dict[str, str]:
    """Return the completion candidates for the last word, each with its description.

    `words` are the words after `truebleu`. The result is empty if the last word is a file name.

    >>> candidates(["score", "--format", "js"])
    {'json': '', 'jsonl': ''}
    >>> candidates(["score", "--format=c"])
    {'--format=csv': ''}
    >>> candidates(["score", "-m", "bleu,ch"])
    {'bleu,chrf': '', 'bleu,chrf++': ''}
    """
    *before, word = words
    about = {**COMMANDS, **COMPATIBLE}
    if not before:
        about |= {
            "help": "show the help of a command or of a group of options",
            **_spelled(load("").flags),
        }
        return _starting(word, about)
    if before[0] == "help":
        return _starting(word, about | {name: f"{HEADINGS[name]} options" for name in HEADINGS})
    if before[0] not in COMMANDS or "--" in before:
        return {}
    command = load(before[0])
    spelled = {name: flag for flag in command.flags for name in flag.names}
    start = ""
    if word == "=" or before[-1] == "=":  # bash splits "--flag=value" into three words
        flag = spelled.get(before[-1] if word == "=" else before[-2])
        word = word.removeprefix("=")
    elif word.startswith("--") and "=" in word:
        name, _, word = word.partition("=")
        flag, start = spelled.get(name), f"{name}="
    elif word.startswith("-"):
        return _starting(word, _spelled(command.flags))
    else:
        flag = _open_flag(before, spelled)
    if flag and flag.takes_value:
        values = flag.choices() if flag.choices else ()
        if flag.listed:  # values are also separated by commas
            listed, comma, word = word.rpartition(",")
            start += listed + comma
        return {f"{start}{value}": "" for value in values if value.startswith(word)}
    return _starting(word, dict.fromkeys(command.words(), ""))


def _open_flag(before: Sequence[str], spelled: dict[str, Flag]) -> Flag | None:
    """Return the option whose value the next word can be, given the words `before` it, or None.

    Some options, such as `-m`, accept several values. `spelled` has all options, by spelling.
    """
    i = next((i for i in reversed(range(len(before))) if before[i] in spelled), None)
    if i is None:
        return None
    flag = spelled[before[i]]
    values = before[i + 1 :]
    takes_more = flag.listed and flag.choices and set(values) <= set(flag.choices())
    return flag if takes_more or not values else None


def _starting(word: str, about: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in about.items() if name.startswith(word)}


def _spelled(flags: Iterable[Flag]) -> dict[str, str]:
    return {name: first_clause(flag.help) for flag in flags for name in flag.names}
