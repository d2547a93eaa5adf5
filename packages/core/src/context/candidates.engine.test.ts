import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens } from '../engine/count-tokens.ts';
import type { MemoryRow, ReadStore, ShownSummary } from '../ports/store.ts';
import { FIXED } from '../testing/arbitrary-registers.ts';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';
import { createMemoryStore } from '../testing/memory-store.ts';
import { sampleId, sampleMs, sampleRow } from '../testing/sample-memories.ts';
import { chosenSections, judgeAhead, readCandidates } from './candidates.engine.ts';
import { contextSections } from './phases.ts';
import { inTurns, rankForContext } from './rank.ts';
import { pairsOf } from './worth.ts';

const WORDS = 'tide lamp pixel rye anchor invoice 他喜欢 Hafen liegt never 7310 bin/run wir uses fixed'.split(
  ' ',
);
const text = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }),
    fc.constantFrom(1, 1, 1, 1, 2, 9),
    fc.constantFrom(' ', ' ', ' ', '   ', '. '),
  )
  .map(([words, times, between]) => Array.from({ length: times }, () => words.join(between)).join(between));

const summaryOf = (sentences: readonly string[]): readonly ShownSummary[] =>
  sentences.length === 0
    ? []
    : [
        {
          ...{ id: 's', type: 'compacted', project: null, struck: 0, model: 'm' },
          ...{ periodStart: 0, periodEnd: 1, createdAt: 1 },
          ...{ sentences, cites: sentences.map(() => []) },
        },
      ];

/** Counts the reads of the store. */
const watched = (store: ReadStore) => {
  let rows = 0;
  const memoriesByIds: ReadStore['memoriesByIds'] = (ids) => {
    rows += ids.length;
    return store.memoriesByIds(ids);
  };
  return { store: { ...store, memoriesByIds }, rowsRead: () => rows };
};

const setUp = async (texts: readonly string[]) => {
  const { writer, reader } = createMemoryStore();
  const memories = texts.map((content, n) =>
    sampleRow(sampleId(n), content, { createdAt: sampleMs(n), project: n % 3 === 0 ? 'p' : null }),
  );
  await writer.write((tx) => tx.apply({ memories }));
  return { memories, reader };
};

const rankAll = (memories: readonly MemoryRow[]): readonly MemoryRow[] =>
  inTurns(rankForContext(memories.map((memory) => ({ memory, accesses: 0 }))));

describe('[CX-11] the texts of a few memories are read', () => {
  test('and the sections are those of all of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 250 }),
        fc.integer({ min: 60, max: 900 }),
        fc.nat({ max: 20 }),
        async (texts, maxTokens, told) => {
          const { memories, reader } = await setUp(texts);
          const base = {
            ...{ project: 'p', own: [], pinned: [] },
            summaries: summaryOf(texts.slice(0, told)),
          };
          const candidates = await readCandidates(reader, 'p', 0);
          const room = { countTokens, maxTokens };
          const all = contextSections({ ...base, ranked: rankAll(memories) }, room);
          const few = await chosenSections(reader, { ...base, candidates }, maxTokens);
          const lines = (sections: typeof few) => sections.map(({ entries }) => entries.map(({ id }) => id));
          expect(lines(few)).toEqual(lines(all.sections));
        },
      ),
      { ...FIXED, numRuns: 60 },
    );
  });

  test('[CX-8] what was judged ahead is not read again to be weighed', async () => {
    const { reader } = await setUp(Array.from({ length: 350 }, (_, n) => `Ahead ${n} by the quarry`));
    let beginnings = 0;
    const beginningsOf: ReadStore['beginningsOf'] = (ids, chars) => {
      beginnings += ids.length;
      return reader.beginningsOf(ids, chars);
    };
    let pauses = 0;
    await judgeAhead({ ...reader, beginningsOf }, 0, async () => {
      pauses++;
    });
    const globals = 350 - Math.ceil(350 / 3);
    expect([beginnings, pauses]).toEqual([globals, 1 + Math.ceil(globals / 100)]);
    await readCandidates({ ...reader, beginningsOf }, null, 0);
    expect(beginnings).toBe(globals);
  });

  test('[CX-8] text of ASCII has the pairs of words that any other text has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 80 }), text, (some, words) => {
        // A dash is not a word, and this dash is not ASCII.
        for (const one of [some, `${words} ${some}`, `${some}A1b ${some} 2nd`])
          expect(pairsOf(one)).toEqual(pairsOf(`${one} –`));
      }),
      { ...FIXED, numRuns: 2_000 },
    );
  });

  test('[CX-8] a few of 2,000, and none of what is known not to fit', async () => {
    const texts = Array.from(
      { length: 2_000 },
      (_, n) => `The lamp ${n} of row ${n * 7} hangs beside the tide clock`,
    );
    const { reader } = await setUp(texts);
    const { store, rowsRead } = watched(reader);
    const candidates = await readCandidates(store, null, 0);
    const base = { project: null, own: [], pinned: [], summaries: [], candidates };
    await chosenSections(store, base, 1_000);
    expect(rowsRead()).toBeLessThan(200);
    const before = rowsRead();
    await chosenSections(store, base, 1_000);
    expect(rowsRead() - before).toBeLessThan(80);
  });
});

test('[CX-11] of two contradicting memories, a small block gives the newer one', async () => {
  const { write, read, time } = createEngineBench();
  const save = async (content: string, source: 'user' | 'auto') => {
    time.skip(1_000);
    await mustBe(write.remember({ content, source }));
  };
  await save('The billing service always runs on port 8080', 'user');
  for (const name of ['Ada', 'Bo', 'Cleo', 'Dina', 'Emil', 'Fay', 'Gus', 'Hanna'])
    await save(`${name} is allergic to peanuts and never eats the cake of ${name}`, 'user');
  await save('The billing service always runs on port 9090', 'auto');
  await write.noteCompared(await read.compareNext(20));
  const block = async (maxTokens: number) => (await mustBe(read.context({ maxTokens }))).text;
  for (let maxTokens = 100; maxTokens <= 500; maxTokens += 10) {
    const text = await block(maxTokens);
    expect(text.includes('8080') && !text.includes('9090')).toBe(false);
  }
  expect(await block(500)).toContain('8080');
});
