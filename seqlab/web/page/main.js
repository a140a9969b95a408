// The page: paste, read, choose, copy.

import * as api from "/page/api.js";
import { Panel } from "/page/panel.js";
import { setUp } from "/page/settings.js";
import { Result } from "/page/text.js";
import { View, make } from "/page/view.js";

const $ = (id) => document.getElementById(id);
const LEVELS = {
  plain: ["Plain", "for most readers (B1)"],
  easy: ["Easy", "for learners and easy reading (A2)"],
};
const SOON = 120;

const state = { file: null, keep: [], decided: new Map(), result: null, running: null, timer: 0 };
const wish = () => ({
  level: document.querySelector("input[name=level]:checked")?.value,
  strength: Number($("strength").value),
  keep: state.keep,
});
const settings = setUp(() => ({ level: wish().level, strength: wish().strength }));
const panel = new Panel($("panel"), $("panel-body"), $("panel-close"), act);
const view = new View($("before"), $("after"), (sentence, edits, button) => panel.open(sentence, edits, button));

async function start() {
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  $("privacy").textContent = isHere
    ? "Your text stays on this computer. SeqLab keeps no copy and needs no internet."
    : `Your text is sent to ${location.host} and nowhere else. It keeps no copy.`;
  showStrength();
  try {
    const model = await api.models();
    $("version").textContent = model.version;
    showLevels(model.levels);
    $("file").accept = model.formats.join(",");
    $("formats").textContent = `Files: ${model.formats.map((one) => one.slice(1)).join(", ")}.`;
    $("token-form").hidden = true;
    fromAddress();
  } catch (error) {
    if (error.status === 401) {
      $("token-form").hidden = false;
      $("token").focus();
    } else fail(error);
  }
}

// A bookmarklet puts the text behind the # of the address, which is sent to nobody.
function fromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("text");
  if (!given) return;
  history.replaceState(null, "", location.pathname);
  $("text").value = given;
  run(true);
}

function showLevels(levels) {
  const chosen = settings.choices.level || levels[0];
  const choices = levels.map((level) => {
    const [name, said] = LEVELS[level] || [level, ""];
    const input = make("input", { type: "radio", name: "level", value: level, id: `level-${level}`, onchange: changed });
    input.checked = level === chosen;
    return make("label", { for: `level-${level}` }, input, make("span", {}, name, make("small", {}, said)));
  });
  $("levels").querySelector(".choices").replaceChildren(...choices);
  $("levels").hidden = !levels.length;
}

function showStrength() {
  const value = Number($("strength").value);
  const names = ["nothing", "very little", "little", "middle", "much", "a lot"];
  const place = value === 0 ? 0 : Math.min(5, 1 + Math.floor(value * 4.99));
  $("strength-shown").textContent = names[place];
  $("strength").setAttribute("aria-valuetext", names[place]);
}

// A choice was changed: show it at once, if there is a text to show.
function changed() {
  settings.note({ level: wish().level, strength: wish().strength });
  if (!state.result && !state.running) return;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => run(false), SOON);
}

async function run(isNew) {
  const text = $("text").value;
  if (!state.file && !text.trim()) {
    say("Paste a text first.");
    $("text").focus();
    return;
  }
  state.running?.abort();
  const running = new AbortController();
  state.running = running;
  if (isNew) state.decided.clear();
  $("problem").hidden = true;
  $("go").setAttribute("aria-disabled", "true");
  say("Working …");
  try {
    if (state.file) await runFile(running.signal);
    else await runText(text, running.signal);
    await again(running.signal);
    finish(isNew);
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  } finally {
    if (state.running === running) {
      state.running = null;
      $("go").removeAttribute("aria-disabled");
      $("progress").hidden = true;
    }
  }
}

async function runText(text, signal) {
  const isFirst = !state.result;
  let result = null;
  await api.simplify({ text, ...wish() }, (part) => {
    signal.throwIfAborted();
    if (part.head) {
      result = new Result(part.head, text);
      if (isFirst) {
        view.start(result);
        $("result").hidden = false;
        $("write").hidden = true;
      }
    } else if (part.sentence) {
      result.sentences.push(part.sentence);
      if (isFirst) view.paragraph(part.sentence.paragraph);
    } else result.summary = part.summary;
  }, signal);
  state.result = result;
}

async function runFile(signal) {
  $("progress").hidden = false;
  const file = await api.documentEdits(state.file, wish(), (job) => {
    $("progress-said").textContent = job.state === "waiting"
      ? "Reading the file …" : `${job.sentences} sentences done …`;
  }, signal);
  const { sentences, before, after, ...head } = file;
  state.result = new Result(head, null);
  state.result.sentences = sentences;
  state.result.summary = { before, after };
  $("progress").hidden = true;
}

// What was decided by hand holds for the new result too.
async function again(signal) {
  const { result } = state;
  const work = [];
  for (const sentence of result.sentences) {
    let isChanged = false;
    for (const edit of sentence.edits) {
      const choice = state.decided.get(Result.key(sentence, edit));
      if (!choice || edit.state === "refused") continue;
      if (choice.accepted && choice.new !== edit.new && !edit.accepted) continue;
      if (!choice.accepted && !edit.accepted) continue;
      Object.assign(edit, choice);
      edit.back = !choice.accepted;
      isChanged = true;
    }
    if (isChanged) work.push(written(sentence, signal));
  }
  await Promise.all(work);
}

async function written(sentence, signal) {
  const paragraph = state.result.paragraphs[sentence.paragraph];
  sentence.output = await api.applySentence(sentence, paragraph, signal);
}

function finish(isNew) {
  const { result } = state;
  draw();
  $("result").hidden = false;
  $("write").hidden = true;
  showFormats();
  const count = result.sentences.reduce((sum, one) => sum + one.edits.filter((edit) => edit.accepted).length, 0);
  say(count ? `Done. ${count} ${count === 1 ? "change" : "changes"}.` : "Done. Nothing needed to change.");
  if (isNew) $("result-title").focus();
  // How often it was done: what waits for the page can tell a new result from an old one.
  document.body.dataset.results = String(Number(document.body.dataset.results || 0) + 1);
}

function draw() {
  const { result } = state;
  panel.mark(null);
  view.start(result);
  result.paragraphs.forEach((_, number) => view.paragraph(number));
  showNumbers();
  showHard();
}

function showNumbers() {
  const { result } = state;
  const words = (text) => (text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) || []).length;
  const parts = (text) => Math.max(1, (text.match(/[.!?]["”’)]*(?=\s|$)/gu) || []).length);
  const sum = (name, count) => result.sentences.reduce((total, one) => total + count(one[name]), 0);
  const mean = (name) => (sum(name, words) / Math.max(1, sum(name, parts))).toFixed(1);
  const rows = [["Words", sum("text", words), sum("output", words)],
    ["Words in a sentence", mean("text"), mean("output")]];
  const own = result.summary;
  if (own?.before.grade != null && !state.decided.size) {
    rows.push(["School years needed", own.before.grade.toFixed(1), own.after.grade.toFixed(1)]);
  }
  $("numbers").replaceChildren(...rows.map(([name, before, after]) => make(
    "div", {}, make("dt", {}, name), make("dd", {}, `${before} → ${after}`),
  )));
}

function showHard() {
  const hard = state.result.sentences.filter((one) => one.hard);
  $("hard").hidden = !hard.length;
  const count = hard.length;
  $("hard").querySelector("summary").textContent = `${count} ${count === 1 ? "sentence is" : "sentences are"} still hard`;
  $("hard").querySelector("ul").replaceChildren(...hard.map((one) => make(
    "li", {}, one.output, make("small", {}, one.hard),
  )));
}

// A change is refused, taken, given another word, or its word is kept everywhere.
async function act(sentence, edit, name, value) {
  if (name === "keep") {
    panel.close();
    keep(value);
    return;
  }
  const before = { accepted: edit.accepted, new: edit.new, back: edit.back };
  if (name === "other") {
    edit.alternatives = [...edit.alternatives.filter((one) => one.text !== value), { text: edit.new, reason: "" }];
    edit.new = value;
  }
  edit.accepted = name !== "refuse";
  edit.back = name === "refuse";
  if (edit.accepted) {
    for (const other of sentence.edits) {
      if ((edit.conflicts_with || []).includes(other.id)) other.accepted = false;
    }
  } else {
    for (const other of sentence.edits) {
      if ((other.depends_on || []).includes(edit.id)) other.accepted = false;
    }
  }
  try {
    await written(sentence);
  } catch (error) {
    Object.assign(edit, before);
    fail(error);
    return;
  }
  state.decided.set(Result.key(sentence, edit), { accepted: edit.accepted, new: edit.new });
  draw();
  const button = view.find(sentence, [edit.id]);
  panel.mark(button || null);
  panel.close();
  say({ refuse: "The old words are back.", accept: "Changed.", other: `Changed to “${value}”.` }[name]);
}

function keep(word) {
  const clean = word.trim();
  if (!clean || state.keep.includes(clean)) return;
  state.keep.push(clean);
  showKept();
  say(`“${clean}” stays.`);
  changed();
}

function showKept() {
  $("kept").replaceChildren(...state.keep.map((word) => make("li", {}, make("button", {
    type: "button",
    "aria-label": `Do not keep ${word} any more`,
    onclick: () => {
      state.keep = state.keep.filter((one) => one !== word);
      showKept();
      $("keep").focus();
      changed();
    },
  }, `${word} ✕`))));
}

// What a file can come back as: itself, and with its changes tracked where the format has that.
function fileFormats(own) {
  const said = { docx: "changes tracked", html: "changes marked", md: "changes marked" }[own];
  return [[own, "as it came"], ...(said ? [[`${own} tracked`, said]] : [])];
}

function showFormats() {
  const own = state.file ? fileFormats(state.file.name.split(".").at(-1).toLowerCase()) : [["txt", "text"], ["docx", "Word"]];
  const list = [...own, ["json", "edits"]];
  const chosen = $("format").value;
  $("format").replaceChildren(...list.map(([value, said]) => make("option", { value }, `${value.split(" ")[0].toUpperCase()} (${said})`)));
  if (list.some(([value]) => value === chosen)) $("format").value = chosen;
}

async function download() {
  const format = $("format").value;
  const { result, file } = state;
  try {
    let blob;
    if (format === "json") blob = new Blob([JSON.stringify(result.file(), null, 1)], { type: "application/json" });
    else if (file) blob = await api.documentWith(file, result.file(), format.endsWith(" tracked"));
    else if (format === "docx") blob = await api.asDocument(result.text(), format);
    else blob = new Blob([result.text()], { type: "text/plain;charset=utf-8" });
    const stem = file ? file.name.replace(/\.[^.]*$/u, "") : "text";
    const suffix = format === "pdf" ? "txt" : format.split(" ")[0];
    const link = make("a", { href: URL.createObjectURL(blob), download: `${stem}.simple.${suffix}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    say("Downloaded.");
  } catch (error) { fail(error); }
}

async function copy() {
  const text = state.result.text();
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    // Without https, browsers let nobody write to the clipboard: select it for the person.
    getSelection().selectAllChildren($("after"));
    say("Press Ctrl+C to copy.");
  }
}

function open(file) {
  state.file = file;
  state.result = null;
  $("text").value = "";
  run(true);
}

function edit() {
  state.running?.abort();
  const { result } = state;
  if (state.file && result) $("text").value = result.paragraphs.map((one) => one.text).join("\n\n");
  state.file = null;
  state.result = null;
  panel.close();
  $("result").hidden = true;
  $("write").hidden = false;
  $("text").focus();
  say("");
}

function say(text) { $("status").textContent = text; }

function fail(error) {
  say("");
  if (error.status === 401) $("token-form").hidden = false;
  $("problem").replaceChildren(make("p", {}, error.message), ...(error.fix ? [make("p", {}, error.fix)] : []));
  $("problem").hidden = false;
  $("write").hidden = Boolean(state.result);
}

$("go").addEventListener("click", () => run(true));
$("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run(true);
});
$("example").addEventListener("click", async () => {
  $("text").value = await (await fetch("/page/example.txt")).text();
  run(true);
});
$("choose-file").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", () => {
  if ($("file").files[0]) open($("file").files[0]);
  $("file").value = "";
});
$("strength").addEventListener("input", () => { showStrength(); changed(); });
$("keep-form").addEventListener("submit", (event) => {
  event.preventDefault();
  keep($("keep").value);
  $("keep").value = "";
});
$("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  api.setToken($("token").value.trim());
  $("token").value = "";
  $("problem").hidden = true;
  start();
});
$("cancel").addEventListener("click", () => {
  state.running?.abort();
  say("Stopped.");
});
$("copy").addEventListener("click", copy);
$("download").addEventListener("click", download);
$("edit").addEventListener("click", edit);
if (settings.choices.strength != null) $("strength").value = settings.choices.strength;
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    $("write").classList.toggle("over", name === "dragover");
    if (name === "drop" && event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
  });
}
start();
