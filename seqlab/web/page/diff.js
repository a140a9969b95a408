// Which words of a sentence went and which came, as chunks in order.

const PIECES = /\s+|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|./gsu;

function pieces(text) {
  let offset = 0;
  return (text.match(PIECES) || []).map((piece) => {
    // Offsets count characters as the service does, not UTF-16 units.
    const one = { text: piece, start: offset, end: offset + [...piece].length };
    offset = one.end;
    return one;
  });
}

// The longest common subsequence of words; spaces and stops follow their words.
function matches(one, two) {
  const rows = one.length + 1;
  const columns = two.length + 1;
  const best = new Uint16Array(rows * columns);
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = two.length - 1; j >= 0; j -= 1) {
      const here = i * columns + j;
      const down = best[here + columns];
      const right = best[here + 1];
      const weight = /\s/u.test(one[i].text) ? 1 : 3;
      best[here] = one[i].text === two[j].text
        ? Math.max(best[here + columns + 1] + weight, down, right)
        : Math.max(down, right);
    }
  }
  const pairs = [];
  let i = 0;
  let j = 0;
  while (i < one.length && j < two.length) {
    const here = i * columns + j;
    const weight = /\s/u.test(one[i].text) ? 1 : 3;
    if (one[i].text === two[j].text && best[here] === best[here + columns + 1] + weight) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (best[here + columns] >= best[here + 1]) i += 1;
    else j += 1;
  }
  return pairs;
}

// Chunks with `same`, or `old` and `new`; `start` and `end` are offsets in the source.
export function diff(source, output) {
  const one = pieces(source);
  const two = pieces(output);
  const chunks = [];
  let i = 0;
  let j = 0;
  const add = (toI, toJ, isSame) => {
    if (toI === i && toJ === j) return;
    const start = i < one.length ? one[i].start : (one.at(-1)?.end ?? 0);
    const end = toI > i ? one[toI - 1].end : start;
    const text = (list, from, to) => list.slice(from, to).map((piece) => piece.text).join("");
    chunks.push({ isSame, start, end, old: text(one, i, toI), new: text(two, j, toJ) });
    i = toI;
    j = toJ;
  };
  for (const [a, b] of matches(one, two)) {
    add(a, b, false);
    add(a + 1, b + 1, true);
  }
  add(one.length, two.length, false);
  return joined(chunks);
}

// Neighbours of one kind are one; a lone space between two changes belongs to them.
function joined(chunks) {
  const result = [];
  chunks.forEach((chunk, place) => {
    const last = result.at(-1);
    const next = chunks[place + 1];
    const isBridge = chunk.isSame && /^\s*$/u.test(chunk.old) && last && !last.isSame && next && !next.isSame;
    const kind = isBridge ? false : chunk.isSame;
    if (last && last.isSame === kind) {
      last.end = chunk.end;
      last.old += chunk.old;
      last.new += chunk.new;
    } else result.push({ ...chunk, isSame: kind });
  });
  return result;
}
