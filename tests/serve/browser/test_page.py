"""Every view of the page, used as people use it."""

import re
from itertools import pairwise

import pytest

# The page forbids what the driver would evaluate to wait for a condition: `expect` asks again and again.
expect = pytest.importorskip("playwright.sync_api", reason="`make test-browser` installs playwright").expect


def _translate(page, text):
    page.get_by_label("Text", exact=True).fill(text)
    page.wait_for_selector(".sentence")
    return page.get_by_role("group", name="Translation", exact=True)


def test_text_comes_out_as_you_type(open_page, lines):
    page = open_page()
    shown = _translate(page, f"{lines[0]} {lines[1]}")
    expect(page.locator(".sentence")).to_have_count(2)
    assert len(shown.inner_text().split()) > 5
    assert page.locator(".sentence details li").count() >= 1
    page.get_by_label("Text", exact=True).fill("")
    expect(page.locator(".sentence")).to_have_count(0)


def test_unknown_words_are_marked_and_said(open_page):
    page = open_page()
    _translate(page, "Das Zzyzx ist neu.")
    assert page.locator(".target .unknown").inner_text() == "Zzyzx"
    assert "Unknown words: Zzyzx" in page.locator("#status").inner_text()


def test_pointing_at_a_word_shows_its_source(open_page):
    page = open_page()
    _translate(page, "Das Zzyzx ist neu.")
    page.locator(".target .word", has_text="Zzyzx").hover()
    assert page.locator(".source .hit").all_inner_texts() == ["Zzyzx"]
    page.locator(".target").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".target .hit").count() == 1
    assert "←" in page.locator("#status").inner_text()


@pytest.mark.parametrize("model", ["hiero", "phrase"])
def test_why_shows_derivation_features_and_sources_of_rules(open_page, lines, model):
    page = open_page()
    page.locator("#model-choice").select_option(model)
    _translate(page, lines[0])
    page.get_by_role("button", name="Why?").first.click()
    page.wait_for_selector("#view-why svg .node")
    assert page.locator("#view-why svg .node").count() >= 2
    assert page.locator("#view-why svg .link").count() >= 2
    assert page.locator("#view-why .positive, #view-why .negative").count() >= 3
    node = page.locator("#view-why svg .node.rule").last
    node.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-why .seen mark")
    assert re.search(r"Seen in (at least )?[1-9]\d* sentence pairs", page.locator("#view-why").inner_text())


def test_why_a_over_b(open_page, lines):
    page = open_page("why")
    page.get_by_label("Sentence", exact=True).fill(lines[0])
    page.get_by_role("button", name="Explain").click()
    page.wait_for_selector("#against h3")
    assert "A scores" in page.locator("#against").inner_text()
    page.get_by_role("radio", name=re.compile("^B: ")).nth(2).check()
    assert page.locator("#against svg rect").count() >= 1
    texts = page.locator("#view-why table").first.locator("tbody tr td:last-child").all_inner_texts()
    page.get_by_label(re.compile("Another translation")).fill(texts[3])
    page.get_by_role("button", name="Score").click()
    page.get_by_text("(yours)").wait_for()
    page.get_by_label(re.compile("Another translation")).fill("The xylophone sleeps.")
    page.get_by_role("button", name="Score").click()
    page.get_by_text(re.compile("cannot make this translation: no rule .*'xylophone'")).wait_for()


def test_the_model_view(open_page, folders):
    page = open_page("model")
    page.wait_for_selector("#view-model figure")
    shown = page.locator("#view-model").inner_text()
    assert "hierarchical" in shown and "de → en" in shown and "recipe=kbmira" in shown
    page.get_by_label("Search by name").fill("word_pen")
    expect(page.locator("#view-model [aria-live] tbody tr")).to_have_count(1)
    assert "word_penalty" in page.locator("#view-model [aria-live] tbody").inner_text()
    assert page.locator("#view-model figure figcaption").first.inner_text() == "tuning"


def test_systems_side_by_side(open_page):
    page = open_page("compare")
    page.get_by_label("Reference, a line per sentence", exact=True).fill(
        "the house is small .\nhe sleeps .\n"
    )
    for number, text in enumerate(("the house is small .\nhe sleep .\n", "a house is <b> .\nhe sleeps .\n")):
        page.get_by_label("Output, a line per sentence", exact=True).nth(number).fill(text)
    page.get_by_role("button", name="Add a system").click()
    page.get_by_label("Output, a line per sentence", exact=True).nth(2).fill("the house\nhe\n")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.wait_for_selector(".compare .example")
    assert page.locator(".compare mark", has_text="sleep").count() == 1
    assert page.locator(".compare dd b").count() == 0  # texts are never markup
    assert page.locator(".compare svg rect.s2").count() >= 2
    assert "brevity penalty" in page.locator(".compare").inner_text()


def _correct(page, text, translation):
    """Save a correction; gives the translation before it."""
    view = page.locator("#view-correct")
    view.get_by_label("Sentence", exact=True).fill(text)
    view.get_by_role("button", name="Translate", exact=True).click()
    expect(page.locator("#after")).not_to_be_empty()
    before = page.locator("#after").inner_text()
    view.get_by_label(re.compile("to be corrected")).fill(translation)
    view.get_by_role("button", name="Save the correction").click()
    expect(page.locator("#after")).to_have_text(translation)
    return before


def test_a_correction_changes_the_next_translation(open_page):
    page = open_page("correct")
    before = _correct(page, "Das Zzyzx ist neu.", "The gizmo is new.")
    page.get_by_label("Sentence", exact=True).fill("Das Zzyzx war neu.")
    page.get_by_role("button", name="Translate", exact=True).click()
    expect(page.locator("#after")).to_contain_text("gizmo")
    page.get_by_role("button", name="Undo Das Zzyzx ist neu.").click()
    expect(page.locator("#after")).not_to_contain_text("gizmo")
    assert "gizmo" not in before


def test_everything_by_keyboard(open_page, lines):
    """From the top: skip link, views, model, text; no trap, and every stop can be seen."""
    page = open_page()
    seen = []
    for _ in range(8):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate("document.activeElement.textContent.trim() || document.activeElement.tagName")
        )
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    assert seen[:6] == ["Skip to the content", "Translate", "Why", "Model", "Compare", "Correct"]
    assert seen[7] == "TEXTAREA"
    page.get_by_role("link", name="Why").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-why:not([hidden])")
    assert page.title() == "Why – Rectrix"
    assert page.locator("nav [aria-current]").inner_text() == "Why"


@pytest.mark.parametrize("view", ["translate", "why", "model", "compare", "correct"])
def test_labels_for_screen_readers(open_page, lines, view):
    """Every control has a name, every picture a description, headings do not skip a level."""
    page = open_page("translate")
    _translate(page, lines[0])
    page.get_by_role("link", name=view.title(), exact=True).click()
    page.wait_for_load_state("networkidle")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll(
             "main section:not([hidden]) :is(input, textarea, select, button)")].filter(
             (one) => !one.labels?.length && !one.getAttribute("aria-label")
               && !one.textContent.trim()).length"""
    )
    pictures = page.evaluate(
        """() => [...document.querySelectorAll("main section:not([hidden]) svg")].filter(
             (one) => !one.getAttribute("aria-label") && one.getAttribute("aria-hidden") !== "true").length"""
    )
    levels = page.evaluate(
        """() => [...document.querySelectorAll("h1, main section:not([hidden]) :is(h2, h3, h4)")]
             .map((one) => +one.tagName[1])"""
    )
    assert (unnamed, pictures) == (0, 0)
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


_CONTRAST = """() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((v) => v / 255)
      .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    for (; one; one = one.parentElement) {
      const color = getComputedStyle(one).backgroundColor;
      if (!color.endsWith(", 0)") && color !== "transparent") return color;
    }
    return "rgb(255, 255, 255)";
  };
  const written = (one) => [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  return [...document.querySelectorAll("body *")]
    .filter((one) => one.offsetParent && !one.disabled && written(one))
    .map((one) => {
      const a = light(getComputedStyle(one).color), b = light(ground(one));
      return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), one.tagName, one.textContent.slice(0, 30)];
    })
    .filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_can_be_read(open_page, lines, scheme):
    page = open_page("translate", color_scheme=scheme)
    _translate(page, lines[0])
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert dark == (scheme == "dark")
    for view in ("Translate", "Why", "Model", "Compare", "Correct"):
        page.get_by_role("link", name=view, exact=True).click()
        page.wait_for_load_state("networkidle")
        assert page.evaluate(_CONTRAST) == []


# Words of buttons and row headings that are broken in two.
_BROKEN = """() => {
  const words = (one) => {
    const text = [...one.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
    if (!text || !one.offsetParent) return [];
    return [...text.data.matchAll(/\\S+/g)].filter((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return range.getClientRects().length > 1;
    }).map((word) => word[0]);
  };
  return [...document.querySelectorAll("button, th")].flatMap(words);
}"""


@pytest.mark.parametrize("view", ["translate", "why", "model", "compare", "correct"])
def test_a_phone_needs_no_sideways_scrolling(open_page, lines, view):
    page = open_page("translate", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    _translate(page, lines[0])
    page.get_by_role("link", name=view.title(), exact=True).tap()
    page.wait_for_load_state("networkidle")
    if view == "correct":
        _correct(page, "Das Zzyzx ist neu.", "The gizmo is new.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(_BROKEN) == []
    if view == "correct":
        page.get_by_role("button", name="Undo Das Zzyzx ist neu.").tap()
        expect(page.get_by_role("button", name="Undo Das Zzyzx ist neu.")).to_have_count(0)
