import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { FoundMemory, PassageScope } from '../ports/store.ts';
import { sampleId, sampleRow } from '../testing/sample-memories.ts';
import { sampleSession } from '../testing/sample-passages.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { openTempStore, type TempStore } from '../testing/temp-store.ts';
import { unitVector } from '../vectors/unit-vector.ts';
import { type Database, openDatabase } from './database.ts';
import { createVectorSearch } from './vector-search.ts';

const MODEL = { model: 'random', dimensions: 64 };
const ROWS = 600;

let opened: TempStore | null = null;
let database: Database | null = null;
afterEach(async () => {
  database?.close();
  await opened?.dispose();
});

/** Makes points in clusters, as vectors of texts are: around one of eight directions. */
const vectorsOf = (count: number, seed: number): readonly Float32Array[] => {
  const random = createSeededRandom(seed);
  const point = (): Float32Array => Float32Array.from(random.bytes(MODEL.dimensions), (byte) => byte - 127.5);
  const heaps = Array.from({ length: 8 }, point);
  return Array.from({ length: count }, (_, at) => {
    const [heap, own] = [heaps[at % 8] ?? new Float32Array(), point()];
    return unitVector(own.map((value, place) => value + (heap[place] ?? 0))) ?? own;
  });
};

const setUp = async () => {
  opened = await openTempStore();
  const { store, reader, path } = opened;
  const vectors = vectorsOf(ROWS, 5);
  const projectOf = (n: number) => (n % 50 === 0 ? 'rare' : null);
  const rows = vectors.map((_, n) => sampleRow(sampleId(n), `text ${n}`, { project: projectOf(n) }));
  await store.write((tx) => tx.apply({ memories: rows }));
  await store.write((tx) => tx.useEmbedder(MODEL));
  const embed = async (vectorOf: (text: string) => Float32Array) => {
    const texts = await reader.unembedded(MODEL.model, ROWS);
    const made = texts.map(({ text, hash }) => ({ hash, vector: vectorOf(text) }));
    await store.write((tx) => tx.putVectors(made, texts));
  };
  await embed((text) => vectors[Number(text.slice(5))] ?? new Float32Array());
  database = await openDatabase({ path, role: 'reader' });
  const exact = (question: Float32Array, wanted: (n: number) => boolean = () => true) =>
    vectors
      .map((vector, n) => ({ n, cosine: vector.reduce((sum, x, at) => sum + x * (question[at] ?? 0), 0) }))
      .filter(({ n }) => wanted(n))
      .sort((a, b) => b.cosine - a.cosine)
      .map(({ n }) => `text ${n}`);
  return { store, database, vectors, exact, embed };
};
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);
const contents = (matches: readonly { readonly memory: FoundMemory }[]) =>
  matches.map(({ memory }) => memory.content);

describe('[F-2] vectors through their sign bits', () => {
  test('finds nearly what an exact look at every row finds', async () => {
    const { database, exact } = await setUp();
    const search = createVectorSearch(database, { exactRowsMax: 0 });
    const questions = vectorsOf(24, 9);
    let found = 0;
    for (const vector of questions) {
      const { matches } = await search.matchVector({ model: MODEL.model, vector }, {}, 10);
      const wanted = new Set(exact(vector).slice(0, 10));
      found += contents(matches).filter((content) => wanted.has(content)).length;
    }
    expect(found / (questions.length * 10)).toBeGreaterThan(0.97);
  });

  test('[F-5] looks further while too few of the nearest are in scope', async () => {
    const { database, exact } = await setUp();
    const search = createVectorSearch(database, { exactRowsMax: 0 });
    const [vector = new Float32Array()] = vectorsOf(1, 11);
    const scope = { projects: ['rare'] };
    const { matches } = await search.matchVector({ model: MODEL.model, vector }, scope, 12);
    // With eight bits per dimension, two equally near rows may swap.
    expect(contents(matches)[0]).toBe(exact(vector, (n) => n % 50 === 0)[0]);
    expect(contents(matches).sort()).toEqual([...exact(vector, (n) => n % 50 === 0)].sort());
  });

  test('sees what was added, and drops what is gone', async () => {
    const { store, database, vectors, exact, embed } = await setUp();
    const search = createVectorSearch(database, { exactRowsMax: 0 });
    const question = { model: MODEL.model, vector: vectors[7] ?? new Float32Array() };
    const first = async () => contents((await search.matchVector(question, {}, 1)).matches)[0];
    expect(await first()).toBe('text 7');
    await store.write((tx) => tx.apply({ eraseMemories: [sampleId(7)] }));
    expect(await first()).toBe(exact(question.vector)[1]);
    await store.write((tx) => tx.apply({ memories: [sampleRow(sampleId(ROWS), 'once more')] }));
    await embed(() => question.vector);
    expect(await first()).toBe('once more');
    await store.write((tx) => tx.useEmbedder({ model: 'other', dimensions: 64 }));
    expect(await first()).toBeUndefined();
  });

  test('two questions that come first at once find each memory once', async () => {
    const { database } = await setUp();
    const slow: Database = {
      ...database,
      all: async (...asked) => {
        await setTimeout(1);
        return database.all(...asked);
      },
    };
    const search = createVectorSearch(slow, { exactRowsMax: 0 });
    const both = vectorsOf(2, 13).map((vector) => search.matchVector({ model: MODEL.model, vector }, {}, 20));
    for (const { matches } of await Promise.all(both)) expect(new Set(contents(matches)).size).toBe(20);
  });

  test('says so when only the newest vectors fit', async () => {
    const { database } = await setUp();
    const search = createVectorSearch(database, { exactRowsMax: 0, heldMax: 100 });
    const [vector = new Float32Array()] = vectorsOf(1, 11);
    const { matches, isComplete } = await search.matchVector({ model: MODEL.model, vector }, {}, 200);
    expect([matches.length, isComplete]).toEqual([90, false]);
    const exactly = createVectorSearch(database);
    expect((await exactly.matchVector({ model: MODEL.model, vector }, {}, 200)).isComplete).toBe(true);
  });

  test('[F-8] finds turns through bits of their own, in their scope, and drops those of a source that is gone', async () => {
    const { store, database, vectors, embed } = await setUp();
    const say = (source: string, project: string, from: number, to: number) =>
      store.write((tx) =>
        tx.apply(
          sampleSession(
            source,
            range(from, to).map((n) => `text ${n}`),
            project,
          ),
        ),
      );
    await say('long', 'p', 0, 120);
    await say('short', 'q', 300, 310);
    // Memories get the vectors of their numbers, so mixed-up bits would show.
    await embed((text) => vectors[Number(/\d+/.exec(text)?.[0])] ?? new Float32Array());
    const search = createVectorSearch(database, { exactRowsMax: 0 });
    const nearest = async (n: number, scope: PassageScope = {}, limit = 3) => {
      const question = { model: MODEL.model, vector: vectors[n] ?? new Float32Array() };
      const { matches } = await search.matchPassageVectors(question, scope, limit);
      return matches.map(({ passage }) => passage.body);
    };
    const exactly = createVectorSearch(database);
    expect((await nearest(40))[0]).toBe('text 40');
    expect([...(await nearest(40, { projects: ['q'] }, 10))].sort()).toEqual(
      range(300, 310).map((n) => `text ${n}`),
    );
    const memories = await search.matchVector(
      { model: MODEL.model, vector: vectors[305] ?? new Float32Array() },
      {},
      1,
    );
    expect(contents(memories.matches)).toEqual(['text 305']);
    const asked = { model: MODEL.model, vector: vectors[40] ?? new Float32Array() };
    const both = [search, exactly].map((one) => one.matchPassageVectors(asked, { kinds: ['turn'] }, 5));
    const [byBits, byAll] = await Promise.all(both);
    expect(byBits?.matches.map(({ passage }) => passage.body)).toEqual(
      byAll?.matches.map(({ passage }) => passage.body),
    );
    await store.write((tx) => tx.apply({ eraseSources: ['long'] }));
    expect(await nearest(40, {}, 20)).toHaveLength(10);
  });
});
