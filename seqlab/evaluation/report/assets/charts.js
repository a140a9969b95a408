// The plots. Each takes its place in the page and draws itself for the systems that are shown.
function range(values, zero = false) {
  const known = values.filter((value) => value !== null && value !== undefined);
  let low = Math.min(...known), high = Math.max(...known);
  if (zero) low = Math.min(0, low);
  const margin = (high - low || Math.abs(high) || 1) * 0.06;
  return [zero && low === 0 ? 0 : low - margin, high + margin];
}

// Scores as dots with their confidence intervals, the best on top.
function dotPlot(place, title, rows, better) {
  if (!rows.length) { place.replaceChildren(); return; }
  const sorted = [...rows].sort((a, b) => (better === false ? a.value - b.value : b.value - a.value));
  const width = room(place), left = Math.min(130, width * 0.3), right = 52, line = 28, top = 8;
  const height = top + line * sorted.length + 30;
  const [from, to] = range(sorted.flatMap((row) => [row.low ?? row.value, row.high ?? row.value]));
  const x = scale(from, to, left, width - right);
  const picture = canvas(width, height, title);
  for (const tick of ticks(from, to, width < 500 ? 4 : 7)) {
    picture.append(svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: top, y2: height - 26 }));
    picture.append(text(x(tick), height - 9, trimmed(tick), { "text-anchor": "middle" }));
  }
  sorted.forEach((row, index) => {
    const y = top + line * (index + 0.5);
    const group = svg("g", { class: "mark", "data-system": row.system.name });
    group.append(text(0, y + 4, fitted(row.system.name, left), { class: "name" }));
    if (row.low !== null && row.low !== undefined) {
      group.append(svg("line", { x1: x(row.low), x2: x(row.high), y1: y, y2: y, stroke: color(row.system), "stroke-width": 3, "stroke-linecap": "round", opacity: 0.35 }));
    }
    group.append(svg("circle", { cx: x(row.value), cy: y, r: 5.5, fill: color(row.system) }));
    group.append(text(width - right + 10, y + 4, short(row.value), { class: "name" }));
    const span = row.low === null || row.low === undefined ? "" : `\n${Math.round(100 * DATA.confidence)} % interval ${short(row.low)} – ${short(row.high)}`;
    group.append(svg("rect", { class: "hit", x: 0, y: y - line / 2, width, height: line, ...tell(`${row.system.name}\n${title} ${short(row.value)}${span}`) }));
    picture.append(group);
  });
  place.replaceChildren(picture);
}

// One small bar chart a part: SARI's add, keep, delete; the operations.
function barPanel(part, rows, most, width) {
  const line = 21, left = Math.min(96, width * 0.42), right = 42;
  const x = scale(0, most || 1, left, width - right);
  const picture = canvas(width, line * rows.length + 4, part);
  rows.forEach((row, index) => {
    const y = line * index + 3;
    const [value, low, high] = row.values;
    const group = svg("g", { class: "mark", "data-system": row.system.name });
    group.append(text(0, y + 12, fitted(row.system.name, left)));
    group.append(svg("rect", { x: left, y: y + 1, width: Math.max(1, x(value) - left), height: line - 8, rx: 2, fill: color(row.system), opacity: 0.85 }));
    if (low !== null) group.append(svg("line", { x1: x(low), x2: x(high), y1: y + 7.5, y2: y + 7.5, stroke: "currentColor", "stroke-width": 1.2, opacity: 0.55 }));
    group.append(text(Math.max(x(value), high === null ? 0 : x(high)) + 6, y + 12, short(value, 1), { class: "name" }));
    const span = low === null ? "" : `\n${Math.round(100 * DATA.confidence)} % interval ${short(low)} – ${short(high)}`;
    group.append(svg("rect", { class: "hit", x: 0, y, width, height: line, ...tell(`${row.system.name}\n${part} ${short(value)}${span}`) }));
    picture.append(group);
  });
  return make("figure", { class: "panel" }, make("h4", {}, part), picture);
}

function partPanels(place, metric, wide) {
  const systems = shown();
  const columns = Math.max(1, Math.min(metric.parts.length, Math.floor(wide / 205)));
  const width = wide / columns - 46;
  place.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
  const panels = metric.parts.map((part) => {
    const rows = systems.map((system) => ({ system, values: system.scores[metric.name].parts[part] }));
    const most = Math.max(1e-9, ...rows.map((row) => row.values[2] ?? row.values[0]));
    return barPanel(part, rows, most, width);
  });
  place.replaceChildren(...panels);
}

// One row per system, the shape of its distribution on a common axis.
function ridges(place, name) {
  const systems = shown();
  const { from, to } = DATA.distributions[name];
  const width = room(place, 700), left = Math.min(112, width * 0.28), step = 34, rise = 46, top = 34;
  const height = top + step * systems.length + 26;
  const x = scale(from, to, left, width - 10);
  const highest = Math.max(1e-9, ...systems.filter((s) => !s.baseline).flatMap((s) => s.densities[name]));
  const picture = canvas(width, height, `Distribution of ${name}`);
  for (const tick of ticks(from, to, width < 420 ? 4 : 6)) {
    picture.append(svg("line", { class: "grid", x1: x(tick), x2: x(tick), y1: 8, y2: height - 22 }));
    picture.append(text(x(tick), height - 6, trimmed(tick), { "text-anchor": "middle" }));
  }
  systems.forEach((system, index) => {
    const base = top + step * (index + 0.6);
    const values = system.densities[name];
    const wide = (to - from) / values.length;
    const points = values.map((value, bin) => [x(from + (bin + 0.5) * wide), base - (Math.min(1.15, value / highest)) * rise]);
    const outline = "M" + points.map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join("L");
    const group = svg("g", { class: "mark", "data-system": system.name });
    group.append(svg("path", { d: `${outline}L${x(to)},${base}L${x(from)},${base}Z`, fill: color(system), opacity: 0.22 }));
    group.append(svg("path", { d: outline, fill: "none", stroke: color(system), "stroke-width": 1.8, "stroke-linejoin": "round" }));
    group.append(svg("line", { class: "axis", x1: left, x2: width - 10, y1: base, y2: base }));
    const mean = system.features[name][0];
    group.append(svg("line", { x1: x(mean), x2: x(mean), y1: base - 9, y2: base, stroke: color(system), "stroke-width": 2 }));
    group.append(text(0, base - 3, fitted(system.name, left), { class: "name" }));
    group.append(svg("rect", { class: "hit", x: 0, y: base - step + 4, width, height: step, ...tell(`${system.name}\nmean ${name} ${short(mean)}`) }));
    picture.append(group);
  });
  place.replaceChildren(picture);
}

// Lines over bins of source length; the line under the pointer stands out.
function lengthLines(place, name, values) {
  const systems = shown();
  if (!systems.length) { place.replaceChildren(); return; }
  const width = room(place, 700), height = 330, left = 40, bottom = 42, top = 12, right = 14;
  const series = systems.map((system) => ({ system, values: values(system) }));
  const [from, to] = range(series.flatMap((one) => one.values));
  const x = scale(0, Math.max(1, DATA.lengths.length - 1), left + 18, width - right - 18);
  const y = scale(from, to, height - bottom, top);
  const picture = canvas(width, height, `${name} by length of the original`);
  for (const tick of ticks(from, to, 5)) {
    picture.append(svg("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }));
    picture.append(text(left - 6, y(tick) + 4, trimmed(tick), { "text-anchor": "end" }));
  }
  DATA.lengths.forEach(([low, high], bin) => {
    picture.append(text(x(bin), height - bottom + 18, low === high ? low : `${low}–${high}`, { "text-anchor": "middle" }));
  });
  picture.append(text((left + width) / 2, height - 6, "tokens in the original", { "text-anchor": "middle" }));
  for (const { system, values: line } of series) {
    const group = svg("g", { class: "mark line", "data-system": system.name });
    const points = line.map((value, bin) => (value === null ? null : [x(bin), y(value)])).filter(Boolean);
    const path = "M" + points.map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join("L");
    group.append(svg("path", { d: path, fill: "none", stroke: color(system), "stroke-width": 2, "stroke-linejoin": "round", "stroke-dasharray": system.baseline ? "4 4" : "none" }));
    group.append(svg("path", { d: path, fill: "none", stroke: "transparent", "stroke-width": 14, onpointerenter: () => only(picture, system.name), onpointerleave: () => only(picture, null), ...tell(system.name) }));
    line.forEach((value, bin) => {
      if (value === null) return;
      const [low, high] = DATA.lengths[bin];
      group.append(svg("circle", { cx: x(bin), cy: y(value), r: 3.6, fill: color(system), onpointerenter: () => only(picture, system.name), ...tell(`${system.name}, ${low}–${high} tokens\n${name} ${short(value)}`), onpointerleave: () => { hush(); only(picture, null); } }));
    });
    picture.append(group);
  }
  place.replaceChildren(picture);
}

function only(picture, name) {
  for (const group of picture.querySelectorAll("g.line")) group.classList.toggle("dim", name !== null && group.dataset.system !== name);
}
