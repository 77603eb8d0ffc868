// Numbers as bars to both sides of zero, grouped by template, each group with its sum.
import { draw, make, number } from "./dom.js";

const ROW = 20;
const CHARACTER = 7;

export function templateOf(name) {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(0, colon);
}

export function grouped(values) {
  const groups = new Map();
  for (const [name, value] of Object.entries(values)) {
    const key = templateOf(name);
    if (!groups.has(key)) groups.set(key, { name: key, sum: 0, parts: [] });
    const group = groups.get(key);
    group.sum += value;
    group.parts.push([name, value]);
  }
  return [...groups.values()].sort((a, b) => Math.abs(b.sum) - Math.abs(a.sum));
}

export function bars(rows, label, digits = 2) {
  const WIDTH = Math.min(620, document.documentElement.clientWidth - 40);
  const LABEL = Math.min(210, WIDTH * 0.4);
  const room = Math.floor(LABEL / CHARACTER);
  const most = Math.max(...rows.map(([, value]) => Math.abs(value)), 1e-9);
  const zero = LABEL + (WIDTH - LABEL) / 2;
  const scale = ((WIDTH - LABEL) / 2 - 52) / most;
  const height = rows.length * ROW + 6;
  const spoken = `${label}: ${rows.map(([name, value]) => `${name} ${number(value)}`).join(", ")}`;
  const svg = draw("svg", { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": spoken });
  svg.append(draw("line", { class: "axis", x1: zero, x2: zero, y1: 0, y2: height }));
  rows.forEach(([name, value], place) => {
    const y = place * ROW + 4;
    const width = Math.abs(value) * scale;
    const x = value < 0 ? zero - width : zero;
    const beside = value < 0 ? { x: x - 5, "text-anchor": "end" } : { x: x + width + 5 };
    const short = name.length > room ? `${name.slice(0, room - 1)}…` : name;
    svg.append(
      draw("text", { x: LABEL - 8, y: y + 12, "text-anchor": "end" }, short, draw("title", {}, name)),
      draw("rect", { class: value < 0 ? "negative" : "positive", x, y, width, height: ROW - 6 }),
      draw("text", { y: y + 12, ...beside }, number(value, digits)),
    );
  });
  return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, svg);
}

// The sums of all groups, and the parts of those that have more than one.
export function contributionBars(values, label) {
  const groups = grouped(values);
  if (!groups.length) return make("p", { class: "note" }, "No feature differs.");
  const several = groups.filter((group) => group.parts.length > 1);
  const inside = several.map((group) => {
    const rows = group.parts.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, 40);
    return make("details", {}, make("summary", {}, `${group.name}: ${group.parts.length} features`), bars(rows, group.name));
  });
  return make("div", {}, bars(groups.map((group) => [group.name, group.sum]), label), inside);
}
