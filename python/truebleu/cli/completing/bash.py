"""Completion for bash, from version 3.2 on; it needs no other package."""

from __future__ import annotations

from truebleu.cli.commands import COMMANDS
from truebleu.cli.completing.words import about, arguments, values
from truebleu.cli.flags import flags_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["bash_script"]

# Where nothing is offered, bash completes the names of files by itself (-o default).
START = """\
# Completion of truebleu for bash: eval "$(truebleu completions bash)"
_truebleu() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local flags= words= metrics=" METRICS " at=$COMP_CWORD
    COMPREPLY=()
    if (( COMP_CWORD == 1 )); then
        COMPREPLY=( $(compgen -W "COMMANDS" -- "$word") )
        return
    fi
    # "--flag=value" comes as three words.
    if [[ $word == "=" ]]; then
        word=
    elif [[ $before == "=" ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    # Names of metrics may follow one another.
    while (( at > 3 )) && [[ $metrics == *" ${COMP_WORDS[at-1]} "* ]]; do
        at=$(( at - 1 ))
    done
    case ${COMP_WORDS[at-1]} in
        -m|--metric) before=-m ;;
    esac
    case ${COMP_WORDS[1]} in"""
END = """\
    esac
    if [[ $word == -* ]]; then
        words=$flags
    fi
    COMPREPLY=( $(compgen -W "$words" -- "$word") )
}
complete -o bashdefault -o default -F _truebleu truebleu"""


def bash_script() -> Iterator[str]:
    """Give the script's lines."""
    metrics = next(values(flag) for flag in flags_of("score") if "--metric" in flag.names)
    first = " ".join([*about(), *(name for flag in flags_of("") for name in flag.names)])
    yield START.replace("COMMANDS", first).replace("METRICS", " ".join(metrics))
    for command in (*COMMANDS, "help"):
        yield f"        {command})"
        yield from _case(command)
        yield "            ;;"
    yield END


def _case(command: str) -> Iterator[str]:
    flags = flags_of(command)
    names = [name for flag in flags for name in flag.names]
    if names:
        yield f'            flags="{" ".join(names)}"'
    if any(flag.takes_value for flag in flags):
        yield "            case $before in"
        for flag in flags:
            if flag.takes_value:
                words = f' words="{" ".join(values(flag))}"' if flag.choices else " :"
                yield f"                {'|'.join(flag.names)}){words} ;;"
        yield f'                *) words="{" ".join(arguments(command))}" ;;'
        yield "            esac"
    else:
        yield f'            words="{" ".join(arguments(command))}"'
