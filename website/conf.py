"""Sphinx settings of the documentation's site; `make site` builds it with tools/website.py."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils.nodes import SkipNode
from latex2mathml.converter import convert
from sphinx.ext.napoleon import Config, GoogleDocstring

from truebleu import __version__

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

project = "truebleu"
author = "the authors of truebleu"
version = release = __version__
root_doc = "index"

extensions = [
    "myst_parser",  # the pages are Markdown
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
]
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/**/*.md",
    "website/*.md",
    "benchmarks/*.md",
    "examples/*/README.md",
]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4

# In docstrings, `name` is code, as it is in Markdown.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # signatures have annotations where they help

html_theme = "furo"
html_title = "truebleu"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # a page opened as a file cannot read other files
html_math_renderer = "mathml"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def math(writer: HTML5Translator, node: Element) -> None:
    """Write a formula as MathML, which browsers display without a script."""
    block = node.tagname == "math_block"
    writer.body.append(convert(node.astext(), display="block" if block else "inline"))
    raise SkipNode


def google_style(
    app: Sphinx, _what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Parse the sections of a docstring.

    Napoleon is not used as an extension, because it would take the text before a colon in a
    property's docstring for the property's type.
    """
    read = GoogleDocstring(lines, Config(), app, "function", name, thing, options)
    lines[:] = read.lines()


def folders(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Replace links to folders (paths without a suffix) by their text; the site has no folders."""
    source[0] = re.sub(r"(?<!!)\[([^\]]+)\]\((?:\.\./|[\w-]+/)*[\w-]+/?\)", r"\1", source[0])


def setup(app: Sphinx) -> None:
    """Register the functions above."""
    app.add_html_math_renderer("mathml", (math, None), (math, None))
    app.connect("autodoc-process-docstring", google_style)
    app.connect("source-read", folders)
