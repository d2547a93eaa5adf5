import { wordVector } from '@cairn/test-support';
import { afterEach, expect, test } from 'vitest';
import type { Meaning } from '../engine/api.ts';
import { createReadEngine } from '../engine/read-engine.ts';
import { createFakeTime } from '../testing/fake-clock.ts';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';

/** All texts share most of their words and their direction. The marked ones differ only by their marker. */
const ROWS = 100_000;
const DIMENSIONS = 64;
const MODEL = 'words';
const SUBJECTS = ['switch', 'router', 'printer', 'camera', 'sensor'];
const STATES = ['is off', 'is on', 'was restarted', 'needs a new cable', 'was moved to the cellar'];
const MARKED = [
  { row: 7, text: 'the switch qz7f3k is off', asks: ['qz7f3k', 'what is the state of the switch qz7f3k'] },
  {
    row: 50_021,
    text: 'the router of build 2.71.8-rc4 is on',
    asks: ['which router is of build 2.71.8-rc4'],
  },
  { row: 99_990, text: 'the camera says blue quartz whale', asks: ['which camera says "blue quartz whale"'] },
  {
    row: 31_415,
    text: 'the sensor needs config/zx_81.toml',
    asks: ['is the sensor on, see config/zx_81.toml'],
  },
] as const;

let opened: TempStore | null = null;
afterEach(async () => {
  await opened?.dispose();
});

const vectorOf = (text: string): Float32Array => Float32Array.from(wordVector(text, DIMENSIONS));
const meaningOf = (question: string): Meaning => ({
  kind: 'vector',
  model: MODEL,
  vector: vectorOf(question),
  fusion: { rule: 'cosine', vectorWeight: 0.6, cosineMin: 0.3 },
});

const fill = async ({ store, reader }: TempStore): Promise<void> => {
  const random = createSeededRandom(11);
  const marked = new Map<number, string>(MARKED.map(({ row, text }) => [row, text]));
  const pick = (all: readonly string[]): string => all[(random.bytes(1)[0] ?? 0) % all.length] ?? '';
  const texts = Array.from(
    { length: ROWS },
    (_, n) => marked.get(n) ?? `the ${pick(SUBJECTS)} of room ${n} ${pick(STATES)}`,
  );
  for (let from = 0; from < ROWS; from += 5_000) {
    const memories = texts.slice(from, from + 5_000).map((text, at) => sampleRow(sampleId(from + at), text));
    await store.write((tx) => tx.apply({ memories }));
  }
  await store.write((tx) => tx.useEmbedder({ model: MODEL, dimensions: DIMENSIONS }));
  for (;;) {
    const owners = await reader.unembedded(MODEL, 5_000);
    if (owners.length === 0) return;
    const vectors = owners.map(({ text, hash }) => ({ hash, vector: vectorOf(text) }));
    await store.write((tx) => tx.putVectors(vectors, owners));
  }
};

test('[F-7] among 100,000 memories with vectors, exact words come first', async () => {
  opened = await openTempStore();
  await fill(opened);
  const engine = createReadEngine({ store: opened.reader, clock: createFakeTime(0).clock() });
  for (const { text, asks } of MARKED) {
    for (const query of asks) {
      for (const mode of ['hybrid', 'text'] as const) {
        const found = await engine.search({ query, mode }, meaningOf(query));
        const [first] = found.ok ? found.value.results : [];
        expect([query, mode, first?.content]).toEqual([query, mode, text]);
      }
    }
  }
  // The vectors did rank: the other results are found by similarity.
  const query = 'what is the state of the switch qz7f3k';
  const found = await engine.search({ query, limit: 20 }, meaningOf(query));
  const others = found.ok ? found.value.results.slice(1) : [];
  expect(others).toHaveLength(19);
  expect(others.every(({ vectorScore }) => vectorScore !== null)).toBe(true);
});
