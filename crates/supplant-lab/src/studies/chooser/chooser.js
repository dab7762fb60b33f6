const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const comma = (n) => Math.round(n).toLocaleString("en");
const percent = (n) => `${n < 0 ? "−" : ""}${Math.abs(n * 100).toFixed(1)} %`;
const option = (select, value, text) => select.append(new Option(text, value));

data.evidence.forEach((one, i) =>
  option(find("evidence"), i, `${one.name} (${one.positions} positions, ${one.ply} plies, ${one.search})`));
data.layouts.forEach((one, i) =>
  option(find("layout"), i, `${one.bytes.toFixed(1).replace(".0", "")} bytes, ${one.bits} bits (${one.name})`));
option(find("stores"), "interior", "interior nodes, as in the studies");
option(find("stores"), "every", "every node, quiescence too");
// Of the studies whose loads contain the one asked, that of the most schemes first, then of the most positions.
const weight = (one) => {
  const loads = one.points.map((point) => point.load);
  const { load } = loadOn(one);
  const isThere = Math.min(...loads) <= load && load <= Math.max(...loads);
  return isThere ? new Set(one.points.map((point) => point.scheme)).size * 1e6 + one.positions : 0;
};
find("evidence").value = data.evidence.reduce((best, one, i) => weight(one) > weight(data.evidence[best]) ? i : best, 0);

function loadOn(evidence) {
  const [mebibytes, nodes] = ["mebibytes", "nodes"].map((id) => Number(find(id).value));
  const slots = mebibytes * 2 ** 20 / data.layouts[find("layout").value].bytes;
  const stores = nodes * (find("stores").value === "every" ? 1 : evidence.stores_per_node);
  return { slots, stores, load: stores / slots };
}

/** The loss of a scheme at a load, between the two nearest loads measured. Outside of them it is a bound. */
function lossAt(points, load) {
  const sorted = [...points].sort((a, b) => a.load - b.load);
  const above = sorted.findIndex((point) => point.load >= load);
  if (above === -1) return { loss: sorted.at(-1).loss, sign: "≥ " };
  if (above === 0) return { loss: sorted[0].loss, sign: sorted[0].load === load ? "" : "≤ " };
  const [low, high] = [sorted[above - 1], sorted[above]];
  const way = (Math.log(load) - Math.log(low.load)) / (Math.log(high.load) - Math.log(low.load));
  return { loss: low.loss.map((from, i) => from + (high.loss[i] - from) * way), sign: "" };
}

function fits([, least, most], layout) {
  return layout.bucket === null || (least <= layout.bucket && layout.bucket <= most);
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function answer() {
  const evidence = data.evidence[find("evidence").value];
  const layout = data.layouts[find("layout").value];
  const [mebibytes, nodes] = ["mebibytes", "nodes"].map((id) => Number(find(id).value));
  const said = find("answer");
  if (!(mebibytes > 0) || !(nodes >= 1)) {
    said.replaceChildren(element("p", "Enter a table size above 0 and at least one node per move."));
    find("schemes").replaceChildren();
    return;
  }
  const { slots, stores, load } = loadOn(evidence);
  const keepsSizes = find("sizes").value === "yes";
  const names = [...new Set(evidence.points.map((point) => point.scheme))];
  const rows = names.map((name) => {
    const scheme = data.schemes.find(([known]) => known === name);
    const at = lossAt(evidence.points.filter((point) => point.scheme === name), load);
    const [, bucket, , sizes] = scheme;
    const why = sizes && !keepsSizes ? "needs subtree sizes" : fits(scheme, layout) ? "" : `has ${bucket} slots per bucket, ${layout.name} has ${layout.bucket}`;
    return { name, at, why };
  });
  rows.sort((a, b) => (a.why !== "") - (b.why !== "") || a.at.loss[0] - b.at.loss[0]);
  const best = rows.find((row) => row.why === "");
  const lines = [`${comma(slots)} slots, ${comma(stores)} stores per move: a load of ${load < 10 ? load.toPrecision(2) : comma(load)} stores per slot.`];
  if (best === undefined) {
    lines.push("No scheme of this study fits this layout and this entry. Choose another study or another layout.");
  } else {
    const [value, low, high] = best.at.loss;
    const words = `${best.name} in ${layout.name}: ${percent(value)} more nodes (${percent(low)} to ${percent(high)}) than with an unbounded table`;
    const bound = {
      "≤ ": ", or less: the lowest load measured is higher than yours.",
      "≥ ": ", or more: your load is above the highest one measured. Take a larger table.",
    };
    lines.push(words + (bound[best.at.sign] ?? "."));
    const worst = rows.filter((row) => row.why === "").at(-1);
    if (worst.at.loss[0] < 0.01) lines.push("Every scheme loses less than 1 % here: the scheme hardly matters, so take the simplest.");
  }
  const rate = layout.bits < 64
    ? `With ${layout.bits} bits one in ${comma(2 ** layout.bits)} occupied slots that a probe compares answers for another position: check every move, and survive a wrong score.`
    : "The layout verifies the whole key.";
  lines.push(rate);
  const box = element("div", "");
  box.className = "answer";
  box.append(...lines.map((line) => element("p", line)));
  const link = document.createElement("a");
  [link.href, link.textContent] = [evidence.report, "The study"];
  box.append(link);
  said.replaceChildren(box);
  show(rows);
}

function show(rows) {
  const head = document.createElement("tr");
  head.append(...["scheme", "loss", "95 % interval", "fits"].map((name) => Object.assign(element("th", name), { scope: "col" })));
  const body = rows.map(({ name, at: { loss: [value, low, high], sign }, why }) => {
    const row = document.createElement("tr");
    const number = (text) => Object.assign(element("td", text), { className: "n" });
    row.append(Object.assign(element("th", name), { scope: "row" }), number(sign + percent(value)), number(`${percent(low)} to ${percent(high)}`), element("td", why || "yes"));
    return row;
  });
  const [top, rest] = [document.createElement("thead"), document.createElement("tbody")];
  top.append(head);
  rest.append(...body);
  find("schemes").replaceChildren(...(rows.length ? [top, rest] : []));
}

find("asked").addEventListener("input", answer);
find("asked").addEventListener("submit", (event) => event.preventDefault());
answer();
