// Outputs of several systems side by side; files stay on this machine but for what is sent to the server.
import { attempt, call, say } from "./api.js";
import { field, make, show } from "./dom.js";

const parts = {};

export function build(place) {
  parts.systems = make("div", {});
  parts.reference = texts("Reference, a line per sentence");
  parts.source = texts("Source (optional)");
  parts.result = make("div", { "aria-live": "polite" });
  const more = make("button", { type: "button", onclick: () => addSystem(true) }, "Add a system");
  const go = make("button", { type: "submit", class: "main" }, "Compare");
  const form = make("form", { onsubmit: submitted }, make("div", { class: "two" }, parts.reference.view, parts.source.view), parts.systems, make("div", { class: "row" }, more, go));
  place.append(form, parts.result);
  addSystem(false);
  addSystem(false);
}

export const enter = () => {};
export const changed = () => {};

function texts(label) {
  const area = make("textarea", { spellcheck: "false" });
  const file = make("input", { type: "file", "aria-label": `${label}: file` });
  file.addEventListener("change", async () => {
    if (file.files[0]) area.value = await file.files[0].text();
  });
  return { area, view: make("div", {}, field(label, area), file) };
}

function addSystem(focus) {
  const count = parts.systems.children.length + 1;
  const name = make("input", { type: "text", value: `system ${count}` });
  const output = texts("Output, a line per sentence");
  const box = make("fieldset", {}, make("legend", {}, `System ${count}`), field("Name", name), output.view);
  box.read = () => [name.value.trim(), output.area.value];
  parts.systems.append(box);
  if (focus) name.focus();
}

async function submitted(event) {
  event.preventDefault();
  await attempt(async () => {
    const given = [...parts.systems.children].map((box) => box.read()).filter(([, text]) => text.trim());
    const systems = Object.fromEntries(given);
    if (Object.keys(systems).length < given.length) throw new Error("two systems have the same name");
    const asked = { systems, references: [parts.reference.area.value], sources: parts.source.area.value };
    say("Comparing …");
    const found = await call("POST", "/v1/compare", asked);
    // Made by the server, every text in it escaped; no script in it would run.
    const page = new DOMParser().parseFromString(found.html, "text/html");
    show(parts.result, ...page.body.children);
    say("Compared.");
  });
}
