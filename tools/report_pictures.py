"""Pictures of the report for the README and the pages: `make pictures`.

    python tools/report_pictures.py [FOLDER]

Writes the report of the example corpus, opens it in Chromium and takes pictures of its screens, and
one of the paper's first example, as PNG files of 256 colours at most: text on plain grounds needs
no more, and a clone stays small.
They differ from machine to machine as fonts do, so that nothing compares them.
"""

from __future__ import annotations

import argparse
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.pages import ROOT
from tools.picture import news
from truebleu import BLEU, References, write_report

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = ROOT / "docs" / "images"
WIDTH, HEIGHT = 1400, 900
COLOURS = 256
# Each screen, and what its address says: the systems to compare, a segment to look at.
SCREENS = {
    "overview": "screen=overview&a=1&b=3",
    "compare": "screen=compare&a=1&b=3",
    "segments": "screen=segments&a=1&b=3&segment=6",
}
# Of the paper's example, the pane that shows the segment.
CLIPPED, PANE = "screen=segments&segment=1", ".segment-body"
# A picture's pixels, in the only program at hand that reads PNG files.
PIXELS = """async (picture) => {
  const blob = await (await fetch(`data:image/png;base64,${picture}`)).blob();
  const image = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768)
    text += String.fromCharCode(...data.subarray(at, at + 32768));
  return [image.width, image.height, btoa(text)];
}"""


def write_corpus(path: Path) -> None:
    """Write the report of the example corpus."""
    folder = ROOT / "examples" / "news"
    command = [sys.executable, "-m", "truebleu", "report", "-q", "-o", str(path)]
    command += [*news("medium", "weak", "strong"), "--source", str(folder / "source.de.txt")]
    command += ["--documents", str(folder / "documents.txt"), "--title", "News, from German"]
    subprocess.run(command, check=True)


def write_example(path: Path) -> None:
    """Write the report of the paper's first example: seven times the same word."""
    references = ["The cat is on the mat", "There is a cat on the mat"]
    write_report(
        path,
        {"the the the": ["the the the the the the the"]},
        References.per_segment([references]),
        BLEU(lowercase=True),
        title="The paper's example",
    )


def pictures(folder: Path) -> dict[str, bytes]:
    """Give a small PNG file of each screen, made of reports in a folder."""
    from playwright.sync_api import sync_playwright

    corpus, example = folder / "corpus.html", folder / "example.html"
    write_corpus(corpus)
    write_example(example)
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        taken = {
            name: opened(browser, corpus, address).screenshot() for name, address in SCREENS.items()
        }
        pane = opened(browser, example, CLIPPED, scale=2).locator(PANE)
        taken["clipped"] = pane.screenshot()
        made = {
            name: small_png(pixels_of(shot, browser.new_page())) for name, shot in taken.items()
        }
        browser.close()
    return made


def opened(browser: Browser, report: Path, address: str, scale: int = 1) -> Page:
    """Open a screen of a report, and wait until all of it stands there."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme="light",
        device_scale_factor=scale,
    )
    page.goto(f"{report.as_uri()}#{address}")
    page.wait_for_selector('html[data-ready="true"]', state="attached")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)  # until the interval of the selection stands there
    return page


def pixels_of(picture: bytes, blank: Page) -> NDArray[np.uint8]:
    """Read a PNG file in an empty page; gives its pixels, of shape (height, width, 3)."""
    width, height, text = blank.evaluate(PIXELS, b64encode(picture).decode())
    whole = np.frombuffer(b64decode(text), np.uint8).reshape(height, width, 4)
    return whole[:, :, :3]


def small_png(pixels: NDArray[np.uint8]) -> bytes:
    """Give a PNG file of 256 colours at most, of pixels of shape (height, width, 3)."""
    height, width, _ = pixels.shape
    palette, places = nearest_colours(pixels.reshape(-1, 3))
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = places.reshape(height, width)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [
        (b"IHDR", header),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content))
        + name
        + content
        + struct.pack(">I", zlib.crc32(name + content))
        for name, content in parts
    )


def nearest_colours(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the most frequent colours, and for each pixel the place of the one that is nearest."""
    colours, inverse, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    palette = colours[np.argsort(-counts, kind="stable")[:COLOURS]].astype(np.int64)
    nearest = np.array(
        [((palette - colour) ** 2).sum(axis=1).argmin() for colour in colours.astype(np.int64)]
    )
    return palette, nearest[inverse.reshape(-1)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as name:
        for screen, content in pictures(Path(name)).items():
            path = folder / f"report-{screen}.png"
            path.write_bytes(content)
            print(f"{path}: {len(content) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
