// A curve over an axis, with the values at its ends.
import { draw, make } from "./dom.js";

const WIDTH = 420;
const HEIGHT = 180;
const LEFT = 56;
const BOTTOM = 30;

export function chart(name, points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = padded(Math.min(...xs), Math.max(...xs), 0);
  const [low, high] = padded(Math.min(...ys), Math.max(...ys), 0.08);
  const x = (value) => LEFT + ((value - left) / (right - left)) * (WIDTH - LEFT - 16);
  const y = (value) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - BOTTOM - 12);
  const short = (value) => Number(value.toPrecision(4)).toString();
  const spoken = `${name}: ${points.slice(0, 60).map(([a, b]) => `${short(a)}: ${short(b)}`).join(", ")}`;
  const svg = draw("svg", { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": spoken });
  svg.append(draw("path", { class: "axis", d: `M${LEFT} 8V${HEIGHT - BOTTOM}H${WIDTH - 10}` }));
  for (const value of [Math.min(...ys), Math.max(...ys)]) {
    svg.append(draw("text", { class: "soft", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, short(value)));
  }
  for (const [value, anchor] of [[Math.min(...xs), "start"], [Math.max(...xs), "end"]]) {
    svg.append(draw("text", { class: "soft", x: x(value), y: HEIGHT - 10, "text-anchor": anchor }, short(value)));
  }
  svg.append(draw("polyline", { class: "curve", points: points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ") }));
  if (points.length < 30) svg.append(...points.map(([a, b]) => draw("circle", { class: "dot", cx: x(a), cy: y(b), r: 3 })));
  return make("figure", {}, make("figcaption", {}, name), make("div", { class: "wide" }, svg));
}

function padded(low, high, share) {
  const more = (high - low) * share || (high === low ? Math.abs(low) * 0.1 || 1 : 0);
  return [low - more, high + more];
}
