"""The fingerprint of a callable: equal for equal code, in any run of the same Python version.

What counts: the instructions, constants and names of the code and of the functions it uses by
name, its defaults, the values it closes over and the globals it reads, as far as they cannot
change. Functions and classes of installed packages count by name and version, as built-in ones.

What does not: line numbers, the file's place, and what lies in lists, dictionaries and sets - a
cache there would change the fingerprint while texts are tokenized. Instructions differ between
Python versions, and the fingerprints of Python code with them.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import re
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from truebleu.tokenizers.base import fingerprint_of

# Nested tuples of str, whose repr is the same in every run.
Description = tuple[Any, ...]

# Values that say all about themselves and cannot change.
PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...))


def fingerprint(function: object) -> str:
    """The beginning of the SHA-256 of what the callable does, as far as it can be seen."""
    description = described(function, _Context(_package(_module(function))))
    digest = hashlib.sha256(repr(description).encode("utf-8", "surrogatepass"))
    return fingerprint_of(digest.hexdigest())


def qualified_name(function: object) -> str:
    """Module and name of a callable; of an object that is called, those of its class."""
    if isinstance(function, functools.partial):
        return f"functools.partial({qualified_name(function.func)})"
    owner = getattr(function, "__self__", None)
    if owner is not None and not isinstance(owner, type | ModuleType):
        return f"{qualified_name(type(owner))}.{getattr(function, '__name__', '?')}"
    name = getattr(function, "__qualname__", None)
    if not isinstance(name, str):
        return qualified_name(type(function))
    return f"{_module(getattr(function, '__objclass__', function))}.{name}"


class _Context:
    """What one fingerprint looks at: each object once, code of other packages not at all."""

    def __init__(self, home: str) -> None:
        self.home = home  # the package of the callable itself
        self.numbers: dict[int, int] = {}
        self.kept: list[object] = []  # so that no id is given to a second object

    def looks_into(self, value: object) -> bool:
        """Is it the user's own code, or of the callable's package?"""
        package = _package(_module(value))
        return package == self.home or not _version(package)

    def number(self, value: object) -> int | None:
        """The number of an object that was described before; None the first time."""
        before = self.numbers.get(id(value))
        if before is None:
            self.numbers[id(value)] = len(self.numbers)
            self.kept.append(value)
        return before


def described(value: object, context: _Context) -> Description:
    """The value as nested tuples of str."""
    if isinstance(value, (*PLAIN, tuple, frozenset)):
        return _described(value, context)
    before = context.number(value)
    return _described(value, context) if before is None else ("again", str(before))


@functools.singledispatch
def _described(value: Any, context: _Context) -> Description:
    """Whatever has no rule of its own below: by its name, or by its class and attributes."""
    inner = getattr(value, "__wrapped__", None)  # functools.lru_cache and the like
    if callable(inner):
        return ("wrapper", qualified_name(type(value)), described(inner, context))
    if isinstance(getattr(value, "__qualname__", None), str):
        return _by_name(value)
    attributes = sorted(getattr(value, "__dict__", {}).items())
    if not context.looks_into(type(value)):
        attributes = [(name, kept) for name, kept in attributes if isinstance(kept, PLAIN)]
    told = [(name, described(kept, context)) for name, kept in attributes]
    return ("object", described(type(value), context), *told)


def _rule_for_plain(kind: type) -> None:
    """A plain value is its type and what that type writes for it."""
    write = vars(kind)["__repr__"]  # not a subclass's, which may show an address
    _described.register(kind, lambda value, _: (kind.__name__, write(value)))


for _kind in PLAIN:
    _rule_for_plain(_kind)


@_described.register
def _tuple(value: tuple, context: _Context) -> Description:  # type: ignore[type-arg]
    return ("tuple", *(described(element, context) for element in value))


@_described.register
def _frozenset(value: frozenset, context: _Context) -> Description:  # type: ignore[type-arg]
    # The order of its elements depends on the run.
    return ("frozenset", *sorted(repr(described(element, context)) for element in value))


@_described.register(list)
@_described.register(dict)
@_described.register(set)
@_described.register(bytearray)
def _changeable(value: object, _: _Context) -> Description:
    return ("changeable", type(value).__name__)


@_described.register
def _slice(value: slice, context: _Context) -> Description:
    return ("slice", described((value.start, value.stop, value.step), context))


@_described.register
def _pattern(value: re.Pattern, _: _Context) -> Description:  # type: ignore[type-arg]
    return ("pattern", repr(value.pattern), repr(value.flags))


@_described.register
def _imported(value: ModuleType, _: _Context) -> Description:
    return ("module", value.__name__, _version(value.__name__))


@_described.register
def _function(value: FunctionType, context: _Context) -> Description:
    if not context.looks_into(value):
        return _by_name(value)
    keywords = tuple(sorted((value.__kwdefaults__ or {}).items()))
    cells = tuple(map(_content, value.__closure__ or ()))
    reads = sorted(_names(value.__code__) & value.__globals__.keys())
    return (
        "function",
        _version(_module(value)),
        described(value.__code__, context),
        described((value.__defaults__, keywords, cells), context),
        *((name, described(value.__globals__[name], context)) for name in reads),
    )


@_described.register
def _code(value: CodeType, context: _Context) -> Description:
    counts = (value.co_argcount, value.co_posonlyargcount, value.co_kwonlyargcount)
    exceptions: bytes = getattr(value, "co_exceptiontable", b"")  # from Python 3.11 on
    return (
        "code",
        repr((counts, value.co_flags, value.co_names, value.co_freevars, value.co_cellvars)),
        value.co_code.hex(),
        exceptions.hex(),
        described(value.co_consts, context),
    )


@_described.register
def _partial(value: functools.partial, context: _Context) -> Description:  # type: ignore[type-arg]
    keywords = tuple(sorted(value.keywords.items()))
    return ("partial", described((value.func, value.args, keywords), context))


@_described.register
def _method(value: MethodType, context: _Context) -> Description:
    return ("method", described((value.__func__, value.__self__), context))


@_described.register
def _builtin(value: BuiltinFunctionType, context: _Context) -> Description:
    """A method of an object, as in "abc".split, and that object; or a function such as len."""
    owner = value.__self__
    if owner is None or isinstance(owner, ModuleType):
        return _by_name(value)
    return ("built-in", value.__name__, described(owner, context))


@_described.register(staticmethod)
@_described.register(classmethod)
def _member(value: Any, context: _Context) -> Description:
    return (type(value).__name__, described(value.__func__, context))


@_described.register
def _property(value: property, context: _Context) -> Description:
    return ("property", described(value.fget, context))


@_described.register
def _class(value: type, context: _Context) -> Description:
    if not context.looks_into(value):
        return _by_name(value)
    members = [
        (name, described(member, context))
        for base in value.__mro__[:-1]
        for name, member in sorted(vars(base).items())
        if isinstance(member, (FunctionType, staticmethod, classmethod, property, *PLAIN))
        and name not in {"__module__", "__doc__", "__firstlineno__"}
    ]
    return ("class", qualified_name(value), *members)


def _by_name(value: object) -> Description:
    return ("named", qualified_name(value), _version(_module(value)))


def _names(code: CodeType) -> set[str]:
    """The names that the code and the functions inside it look up."""
    inside = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inside)


def _content(cell: Any) -> object:
    """What a closure's cell holds; None if it is not filled yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _module(value: object) -> str:
    """The module of a callable; a script's is __main__, in processes that it starts too."""
    name = getattr(value, "__module__", None)
    if not isinstance(name, str):
        name = getattr(value, "__objclass__", type(value)).__module__
    return "__main__" if name == "__mp_main__" else name


def _package(module: str) -> str:
    return module.partition(".")[0]


@functools.cache
def _version(module: str) -> str:
    """The version of the package of a module; "" where it has none, as the user's own code."""
    package = _package(module)
    if package in sys.stdlib_module_names and package != "__main__":
        return f"python-{sys.version_info.major}.{sys.version_info.minor}"
    stated = getattr(sys.modules.get(package), "__version__", None)
    if isinstance(stated, str):
        return stated
    try:
        return importlib.metadata.version(package)
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return ""
