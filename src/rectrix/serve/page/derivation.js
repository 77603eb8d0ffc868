// A derivation as a tree of rules, and as spans of source and target words joined by lines.
import { draw, make } from "./dom.js";

const NODE = 46;
const LEVEL = 76;
const CHARACTER = 7.4;

const shown = (text) => (text.length > 34 ? `${text.slice(0, 33)}…` : text || "∅");
const widthOf = (step) => Math.max(shown(step.source).length, shown(step.target).length, 4) * CHARACTER + 16;

// Places of all nodes: each subtree as wide as its widest level needs.
function arrange(steps, place, left, depth, places) {
  const step = steps[place];
  let right = left;
  for (const child of step.children) right = arrange(steps, child, right, depth + 1, places) + 14;
  right = Math.max(step.children.length ? right - 14 : right, left + widthOf(step));
  places[place] = { x: (left + right) / 2, y: depth * LEVEL + 6 };
  return right;
}

// Roots in the order of the translation: a tree has one, phrases are all roots.
function roots(steps) {
  const below = new Set(steps.flatMap((step) => step.children));
  return steps.map((_, place) => place).filter((place) => !below.has(place));
}

export function tree(steps, choose) {
  const places = [];
  let right = 8;
  for (const root of roots(steps)) right = arrange(steps, root, right, 0, places) + 14;
  const height = Math.max(...places.map((one) => one.y)) + NODE + 10;
  const svg = draw("svg", { width: right, height, viewBox: `0 0 ${right} ${height}`, role: "group", "aria-label": `Derivation with ${steps.length} rules` });
  steps.forEach((step, place) => {
    for (const child of step.children) {
      svg.append(draw("line", { class: "edge", x1: places[place].x, y1: places[place].y + NODE, x2: places[child].x, y2: places[child].y }));
    }
  });
  steps.forEach((step, place) => svg.append(node(step, places[place], choose)));
  return make("div", { class: "wide" }, svg);
}

function node(step, { x, y }, choose) {
  const width = widthOf(step);
  const pick = (event) => {
    for (const other of event.currentTarget.parentNode.querySelectorAll(".chosen")) other.classList.remove("chosen");
    event.currentTarget.classList.add("chosen");
    choose(step);
  };
  const key = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(event);
    }
  };
  const label = `${step.kind}: ${step.source} becomes ${step.target}, source words ${step.span[0] + 1} to ${step.span[1]}`;
  return draw(
    "g",
    { class: `node ${step.kind}`, tabindex: "0", role: "button", "aria-label": label, onclick: pick, onkeydown: key },
    draw("rect", { x: x - width / 2, y, width, height: NODE, rx: 6 }),
    draw("text", { x, y: y + 18, "text-anchor": "middle" }, shown(step.source)),
    draw("text", { x, y: y + 36, "text-anchor": "middle", class: "soft" }, shown(step.target)),
  );
}

function rowOf(words, y) {
  let x = 8;
  return words.map((word) => {
    const width = word.text.length * CHARACTER + 12;
    const made = { x, y, width, text: word.text };
    x += width + 6;
    return made;
  });
}

export function spans(source, hypothesis) {
  const above = rowOf(source, 24);
  const below = rowOf(hypothesis.words, 124);
  const width = Math.max(...[...above, ...below].map((box) => box.x + box.width), 100) + 8;
  const text = hypothesis.links.map(([a, b]) => `${source[a]?.text} – ${hypothesis.words[b]?.text}`).join(", ");
  const svg = draw("svg", { width, height: 150, viewBox: `0 0 ${width} 150`, role: "img", "aria-label": `Linked words: ${text}` });
  hypothesis.steps.filter((step) => !step.children.length && step.kind !== "glue").forEach((step, place) => {
    svg.append(...stretch(above, step.span, 6, place), ...stretch(below, step.target_span, 106, place));
  });
  for (const [a, b] of hypothesis.links) {
    if (!above[a] || !below[b]) continue;
    svg.append(draw("line", { class: "link", x1: above[a].x + above[a].width / 2, y1: 34, x2: below[b].x + below[b].width / 2, y2: 108 }));
  }
  for (const box of [...above, ...below]) {
    svg.append(draw("text", { x: box.x + box.width / 2, y: box.y, "text-anchor": "middle" }, box.text));
  }
  return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Aligned words" }, svg);
}

function stretch(row, [begin, end], y, place) {
  const first = row[begin];
  const last = row[end - 1];
  if (!first || !last || begin >= end) return [];
  return [draw("rect", { class: `span${place % 2}`, x: first.x - 1, y, width: last.x + last.width - first.x + 2, height: 26, rx: 4 })];
}
