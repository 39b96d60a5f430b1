"""The server's page in Chromium, and attacks from other pages."""

from __future__ import annotations

import json
import shutil
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.charting import CLIPBOARD, copy_vega_lite
from tests.requirements import require_module
from tests.server.local_server import REFERENCE, SYSTEMS, running, until
from truebleu import BLEU

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.server.local_server import Running

SHELL = ".screens-nav"
BIG = 15_000


@pytest.fixture
def empty() -> Iterator[Running]:
    with running("--resamples", "50", "--trials", "50") as server:
        yield server


@pytest.fixture
def serving() -> Iterator[Running]:
    with running(*map(str, SYSTEMS), "-r", str(REFERENCE), "--resamples", "50") as server:
        yield server


def opened(open_page: Callable[..., Page], server: Running, **more: Any) -> Page:
    """Open the page of a server; it may send requests to this server only."""
    allowed = (server.base, "blob:", "data:")
    return open_page(server.address, allowed=allowed, **more)


def background(page: Page, selector: str) -> str:
    """Return the rendered background color of the first matching element."""
    color: str = page.locator(selector).first.evaluate(
        "(one) => getComputedStyle(one).backgroundColor"
    )
    return color


def test_files_are_dropped_refused_fixed_and_scored(
    empty: Running, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    lines = SYSTEMS[1].read_text(encoding="utf-8").splitlines(keepends=True)
    short = tmp_path / "short.txt"
    short.write_text("".join(lines[:40] + lines[41:]), encoding="utf-8")
    page = opened(open_page, empty)
    score = page.get_by_role("button", name="Score", exact=True)
    assert score.is_disabled()
    page.set_input_files("#serve-input-reference", REFERENCE)
    page.set_input_files("#serve-input-system", [short, SYSTEMS[0]])
    page.wait_for_selector(".serve-misfit")
    assert "line 41" in page.locator(".serve-misfit caption").inner_text()
    assert "Lost Opera to Premiere" in page.locator(".serve-parting").inner_text()
    assert score.is_disabled()
    page.get_by_role("button", name="Remove short.txt").click()
    page.wait_for_selector(".serve-misfit", state="detached")
    page.set_input_files("#serve-input-system", SYSTEMS[1])
    page.wait_for_selector(".serve-file >> nth=2")
    page.emulate_media(forced_colors="active")
    assert background(page, ".serve-bar-fill") != background(page, ".serve-bar")
    score.click()
    page.wait_for_selector(SHELL, timeout=BIG)
    for path in SYSTEMS:
        own = BLEU().corpus_score(*(p.read_text("utf-8").splitlines() for p in (path, REFERENCE)))
        assert page.locator(".ov-leaderboard").get_by_text(f"{own.value:.2f}").count() == 1


def test_a_file_dropped_on_the_page_gets_its_role_from_its_name(
    empty: Running, open_page: Callable[..., Page]
) -> None:
    page = opened(open_page, empty)
    drop = """(names) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(["one\\ntwo\\n"], name));
      const how = { dataTransfer: data, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent("drop", how));
    }"""
    page.evaluate(drop, ["output.txt", "newstest.ref.txt", "test.src", "docids.txt"])
    page.wait_for_selector(".serve-file >> nth=3")
    for role, name in (
        ("reference", "newstest.ref.txt"), ("system", "output.txt"), ("source", "test.src"),
        ("documents", "docids.txt"),
    ):  # fmt: skip
        well = page.locator(f'.serve-well[data-role="{role}"] .serve-name')
        assert well.input_value() == name


def test_names_with_markup_are_shown_as_text(
    empty: Running, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    name = "<img src=x onerror=alert(1)>\u202e.txt"
    for file in (name, "ref.txt"):
        (tmp_path / file).write_text("<script>alert(1)</script>\nb c d e\n", encoding="utf-8")
    page = opened(open_page, empty)
    page.set_input_files("#serve-input-system", tmp_path / name)
    page.set_input_files("#serve-input-reference", tmp_path / "ref.txt")
    page.wait_for_selector(".serve-file >> nth=1")
    page.get_by_role("button", name="Score", exact=True).click()
    page.wait_for_selector(SHELL, timeout=BIG)
    for key in "sl":
        page.keyboard.press("g")
        page.keyboard.press(key)
        page.wait_for_timeout(500)
    assert page.locator("img, main script").count() == 0


def test_the_token_is_removed_from_the_address_and_survives_a_reload(
    serving: Running, open_page: Callable[..., Page]
) -> None:
    page = opened(open_page, serving)
    page.wait_for_selector(SHELL, timeout=BIG)
    assert serving.token not in page.url
    page.reload()
    page.wait_for_selector(SHELL, timeout=BIG)
    assert serving.token not in page.url


def test_settings_show_their_scores_and_changed_segments(
    serving: Running, open_page: Callable[..., Page]
) -> None:
    page = opened(open_page, serving)
    page.wait_for_selector(SHELL, timeout=BIG)
    page.keyboard.press("g")
    page.keyboard.press("l")
    row = page.locator('.serve-lab tr:has-text("tokenizer intl")')
    row.get_by_role("button", name="segments have different counts").wait_for()
    texts = [path.read_text("utf-8").splitlines() for path in (*SYSTEMS, REFERENCE)]
    for text in texts[:2]:
        own = BLEU(tokenizer="intl").corpus_score(text, texts[2])
        assert f"{own.value:.2f}" in row.inner_text()
    page.wait_for_selector("text=settings tried. Scores", timeout=BIG)
    case = page.locator(".serve-field", has_text="Case").locator("select")
    case.select_option(label="ignored")
    page.get_by_role("button", name="Try").click()
    page.wait_for_selector('.serve-lab tr:has-text("custom case ignored") .serve-delta')
    count = row.get_by_role("button", name="segments have different counts").inner_text().split()[0]
    row.get_by_role("button", name="segments have different counts").click()
    page.wait_for_selector(f"text={count} of 104")


def test_settings_are_applied(serving: Running, open_page: Callable[..., Page]) -> None:
    page = opened(open_page, serving)
    page.wait_for_selector(SHELL, timeout=BIG)
    page.keyboard.press("g")
    page.keyboard.press("l")
    page.get_by_role("button", name="Apply case ignored").click()
    page.wait_for_selector('.serve-usual:has-text("case:lc")', timeout=BIG)


def test_an_edit_is_scored_by_the_server_and_saved(
    open_page: Callable[..., Page],
) -> None:
    with running(
        *map(str, SYSTEMS), "-r", str(REFERENCE), "-t", "intl", "--resamples", "50"
    ) as server:
        page = opened(open_page, server)
        page.wait_for_selector(SHELL, timeout=BIG)
        page.keyboard.press("g")
        page.keyboard.press("s")
        page.wait_for_selector(".segment-head, [role=grid]")
        page.keyboard.press("j")
        page.wait_for_selector(".edit-button")
        page.keyboard.press("e")
        text = "Machinery Maker Raises Forecast"
        page.locator(".edit-text").fill(text)
        texts = [path.read_text("utf-8").splitlines() for path in (SYSTEMS[1], REFERENCE)]
        before = BLEU(tokenizer="intl").corpus_score(*texts).value
        after = BLEU(tokenizer="intl").corpus_score([text, *texts[0][1:]], texts[1]).value
        page.wait_for_selector(f".edit-banner >> text={before:.4f} → {after:.4f}")
        page.get_by_role("button", name="Save as a new system").click()
        page.get_by_role("button", name="Show them").click(timeout=BIG)
        page.wait_for_selector(f"{SHELL} >> text=Overview", timeout=BIG)
        page.wait_for_selector("text=3 systems")
        page.keyboard.press("g")
        page.keyboard.press("o")
        page.wait_for_selector(f".ov-leaderboard >> text={after:.2f}")
        page.close()


def test_the_downloaded_report_opens_without_the_server(
    serving: Running, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = opened(open_page, serving, accept_downloads=True)
    page.wait_for_selector(SHELL, timeout=BIG)
    page.keyboard.press("g")
    page.keyboard.press("f")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Download report").click()
    assert caught.value.suggested_filename == "report.html"
    caught.value.save_as(tmp_path / "report.html")
    alone = open_page(tmp_path / "report.html")
    page.keyboard.press("g")
    page.keyboard.press("o")
    table = page.locator(".ov-leaderboard")
    assert alone.locator(".ov-leaderboard").inner_text() == table.inner_text()


def test_watched_files_are_charted(open_page: Callable[..., Page], tmp_path: Path) -> None:
    output = tmp_path / "output.txt"
    output.write_bytes(SYSTEMS[0].read_bytes())
    with running(
        str(output), "-r", str(REFERENCE), "--watch", "--resamples", "50", cwd=tmp_path
    ) as server:
        page = opened(open_page, server, permissions=CLIPBOARD)
        page.wait_for_selector(SHELL, timeout=BIG)
        page.keyboard.press("g")
        page.keyboard.press("t")
        page.wait_for_selector(".serve-mark")
        assert page.locator(".serve-mark").count() == 1
        output.write_bytes(SYSTEMS[1].read_bytes())
        page.wait_for_selector(".serve-mark >> nth=1", state="attached", timeout=BIG)
        page.get_by_role("button", name="Show them").click()
        own = BLEU().corpus_score(
            *(p.read_text("utf-8").splitlines() for p in (SYSTEMS[1], REFERENCE))
        )
        page.wait_for_selector(f".screen-history td >> text={own.value:.2f}", timeout=BIG)
        points = copy_vega_lite(page, "history")["data"]["values"]
        assert [round(point["score"], 2) for point in points][1:] == [round(own.value, 2)]
        page.emulate_media(forced_colors="active")
        assert background(page, ".serve-swatch") != background(page, "body")
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violations(
    serving: Running, open_page: Callable[..., Page], scheme: str
) -> None:
    axe = require_module("axe_playwright_python.sync_playwright", "axe-playwright-python").Axe()
    page = opened(open_page, serving, color_scheme=scheme)
    page.wait_for_selector(SHELL, timeout=BIG)
    for key, selector in (("f", ".serve-file"), ("l", "text=settings tried. Scores")):
        page.keyboard.press("g")
        page.keyboard.press(key)
        page.wait_for_selector(selector, timeout=BIG)
        result = axe.run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in result] == []


# Attacks from other pages


class AttackingPage(BaseHTTPRequestHandler):
    """Server of a page of another origin."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>evil</title><body>")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def evil() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), AttackingPage)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


ASK = """(token) => fetch("/api/state", { headers: { "X-TrueBleu-Token": token } })
  .then((answer) => answer.status, String)"""


def test_dns_rebinding_gets_no_data(serving: Running, browser: Browser) -> None:
    """This browser resolves evil.test to this machine, as after DNS rebinding."""
    rules = ["--no-sandbox", "--host-resolver-rules=MAP evil.test 127.0.0.1"]
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    mapped = browser.browser_type.launch(executable_path=program, args=rules)
    try:
        page = mapped.new_page()
        answer = page.goto(f"http://evil.test:{serving.port}/")
        assert answer is not None
        assert answer.status == 400
        assert page.evaluate(ASK, serving.token) == 400
    finally:
        mapped.close()


ATTACKS = {
    "a form": """(base) => new Promise((done) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "POST", action: `${base}/api/start`, target: "sink" });
      form.enctype = "text/plain";
      const frame = document.createElement("iframe");
      frame.name = "sink";
      document.body.append(frame, form);
      frame.onload = () => done("sent");
      form.submit();
    })""",
    "a simple request": """(base) => fetch(`${base}/api/start`, {
      method: "POST", mode: "no-cors", body: "{}" }).then((answer) => answer.type, String)""",
    "a request with a token": """(base) => fetch(`${base}/api/state`, {
      headers: { "X-TrueBleu-Token": "TOKEN" } }).then((answer) => answer.text(), String)""",
    "a script": """(base) => new Promise((done) => {
      const script = document.createElement("script");
      script.onload = () => done("loaded");
      script.onerror = () => done("failed");
      script.src = `${base}/`;
      document.body.append(script);
    })""",
    "a frame": """(base) => new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.onload = () => done(frame.contentDocument ? "read" : "closed");
      frame.src = `${base}/`;
      document.body.append(frame);
    })""",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_another_page_cannot_change_or_read_data(
    serving: Running, evil: int, browser: Browser, attack: str
) -> None:
    import httpx2

    def state() -> Any:
        headers = {"x-truebleu-token": serving.token}
        return httpx2.get(f"{serving.base}/api/state", headers=headers).json()

    until(lambda: state()["ready"])
    before = state()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{evil}/")
    script = ATTACKS[attack].replace("TOKEN", serving.token)
    answer = page.evaluate(script, serving.base)
    assert "files" not in json.dumps(answer)
    assert answer != "read"
    assert answer != "loaded"
    assert state() == before
    context.close()


def test_a_window_that_another_page_opens_has_no_opener(
    serving: Running, evil: int, browser: Browser
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{evil}/")
    with context.expect_page() as caught:
        page.evaluate("(address) => { window.it = window.open(address); }", serving.address)
    caught.value.wait_for_load_state()
    assert caught.value.evaluate("() => window.opener === null")
    until(lambda: page.evaluate("() => window.it.closed"))
    context.close()
