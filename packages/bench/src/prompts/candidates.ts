/**
 * Writes the candidates from which packages/static-embedder/training/rerank.py learns: stores of one or of eight fields, and what a
 * search by words finds in them. `node candidates.ts ASKED HALF OUT`, with asked.tsv.xz unpacked. A half has every other author.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Meaning } from '@cairn/core';
import { createSeededRandom, sampleId } from '@cairn/core/testing';
import { HOUR_MS, type SearchInput } from '@cairn/schema';
import { eachInTurn } from '../measure.ts';
import { must } from '../must.ts';
import { embedStore, importAll } from '../processes/embedded-store.ts';
import { inNewStore } from '../retrieval/stored.ts';
import { shuffled } from '../text/made-texts.ts';
import { PROJECT } from './vault.ts';

const PROMPTS_OF_FIELD = 45;
const NONE_OF_FIELD = 10;
const FIELDS_TOGETHER = 8;
/** The share of fields that have a store of their own. */
const ALONE = 1 / 4;
/** How many memories the words find. Others may still be near by meaning. */
const FOUND = 40;
const BATCH = 500;
const NOW_MS = Date.UTC(2026, 9, 1);

interface Field {
  readonly memories: Map<string, number>;
  /** `wanted`: the place of the memory; null when no memory answers. */
  readonly prompts: { readonly text: string; readonly wanted: number | null }[];
}

const readFields = async (path: string, half: number): Promise<readonly Field[]> => {
  const fields = new Map<string, Field>();
  const authors = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [name = '', memory = '', text = ''] = line.split('\t');
    const [author = ''] = name.split('/');
    if (!authors.has(author)) authors.set(author, authors.size);
    if ((authors.get(author) ?? 0) % 2 !== half) continue;
    const field: Field = fields.get(name) ?? { memories: new Map(), prompts: [] };
    fields.set(name, field);
    const { memories, prompts } = field;
    if (memory !== '' && !memories.has(memory)) memories.set(memory, memories.size);
    if (text.trim() !== '') prompts.push({ text, wanted: memories.get(memory) ?? null });
  }
  return [...fields.values()];
};

const main = async (asked: string, half: number, path: string): Promise<void> => {
  const random = createSeededRandom('candidates');
  const fields = shuffled(await readFields(asked, half), random);
  const alone = fields.slice(0, fields.length * ALONE);
  const rest = [
    ...Map.groupBy(fields.slice(alone.length), (_, at) => Math.floor(at / FIELDS_TOGETHER)).values(),
  ];
  const out = createWriteStream(path);
  await eachInTurn([...alone.map((one) => [one]), ...rest], async (store) => {
    const contents = store.flatMap(({ memories }) => [...memories.keys()]);
    const chosen = store.flatMap(({ memories, prompts }, nth) => {
      const first = store.slice(0, nth).reduce((sum, one) => sum + one.memories.size, 0);
      const answered = shuffled(
        prompts.filter(({ wanted }) => wanted !== null),
        random,
      );
      const others = shuffled(
        prompts.filter(({ wanted }) => wanted === null),
        random,
      );
      return [...answered.slice(0, PROMPTS_OF_FIELD), ...others.slice(0, NONE_OF_FIELD)].map(
        ({ text, wanted }) => ({
          text,
          wanted: wanted === null || memories.size === 0 ? -1 : first + wanted,
        }),
      );
    });
    const found = await foundIn(
      contents,
      chosen.map(({ text }) => text),
    );
    const questions = chosen.map(({ text, wanted }, at) => ({ q: text, wanted, hits: found[at] }));
    out.write(`${JSON.stringify({ name: `${half}/`, contents, asked: questions })}\n`);
  });
  out.end();
};

/** Every text has this one, so words alone rank, and no question is answered with nothing. */
const SAME = new Float32Array([1, 0]);
const MEANING = {
  kind: 'vector',
  model: 'same',
  vector: SAME,
  fusion: { rule: 'cosine', vectorWeight: 0, cosineMin: 0 },
} as const satisfies Meaning;

/** Returns of each text the places of the memories that words find, with their text scores. */
const foundIn = (contents: readonly string[], texts: readonly string[]) =>
  inNewStore(async ({ engine }) => {
    const records = contents.map((content, at) => ({
      id: sampleId(at),
      content,
      source: 'user',
      project: PROJECT,
      createdAt: new Date(NOW_MS - (contents.length - at) * HOUR_MS).toISOString(),
    }));
    await importAll(engine, records);
    await embedStore(engine, MEANING.model, BATCH, async (batch) => batch.map(() => SAME));
    const places = new Map<string, number>(records.map(({ id }, at) => [id, at]));
    return eachInTurn(texts, async (query) => {
      const asked: SearchInput = { query, project: PROJECT, in: ['memories'], limit: FOUND };
      const { results } = must(await engine.search(asked, MEANING));
      return results.flatMap(({ id, textScore }) =>
        textScore === null ? [] : [[places.get(id), textScore]],
      );
    });
  });

const [asked = '', half = '', path = ''] = process.argv.slice(2);
await main(asked, Number(half), path);
