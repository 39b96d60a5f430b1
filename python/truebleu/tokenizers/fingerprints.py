"""Fingerprints of Python functions: hashes that show whether a user's tokenizer has changed.

The fingerprint of a function covers its bytecode, constants, names, default values and closure
variables. It also covers the immutable global variables that the function reads, and the functions
that it calls by name. Built-ins, and functions and classes of installed packages, are represented
by their name and the version of the package.

The fingerprint does not cover line numbers, file paths or attributes in `__slots__`. It also does
not cover the content of lists, dictionaries and sets, because a cache can change during
tokenization. Bytecode differs between Python versions, so only fingerprints from the same version
are comparable.
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

# Immutable values whose repr is complete.
PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...))


def fingerprint(function: object) -> str:
    """Return the fingerprint of a function or other callable: 16 hexadecimal digits.

    The fingerprint is a hash of the function's code and of the values that the code uses.
    """
    description = describe(function, _Context(_package(_module(function))))
    digest = hashlib.sha256(repr(description).encode("utf-8", "surrogatepass"))
    return fingerprint_of(digest.hexdigest())


def qualified_name(function: object) -> str:
    """Return the module and qualified name of a callable, such as "builtins.str.split".

    For an object with a `__call__` method, return the name of its class.
    """
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
    """State while a callable is described: its package, and the objects described so far."""

    def __init__(self, home: str) -> None:
        self.home = home  # the package of the callable itself
        self.numbers: dict[int, int] = {}
        self.objects: list[object] = []  # keep objects alive, so that no id is reused

    def looks_into(self, value: object) -> bool:
        """Return whether the fingerprint covers a value's code, not only its name and version.

        This is the case for code that is in no installed package, and for code in the same package
        as the user's callable.
        """
        package = _package(_module(value))
        return package == self.home or not _version(package)

    def number(self, value: object) -> int | None:
        """Return the number that an earlier call assigned to an object.

        If there was no earlier call for this object, assign the next number and return None.
        """
        before = self.numbers.get(id(value))
        if before is None:
            self.numbers[id(value)] = len(self.numbers)
            self.objects.append(value)
        return before


def describe(value: object, context: _Context) -> Description:
    """Return a description of a value, as nested tuples of str.

    The fingerprint is a hash of the description.
    """
    if isinstance(value, (*PLAIN, tuple, frozenset)):
        return _describe(value, context)
    before = context.number(value)
    return _describe(value, context) if before is None else ("again", str(before))


@functools.singledispatch
def _describe(value: Any, context: _Context) -> Description:
    """Describe a value by its qualified name, or by its class and attributes.

    This function is used for types without a registered function of their own.
    """
    inner = getattr(value, "__wrapped__", None)  # functools.lru_cache and the like
    if callable(inner):
        return ("wrapper", qualified_name(type(value)), describe(inner, context))
    if isinstance(getattr(value, "__qualname__", None), str):
        return _by_name(value)
    attributes = sorted(getattr(value, "__dict__", {}).items())
    if not context.looks_into(type(value)):
        attributes = [(name, member) for name, member in attributes if isinstance(member, PLAIN)]
    members = [(name, describe(member, context)) for name, member in attributes]
    return ("object", describe(type(value), context), *members)


def _rule_for_plain(kind: type) -> None:
    """Register a type, such as int, whose values are described by type name and repr."""
    write = vars(kind)["__repr__"]  # a subclass's repr could contain a memory address
    _describe.register(kind, lambda value, _: (kind.__name__, write(value)))


for _kind in PLAIN:
    _rule_for_plain(_kind)


@_describe.register
def _tuple(value: tuple, context: _Context) -> Description:  # type: ignore[type-arg]
    return ("tuple", *(describe(element, context) for element in value))


@_describe.register
def _frozenset(value: frozenset, context: _Context) -> Description:  # type: ignore[type-arg]
    # The order of its elements depends on the run.
    return ("frozenset", *sorted(repr(describe(element, context)) for element in value))


@_describe.register(list)
@_describe.register(dict)
@_describe.register(set)
@_describe.register(bytearray)
def _changeable(value: object, _: _Context) -> Description:
    return ("changeable", type(value).__name__)


@_describe.register
def _slice(value: slice, context: _Context) -> Description:
    return ("slice", describe((value.start, value.stop, value.step), context))


@_describe.register
def _pattern(value: re.Pattern, _: _Context) -> Description:  # type: ignore[type-arg]
    return ("pattern", repr(value.pattern), repr(value.flags))


@_describe.register
def _imported(value: ModuleType, _: _Context) -> Description:
    return ("module", value.__name__, _version(value.__name__))


@_describe.register
def _function(value: FunctionType, context: _Context) -> Description:
    if not context.looks_into(value):
        return _by_name(value)
    keywords = tuple(sorted((value.__kwdefaults__ or {}).items()))
    cells = tuple(map(_content, value.__closure__ or ()))
    reads = sorted(_names(value.__code__) & value.__globals__.keys())
    return (
        "function",
        _version(_module(value)),
        describe(value.__code__, context),
        describe((value.__defaults__, keywords, cells), context),
        *((name, describe(value.__globals__[name], context)) for name in reads),
    )


@_describe.register
def _code(value: CodeType, context: _Context) -> Description:
    counts = (value.co_argcount, value.co_posonlyargcount, value.co_kwonlyargcount)
    exceptions: bytes = getattr(value, "co_exceptiontable", b"")  # from Python 3.11 on
    return (
        "code",
        repr((counts, value.co_flags, value.co_names, value.co_freevars, value.co_cellvars)),
        value.co_code.hex(),
        exceptions.hex(),
        describe(value.co_consts, context),
    )


@_describe.register
def _partial(value: functools.partial, context: _Context) -> Description:  # type: ignore[type-arg]
    keywords = tuple(sorted(value.keywords.items()))
    return ("partial", describe((value.func, value.args, keywords), context))


@_describe.register
def _method(value: MethodType, context: _Context) -> Description:
    return ("method", describe((value.__func__, value.__self__), context))


@_describe.register
def _builtin(value: BuiltinFunctionType, context: _Context) -> Description:
    """Describe a built-in function by its name, and a built-in method by its name and object."""
    owner = value.__self__
    if owner is None or isinstance(owner, ModuleType):
        return _by_name(value)
    return ("built-in", value.__name__, describe(owner, context))


@_describe.register(staticmethod)
@_describe.register(classmethod)
def _member(value: Any, context: _Context) -> Description:
    return (type(value).__name__, describe(value.__func__, context))


@_describe.register
def _property(value: property, context: _Context) -> Description:
    return ("property", describe(value.fget, context))


@_describe.register
def _class(value: type, context: _Context) -> Description:
    if not context.looks_into(value):
        return _by_name(value)
    members = [
        (name, describe(member, context))
        for base in value.__mro__[:-1]
        for name, member in sorted(vars(base).items())
        if isinstance(member, (FunctionType, staticmethod, classmethod, property, *PLAIN))
        and name not in {"__module__", "__doc__", "__firstlineno__"}
    ]
    return ("class", qualified_name(value), *members)


def _by_name(value: object) -> Description:
    return ("named", qualified_name(value), _version(_module(value)))


def _names(code: CodeType) -> set[str]:
    """Return the global names and attributes that a function and its nested functions use."""
    inside = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inside)


def _content(cell: Any) -> object:
    """Return the value of a closure variable; None if it is not assigned yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _module(value: object) -> str:
    """Return the name of the module of a callable.

    For a script, the result is always `__main__`. In child processes of multiprocessing, Python
    itself uses another name, `__mp_main__`.
    """
    name = getattr(value, "__module__", None)
    if not isinstance(name, str):
        name = getattr(value, "__objclass__", type(value)).__module__
    return "__main__" if name == "__mp_main__" else name


def _package(module: str) -> str:
    return module.partition(".")[0]


@functools.cache
def _version(module: str) -> str:
    """Return the version of the package to which a module belongs; "" if there is no version.

    Packages with the user's own code usually have no version.
    """
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
