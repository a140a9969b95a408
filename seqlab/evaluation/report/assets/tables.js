// The tables: scores that can be sorted, features with a tint, differences with their p-values.
const order = { metric: null, down: true };
const arrows = { true: " ↑", false: " ↓", null: "" };

function nameCell(system) {
  return make("td", {}, make("span", { class: "dot", style: `--dot:${color(system)}` }), system.name);
}

function bestOf(metric) {
  if (metric.up === null) return null;
  const values = shown().filter((system) => !system.baseline).map((system) => system.scores[metric.name].value);
  return metric.up ? Math.max(...values) : Math.min(...values);
}

// Whether a system is no worse than the best by the test, where the metric was tested.
function tied(metric, system) {
  const pairs = DATA.comparisons[metric.name];
  const best = bestOf(metric);
  const winner = shown().find((other) => !other.baseline && other.scores[metric.name].value === best);
  if (!pairs || !winner || winner === system || system.baseline) return false;
  const found = pairs.find(([a, b]) => (a === winner.name && b === system.name) || (b === winner.name && a === system.name));
  return Boolean(found) && found[3] >= 0.05;
}

function scoreTable() {
  const table = document.getElementById("score-table");
  const head = make("tr", {}, make("th", {}, "System"), ...DATA.metrics.map((metric) => make("th", {
    tabindex: 0, scope: "col",
    "aria-sort": order.metric === metric.name ? (order.down ? "descending" : "ascending") : null,
    onclick: () => sortBy(metric),
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sortBy(metric); } },
  }, metric.name + arrows[String(metric.up)])));
  const rows = [...DATA.systems];
  if (order.metric) rows.sort((a, b) => (order.down ? 1 : -1) * (b.scores[order.metric].value - a.scores[order.metric].value));
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows.map((system) => make("tr", { class: hidden.has(system.name) ? "off" : null }, nameCell(system), ...DATA.metrics.map((metric) => {
    const { value, interval } = system.scores[metric.name];
    const best = !system.baseline && !hidden.has(system.name) && value === bestOf(metric);
    const cell = make("td", { class: best ? "best" : null }, best ? make("b", {}, short(value)) : short(value));
    if (tied(metric, system)) cell.append(make("sup", { title: "not significantly different from the best (p ≥ 0.05)" }, "†"));
    if (interval[0] !== null) cell.append(make("small", {}, `${short(interval[0])} – ${short(interval[1])}`));
    return cell;
  })))));
}

function sortBy(metric) {
  if (order.metric === metric.name) order.down = !order.down;
  else { order.metric = metric.name; order.down = metric.up !== false; }
  scoreTable();
}

function featureTable() {
  const names = Object.keys(DATA.features);
  const systems = shown();
  const spans = Object.fromEntries(names.map((name) => [name, systems.map((system) => system.features[name][0])]));
  const head = make("tr", {}, make("th", {}, "System"), ...names.map((name) => make("th", { title: DATA.features[name], scope: "col" }, name)));
  const body = systems.map((system) => make("tr", {}, nameCell(system), ...names.map((name) => {
    const [value, low, high] = system.features[name];
    const least = Math.min(...spans[name]), most = Math.max(...spans[name]);
    const share = most > least ? (value - least) / (most - least) : 0;
    return make("td", { style: `background: color-mix(in srgb, var(--accent) ${(26 * share).toFixed(1)}%, transparent)`, ...tell(`${name}: ${DATA.features[name]}\n${system.name} ${short(value, 3)}, interval ${short(low, 3)} – ${short(high, 3)}`) }, short(value));
  })));
  document.getElementById("feature-table").replaceChildren(make("thead", {}, head), make("tbody", {}, ...body));
}

function significanceTable(name) {
  const pairs = new Map();
  for (const [a, b, difference, p] of DATA.comparisons[name]) {
    pairs.set(a + "\n" + b, [difference, p]);
    pairs.set(b + "\n" + a, [-difference, p]);
  }
  const metric = DATA.metrics.find((one) => one.name === name);
  const better = (system) => (metric.up === false ? 1 : -1) * system.scores[name].value;
  const systems = [...shown()].sort((a, b) => better(a) - better(b));
  const most = Math.max(1e-9, ...DATA.comparisons[name].map(([, , difference]) => Math.abs(difference)));
  const head = make("tr", {}, make("th", {}, name), ...systems.map((system) => make("th", { scope: "col" }, system.name)));
  const body = systems.map((row) => make("tr", {}, nameCell(row), ...systems.map((column) => {
    const found = pairs.get(row.name + "\n" + column.name);
    if (!found) return make("td", {}, "·");
    const [difference, p] = found;
    const good = metric.up === false ? difference < 0 : difference > 0;
    const strength = p < 0.05 ? 0.12 + 0.4 * Math.abs(difference) / most : 0;
    return make("td", {
      style: `background: color-mix(in srgb, var(${good ? "--good" : "--bad"}) ${(100 * strength).toFixed(1)}%, transparent)`,
      ...tell(`${row.name} – ${column.name}\n${name} ${difference > 0 ? "+" : ""}${short(difference)}, p = ${p < 0.001 ? "< 0.001" : short(p, 3)}`),
    }, (difference > 0 ? "+" : difference < 0 ? "−" : "") + short(Math.abs(difference), 1), make("small", {}, p < 0.001 ? "< .001" : short(p, 3).slice(1)));
  })));
  document.getElementById("significance-table").replaceChildren(make("thead", {}, head), make("tbody", {}, ...body));
}
