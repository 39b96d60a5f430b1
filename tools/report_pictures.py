"""Screenshots of the report for the README and the documentation: `make pictures`.

    python tools/report_pictures.py [FOLDER]

The script opens the report of the example corpus in Chromium and takes a screenshot of each screen,
and one of the first example of the BLEU paper. The PNG files have at most 256 colors, to keep the
repository small. Fonts differ between machines, so no test compares the screenshots.
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
MAX_COLORS = 256
# The URL fragment of each screen: the systems to compare, or a segment.
SCREENS = {
    "overview": "screen=overview&a=1&b=3",
    "compare": "screen=compare&a=1&b=3",
    "segments": "screen=segments&a=1&b=3&segment=6",
}
# The pane with the segment of the paper's example.
CLIPPED, PANE = "screen=segments&segment=1", ".segment-body"
# Script that returns the pixels of a PNG file; the browser decodes it.
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
    """Write the report of the paper's first example, which repeats one word seven times."""
    references = ["The cat is on the mat", "There is a cat on the mat"]
    write_report(
        path,
        {"the the the": ["the the the the the the the"]},
        References.per_segment([references]),
        BLEU(lowercase=True),
        title="The paper's example",
    )


def pictures(folder: Path) -> dict[str, bytes]:
    """Return a small PNG file of each screen by its name; `folder` is for the reports."""
    from playwright.sync_api import sync_playwright

    corpus, example = folder / "corpus.html", folder / "example.html"
    write_corpus(corpus)
    write_example(example)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        screenshots = {
            name: opened(browser, corpus, address).screenshot() for name, address in SCREENS.items()
        }
        pane = opened(browser, example, CLIPPED, scale=2).locator(PANE)
        screenshots["clipped"] = pane.screenshot()
        images = {
            name: small_png(pixels_of(screenshot, browser.new_page()))
            for name, screenshot in screenshots.items()
        }
        browser.close()
    return images


def opened(browser: Browser, report: Path, address: str, scale: int = 1) -> Page:
    """Open a screen of a report, and wait until it is complete."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme="light",
        device_scale_factor=scale,
    )
    page.goto(f"{report.as_uri()}#{address}")
    page.wait_for_selector('html[data-ready="true"]', state="attached")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)  # until the confidence interval of the selection is computed
    return page


def pixels_of(picture: bytes, blank: Page) -> NDArray[np.uint8]:
    """Return the pixels of a PNG file, of shape (height, width, 3); an empty page decodes it."""
    width, height, text = blank.evaluate(PIXELS, b64encode(picture).decode())
    pixels = np.frombuffer(b64decode(text), np.uint8).reshape(height, width, 4)
    return pixels[:, :, :3]


def small_png(pixels: NDArray[np.uint8]) -> bytes:
    """Return a PNG file with at most 256 colors; `pixels` has shape (height, width, 3)."""
    height, width, _ = pixels.shape
    palette, indices = nearest_colors(pixels.reshape(-1, 3))
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = indices.reshape(height, width)
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


def nearest_colors(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the most frequent colors, and for each pixel the index of the nearest of them."""
    colors, inverse, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    palette = colors[np.argsort(-counts, kind="stable")[:MAX_COLORS]].astype(np.int64)
    nearest = np.array(
        [((palette - color) ** 2).sum(axis=1).argmin() for color in colors.astype(np.int64)]
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
