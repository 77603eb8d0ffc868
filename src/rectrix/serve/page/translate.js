// Text in, text out as you type; alternatives, unknown words, and where each word comes from.
import { attempt, post, say, state } from "./api.js";
import { field, later, make, show } from "./dom.js";
import { join, wordSpans } from "./words.js";

const ALTERNATIVES = 5;
const parts = {};
let under = null;

export function build(place) {
  parts.input = make("textarea", { spellcheck: "false", placeholder: "Type or paste text" });
  parts.output = make("div", { class: "box", role: "group", "aria-label": "Translation" });
  parts.words = make("div", { role: "group", "aria-label": "Sentences" });
  const translateSoon = later(250, translate);
  parts.input.addEventListener("input", () => {
    state.text = parts.input.value;
    translateSoon();
  });
  const output = make("div", {}, make("span", { class: "label" }, "Translation"), parts.output);
  place.append(make("div", { class: "two" }, field("Text", parts.input), output), parts.words);
}

export function enter() {
  if (parts.input.value !== state.text) {
    parts.input.value = state.text;
    translate();
  }
}

export const changed = () => translate();

async function translate() {
  under?.abort();
  const mine = (under = new AbortController());
  if (!parts.input.value.trim()) {
    show(parts.output);
    show(parts.words);
    return;
  }
  await attempt(async () => {
    const asked = { texts: [parts.input.value], nbest: ALTERNATIVES, details: true };
    const found = await post("/v1/translate", asked, mine.signal);
    if (mine === under) present(found.texts[0]);
  });
}

function present(text) {
  parts.output.textContent = text.text;
  show(parts.words, text.sentences.map(sentenceView));
  const unknown = text.sentences.flatMap((one) => one.words.filter((word) => word.unknown).map((word) => word.text));
  say(unknown.length ? `Translated. Unknown words: ${unknown.join(", ")}` : "Translated.");
}

function sentenceView(sentence, place) {
  const best = sentence.translations[0];
  const source = make("div", { class: "source", role: "group", "aria-label": "Source words" }, wordSpans(sentence.source, sentence.words));
  const target = make(
    "div",
    { class: "target", role: "group", "aria-label": "Translated words; arrow keys show their source words" },
    wordSpans(best.text, best.words),
  );
  join(source, target, sentence, best);
  const ask = make("button", { type: "button", onclick: () => explain(sentence.source) }, "Why?");
  const others = sentence.translations.slice(1).map((one) => make("li", {}, one.text));
  const list = others.length ? make("details", { open: place === 0 }, make("summary", {}, "Alternatives"), make("ol", { class: "list" }, others)) : null;
  return make("div", { class: "sentence" }, make("h3", {}, `Sentence ${place + 1} `, ask), source, target, list);
}

function explain(text) {
  state.text = text;
  location.hash = "#why";
}
