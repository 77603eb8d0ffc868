// Elements made in one call; text never becomes markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export function show(place, ...children) {
  place.replaceChildren(...children.flat().filter((child) => child));
}

let fields = 0;

// A label and its field.
export function field(text, element, attributes = {}) {
  element.id ||= `field-${++fields}`;
  return make("div", attributes, make("label", { for: element.id }, text), element);
}

export function number(value, digits = 3) {
  return value.toFixed(digits).replace("-", "−");
}

export function table(caption, heads, rows) {
  const head = make("tr", {}, heads.map(([text, kind]) => make("th", { scope: "col", class: kind }, text)));
  const body = rows.map((cells) => make("tr", {}, cells));
  const made = make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, body));
  return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": caption }, made);
}

export const cell = (...content) => make("td", {}, ...content);
export const numeral = (value, digits) => make("td", { class: "number" }, number(value, digits));

// Calls a function when no further call has come for some time.
export function later(milliseconds, work) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}
