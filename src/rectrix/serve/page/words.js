// A text whose words can be pointed at, by mouse or by arrow keys, to see the words they come from.
import { say } from "./api.js";
import { make } from "./dom.js";

// The text between and within words, as spans; words that are not written out have none.
export function wordSpans(text, words) {
  const pieces = [];
  let done = 0;
  words.forEach((word, place) => {
    if (word.begin === word.end || word.begin < done) return;
    pieces.push(text.slice(done, word.begin));
    const kind = word.unknown ? "word unknown" : "word";
    const title = word.unknown ? "unknown: copied from the source" : null;
    pieces.push(make("span", { class: kind, "data-word": place, title }, text.slice(word.begin, word.end)));
    done = word.end;
  });
  pieces.push(text.slice(done));
  return pieces;
}

function mark(place, words) {
  for (const span of place.querySelectorAll(".word")) span.classList.toggle("hit", words.has(Number(span.dataset.word)));
}

function named(words, places) {
  return [...places].sort((a, b) => a - b).map((place) => words[place]?.text ?? "").join(" ");
}

// Joins two places that show words: pointing at one of `target` marks those of `source`, and the other way round.
export function join(source, target, sentence, hypothesis) {
  const toSource = (word) => new Set(hypothesis.links.filter((link) => link[1] === word).map((link) => link[0]));
  const toTarget = (word) => new Set(hypothesis.links.filter((link) => link[0] === word).map((link) => link[1]));
  const point = (own, other, word, partners, words, otherWords) => {
    mark(own, new Set([word]));
    mark(other, partners);
    const partner = partners.size ? named(otherWords, partners) : "no word";
    say(`${words[word].text} ← ${partner}`);
  };
  const clear = () => {
    mark(source, new Set());
    mark(target, new Set());
  };
  const listen = (own, other, partners, words, otherWords) => {
    own.addEventListener("mouseover", (event) => {
      const span = event.target.closest?.(".word");
      if (!span) return clear();
      const word = Number(span.dataset.word);
      return point(own, other, word, partners(word), words, otherWords);
    });
    own.addEventListener("mouseleave", clear);
  };
  listen(target, source, toSource, hypothesis.words, sentence.words);
  listen(source, target, toTarget, sentence.words, hypothesis.words);
  walk(target, (word) => point(target, source, word, toSource(word), hypothesis.words, sentence.words), clear);
}

// Left and right move from word to word.
function walk(place, point, clear) {
  let at = -1;
  place.tabIndex = 0;
  place.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const spans = [...place.querySelectorAll(".word")];
    if (!step || !spans.length) return;
    event.preventDefault();
    at = (at + step + spans.length) % spans.length;
    point(Number(spans[at].dataset.word));
  });
  place.addEventListener("blur", () => {
    at = -1;
    clear();
  });
}
