// Which view is shown, and which model it is about.
import { attempt, get, say, state } from "./api.js";
import { make } from "./dom.js";
import * as compare from "./compare.js";
import * as correct from "./correct.js";
import * as model from "./model.js";
import * as translate from "./translate.js";
import * as why from "./why.js";

const VIEWS = { translate, why, model, compare, correct };
const built = new Set();

function current() {
  const name = location.hash.slice(1);
  return name in VIEWS ? name : "translate";
}

function showView(focus) {
  const name = current();
  for (const other of Object.keys(VIEWS)) {
    document.getElementById(`view-${other}`).hidden = other !== name;
  }
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${name[0].toUpperCase()}${name.slice(1)} – Rectrix`;
  const place = document.getElementById(`view-${name}`);
  if (!built.has(name)) {
    built.add(name);
    VIEWS[name].build(place);
  }
  VIEWS[name].enter();
  if (focus) document.getElementById("main").focus({ preventScroll: true });
}

async function begin() {
  const found = await attempt(() => get("/v1/models"));
  if (!found) return;
  state.models = found.models;
  state.model = found.models[0].name;
  const choice = document.getElementById("model-choice");
  for (const one of found.models) {
    choice.append(make("option", { value: one.name }, `${one.name} (${one.source} → ${one.target})`));
  }
  choice.addEventListener("change", () => {
    state.model = choice.value;
    say(`Model ${state.model}`);
    for (const name of built) VIEWS[name].changed();
    VIEWS[current()].enter();
  });
  addEventListener("hashchange", () => location.hash !== "#main" && showView(true));
  showView(false);
  document.body.dataset.ready = "yes";
}

begin();
