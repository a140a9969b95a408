// The examples: chosen by behaviour, searched by text, with the words that changed marked.
const PAGE = 10;
const ALL_SYSTEMS = "all systems, side by side";
const view = { system: null, kind: "All", query: "", count: PAGE };

// Each kind: which sentences belong to it, and what comes first.
const KINDS = {
  "All": { keep: () => true, key: (s, i) => i },
  "Splits": { keep: (s, i) => s.splits[i] > 0, key: (s, i) => -s.splits[i] },
  "Strong compression": { keep: (s, i) => s.compression[i] < 0.6, key: (s, i) => s.compression[i] },
  "Lexical changes": { keep: (s, i) => s.replaced[i] > 0.04 && s.compression[i] > 0.8 && s.compression[i] < 1.2 && s.splits[i] === 0, key: (s, i) => -s.replaced[i] },
  "Most changed": { keep: (s, i) => !s.copy[i], key: (s, i) => s.similarity[i] },
  "Longer than the original": { keep: (s, i) => s.compression[i] > 1.1, key: (s, i) => -s.compression[i] },
  "Copies": { keep: (s, i) => s.copy[i] === 1, key: (s, i) => i },
  "Worst SARI": { keep: (s, i) => s.sari !== undefined && !s.copy[i], key: (s, i) => s.sari[i] },
  "Best SARI": { keep: (s, i) => s.sari !== undefined && !s.copy[i], key: (s, i) => -s.sari[i] },
};

function words(sentence) { return sentence.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]|\s+/gu) || []; }

// The longest common run of words decides what was kept; the rest is marked.
function difference(before, after) {
  const a = words(before), b = words(after);
  const wide = b.length + 1;
  const table = new Uint16Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * wide + j] = a[i] === b[j] ? table[(i + 1) * wide + j + 1] + (a[i].trim() ? 2 : 1) : Math.max(table[(i + 1) * wide + j], table[i * wide + j + 1]);
    }
  }
  const left = [], right = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { left.push([a[i++], false]); right.push([b[j++], false]); }
    else if (j >= b.length || (i < a.length && table[(i + 1) * wide + j] >= table[i * wide + j + 1])) left.push([a[i++], true]);
    else right.push([b[j++], true]);
  }
  return [bridged(left), bridged(right)];
}

// A lone space between two changed words belongs to the change.
function bridged(pieces) {
  return pieces.map(([piece, changed], index) => {
    if (piece.trim()) return [piece, changed];
    const around = index > 0 && index < pieces.length - 1 && pieces[index - 1][1] && pieces[index + 1][1];
    return [piece, around];
  });
}

function marked(pieces, tag) {
  const parts = [];
  let run = null;
  for (const [piece, changed] of pieces) {
    if (run && run.changed === changed) run.text += piece;
    else { run = { text: piece, changed }; parts.push(run); }
  }
  return parts.map(({ text: content, changed }) => (changed ? make(tag, {}, ...found(content)) : make("span", {}, ...found(content))));
}

// The text with what was searched for marked.
function found(content) {
  const query = view.query.trim().toLowerCase();
  if (!query) return [content];
  const parts = [];
  const lower = content.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, from)) {
    parts.push(content.slice(from, at), make("mark", {}, content.slice(at, at + query.length)));
    from = at + query.length;
  }
  parts.push(content.slice(from));
  return parts;
}

function output(system, index, original) {
  const [, right] = difference(original, system.outputs[index]);
  return make("p", { class: "text" }, make("span", { class: "who" }, make("span", { class: "dot", style: `--dot:${color(system)}` }), system.name, system.sari && view.system === null ? ` · SARI ${short(system.sari[index], 1)}` : ""), ...marked(right, "ins"));
}

function card(index) {
  const example = DATA.examples[index];
  const system = view.system === null ? null : DATA.systems.find((one) => one.name === view.system);
  const facts = [make("span", {}, make("b", {}, `Sentence ${example.number}`))];
  if (system) {
    if (system.sari) facts.push(make("span", {}, "SARI ", make("b", {}, short(system.sari[index], 1))));
    facts.push(make("span", {}, "length ", make("b", {}, `${Math.round(100 * system.compression[index])} %`)));
    facts.push(make("span", {}, "similarity ", make("b", {}, short(system.similarity[index]))));
    for (const [name, values] of Object.entries(system.estimates ?? {})) facts.push(make("span", {}, `${name} `, make("b", {}, short(values[index]))));
    if (system.splits[index]) facts.push(make("span", {}, "splits ", make("b", {}, String(system.splits[index]))));
  }
  const left = system ? marked(difference(example.original, system.outputs[index])[0], "del") : found(example.original);
  const box = make("article", { class: "example" }, make("header", {}, ...facts), make("p", { class: "text" }, make("span", { class: "who" }, "Original"), ...left));
  for (const one of system ? [system] : shown().filter((other) => !other.baseline)) box.append(output(one, index, example.original));
  if (example.references.length) {
    const list = make("details", {}, make("summary", {}, `${example.references.length} reference${example.references.length > 1 ? "s" : ""}`));
    list.append(make("ol", {}, ...example.references.map((reference) => make("li", {}, ...marked(difference(example.original, reference)[1], "ins")))));
    box.append(list);
  }
  return box;
}

function matching() {
  // Side by side, a sentence belongs to a kind if any system makes it so.
  const systems = view.system === null ? shown().filter((one) => !one.baseline) : DATA.systems.filter((one) => one.name === view.system);
  if (!systems.length) return [];
  const kind = KINDS[view.kind];
  const query = view.query.trim().toLowerCase();
  const has = (content) => content.toLowerCase().includes(query);
  const key = (index) => Math.min(...systems.filter((one) => kind.keep(one, index)).map((one) => kind.key(one, index)));
  return DATA.examples.map((_, index) => index)
    .filter((index) => systems.some((one) => kind.keep(one, index)))
    .filter((index) => !query || has(DATA.examples[index].original) || systems.some((one) => has(one.outputs[index])) || DATA.examples[index].references.some(has))
    .map((index) => [key(index), index])
    .sort(([first, a], [second, b]) => first - second || a - b)
    .map(([, index]) => index);
}

function examples() {
  const select = document.getElementById("example-system");
  const names = DATA.systems.filter((one) => !one.baseline).map((one) => one.name);
  if (!select.options.length) {
    select.append(...names.map((name) => make("option", { value: name }, name)), make("option", { value: "" }, ALL_SYSTEMS));
    view.system = names[0] ?? null;
    select.value = view.system ?? "";
    select.addEventListener("change", () => { view.system = select.value || null; view.count = PAGE; examples(); });
    document.getElementById("example-search").addEventListener("input", (event) => { view.query = event.target.value; view.count = PAGE; examples(); });
    document.getElementById("example-more").addEventListener("click", () => { view.count += PAGE; examples(); });
  }
  const hasSari = DATA.systems.some((one) => one.sari !== undefined);
  tabs("example-tabs", Object.keys(KINDS).filter((name) => hasSari || !name.includes("SARI")), view.kind, (name) => { view.kind = name; view.count = PAGE; examples(); });
  const list = matching();
  document.getElementById("example-count").textContent = list.length ? `${list.length} of ${DATA.examples.length} sentences` : "No sentence matches. Try another kind, or a shorter search.";
  document.getElementById("example-list").replaceChildren(...list.slice(0, view.count).map(card));
  document.getElementById("example-more").hidden = list.length <= view.count;
}
