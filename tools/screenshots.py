"""Take the pictures of the README again: a model's page, and a paper's report.

    python tools/screenshots.py MODEL REPORT CHROMIUM      # a model folder, a folder of `rectrix reproduce`

The browser's path is what tools/browser.sh prints. Colors are reduced, so that the pictures stay small.
"""

import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parent.parent / "docs"
PORT = 8199
SENTENCE = "Die alte Frau hat gestern das Haus gekauft."


def main() -> None:
    model, report, chromium = sys.argv[1:]
    command = [Path(sys.executable).parent / "rectrix", "serve", model, "--port", str(PORT)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1180, "height": 760})
            _inspector(page)
            page.goto((Path(report) / "index.html").resolve().as_uri())
            page.wait_for_timeout(500)
            page.screenshot(path=PICTURES / "reproduce.png")
            browser.close()
    finally:
        server.terminate()
        server.wait()


def _inspector(page: Page) -> None:
    page.goto(f"http://127.0.0.1:{PORT}/#translate")
    page.wait_for_selector("body[data-ready]")
    page.fill("textarea", SENTENCE)
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name="Why?").first.click()
    page.wait_for_timeout(3000)
    page.evaluate("scrollTo(0, 270)")
    page.screenshot(path=PICTURES / "inspector.png")


def _wait() -> None:
    for _ in range(120):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/health").close()
            return
        except OSError:
            time.sleep(0.5)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
