const picture = JSON.parse(document.getElementById("films").textContent);
const DEPTHS = ["#2f6fd0", "#1a7f9f", "#138470", "#3d7a27", "#846708", "#b04b12"];
const UNUSED = "#6e7781";
const FOUND = 0, CUT = 1, STORED = 2;
// A film plays in this many seconds at normal speed.
const SECONDS = 40;

const find = (id) => document.getElementById(id);
const comma = (n) => n.toLocaleString("en");
let deepest = 1;
for (const { steps } of picture.films) {
  for (const step of steps) if (step[1] === STORED) deepest = Math.max(deepest, step[3][1]);
}
const colour = (depth) => DEPTHS[Math.floor((Math.max(1, depth) - 1) * (DEPTHS.length - 1) / Math.max(1, deepest - 1))];
const changesOf = (step) => step[step.length - 1];
const bucketsInRow = ({ slots, bucket }) => Math.ceil(Math.ceil(Math.sqrt(slots)) / bucket);
const total = (film) => film.iterations.at(-1) ?? 0;
const words = ([position, depth, bound, nodes, score, wear]) =>
  `position ${position}: depth ${depth}, score ${bound} ${score}, ${comma(nodes)} nodes` + (wear ? `, wear ${wear}` : "");

const sizes = [...new Set(picture.films.map((film) => film.slots))];
const schemes = [...new Set(picture.films.map((film) => film.scheme))];
const panels = [];
let node = 0, longest = 1, playing = false, asked = null;

find("about").textContent =
  `Search ${picture.search}, ${picture.depth} plies, one worker. Without a table it visits ${comma(picture.without.at(-1))} nodes.`;

const option = (select, value, text = value) => select.append(new Option(text, value));
sizes.forEach((size) => option(find("slots"), size));

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function addPanel(chosen, side) {
  const panel = { state: null };
  panel.select = element("select", { ariaLabel: `Scheme on the ${side}` });
  schemes.forEach((scheme) => option(panel.select, scheme));
  panel.select.value = chosen;
  panel.rule = element("p", { className: "rule soft" });
  panel.grid = element("div", { className: "grid" });
  panel.counts = element("p", { className: "counts" });
  panel.bar = element("div");
  const frame = element("section", { className: "panel" }, element("h2", {}, panel.select), panel.rule, panel.grid, panel.counts,
    element("div", { className: "bar" }, panel.bar));
  frame.setAttribute("aria-label", `Table on the ${side}`);
  find("panels").append(frame);
  panel.select.addEventListener("change", load);
  panels.push(panel);
}

/** What the completed iterations take without a table, less what they took. */
function savedAfter(film, visited) {
  const completed = film.iterations.filter((nodes) => nodes <= visited).length;
  return completed ? Math.max(0, picture.without[completed - 1] - film.iterations[completed - 1]) : 0;
}

/** Takes the films that are chosen, from their beginning. */
function load() {
  const slots = Number(find("slots").value);
  for (const panel of panels) {
    panel.film = picture.films.find((film) => film.slots === slots && film.scheme === panel.select.value);
    panel.rule.textContent = panel.film.rule;
    const { bucket } = panel.film;
    panel.grid.style.gridTemplateColumns = `repeat(${bucketsInRow(panel.film)}, ${bucket}fr)`;
    panel.cells = Array.from({ length: slots }, (_, slot) => {
      // One slot of each table is a stop of the tab key; arrow keys lead to the others.
      const cell = element("button", { type: "button", tabIndex: slot === 0 ? 0 : -1 });
      cell.addEventListener("keydown", (event) => move(event, panel, slot));
      cell.addEventListener("click", () => { asked = { panel, slot }; show(); });
      return cell;
    });
    panel.grid.replaceChildren(...Array.from({ length: slots / bucket }, (_, at) =>
      element("div", { className: "bucket", style: `grid-template-columns: repeat(${bucket}, 1fr)` },
        ...panel.cells.slice(at * bucket, (at + 1) * bucket))));
    restart(panel);
  }
  longest = Math.max(1, ...panels.map((panel) => total(panel.film)));
  find("time").max = longest;
  asked = null;
  node = Math.min(node, longest);
  seek(node);
}

/** Moves the focus within a table. */
function move(event, panel, slot) {
  const columns = bucketsInRow(panel.film) * panel.film.bucket;
  const to = slot + ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key] ?? 0);
  if (to === slot || !(to in panel.cells)) return;
  panel.cells[slot].tabIndex = -1;
  panel.cells[to].tabIndex = 0;
  panel.cells[to].focus();
  event.preventDefault();
  event.stopPropagation();
}

function restart(panel) {
  // `uses` counts by position how often probes have found its entry.
  panel.state = { next: 0, slots: Array(panel.film.slots).fill(null), uses: new Map(), cuts: new Set() };
}

/** Does the next step of a film. */
function advance(panel) {
  const { state, film } = panel;
  const step = film.steps[state.next++];
  for (const [slot, entry] of changesOf(step)) {
    state.slots[slot] = entry;
    if (step[1] === STORED && entry && entry[0] === step[3][0]) state.uses.set(entry[0], 0);
  }
  if (step[1] === FOUND) {
    const [position] = state.slots[step[2]];
    state.uses.set(position, state.uses.get(position) + 1);
  }
  if (step[1] === CUT) state.cuts.add(step[2]);
}

/** Shows both tables as they are when this many nodes have been visited. */
function seek(to) {
  node = to;
  for (const panel of panels) {
    const { steps } = panel.film;
    if (panel.state.next > 0 && steps[panel.state.next - 1][0] > node) restart(panel);
    while (panel.state.next < steps.length && steps[panel.state.next][0] <= node) advance(panel);
  }
  show();
}

function show() {
  find("time").value = node;
  for (const panel of panels) {
    const { state, film } = panel;
    state.slots.forEach((entry, slot) => {
      const uses = entry ? state.uses.get(entry[0]) : 0;
      const cell = panel.cells[slot];
      cell.style.background = entry ? (uses ? colour(entry[1]) : UNUSED) : "none";
      cell.textContent = entry ? entry[1] : "";
      cell.classList.toggle("cut", state.cuts.has(slot) && node < total(film));
      cell.setAttribute("aria-pressed", asked !== null && asked.panel === panel && asked.slot === slot);
      const told = entry ? `${words(entry)}, found ${uses} times` : "empty";
      cell.setAttribute("aria-label", `Slot ${slot}: ${told}`);
      cell.title = told;
    });
    state.cuts.clear();
    const visited = Math.min(node, total(film));
    panel.counts.textContent =
      `${comma(visited)} nodes visited${visited === total(film) ? ", done" : ""}; ${comma(savedAfter(film, visited))} nodes saved`;
    panel.bar.style.width = `${100 * visited / longest}%`;
  }
  tell();
}

/** The history of the selected slot, up to now. */
function tell() {
  const history = find("history");
  if (asked === null) {
    history.replaceChildren(element("h2", { textContent: "History of a slot" }), element("p", { className: "soft", textContent:
      "Select a slot to see which entries it has held, and why each newcomer was let in or refused." }));
    return;
  }
  const { panel: { film, state }, slot } = asked;
  const bucket = Math.floor(slot / film.bucket);
  const lines = [];
  let here = null;
  for (const step of film.steps.slice(0, state.next)) {
    const change = changesOf(step).find(([changed]) => changed === slot);
    const at = `after ${comma(step[0])} nodes: `;
    const was = here;
    if (change) here = change[1];
    if (step[1] === FOUND && step[2] === slot) lines.push(`${at}found`);
    if (step[1] === CUT && step[2] === slot) lines.push(`${at}its score ended a search`);
    if (step[1] !== STORED || step[2] !== bucket) continue;
    const newcomer = words(step[3]);
    const others = changesOf(step).filter(([changed]) => changed !== slot);
    const isElsewhere = (position) => others.some(([, now]) => now && now[0] === position);
    const leaves = was && (!here || was[0] !== here[0]) && isElsewhere(was[0]) ? "; that moved to its neighbour" : "";
    if (change && here && here[0] === step[3][0]) {
      const same = was && was[0] === here[0];
      lines.push(was ? `${at}${newcomer} ${same ? "updated" : "replaced"} ${words(was)}${leaves}` : `${at}${newcomer} took the empty slot`);
    } else if (change && here && (!was || was[0] !== here[0])) {
      lines.push(`${at}${words(here)} moved here from its neighbour`);
    } else if (here && here[0] !== step[3][0] && isElsewhere(step[3][0])) {
      lines.push(`${at}${newcomer} went to its neighbour; ${words(here)} stayed`);
    } else if (here && changesOf(step).every(([, now]) => !now || now[0] !== step[3][0])) {
      lines.push(`${at}${newcomer} was refused; ${words(here)} stayed`);
    }
  }
  const list = element("ol", {}, ...lines.map((line) => element("li", { textContent: line })));
  history.replaceChildren(
    element("h2", { textContent: `History of slot ${slot} under ${film.scheme}` }),
    element("p", { textContent: `The rule: ${film.rule}` }),
    lines.length ? list : element("p", { className: "soft", textContent: "Nothing has been stored here yet." }));
  list.scrollTop = list.scrollHeight;
}

/** The node count of the next or the last step of either film. */
function neighbour(direction) {
  const nodes = panels.flatMap(({ film, state }) => {
    if (direction > 0) return film.steps.slice(state.next, state.next + 1).map((step) => step[0]);
    let before = state.next - 1;
    while (before >= 0 && film.steps[before][0] >= node) before -= 1;
    return before >= 0 ? [film.steps[before][0]] : [];
  });
  if (direction > 0) return nodes.length ? Math.min(...nodes) : longest;
  return nodes.length ? Math.max(...nodes) : 0;
}

function play(on) {
  playing = on;
  // A screen reader is not told of each frame.
  find("history").setAttribute("aria-live", on ? "off" : "polite");
  find("play").textContent = on ? "Pause" : "Play";
  if (!on) return;
  if (node >= longest) seek(0);
  let last = performance.now();
  let exact = node;
  const frame = (now) => {
    if (!playing) return;
    exact += (now - last) / 1000 * longest / SECONDS * Number(find("speed").value);
    last = now;
    seek(Math.min(longest, Math.floor(exact)));
    if (node < longest) requestAnimationFrame(frame);
    else play(false);
  };
  requestAnimationFrame(frame);
}

function step(direction) {
  play(false);
  seek(neighbour(direction));
}

find("play").addEventListener("click", () => play(!playing));
find("back").addEventListener("click", () => step(-1));
find("forward").addEventListener("click", () => step(1));
find("time").addEventListener("input", (event) => { play(false); seek(Number(event.target.value)); });
find("slots").addEventListener("change", load);
document.addEventListener("keydown", (event) => {
  if (event.target.closest("select, input") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "ArrowRight") step(1);
  else if (event.key === "ArrowLeft") step(-1);
  else if (event.key === " " && !event.target.closest("button")) play(!playing);
  else return;
  event.preventDefault();
});

const key = (fill, text) => [Object.assign(element("span", { className: "key" }), { style: `background:${fill}` }), text];
find("legend").append(...key(UNUSED, "not found yet"),
  ...Array.from({ length: deepest }, (_, i) => key(colour(i + 1), i ? `${i + 1}` : "found, depth 1")).flat());

addPanel(schemes[0], "left");
addPanel(schemes[1] ?? schemes[0], "right");
load();
// A reader who asks for less motion starts at the end; the slider shows the rest.
if (matchMedia("(prefers-reduced-motion: reduce)").matches) seek(longest);
else play(true);
