/** Finds which of many words are in a text, in any case, with one pass over the text (Aho-Corasick). */

/** Sets `found[id]` to 1 for every id with a word in the text. */
export type WordScan = (text: string, found: Uint8Array) => void;

export interface ScannedWord {
  readonly word: string;
  readonly id: number;
}

/** UTF-16 units. */
const UNITS = 0x1_00_00;

interface Node {
  readonly next: Map<number, number>;
  readonly ids: number[];
}

/** Builds the scan. Words must be in lower case and not empty. */
export const createWordScan = (words: readonly ScannedWord[]): WordScan => {
  const { classes, width } = classesOf(words);
  const nodes = trieOf(words, classes);
  const { steps, ids } = automatonOf(nodes, width);
  return (text, found) => {
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      state = steps[state * width + (classes[text.charCodeAt(at)] ?? 0)] ?? 0;
      const ended = ids[state];
      if (ended !== undefined) for (const id of ended) found[id] = 1;
    }
  };
};

/** Numbers the characters that occur in words. All other characters are class 0. */
const classesOf = (words: readonly ScannedWord[]): { classes: Uint8Array; width: number } => {
  const classes = new Uint8Array(UNITS);
  let width = 1;
  for (const { word } of words)
    for (const char of word) {
      const code = char.charCodeAt(0);
      if (classes[code] !== 0) continue;
      classes[code] = width;
      classes[char.toUpperCase().charCodeAt(0)] = width;
      width += 1;
    }
  return { classes, width };
};

const trieOf = (words: readonly ScannedWord[], classes: Uint8Array): readonly Node[] => {
  const nodes: Node[] = [{ next: new Map(), ids: [] }];
  for (const { word, id } of words) {
    let state = 0;
    for (const char of word) {
      const step = classes[char.charCodeAt(0)] ?? 0;
      const known = nodes[state]?.next.get(step);
      if (known === undefined) nodes.push({ next: new Map(), ids: [] });
      const to = known ?? nodes.length - 1;
      nodes[state]?.next.set(step, to);
      state = to;
    }
    nodes[state]?.ids.push(id);
  }
  return nodes;
};

/**
 * Builds the automaton. Where no word continues, it moves to the longest suffix that begins a word. `shorter` has the state of that
 * suffix for each state (the failure link). Breadth-first order sets the link of a shorter suffix first.
 */
const automatonOf = (nodes: readonly Node[], width: number) => {
  const steps = new Uint16Array(nodes.length * width);
  const shorter = new Uint16Array(nodes.length);
  /** Undefined where no word ends. */
  const ids: (readonly number[] | undefined)[] = [];
  const queue = [0];
  for (const state of queue) {
    const node = nodes[state];
    const back = shorter[state] ?? 0;
    const own = [...(node?.ids ?? []), ...(state === 0 ? [] : (ids[back] ?? []))];
    ids[state] = own.length === 0 ? undefined : own;
    for (let step = 0; step < width; step += 1) {
      const instead = state === 0 ? 0 : (steps[back * width + step] ?? 0);
      const to = node?.next.get(step);
      steps[state * width + step] = to ?? instead;
      if (to === undefined) continue;
      shorter[to] = instead;
      queue.push(to);
    }
  }
  return { steps, ids };
};
