// What the model is: settings, sizes, weights by template, curves.
import { attempt, get, modelPath, say, state } from "./api.js";
import { bars } from "./bars.js";
import { chart } from "./chart.js";
import { cell, field, later, make, numeral, show, table } from "./dom.js";

const SHOWN = 100;
const parts = {};
let presented = "";

export function build(place) {
  parts.facts = make("div", {});
  parts.search = make("input", { type: "search" });
  parts.template = make("select", {});
  parts.weights = make("div", { "aria-live": "polite" });
  parts.curves = make("div", {});
  parts.search.addEventListener("input", later(200, search));
  parts.template.addEventListener("change", search);
  place.append(parts.facts, make("h3", {}, "Weights"),
    make("div", { class: "row" }, field("Search by name", parts.search, { class: "grow" }), field("Template", parts.template)),
    parts.weights, parts.curves);
}

export function enter() {
  if (presented !== state.model) load();
}

export function changed() {
  presented = "";
}

async function load() {
  await attempt(async () => {
    const facts = await get(modelPath());
    presented = state.model;
    show(parts.facts, ...factViews(facts));
    show(parts.template, make("option", { value: "" }, "all"),
      Object.entries(facts.templates).map(([name, count]) => make("option", { value: name }, `${name} (${count})`)));
    const drawn = (heading, curves) => (curves.length ? [make("h3", {}, heading), ...curves.map((one) => chart(one.name, one.points))] : []);
    show(parts.curves, drawn("Tuning, by epoch", facts.tuning), drawn("Weight by value of discretized features", facts.curves));
    await search();
    say(`${facts.weights} weights.`);
  });
}

const size = (bytes) => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

function factViews(facts) {
  const row = (name, value) => [make("th", { scope: "row" }, name), cell(String(value))];
  const rules = facts.decoder === "phrase" ? "Phrase pairs" : facts.settings.grammar.endsWith(".rindex") ? "Sentence pairs of the index" : "Rules";
  const rows = [
    row("Languages", `${facts.source} → ${facts.target}`),
    row("Decoder", facts.decoder === "phrase" ? "phrase-based" : "hierarchical"),
    row(rules, facts.rules.toLocaleString("en")),
    row("Language models", facts.language_models.map((one) => `${one.file} (order ${one.order})`).join(", ")),
    row("Weights", facts.weights.toLocaleString("en")),
    row("Output length against references", facts.length === null ? "not tuned" : facts.length.toFixed(3)),
    row("Made by", facts.recipe || "start weights"),
  ];
  const files = Object.entries(facts.files).map(([name, bytes]) => [cell(name), make("td", { class: "number" }, size(bytes))]);
  const options = facts.settings[facts.decoder === "phrase" ? "stack" : "decoding"];
  const settings = Object.entries(options).map(([name, value]) => [cell(name), cell(String(value))]);
  return [
    table("The model", [["fact"], ["value"]], rows),
    make("details", {}, make("summary", {}, "Files"), table("Files", [["file"], ["size", "number"]], files)),
    make("details", {}, make("summary", {}, "Settings of the decoder"), table("Settings", [["setting"], ["value"]], settings)),
    make("h3", {}, "Weights that are not 0, by template"),
    bars(Object.entries(facts.templates), "Weights by template", 0),
  ];
}

async function search() {
  const query = new URLSearchParams({ search: parts.search.value, template: parts.template.value, count: SHOWN });
  await attempt(async () => {
    const found = await get(modelPath(`/weights?${query}`));
    const rows = found.weights.map((one) => [cell(one.name), cell(one.template), numeral(one.value, 5)]);
    const caption = found.found > rows.length ? `The ${rows.length} largest of ${found.found} weights` : `${found.found} weights`;
    show(parts.weights, table(caption, [["feature"], ["template"], ["weight", "number"]], rows));
  });
}
