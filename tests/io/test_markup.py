"""Test sets in SGML and XML: parsing and errors."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.generators.markup import sgml, wmt, xml
from truebleu.errors import InputError
from truebleu.io.markup import Markup, align, read_markup

TEXTS = {("d1", "1"): "One text.", ("d1", "2"): "Two.", ("d2", "1"): "Three <b>; 3 > 2 & so on"}
WRITTEN = {key: text.replace("&", "&amp;").replace("<", "&lt;") for key, text in TEXTS.items()}


def read(folder: Path, content: str | bytes, name: str = "file") -> Markup:
    raw = content if isinstance(content, bytes) else content.encode()
    (folder / name).write_bytes(raw)
    return read_markup(str(folder / name))


def refused(folder: Path, content: str | bytes, name: str = "file") -> str:
    with pytest.raises(InputError) as caught:
        read(folder, content, name)
    assert caught.value.file == str(folder / name)
    return str(caught.value).removeprefix(str(folder / name))


def test_sgml_keeps_entities_and_joins_lines(tmp_path: Path) -> None:
    broken = {**WRITTEN, ("d1", "2"): "\n Two\u00a0\t\nlines &quot;<hl>; \x1c"}
    content = sgml("system", {"s": broken})
    for name in ("a.sgm", "a.sgml", "plain"):
        batch = read(tmp_path, content, name)
        assert dict(batch.of("system")["s"].segments) == {
            ("d1", "1"): "One text.",
            ("d1", "2"): " Two lines &quot;<hl>; \x1c",
            ("d2", "1"): "Three &lt;b>; 3 > 2 &amp; so on",
        }
    batch = read(tmp_path, content)
    assert batch.set_name == "test"
    assert batch.of("system")["s"].documents == ["d1", "d1", "d2"]


def test_xml_decodes_entities_and_keeps_whitespace(tmp_path: Path) -> None:
    texts = {**TEXTS, ("d1", "2"): "a-\nb  \u00a0 c"}
    content = xml("reference", {"r1": texts, "r2": TEXTS}).replace("One", "&#79;ne&apos;")
    for name in ("a.xml", "plain"):
        batch = read(tmp_path, content, name)
        assert list(batch.of("reference")) == ["r1", "r2"]
        expected = {**texts, ("d1", "1"): "One' text."}
        assert dict(batch.of("reference")["r1"].segments) == expected


def test_a_test_set_of_wmt_with_sources_and_systems(tmp_path: Path) -> None:
    keys = [("source", ""), ("reference", "A"), ("reference", "B"), ("system", "X & Y")]
    texts = {key: {at: f"{key} {text}" for at, text in TEXTS.items()} for key in keys}
    batch = read(tmp_path, wmt(texts))
    assert [(each.role, each.name) for each in batch.renditions] == keys
    assert batch.set_name == "test"
    for role, name in keys:
        assert dict(batch.of(role)[name].segments) == texts[role, name]


def test_names_of_sets_and_of_documents(tmp_path: Path) -> None:
    """The name of a system in XML is the set's, in SGML the document's, as in mteval."""
    one = '<tstset setid="t" sysid="of set"><doc docid="d" sysid="of doc"><seg id="1">x</seg></doc>'
    assert list(read(tmp_path, f"{one}</tstset>", "a.sgm").of("system")) == ["of doc"]
    assert list(read(tmp_path, f"{one}</tstset>", "a.xml").of("system")) == ["of set"]


def test_compression_byte_order_mark_and_other_encodings(tmp_path: Path) -> None:
    content = xml("system", {"s": {("d", "1"): "Grüße"}})
    plain = read(tmp_path, content).renditions[0].segments
    assert read(tmp_path, gzip.compress(content.encode())).renditions[0].segments == plain
    assert read(tmp_path, "\ufeff" + content).renditions[0].segments == plain
    latin = content.replace("UTF-8", "ISO-8859-1").encode("latin-1")
    assert read(tmp_path, latin, "a.xml").renditions[0].segments == plain
    marked = "\ufeff" + sgml("system", {"s": {("d", "1"): "Grüße"}})
    assert read(tmp_path, marked).renditions[0].segments == plain


SEG, DOC = '<seg id="1">x</seg>', '<doc docid="d">'
WRONG = {
    f"<tstset>{DOC}<seg>x</seg></doc></tstset>": "line 1: segment without a name",
    f"<tstset><doc>{SEG}</doc></tstset>": "line 1: document without a name",
    f"<tstset>\n{DOC}{SEG}\n{SEG}</doc></tstset>": "line 3: segment '1' of document 'd' is",
    f"<tstset>\n{DOC}<seg id='1'>x{SEG}</doc></tstset>": "line 2: <seg> inside a segment",
    f"<tstset>{DOC}{DOC}{SEG}</doc></tstset>": "line 1: <doc> inside document 'd'",
    f"<tstset><refset>{DOC}{SEG}</doc></refset>": "line 1: <refset> inside <tstset>",
    f"<tstset>{SEG}</tstset>": "line 1: segment '1' is outside a document",
    f"{DOC}{SEG}</doc>": "line 1: segment '1' is outside a set",
    f"<tstset>{DOC}{SEG}</doc>": ": the file ends inside",
    f"<tstset>{DOC}<seg id='1'>x": ": the file ends inside a segment",
    "<tstset></tstset>": ": no segments found",
    "": ": no segments found",
    f"<tstset setid='a'>{DOC}{SEG}</doc></tstset><tstset setid='b'>": "line 1: two test sets",
    f"<tstset>{DOC}{SEG}</doc></tstset>\n<!-- <tstset>": "line 2: the file ends before -->",
    f"<tstset>\n< {DOC}{SEG}</doc></tstset>": "line 2: '< <doc docid",
    f"<tstset></seg>{DOC}{SEG}</doc></tstset>": "line 1: </seg> has no start tag",
    f"<tstset>\n</doc>{DOC}{SEG}</doc></tstset>": "line 2: </doc> has no start tag",
}


@pytest.mark.parametrize(("content", "problem"), WRONG.items())
def test_errors_in_sgml_name_the_line(tmp_path: Path, content: str, problem: str) -> None:
    assert problem in refused(tmp_path, content, "a.sgm")


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    content = sgml("system", {"s": TEXTS}).encode().replace(b"Two", b"T\xffo")
    assert ", line 4: invalid UTF-8" in refused(tmp_path, content, "a.sgm")
    result = read_markup(str(tmp_path / "a.sgm"), invalid="replace")
    assert result.renditions[0].segments["d1", "2"] == "T\ufffdo."
    content = xml("system", {"s": TEXTS}).encode().replace(b"Two", b"T\xffo")
    assert "not well-formed" in refused(tmp_path, content, "a.xml")


@pytest.mark.parametrize("tag", ["seg", "doc", "refset"])
def test_nested_segments_of_xml_are_refused(tmp_path: Path, tag: str) -> None:
    content = f"<tstset>{DOC}\n<seg id='1'>x<{tag} id='2'>y</{tag}></seg></doc></tstset>"
    problem = refused(tmp_path, content, "a.xml")
    assert problem == f", line 2: <{tag}> inside a segment: </seg> is missing before it"


@pytest.mark.parametrize(
    ("encoding", "message"), [("nonsense", "nonsense"), ("utf-7", "multi-byte")]
)
def test_an_unknown_encoding(tmp_path: Path, encoding: str, message: str) -> None:
    content = f"<?xml version='1.0' encoding='{encoding}'?><tstset></tstset>"
    problem = refused(tmp_path, content, "a.xml")
    assert problem.startswith(", line 1: ")
    assert message in problem
    assert problem.endswith(". Save the file as UTF-8.")


def test_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"unknown form 'html'. Choose from: sgml, xml"):
        read_markup(str(tmp_path / "none"), "html")


SECRET = "what no file may read"
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
BODY = f"<mteval><tstset sysid='s'>{DOC}<seg id='1'>&l9;</seg></doc></tstset></mteval>"
HOSTILE: dict[str, Callable[[Path], str]] = {
    "billion laughs": lambda _: f'<!DOCTYPE mteval [<!ENTITY l0 "lol">{LAUGHS}]>{BODY}',
    "a file as an entity": lambda folder: (
        f'<!DOCTYPE mteval [<!ENTITY l9 SYSTEM "file://{folder}/secret">]>{BODY}'
    ),
    "a parameter entity": lambda folder: (
        f'<!DOCTYPE mteval [<!ENTITY % p SYSTEM "file://{folder}/secret"> %p;]>{BODY}'
    ),
    "long default attributes": lambda _: (
        f'<!DOCTYPE mteval [<!ATTLIST seg x CDATA "{"x" * 1000}">]>{BODY}'
    ),
    "an entity of another file": lambda folder: (
        f'<!DOCTYPE mteval SYSTEM "file://{folder}/secret">{BODY}'
    ),
    "an unknown entity": lambda _: BODY,
    "nesting": lambda _: f"<mteval>{'<p>' * 100_000}",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_xml_is_refused(tmp_path: Path, kind: str) -> None:
    (tmp_path / "secret").write_text(f'<!ENTITY l9 "{SECRET}">')
    problem = refused(tmp_path, '<?xml version="1.0"?>' + HOSTILE[kind](tmp_path), "a.xml")
    assert ", line 1: " in problem
    assert SECRET not in problem
    reasons = ("not supported", "unknown entity &l9;", "undefined entity", "nested tags")
    assert any(words in problem for words in reasons), problem


@pytest.mark.parametrize("opening", ["<!--", "<seg id='", "<tstset "])
@pytest.mark.parametrize("name", ["a.xml", "a.sgm"])
def test_a_tag_without_an_end_takes_little_memory(tmp_path: Path, name: str, opening: str) -> None:
    content = f"<mteval>{opening}".encode() + b"x" * (20 << 20)
    what = "bytes" if name == "a.xml" else "characters"
    assert f"16,777,216 {what} is not closed" in refused(tmp_path, content, name)


def test_large_files_are_no_tags_without_an_end(tmp_path: Path) -> None:
    texts = {("d", str(n)): "word " * 100 for n in range(40_000)}
    for write, name in ((xml, "a.xml"), (sgml, "a.sgm")):
        batch = read(tmp_path, write("system", {"s": texts}), name).of("system")["s"]
        assert dict(batch.segments) == texts


def test_unused_declarations_are_refused_too(tmp_path: Path) -> None:
    body = BODY.replace("&l9;", "x")
    assert read(tmp_path, body, "a.xml").renditions
    for declared in ('<!ATTLIST seg x CDATA "xx">', '<!ENTITY a "b">', "<!ELEMENT seg ANY>", ""):
        problem = refused(tmp_path, f"<!DOCTYPE mteval [{declared}]>{body}", "a.xml")
        assert "declarations inside <!DOCTYPE ...> are not supported" in problem


def test_a_truncated_sgml_file(tmp_path: Path) -> None:
    content = sgml("system", {"s": WRITTEN})
    for end in range(len(content) - len("</tstset>\n") + 1):
        problem = refused(tmp_path, content[:end], "a.sgm")
        assert "ends inside" in problem or "truncated" in problem or "no segments found" in problem


def test_segments_are_matched_by_name(tmp_path: Path) -> None:
    first = read(tmp_path, sgml("reference", {"r": WRITTEN})).renditions[0]
    turned = dict(reversed(list(WRITTEN.items())))
    reordered = read(tmp_path, sgml("system", {"s": turned})).renditions[0]
    assert reordered.texts != first.texts
    assert align(reordered, first) == first.texts


@pytest.mark.parametrize("document", ["d1", "d2"])
def test_missing_segments_are_named(tmp_path: Path, document: str) -> None:
    first = read(tmp_path, sgml("reference", {"r": WRITTEN}), "r.sgm").renditions[0]
    fewer = {key: text for key, text in WRITTEN.items() if key != (document, "1")}
    incomplete = read(tmp_path, sgml("system", {"s": fewer}), "s.sgm").renditions[0]
    missing = "no segment '1' of document 'd1', " if document == "d1" else "no document 'd2', "
    for left, two in ((first, incomplete), (incomplete, first)):
        with pytest.raises(InputError) as caught:
            align(two, left)
        assert f"s.sgm: system 's' has {missing}which reference 'r' of " in str(caught.value)


# Names and texts of both formats; XML cannot have control characters.
CHARACTERS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Zl", "Zp"))
NAME = st.text(st.sampled_from("abc 12.-_ä"), min_size=1, max_size=5).map(lambda name: f"n{name}")
SETS = st.dictionaries(st.tuples(NAME, NAME), st.text(CHARACTERS, max_size=30), min_size=1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=SETS)
def test_written_test_sets_are_read_unchanged(
    tmp_path: Path, texts: dict[tuple[str, str], str]
) -> None:
    grouped = {
        key: texts[key] for document in dict.fromkeys(doc for doc, _ in texts)
        for key in texts if key[0] == document
    }  # fmt: skip
    batch = read(tmp_path, xml("system", {"s": texts}), "a.xml").renditions[0]
    assert list(batch.segments.items()) == list(grouped.items())
    batch = read(tmp_path, wmt({("system", "s"): texts}), "a.xml").renditions[0]
    assert list(batch.segments.items()) == list(grouped.items())
    safe = {key: text.replace("<", "(") for key, text in texts.items()}
    batch = read(tmp_path, sgml("system", {"s": safe}), "a.sgm").renditions[0]
    assert {key: text.split() for key, text in batch.segments.items()} == {
        key: text.split() for key, text in safe.items()
    }


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200), st.integers(0, 500), st.sampled_from(["a.xml", "a.sgm"]))
def test_any_bytes_are_read_or_refused(
    tmp_path: Path, junk: bytes, position: int, name: str
) -> None:
    """The result is a test set or an `InputError`."""
    write = xml if name == "a.xml" else sgml
    content = write("system", {"s": WRITTEN}).encode()
    position %= len(content)
    with suppress(InputError):
        read(tmp_path, content[:position] + junk + content[position:], name)
