// Why a translation came out as it did, and why not as another.
import { attempt, post, say, state } from "./api.js";
import { contributionBars } from "./bars.js";
import { spans, tree } from "./derivation.js";
import { cell, field, make, numeral, number, show, table } from "./dom.js";

const NBEST = 10;
const parts = {};
let explained = null;
let asked = "";

export function build(place) {
  parts.text = make("textarea", { spellcheck: "false" });
  const go = make("button", { type: "submit", class: "main" }, "Explain");
  const form = make("form", { onsubmit: submitted(explain) }, make("div", { class: "row" }, field("Sentence", parts.text, { class: "grow" }), go));
  parts.own = make("input", { type: "text" });
  const score = make("button", { type: "submit" }, "Score");
  parts.force = make("form", { onsubmit: submitted(force), hidden: true },
    make("div", { class: "row" }, field("Another translation, to be scored by forced decoding", parts.own, { class: "grow" }), score));
  parts.list = make("div", {});
  parts.derivation = make("div", {});
  parts.rule = make("div", { "aria-live": "polite" });
  parts.scores = make("div", {});
  parts.against = make("div", { id: "against" });
  place.append(form, parts.list, parts.force, parts.against, parts.derivation, parts.rule, parts.scores);
}

const submitted = (work) => (event) => {
  event.preventDefault();
  work();
};

export function enter() {
  if (state.text && state.text !== asked) {
    parts.text.value = state.text;
    explain();
  }
}

export function changed() {
  asked = "";
  clear();
}

function clear() {
  for (const part of [parts.list, parts.derivation, parts.rule, parts.scores, parts.against]) show(part);
  parts.force.hidden = true;
}

async function explain() {
  const text = parts.text.value.trim();
  if (!text) return;
  state.text = asked = text;
  await attempt(async () => {
    explained = await post("/v1/explain", { text, nbest: NBEST });
    parts.force.hidden = false;
    present(0, Math.min(1, explained.translations.length - 1));
    say(`${explained.translations.length} translations.`);
  });
}

function present(first, second) {
  show(parts.list, choices(first, second));
  showDerivation(explained.translations[first]);
  showDifference(first, second);
}

function choices(first, second) {
  const pick = (name, place, chosen, other) =>
    make("input", {
      type: "radio", name, checked: place === chosen, "aria-label": `${name}: ${explained.translations[place].text}`,
      onchange: () => (name === "A" ? present(place, other) : present(other, place)),
    });
  const rows = explained.translations.map((one, place) => [
    cell(pick("A", place, first, second)),
    cell(pick("B", place, second, first)),
    numeral(one.score),
    cell(one.text, one.own ? make("span", { class: "soft" }, " (yours)") : null),
  ]);
  return table("Translations: choose A to see how it was made, and B to compare it with", [["A"], ["B"], ["score", "number"], ["translation"]], rows);
}

function showDerivation(one) {
  show(
    parts.derivation,
    make("h3", {}, "Aligned spans of A"),
    spans(explained.words, one),
    make("h3", {}, explained.decoder === "phrase" ? "Phrases of A in their order" : "Derivation of A"),
    make("p", { class: "note" }, "Choose a rule to see what it adds and where it was seen."),
    tree(one.steps, (step) => showRule(step)),
  );
  show(parts.rule);
  show(parts.scores, make("h3", {}, `What makes the score of A: ${number(one.score)}`), contributionBars(one.contributions, "Contributions to the score"));
}

async function showRule(step) {
  const features = Object.entries(step.features).map(([name, value]) => [cell(name), numeral(value)]);
  const place = make("div", {}, "Looking for it in the training text …");
  show(
    parts.rule,
    make("h3", {}, `${step.source || "∅"} → ${step.target || "∅"}`),
    make("p", {}, `Adds ${number(step.score)} to the score.`),
    make("details", {}, make("summary", {}, "Features"), table("Features of the rule", [["feature"], ["value", "number"]], features)),
    place,
  );
  await attempt(async () => show(place, await seen(step)));
}

async function seen(step) {
  if (step.kind === "copy") return make("p", {}, "No rule has this word: it was copied.");
  if (step.kind === "given") return make("p", {}, "This translation was given: by a glossary or by markup.");
  if (step.kind === "learned") return make("p", {}, "Learned from a correction.");
  if (step.kind === "glue") return make("p", {}, "A glue rule, which only joins others.");
  const found = await post("/v1/seen", { rule_source: step.source, rule_target: step.target });
  if (!found.available) return make("p", {}, "The training text is not at hand: start the server with --index.");
  const many = found.all_searched ? `${found.count}` : `at least ${found.count}`;
  return make("div", {}, make("p", {}, `Seen in ${many} sentence pairs.`), found.examples.map(example));
}

function example(one) {
  const marked = (words, places) => words.map((word, place) => [places.includes(place) ? make("mark", {}, word) : word, " "]);
  return make("div", { class: "seen" }, make("span", { class: "soft" }, `Sentence ${one.sentence}`),
    make("div", {}, marked(one.source, one.source_words).flat()), make("div", {}, marked(one.target, one.target_words).flat()));
}

function showDifference(first, second) {
  if (first === second) return show(parts.against);
  const a = explained.translations[first];
  const b = explained.translations[second];
  const difference = {};
  for (const name of new Set([...Object.keys(a.contributions), ...Object.keys(b.contributions)])) {
    const change = (a.contributions[name] ?? 0) - (b.contributions[name] ?? 0);
    if (Math.abs(change) > 1e-6) difference[name] = change;
  }
  const change = a.score - b.score;
  const verdict = change >= 0 ? `A scores ${number(change)} more than B.` : `A scores ${number(-change)} less than B.`;
  return show(parts.against, make("h3", {}, "Why A over B"),
    make("p", {}, `${verdict} Features to the right speak for A, to the left for B.`), contributionBars(difference, "A minus B"));
}

async function force() {
  const translation = parts.own.value.trim();
  if (!translation || !explained) return;
  await attempt(async () => {
    const found = await post("/v1/score", { text: asked, translation });
    if (!found.reached) {
      say("");
      show(parts.against, make("p", { role: "alert" }, `The model cannot make this translation: ${found.reason}.`));
      return;
    }
    explained.translations.push({ ...found.translation, own: true });
    present(0, explained.translations.length - 1);
    say(`Scored: ${number(found.translation.score)}`);
  });
}
