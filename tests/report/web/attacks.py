"""Texts and names that try to become markup, code or another text on a page."""

from __future__ import annotations

# If it were parsed as markup, each would set `window.pwned`, open a dialog or send a request.
MARKUP = (
    "<script>window.pwned=1</script>",
    "</script><script>window.pwned=2</script>",
    "</SCRIPT ><script>window.pwned=3</script>",
    "<img src=x onerror=window.pwned=4>",
    '"><svg onload=window.pwned=5>',
    "' onmouseover='window.pwned=6' x='",
    "<!--<script>window.pwned=7//-->",
    "--><script>window.pwned=8</script><!--",
    "<!-- <script> -->",
    "]]><script>window.pwned=9</script>",
    "{{constructor.constructor('window.pwned=10')()}}",
    "${window.pwned=11}",
    "javascript:window.pwned=12",
    "<a href='javascript:window.pwned=13'>here</a>",
    "<iframe srcdoc='<script>parent.pwned=14</script>'></iframe>",
    "<style>*{background:url(https://example.org/)}</style>",
    "<base href=https://example.org/>",
    "<meta http-equiv=refresh content='0;url=https://example.org/'>",
    "<form action=https://example.org/><button autofocus>go</button></form>",
    "<math><mtext><table><mglyph><style><img src=x onerror=window.pwned=15>",
    "&lt;script&gt;window.pwned=16&lt;/script&gt;",
    "&#60;img src=x onerror=window.pwned=17&#62;",
    "\\u003cscript\\u003ewindow.pwned=18",
    "</title><script>window.pwned=19</script>",
    "</style><script>window.pwned=20</script>",
    "</main></body></html>",
)
# Names of properties of every JavaScript object.
OBJECTS = ("__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "watch", "length")
# Characters that end lines, are invisible, reverse text, or break parsers.
CHARACTERS = (
    "line\u2028separator and paragraph\u2029separator",
    "\u202eright to left \u2066isolated\u2069 \u202cand back",
    "NUL \x00 in it",
    "bell \x07 escape \x1b[31m delete \x7f",
    "\ufefffeff \ufffe \uffff",
    "back\\slash \\n \\- \\u0041",
    "\\-",
    "\\",
    "tab\tin it",
    "\u200bzero\u200dwidth\u2060",
    "next line \x85 and \x1c\x1d\x1e\x1f",
    "a" + "\u0336" * 300,
    "=HYPERLINK(1) ",
    "@SUM(1+1)",
)
LONG = "word " * 200_000 + "end"
SEGMENTS = (*MARKUP, *OBJECTS, *CHARACTERS)
# Names are shown everywhere: in headings, menus, charts, exports and addresses.
NAMES = (
    "</script><script>window.pwned=30</script>",
    '"><img src=x onerror=window.pwned=31>',
    "__proto__",
    "constructor",
    "\u202eeman",
    "a\u2028b",
    "'&#x22; onfocus=window.pwned=32 autofocus='",
    "<b>#%2F&a=b?c",
)
