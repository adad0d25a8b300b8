// Pieces of pages that hold their data and their drawing: elements, a board with stones, and a replay.
const byId = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.append(...children.map(child => child === null || child === undefined ? "" : child));
  return made;
}
function drawn(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  return made;
}
/** A row of a table. The corner above the names of its rows names nothing. */
function row(kind, cells, classes) {
  return element("tr", {}, ...cells.map((cell, i) => element(cell === "" ? "td" : kind, classes && classes[i] ? { class: classes[i] } : {}, cell instanceof Node ? cell : String(cell))));
}

/** A board without stones, its letters and numbers beside it, and where its columns and rows lie. */
function emptyBoard({ width: w, height: h, rowsFromTop, dots }, attributes) {
  const cell = 30, edge = 26;
  const x = c => edge + cell / 2 + c * cell, y = r => edge + cell / 2 + r * cell;
  const svg = drawn("svg", { viewBox: `0 0 ${w * cell + edge + 4} ${h * cell + edge + 4}`, ...attributes });
  svg.append(drawn("rect", { x: edge, y: edge, width: w * cell, height: h * cell, fill: "var(--wood)" }));
  for (let c = 0; c < w; c++) {
    svg.append(drawn("line", { x1: x(c), x2: x(c), y1: y(0), y2: y(h - 1), stroke: "#543" }));
    svg.append(drawn("text", { x: x(c), y: edge - 8, "text-anchor": "middle", "font-size": 13, fill: "var(--faint)" }, String.fromCharCode(97 + c)));
  }
  for (let r = 0; r < h; r++) {
    svg.append(drawn("line", { x1: x(0), x2: x(w - 1), y1: y(r), y2: y(r), stroke: "#543" }));
    svg.append(drawn("text", { x: edge - 5, y: y(r) + 5, "text-anchor": "end", "font-size": 13, fill: "var(--faint)" }, rowsFromTop ? r + 1 : h - r));
  }
  for (const [c, r] of dots) svg.append(drawn("circle", { cx: x(c), cy: y(r), r: 3.5, fill: "#543" }));
  return { svg, x, y };
}
/** A stone on such a board: its text, if it has one, and the colour of a ring that marks it. One that was not played is faint. */
function putStone({ svg, x, y }, [c, r], black, text, ring, faint) {
  svg.append(drawn("circle", { cx: x(c), cy: y(r), r: 13, fill: black ? "#111" : "#fafafa", stroke: ring || "#333", "stroke-width": ring ? 3 : 1, opacity: faint ? 0.85 : 1 }));
  if (text) svg.append(drawn("text", { x: x(c), y: y(r) + 4.5, "text-anchor": "middle", "font-size": 12, "font-weight": faint ? 700 : 400, fill: black ? "#eee" : "#111" }, text));
}

/** Column and row from the upper left of a point such as h8. */
const place = (text, { height, rowsFromTop }) => [text.charCodeAt(0) - 97, rowsFromTop ? Number(text.slice(1)) - 1 : height - Number(text.slice(1))];

/** How far a replay has come. */
const ply = () => Number(byId("ply").value);
/** The controls of a replay: `end` tells how far it goes, `move` shows where it came to, and `keys` are those of the page beside its own, if it has any. Keys count only while it `isOpen`. */
function replay({ end, move, keys, isOpen }) {
  let timer = null;
  const go = to => { byId("ply").value = Math.max(0, Math.min(end(), to)); move(); };
  const pause = () => { clearInterval(timer); timer = null; byId("play").textContent = "play"; };
  const play = () => {
    if (timer) { pause(); return; }
    if (ply() >= end()) go(0);
    byId("play").textContent = "stop";
    timer = setInterval(() => { go(ply() + 1); if (ply() >= end()) pause(); }, 600);
  };
  const buttons = { first: () => go(0), back: () => go(ply() - 1), play, next: () => go(ply() + 1), last: () => go(end()) };
  for (const id in buttons) byId(id).addEventListener("click", buttons[id]);
  byId("ply").addEventListener("input", () => go(ply()));
  const all = { Home: buttons.first, ArrowLeft: buttons.back, " ": play, ArrowRight: buttons.next, End: buttons.last, ...keys };
  // Keys of the replay work wherever the focus is. What the keyboard has reached keeps its Space, which presses it, and so does a list.
  document.addEventListener("keydown", event => {
    if (!isOpen() || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && event.target.matches("button:focus-visible, input[type=checkbox]:focus-visible, select")) return;
    if (all[event.key]) { all[event.key](); event.preventDefault(); }
  }, true);
  return { go, pause };
}

// A button that a pointer has pressed would be pressed again by the Space that plays.
document.addEventListener("keyup", event => {
  if (event.key === " " && event.target.matches("button:not(:focus-visible)")) event.preventDefault();
}, true);
