"""Small test sets with the names and formats of sacreBLEU's, on a local web server.

Only the addresses and checksums of sacreBLEU's entries are replaced. The archives have files at the
paths that sacreBLEU reads.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ENGLISH = [
    'The dog  bit the "man" & ran away.',
    "It was 3.5 % cheaper,\tno?",
    "She can't come (today).",
    "A small house by the sea",
    "Nobody was surprised.",
    "The end.",
]
TEXTS = {
    "en": ENGLISH,
    "de": [
        'Der Hund biss den "Mann" & lief weg.',
        "Es war 3,5 %  billiger, nicht wahr?",
        "Sie kann (heute) nicht kommen.",
        "Ein kleines Haus am Meer",
        "Niemand war überrascht.",
        "Das Ende.",
    ],
    "cs": ["Pes kousl muže.", "Bylo to levnější.", "Nemůže přijít.", "Malý dům", "Nikdo.", "Dost."],
    "fr": [
        "Le chien a mordu l'homme.",
        "C'était 3,5 % moins cher.",
        "Elle ne peut pas venir.",
        "Une petite maison au bord de la mer",
        "",
        "Fin.",
    ],
    "zh": ["狗咬了那个人。", "它便宜3.5%吗？", "她今天不能来。", "海边的小房子", "没人惊讶", "完"],
    "ja": [
        "犬がその男を噛んだ。",
        "それは3.5%安かったですね。",
        "彼女は今日来られません。",
        "海辺の小さな家",
        "誰も驚かなかった。",
        "終わり",
    ],
    "ko": [
        "개가 그 남자를 물었다.",
        "그것은 3.5% 더 쌌다.",
        "그녀는 오늘 올 수 없다.",
        "바닷가의 작은 집",
        "아무도 놀라지 않았다.",
        "끝",
    ],
}  # fmt: skip
# Documents: name (one that sacreBLEU annotates), original language, domain, segments.
DOCUMENTS = (
    ("bbc.381790", "en", "news", range(2)),
    ("rt.com.91337", "de", "social", range(2, 5)),
    ("nytimes.184853", "en", "social", range(5, 6)),
)


def sgml(lines: list[str], kind: str = "srcset") -> bytes:
    """Return a test set in WMT's format before 2021, which is not valid SGML."""
    out = [f'<{kind} setid="small" srclang="any">']
    for name, origlang, _, places in DOCUMENTS:
        out.append(f'<doc sysid="ref" docid="{name}" genre="news" origlang="{origlang}">')
        out += [f'<seg id="{place + 1}"> {lines[place]} </seg>' for place in places]
        out.append("</doc>")
    return "\n".join([*out, f"</{kind}>", ""]).encode()


def xml(source: str, references: dict[str, list[str]], target: str, *, domains: bool) -> bytes:
    """Return a test set in WMT's XML format since 2021; the reference "" has no translator."""
    out = ['<?xml version="1.0" encoding="utf-8"?>', '<dataset id="small">']
    out.append('<doc id="aside" origlang="en" testsuite="aside"></doc>')
    for name, origlang, domain, places in DOCUMENTS:
        of_domain = f' domain="{domain}"' if domains else ""
        out.append(f'<doc id="{name}" origlang="{origlang}"{of_domain}>')
        out.append(f'<src lang="{source}">{_segments(TEXTS[source], places)}</src>')
        for translator, lines in references.items():
            named = f' translator="{translator}"' if translator else ""
            out.append(f'<ref lang="{target}"{named}>{_segments(lines, places)}</ref>')
        lines = TEXTS[target][::-1]
        out.append(f'<hyp system="Small" lang="{target}">{_segments(lines, places)}</hyp></doc>')
    return "\n".join([*out, "</dataset>"]).encode()


def _segments(lines: list[str], places: range) -> str:
    lines = [line.replace("&", "&amp;") for line in lines]
    return "".join(f'<p><seg id="{place + 1}">{lines[place]}</seg></p>' for place in places)


def plain(lines: list[str]) -> bytes:
    return "".join(f"{line} \n" for line in lines).encode()


def tsv(*columns: list[str]) -> bytes:
    rows = zip(map(str, range(9)), "abcdef", *columns, strict=False)
    return "".join("\t".join(c.replace("\t", " ") for c in row) + "\n" for row in rows).encode()


def packed(name: str, files: dict[str, bytes]) -> bytes:
    """Return an archive in the format of its file name."""
    into = io.BytesIO()
    if name.endswith(".zip"):
        with zipfile.ZipFile(into, "w") as archive:
            for path, content in files.items():
                archive.writestr(path, content)
        return into.getvalue()
    with tarfile.open(fileobj=into, mode="w:gz") as archive:
        for path, content in files.items():
            member = tarfile.TarInfo(path)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return into.getvalue()


def archives() -> dict[str, list[tuple[str, bytes]]]:
    """Return the names and contents of the files of each test set, in sacreBLEU's order."""
    en, de = sgml(TEXTS["en"]), sgml(TEXTS["de"], "refset")
    lowercased = [line.lower() for line in TEXTS["de"]]
    wmt19 = {
        "sgm/newstest2019-ende-src.en.sgm": en,
        "sgm/newstest2019-ende-ref.de.sgm": de,
        "sgm/newstest2019-enzh-src.en.sgm": en,
        "sgm/newstest2019-enzh-ref.zh.sgm": sgml(TEXTS["zh"], "refset"),
    }
    wmt20 = {
        "sgm/newstest2020-deen-src.de.sgm": de,
        "sgm/newstest2020-deen-ref.en.sgm": en,
        "sgm/newstestB2020-deen-ref.en.sgm": sgml(TEXTS["en"][::-1]),
    }
    two = {"A": TEXTS["de"], "C": lowercased, "D": TEXTS["de"][::-1]}
    wmt21 = {
        "test/newstest2021.en-de.xml": xml("en", two, "de", domains=False),
        "test/newstest2021.cs-en.xml": xml("cs", {"A": TEXTS["en"]}, "en", domains=False),
    }
    prefix = "wmt22-news-systems-1.1/xml/wmttest2022"
    wmt22 = {
        f"{prefix}.en-de.all.xml": xml(
            "en", {"A": TEXTS["de"], "B": lowercased}, "de", domains=False
        ),
        f"{prefix}.en-zh.all.xml": xml("en", {"A": TEXTS["zh"]}, "zh", domains=False),
        f"{prefix}.en-ja.all.xml": xml("en", {"A": TEXTS["ja"]}, "ja", domains=False),
        f"{prefix}.cs-en.all.xml": xml(
            "cs", {"B": TEXTS["en"], "C": TEXTS["en"][::-1]}, "en", domains=False
        ),
        f"{prefix}.liv-en.all.xml": xml("cs", {"": TEXTS["en"]}, "en", domains=False),
        # A source segment is empty there.
        f"{prefix}.fr-de.all.xml": xml("fr", {"A": TEXTS["de"]}, "de", domains=False),
        f"{prefix}.de-fr.all.xml": b"<dataset><doc>",
    }
    wmt23 = {
        "wmt23-news-systems-v.0.1/xml/wmttest2023.en-de.all.xml": xml(
            "en", {"refA": TEXTS["de"]}, "de", domains=True
        )
    }
    korean = {"en-ko/IWSLT17.TED.tst2017.en-ko.en.xml": en}
    korean["ko-en/IWSLT17.TED.tst2017.ko-en.ko.xml"] = sgml(TEXTS["ko"])
    flickr = {"test_2016_flickr.en": plain(TEXTS["en"]), "test_2016_flickr.de": plain(TEXTS["de"])}
    flickr["test_2018_flickr.en"] = plain(TEXTS["en"])
    mtnt = {"MTNT2019/en-fr.final.tsv": tsv(TEXTS["en"], TEXTS["fr"])}
    prefix = "robustness20-3-sets/robustness20-set1-enja"
    robust = {f"{prefix}.en": plain(TEXTS["en"]), f"{prefix}.ja": plain(TEXTS["ja"])}
    tar = "test.tgz"
    return {
        "wmt19": [(tar, packed(tar, wmt19))],
        "wmt19/google/ar": [(tar, packed(tar, wmt19)), ("wmt19-ende-ar.ref", plain(lowercased))],
        "wmt20/tworefs": [(tar, packed(tar, wmt20))],
        "wmt20/robust/set1": [("sets.zip", packed("sets.zip", robust))],
        "wmt21": [(tar, packed(tar, wmt21))],
        "wmt21/AC": [(tar, packed(tar, wmt21))],
        "wmt22": [("v1.1.tar.gz", packed("v1.1.tar.gz", wmt22))],
        "wmt23": [("v.0.1.tar.gz", packed("v.0.1.tar.gz", wmt23))],
        "iwslt17": [(tar, packed(tar, korean))],
        "multi30k/2016": [(tar, packed(tar, flickr))],
        "multi30k/2018": [
            (tar, packed(tar, flickr)),
            ("test_2018_flickr.de.gz", gzip.compress(plain(lowercased))),
        ],
        "mtnt2019": [(tar, packed(tar, mtnt))],
        # Errors: a wrong checksum, no archive, a truncated one, and one without the files.
        "wmt18": [(tar, b"not what was promised")],
        "wmt17": [],
        "wmt16": [(tar, packed(tar, wmt19)[:100])],
        "wmt15": [(tar, packed(tar, wmt19))],
        "wmt20/robust/set2": [("sets.zip", b"no archive")],
    }


def write_registry(folder: Path, address: str, gone: str) -> Path:
    """Write the files to serve; return the path of a registry for `with_test_sets.py`."""
    registry: dict[str, list[tuple[str, str | None]]] = {}
    for name, files in archives().items():
        served = folder / name
        served.mkdir(parents=True)
        registry[name] = []
        for file, content in files:
            (served / file).write_bytes(content)
            sum_ = hashlib.md5(b"promised" if name == "wmt18" else content).hexdigest()
            registry[name].append((f"{address}/{name}/{file}", sum_))
    registry["wmt17"] = [(f"{address}/wmt17/nothing.tgz", None)]
    registry["wmt14"] = [(f"{gone}/test.tgz", None)]
    path = folder / "registry.json"
    path.write_text(json.dumps(registry), encoding="utf-8")
    return path


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, str]]:
    """Serve the files of a folder; yield the address, and an address without a server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as free:
        gone = f"http://127.0.0.1:{free.server_port}"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", gone
    server.shutdown()
    thread.join()
    server.server_close()
