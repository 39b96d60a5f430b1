"""Names of settings, options and attributes in other tools, with their truebleu equivalents.

Error messages use them, and so do the tables in the documentation's migration guides.
"""

from __future__ import annotations

from truebleu.errors import UnknownSetting, inspected, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

EVALUATE = "Hugging Face evaluate"
NLTK = "NLTK"
SACREBLEU = "sacreBLEU"
TORCHMETRICS = "torchmetrics"


class ForeignName:
    """Name of a setting, option or attribute in another tool.

    Args:
        tool: the name of the other tool.
        kind: "setting" (keyword argument), "option" (command line) or "attribute" (of a result).
        names: the spellings in that tool, separated by spaces.
        ours: what to use in truebleu; empty if the name should be left out.
        renamed: whether truebleu accepts the same values under the new name.
    """

    __slots__ = ("kind", "names", "ours", "renamed", "tool")

    def __init__(self, tool: str, kind: str, names: str, ours: str, *, renamed: bool) -> None:
        self.tool = tool
        self.kind = kind
        self.names = tuple(names.split())
        self.ours = ours
        self.renamed = renamed


def _settings(tool: str, *rows: tuple[str, str]) -> Iterator[ForeignName]:
    for names, ours in rows:
        yield ForeignName(tool, "setting", names, ours, renamed=ours.isidentifier())


def _entries(tool: str, kind: str, *rows: tuple[str, str]) -> Iterator[ForeignName]:
    for names, ours in rows:
        yield ForeignName(tool, kind, names, ours, renamed=False)


FOREIGN: tuple[ForeignName, ...] = (
    *_settings(
        SACREBLEU,
        ("tokenize", "tokenizer"),
        ("smooth_method", "smoothing"),
        ("smooth_value", "smoothing_value"),
        ("use_effective_order", "effective_order"),
        ("trg_lang", "tokenizer='zh', 'ja-mecab' or 'ko-mecab'"),
        ("force", ""),
        ("n_bootstrap", "truebleu.compare()"),
        ("sys_stream", "hypotheses"),
        ("ref_streams", "references=References.streams(...)"),
    ),
    *_settings(
        NLTK,
        ("smoothing_function", "smoothing='method1'"),
        ("auto_reweigh", "effective_order=True"),
        ("list_of_references", "references=References.per_segment(...)"),
        ("emulate_multibleu", ""),
    ),
    *_settings(
        EVALUATE,
        ("max_order", "max_ngram_order"),
        ("predictions", "hypotheses"),
        ("use_stemmer", "stem"),
        ("rouge_types", "variant='L'"),
        ("use_aggregator", "metric.segment_scores()"),
        ("min_len", "min_order"),
        ("max_len", "max_order"),
    ),
    *_settings(
        TORCHMETRICS,
        ("n_gram", "max_ngram_order"),
        ("smooth", "smoothing='laplace'"),
        ("n_char_order", "char_order"),
        ("n_word_order", "word_order"),
        ("preds", "hypotheses"),
        ("target", "references=References.per_segment(...)"),
    ),
    *_entries(
        SACREBLEU,
        "option",
        ("--input -i", "the file's name without an option: truebleu score FILE -r REFERENCE"),
        ("--metrics", "--metric"),
        ("--tokenize -tok", "--tokenize"),
        ("--smooth-method -s", "--smoothing"),
        ("--smooth-value -sv", "--smoothing-value"),
        ("--lowercase -lc", "--lowercase"),
        ("--sentence-level -sl", "truebleu score --per-segment"),
        ("--confidence -ci", "truebleu score --confidence 0.95"),
        ("--confidence-n -cin", "--resamples"),
        ("--paired-ar -par", "truebleu compare"),
        ("--paired-ar-n -parn", "truebleu compare --trials"),
        ("--paired-bs -pbs", "truebleu compare --test bootstrap"),
        ("--paired-bs-n -pbsn", "truebleu compare --test bootstrap --resamples"),
        ("--paired-jobs -j", "--threads"),
        ("--num-refs -nr", "one -r for each reference, or --reference-column"),
        ("--encoding -e", "files in UTF-8: iconv -f ENCODING -t UTF-8 FILE"),
        ("--language-pair -l", "--tokenize: zh, ja-mecab or ko-mecab for these targets"),
        ("--chrf-char-order -cc", "--chrf-char-order"),
        ("--chrf-word-order -cw", "--metric chrf++, or --chrf-word-order"),
        ("--chrf-lowercase", "--lowercase"),
        ("--short -sh", "the signature as it is: it is short unless --full-signature is given"),
        ("--force", "--quiet, which silences warnings"),
        ("--no-color -nc", "the environment variable NO_COLOR=1"),
        ("--test-set", "truebleu sacrebleu --test-set"),
        ("--list", "truebleu sacrebleu --list"),
        ("--download", "truebleu sacrebleu --download"),
        ("--echo", "truebleu sacrebleu --echo"),
        ("--citation --cite", "truebleu sacrebleu --cite"),
        ("--origlang -ol", "truebleu sacrebleu --origlang"),
        ("--subset", "truebleu sacrebleu --subset"),
        ("--detail -d", "truebleu sacrebleu --detail"),
    ),
    *_entries(
        SACREBLEU,
        "attribute",
        ("score", "value"),
        ("counts", "matches"),
        ("bp", "brevity_penalty"),
        ("sys_len", "hypothesis_length"),
        ("ref_len", "effective_reference_length"),
        ("ratio", "length_ratio"),
        ("get_signature", "signature() of a metric, or signature of a score"),
    ),
    *_entries(
        EVALUATE,
        "attribute",
        ("compute", "corpus_score(hypotheses, references)"),
        ("add_batch", "accumulator().update(hypotheses, references)"),
    ),
)


def _find(name: str, kind: str, valid: Iterable[str] = ()) -> ForeignName | None:
    """Return the entry in `FOREIGN` for a name in another tool, or None.

    If several tools have the name, an entry whose replacement is in `valid` is preferred.
    """
    entries = [entry for entry in FOREIGN if entry.kind == kind and name in entry.names]
    fitting = [entry for entry in entries if entry.ours.split("=")[0] in valid]
    return next(iter([*fitting, *entries]), None)


# Python


def explain_call(
    error: TypeError,
    caller: str,
    settings: Sequence[str],
    values: Sequence[Any],
    named: dict[str, Any],
    choices: Mapping[str, Collection[str]],
) -> UnknownSetting | None:
    """Return a clearer error for invalid arguments of a metric; None for other errors.

    Args:
        error: the error that Python raised.
        caller: the name of the called class, such as "BLEU()".
        settings: the names of the metric's settings.
        values: the positional arguments.
        named: the keyword arguments.
        choices: mapping from setting to its valid values, for settings whose values are names.
    """
    message = str(error)
    unknown = [name for name in named if name not in settings and f"argument '{name}'" in message]
    if "unexpected keyword" in message and unknown:
        return UnknownSetting(_about_keyword(caller, unknown[0], named[unknown[0]], settings))
    if values and "positional argument" in message:
        return UnknownSetting(_about_position(caller, values[0], settings, choices))
    return None


def _about_keyword(caller: str, name: str, value: Any, settings: Sequence[str]) -> str:
    choices = f"Choose from: {', '.join(settings)}."
    choices = choices if settings else f"{caller} has no settings."
    entry = _find(name, "setting", settings)
    if entry is None:
        close = nearest(name, settings)
        hint = f" Did you mean {close}?" if close else ""
        return f"{caller}: unknown setting {name!r}.{hint} {choices}"
    start = f"{caller}: {name} is a setting of {entry.tool}."
    ours = entry.ours.split("=")[0]
    if not entry.ours:
        return f"{start} Leave it out."
    if ours.isidentifier() and ours not in (*settings, "hypotheses", "references"):
        return f"{start} {choices}"
    return f"{start} Use {_expression(entry, value)}."


def _expression(entry: ForeignName, value: Any) -> str:
    method = getattr(value, "__name__", "")
    if entry.ours == "smoothing='method1'" and method.startswith("method"):
        return f"smoothing={method!r}"
    if entry.ours in {"hypotheses", "references"}:
        return entry.ours
    return f"{entry.ours}={inspected(value)}" if entry.renamed else entry.ours


def _about_position(
    caller: str, value: Any, settings: Sequence[str], choices: Mapping[str, Collection[str]]
) -> str:
    start = f"{caller} takes settings by name only"
    candidates = [
        name for name in settings if isinstance(value, str) and value in choices.get(name, ())
    ]
    if isinstance(value, int) and not isinstance(value, bool):
        candidates = [name for name in settings if name in {"max_ngram_order", "char_order"}]
    if candidates:
        return f"{start}. Use {caller.removesuffix('()')}({candidates[0]}={inspected(value)})."
    return f"{start}, got {inspected(value)}. Choose from: {', '.join(settings)}."


def attribute_hint(kind: str, name: str) -> str | None:
    """Return a hint for users of another tool: what to use instead of its attribute `name`.

    Returns None if no other tool has an attribute of this name. `kind` is the name of the truebleu
    class that lacks the attribute.
    """
    entry = _find(name, "attribute")
    if entry is None:
        return None
    return f"{kind}: {name} is a name of {entry.tool}. Use {entry.ours}."


# The command line


def foreign_option(name: str) -> str | None:
    """Return a hint for users of another tool: what to use instead of its option `name`.

    Returns None if no other tool has a command-line option of this name.
    """
    entry = _find(name, "option")
    if entry is None:
        return None
    own = "" if "truebleu sacrebleu" in entry.ours else " (and of truebleu sacrebleu)"
    return f"{name} is an option of {entry.tool}{own}. Use {entry.ours}"


# The migration pages


def migration_table(tool: str) -> str:
    """Return a Markdown table from a tool's names (settings, options, attributes) to truebleu's."""
    rows = [
        f"| {', '.join(f'`{name}`' for name in entry.names)} | {_markdown(entry)} |"
        for entry in FOREIGN
        if entry.tool == tool
    ]
    return "\n".join([f"| {tool} | truebleu |", "|---|---|", *rows])


def _markdown(entry: ForeignName) -> str:
    if not entry.ours:
        return "leave it out"
    if " " in entry.ours and not entry.ours.startswith("truebleu"):
        return entry.ours
    return f"`{entry.ours}`"
