"""A real Chromium, headless: `make test-browser` finds or installs one and says where it is."""

import os
from pathlib import Path

import pytest

from rectrix.pipeline import Model
from rectrix.serve.app import application
from rectrix.serve.engine import Engine, training_text
from rectrix.text.formats import Languages

CHROMIUM = os.environ.get("RECTRIX_BROWSER", "")
SCREENSHOTS = os.environ.get("RECTRIX_SCREENSHOTS", "")


@pytest.fixture(scope="session")
def browser():
    if not CHROMIUM:
        pytest.skip("`make test-browser` runs these in a real browser")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def served(folders, serving):
    """Both models, taking corrections."""
    engines = []
    for name in ("hiero", "phrase"):
        model = Model.open(folders / name)
        engines.append(Engine(name, Languages("de", "en"), model, model.learner(None), training_text(model)))
    with serving(application(engines)) as url:
        yield url


@pytest.fixture
def open_page(browser, served, request):
    """A view on the page; whatever the browser complains about is a failure."""
    contexts, complaints = [], []

    def make(view="translate", **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        # Nothing but the server itself may be asked.
        page.on(
            "request",
            lambda asked: complaints.append(asked.url) if not asked.url.startswith(served) else None,
        )
        page.goto(f"{served}/#{view}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield make
    if SCREENSHOTS:
        for number, context in enumerate(contexts):
            for page in context.pages:
                name = f"{request.node.name}-{number}.png"
                page.screenshot(path=str(Path(SCREENSHOTS) / name), full_page=True)
    for context in contexts:
        context.close()
    assert complaints == []
