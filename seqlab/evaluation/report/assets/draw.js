// Elements, scales and the tooltip: what every chart is made of.
const DATA = JSON.parse(document.getElementById("data").textContent);
const LIGHT = ["#2f6db3", "#d0662b", "#2e8b57", "#a8324a", "#7a5ab5", "#b08a1e", "#1f8f9c", "#c2579b", "#5f7d2c", "#8a5a3c", "#4a5fd0", "#6b7280"];
const DARK = ["#7fb2ee", "#f2a06e", "#7fd0a0", "#f08a9b", "#b9a1ec", "#e0c060", "#6fd0da", "#ee9fce", "#b3cf7a", "#d3a686", "#98a6ff", "#9aa3b2"];
const hidden = new Set();
const shown = () => DATA.systems.filter((system) => !hidden.has(system.name));

function dark() { return document.documentElement.dataset.theme === "dark"; }

function color(system) {
  if (system.baseline) return dark() ? "#8b92a0" : "#8b8f98";
  const real = DATA.systems.filter((other) => !other.baseline);
  const palette = dark() ? DARK : LIGHT;
  return palette[real.indexOf(system) % palette.length];
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "style") element.style.cssText = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function canvas(width, height, label) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
}

function text(x, y, content, attributes = {}) { return svg("text", { x, y, ...attributes }, content); }

function scale(from, to, low, high) {
  const span = to - from || 1;
  return (value) => low + ((value - from) / span) * (high - low);
}

// About `count` round numbers between two values.
function ticks(from, to, count = 5) {
  const rough = (to - from) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) * power;
  const found = [];
  for (let value = Math.ceil(from / step) * step; value <= to + step * 1e-9; value += step) found.push(+value.toFixed(10));
  return found;
}

function short(value, digits = 2) {
  if (value === null || value === undefined) return "–";
  return Number(value).toFixed(digits);
}

function trimmed(value) { return String(+Number(value).toFixed(2)); }

// A name cut to the room it has, at about seven units a letter.
function fitted(name, width) {
  const most = Math.max(4, Math.floor(width / 7.6));
  return name.length > most ? name.slice(0, most - 1) + "…" : name;
}

// The width that a chart has to fill, so that text keeps its size on a phone.
function room(element, most = 1100) { return Math.max(280, Math.min(most, (element.clientWidth || 600) - 30)); }

const tip = document.getElementById("tip");
function say(event, content) {
  tip.textContent = content;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + 14, innerWidth - box.width - 8);
  const above = event.clientY - box.height - 12;
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${above > 8 ? above : event.clientY + 16}px`;
}
function hush() { tip.hidden = true; }
addEventListener("scroll", hush, { passive: true });

function tabs(id, names, chosen, choose) {
  const holder = document.getElementById(id);
  holder.replaceChildren(...names.map((name) => make("button", {
    type: "button", role: "tab", "aria-selected": String(name === chosen),
    onclick: () => choose(name),
  }, name)));
}

function tell(content) {
  return { onpointermove: (event) => say(event, content), onpointerleave: hush, onpointerdown: (event) => say(event, content) };
}
