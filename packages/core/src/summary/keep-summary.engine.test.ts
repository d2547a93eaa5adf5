/** Saves that arrive while a summary is written, in a real file. */
import { expect, test } from 'vitest';
import { createReadEngine } from '../engine/read-engine.ts';
import { createWriteEngine } from '../engine/write-engine.ts';
import { mustBe } from '../testing/engine-bench.ts';
import { createPlainSealer } from '../testing/plain-sealer.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { openTempStore } from '../testing/temp-store.ts';
import { extract } from './extract.ts';
import { boundsOf, summaryRowOf } from './tasks.ts';

test('[SU-1] a key that gets another value while it is summarised waits for the next summary', async () => {
  const opened = await openTempStore();
  const clock = { nowMs: () => Date.UTC(2026, 0, 15) };
  const write = createWriteEngine({
    store: opened.store,
    clock,
    random: createSeededRandom('summary'),
    makeSealer: async (keys) => createPlainSealer(keys),
  });
  const read = createReadEngine({ store: opened.reader, clock });
  const summarise = async (meanwhile: () => Promise<unknown>) => {
    const found = await read.findSummaryWork({ kind: 'batch', project: null });
    if (found === null) return [];
    await meanwhile();
    const { task } = found;
    const drafted = extract(task.notes, boundsOf(task.type));
    const summary = summaryRowOf(task, drafted, {
      id: `s_${task.periodEnd}_${drafted.length}_${task.notes.length}`,
      model: null,
      nowMs: clock.nowMs(),
    });
    expect(await write.keepSummary({ summary, replaces: task.replaces, marks: task.marks })).toBe(true);
    return task.notes.map(({ text }) => text);
  };
  await mustBe(write.remember({ content: 'Lunch is served at noon in the hall', source: 'user' }));
  const key = { key: 'office-town', source: 'user' } as const;
  await mustBe(write.remember({ content: 'the office of the team is in Bergen', ...key }));
  const rewrite = () => write.remember({ content: 'the office of the team is in Tromso', ...key });
  expect(await summarise(rewrite)).toHaveLength(2);
  expect(await summarise(async () => undefined)).toEqual([
    'office town: the office of the team is in Tromso',
  ]);
  expect(await read.findSummaryWork({ kind: 'batch', project: null })).toBeNull();
  await opened.dispose();
});
