// A result of the service: its sentences, which edits are on, and the text they make.

// Characters as the service counts them.
export const slice = (text, start, end) => Array.from(text).slice(start, end).join("");

const WORDS = {
  replace: "Easier words", delete: "Left out", split: "New sentence",
};

export class Result {
  constructor(head, source) {
    this.head = head;
    this.source = source;
    this.paragraphs = head.paragraphs;
    this.sentences = [];
    this.summary = null;
  }

  // What was decided by hand stands for the same words at the same place.
  static key(sentence, edit) {
    return `${sentence.paragraph}:${edit.start}:${edit.end}:${edit.operation}`;
  }

  edits(sentence) { return sentence.edits.filter((edit) => edit.state !== "refused"); }

  // The edits that are on, or were and have been put back.
  shown(sentence) {
    return this.edits(sentence).filter((edit) => edit.accepted || edit.back);
  }

  // The text: what stands between sentences stays as it is.
  text() {
    if (this.source === null) {
      return this.paragraphs.map((_, number) => this.paragraphText(number)).join("\n\n");
    }
    const characters = Array.from(this.source.replace(/^\ufeff/u, ""));
    let text = "";
    let position = 0;
    for (const sentence of this.sentences) {
      const start = this.paragraphs[sentence.paragraph].start + sentence.start;
      text += characters.slice(position, start).join("") + sentence.output;
      position = start + (sentence.end - sentence.start);
    }
    return text + characters.slice(position).join("");
  }

  paragraphText(number) {
    const own = this.sentences.filter((sentence) => sentence.paragraph === number);
    const characters = Array.from(this.paragraphs[number].text);
    let text = "";
    let position = 0;
    for (const sentence of own) {
      text += characters.slice(position, sentence.start).join("") + sentence.output;
      position = sentence.end;
    }
    return text + characters.slice(position).join("");
  }

  // The edits file, with what is on and what is off.
  file() {
    const clean = ({ back, ...edit }) => edit;
    const sentences = this.sentences.map((one) => ({ ...one, edits: one.edits.map(clean) }));
    return { ...this.head, sentences };
  }
}

export function nameOf(edit) {
  if (edit.kind === "glossary") return "From your word list";
  return WORDS[edit.operation] || "Change";
}

// The probability in words: most people read 0.93 as nothing.
export function sureness(edit) {
  if (edit.acceptable >= 0.97) return "SeqLab is very sure that this is right";
  if (edit.acceptable >= 0.9) return "SeqLab is sure that this is right";
  if (edit.acceptable >= 0.75) return "SeqLab is fairly sure that this is right";
  return "SeqLab is not sure that this is right";
}
