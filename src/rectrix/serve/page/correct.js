// Edit a translation, save it, and see the next one change.
import { attempt, call, get, modelPath, post, say, state } from "./api.js";
import { cell, field, make, show, table } from "./dom.js";

const parts = {};
let asked = "";

export function build(place) {
  parts.source = make("textarea", { spellcheck: "false" });
  parts.target = make("textarea", { spellcheck: "false" });
  parts.save = make("button", { type: "submit", class: "main", disabled: true }, "Save the correction");
  const translateButton = make("button", { type: "button", onclick: translate }, "Translate");
  parts.now = make("p", { class: "box", id: "after", "aria-live": "polite" });
  parts.lessons = make("div", {});
  parts.note = make("p", { class: "note" });
  place.append(
    make("form", { onsubmit: save }, make("div", { class: "two" }, field("Sentence", parts.source), field("Translation, to be corrected", parts.target)),
      make("div", { class: "row" }, translateButton, parts.save)),
    make("h3", {}, "What the model makes of the sentence now"), parts.now, parts.note, parts.lessons);
  parts.source.addEventListener("input", () => (parts.save.disabled = true));
}

const learns = () => state.models.find((one) => one.name === state.model)?.learns;

export function enter() {
  if (state.text && state.text !== asked) {
    parts.source.value = state.text;
    translate();
  }
  parts.note.textContent = learns() ? "" : "This server does not take corrections: start it with --learn or --journal FILE.";
  if (learns()) attempt(list);
}

export function changed() {
  asked = "";
  parts.target.value = "";
  show(parts.now);
  show(parts.lessons);
}

async function best(text) {
  const found = await post("/v1/translate", { texts: [text] });
  return found.texts[0].text;
}

async function translate() {
  const text = parts.source.value.trim();
  if (!text) return;
  await attempt(async () => {
    state.text = asked = text;
    parts.target.value = await best(text);
    parts.now.textContent = parts.target.value;
    parts.save.disabled = !learns();
    say("Translated.");
  });
}

async function save(event) {
  event.preventDefault();
  await attempt(async () => {
    const text = parts.source.value.trim();
    const before = parts.now.textContent;
    const lesson = await post("/v1/learn", { text, translation: parts.target.value.trim() });
    parts.now.textContent = await best(text);
    const changed = parts.now.textContent === before ? "The translation stays as it was." : "The translation has changed.";
    say(`${lesson.message ?? "Learned."} ${changed}`);
    await list();
  });
}

async function list() {
  const found = await get(modelPath("/lessons"));
  const rows = found.lessons.map((one) => [
    cell(one.source ?? ""), cell(one.target ?? ""),
    cell(make("button", { type: "button", "aria-label": `Undo ${one.source ?? one.id}`, onclick: () => undo(one.id) }, "Undo")),
  ]);
  show(parts.lessons, rows.length ? table("Corrections, oldest first", [["sentence"], ["translation"], [""]], rows) : null);
}

async function undo(id) {
  await attempt(async () => {
    await call("DELETE", modelPath(`/lessons/${encodeURIComponent(id)}`));
    parts.now.textContent = asked ? await best(asked) : "";
    say("Taken back.");
    await list();
  });
}
