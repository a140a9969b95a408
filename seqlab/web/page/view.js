// The two texts side by side, with every change marked.

import { diff } from "/page/diff.js";
import { slice } from "/page/text.js";

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export class View {
  constructor(before, after, onChange) {
    this.before = before;
    this.after = after;
    this.onChange = onChange;
  }

  // Paragraphs as they were, until their sentences come.
  start(result) {
    this.result = result;
    for (const side of ["before", "after"]) {
      this[side].replaceChildren(...result.paragraphs.map((paragraph) => make(
        "p", side === "after" ? { class: "pending" } : {}, paragraph.text,
      )));
    }
  }

  paragraph(number) {
    const own = this.result.sentences.filter((one) => one.paragraph === number);
    const text = this.result.paragraphs[number].text;
    const left = document.createDocumentFragment();
    const right = document.createDocumentFragment();
    let position = 0;
    for (const sentence of own) {
      const gap = slice(text, position, sentence.start);
      left.append(gap);
      right.append(gap);
      this.sentence(sentence, left, right);
      position = sentence.end;
    }
    const isWhole = !/\S/u.test(slice(text, position));
    left.append(slice(text, position));
    right.append(slice(text, position));
    this.before.children[number].replaceChildren(left);
    const shown = this.after.children[number];
    shown.replaceChildren(right);
    shown.classList.toggle("pending", !isWhole);
  }

  sentence(sentence, left, right) {
    const edits = this.result.shown(sentence);
    for (const chunk of diff(sentence.text, sentence.output)) {
      const start = sentence.start + chunk.start;
      const end = sentence.start + chunk.end;
      if (chunk.isSame) {
        this.same(sentence, edits, chunk, start, left, right);
        continue;
      }
      const own = touching(edits.filter((edit) => edit.accepted), start, end);
      const [opening, gone, closing] = cut(chunk.old, /^[\s]*/u);
      left.append(opening, gone ? make("del", {}, gone) : "", closing);
      // A stop belongs to the word before it, and a space to neither.
      const [lead, came, tail] = cut(chunk.new, /^[\s.,;:!?]*/u);
      const button = this.button(sentence, own, came, chunk.old.trim());
      right.append(lead, button, tail);
    }
    if (sentence.hard) {
      right.append(" ", make("span", { class: "hard-sign", role: "img", "aria-label": `still hard: ${sentence.hard}`, title: `Still hard: ${sentence.hard}` }, "◆"));
    }
  }

  button(sentence, edits, text, old) {
    const said = text ? `${text}: instead of ${old || "nothing"}` : `left out: ${old}`;
    return this.pressable(sentence, edits, text ? "change" : "change gap", said, text);
  }

  // A button that flows with the text as words do, which <button> cannot.
  pressable(sentence, edits, kind, said, text) {
    const press = () => this.onChange(sentence, edits, element);
    const element = make("span", {
      role: "button",
      tabindex: "0",
      class: kind,
      "aria-label": said,
      "aria-haspopup": "dialog",
      "data-sentence": sentence.id,
      "data-edits": edits.map((edit) => edit.id).join(" "),
      onclick: press,
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        press();
      },
    }, text);
    return element;
  }

  // Words that stay; those of a change that was put back can be changed again.
  same(sentence, edits, chunk, start, left, right) {
    left.append(chunk.old);
    const backs = edits.filter((edit) => edit.back && edit.start < start + [...chunk.old].length && edit.end > start);
    if (!backs.length) {
      right.append(chunk.new);
      return;
    }
    const characters = Array.from(chunk.old);
    let position = 0;
    for (const edit of backs.sort((one, two) => one.start - two.start)) {
      const from = Math.max(position, edit.start - start);
      const to = Math.min(characters.length, edit.end - start);
      if (to <= from) continue;
      right.append(characters.slice(position, from).join(""));
      const text = characters.slice(from, to).join("");
      right.append(this.pressable(sentence, [edit], "refused", `${text.trim()}: put back`, text));
      position = to;
    }
    right.append(characters.slice(position).join(""));
  }

  // The button of an edit, after the text was drawn again.
  find(sentence, ids) {
    const buttons = [...this.after.querySelectorAll(`[data-sentence="${sentence.id}"]`)];
    return buttons.find((one) => ids.some((id) => one.dataset.edits.split(" ").includes(id)));
  }
}

// A text without what opens it and the spaces that close it, and these.
function cut(text, opening) {
  const lead = text.match(opening)[0];
  const rest = text.slice(lead.length);
  const tail = rest.match(/\s*$/u)[0];
  return [lead, rest.slice(0, rest.length - tail.length), tail];
}

// The edits that a chunk comes from; a repaired article or capital belongs to the nearest.
function touching(edits, start, end) {
  const over = edits.filter((edit) => edit.start < end && edit.end > start);
  if (over.length) return over;
  const distance = (edit) => Math.max(edit.start - end, start - edit.end, 0);
  const nearest = [...edits].sort((one, two) => distance(one) - distance(two))[0];
  return nearest ? [nearest] : [];
}
