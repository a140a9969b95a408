// The page: what is chosen, and drawing everything again when that changes.
const chosen = {
  metric: DATA.metrics[0].name,
  distribution: Object.keys(DATA.distributions)[0],
  length: null,
  significance: Object.keys(DATA.comparisons)[0],
};
const TITLES = { SARI: "SARI: what is added, kept and deleted", operations: "Operations: F1 against the best reference" };

const LENGTHS = {};
for (const metric of DATA.metrics) LENGTHS[metric.name] = (system) => system.byLength[metric.name];
LENGTHS["exact copies"] = (system) => system.copiesByLength;
if (!LENGTHS.compression) LENGTHS.compression = (system) => system.compressionByLength;
chosen.length = Object.keys(LENGTHS)[0];

function systemChips() {
  document.getElementById("systems").replaceChildren(...DATA.systems.map((system) => make("button", {
    class: "chip", type: "button", "aria-pressed": String(!hidden.has(system.name)), style: `--dot:${color(system)}`,
    onclick: () => {
      if (hidden.has(system.name)) hidden.delete(system.name);
      else if (shown().length > 1) hidden.add(system.name);
      everything();
    },
  }, make("i"), system.name)));
}

function scores() {
  scoreTable();
  tabs("score-tabs", DATA.metrics.map((metric) => metric.name), chosen.metric, (name) => { chosen.metric = name; scores(); });
  const metric = DATA.metrics.find((one) => one.name === chosen.metric);
  dotPlot(document.getElementById("score-plot"), metric.name, shown().map((system) => {
    const { value, interval } = system.scores[metric.name];
    return { system, value, low: interval[0], high: interval[1] };
  }), metric.up);
}

function parts() {
  const withParts = DATA.metrics.filter((metric) => metric.parts.length);
  document.getElementById("parts").hidden = !withParts.length;
  const place = document.getElementById("parts-plots");
  place.replaceChildren(...withParts.flatMap((metric) => {
    const panels = make("div", { class: "panels", "data-metric": metric.name });
    partPanels(panels, metric, place.clientWidth || 600);
    return [make("h3", {}, TITLES[metric.name] ?? metric.name), panels];
  }));
}

function behaviour() {
  tabs("distribution-tabs", Object.keys(DATA.distributions), chosen.distribution, (name) => { chosen.distribution = name; behaviour(); });
  ridges(document.getElementById("distribution-plot"), chosen.distribution);
  tabs("length-tabs", Object.keys(LENGTHS), chosen.length, (name) => { chosen.length = name; behaviour(); });
  lengthLines(document.getElementById("length-plot"), chosen.length, LENGTHS[chosen.length]);
  featureTable();
}

function significance() {
  const names = Object.keys(DATA.comparisons).filter((name) => DATA.comparisons[name].length);
  document.getElementById("significance").hidden = !names.length;
  if (!names.length) return;
  tabs("significance-tabs", names, chosen.significance, (name) => { chosen.significance = name; significance(); });
  significanceTable(chosen.significance);
}

function everything() {
  hush();
  systemChips();
  scores();
  parts();
  behaviour();
  significance();
  examples();
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  document.getElementById("theme").textContent = name === "dark" ? "☀" : "☾";
}

document.getElementById("title").textContent = DATA.title;
document.getElementById("eyebrow").textContent = DATA.testSet;
const real = DATA.systems.filter((system) => !system.baseline).length;
document.getElementById("lede").textContent = `${real} system${real === 1 ? "" : "s"} on ${DATA.sentences.toLocaleString("en")} sentences` + (DATA.referenceCount ? ` with ${DATA.referenceCount} reference${DATA.referenceCount === 1 ? "" : "s"} each.` : ", without references.");
document.getElementById("scores-note").textContent = `Below each score its ${Math.round(100 * DATA.confidence)} % confidence interval. The best is set in colour; † marks scores that are not significantly different from it. Click a heading to sort.`;
document.getElementById("signatures").replaceChildren(...DATA.signatures.map((line) => make("li", {}, make("code", {}, line))));
document.getElementById("trust").hidden = !DATA.trust.length;
document.getElementById("trust-list").replaceChildren(...DATA.trust.map(([name, text]) => make("li", {}, make("b", {}, name), `: ${text}`)));
document.getElementById("made").textContent = `Made by ${DATA.made}.`;
theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
document.getElementById("theme").addEventListener("click", () => { theme(dark() ? "light" : "dark"); everything(); });
let pending = null;
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  clearTimeout(pending);
  pending = setTimeout(everything, 150);
});
everything();
