/** Saves that arrive while a summary is written, in a real file. */
import { expect, test } from 'vitest';
import { createReadEngine } from '../engine/read-engine.ts';
import { createWriteEngine } from '../engine/write-engine.ts';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';
import { createPlainSealer } from '../testing/plain-sealer.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { openTempStore } from '../testing/temp-store.ts';
import { extract } from './extract.ts';
import type { SummaryWork } from './find-work.engine.ts';
import { dayStartMs } from './model-price.ts';
import { boundsOf, summaryRowOf } from './tasks.ts';

const openBench = async () => {
  const opened = await openTempStore();
  const clock = { nowMs: () => Date.UTC(2026, 0, 15) };
  const write = createWriteEngine({
    store: opened.store,
    clock,
    random: createSeededRandom('summary'),
    makeSealer: async (keys) => createPlainSealer(keys),
  });
  const read = createReadEngine({ store: opened.reader, clock });
  let made = 0;
  /** Does the task, with `meanwhile` between the reading and the writing. Null: no task. */
  const summarise = async (
    meanwhile: () => Promise<unknown> = async () => undefined,
    work: SummaryWork = BATCH,
  ) => {
    const found = await read.findSummaryWork(work);
    if (found === null) return null;
    await meanwhile();
    const { task } = found;
    const by = { id: `s${++made}`, model: null, nowMs: clock.nowMs() };
    const summary = summaryRowOf(task, extract(task.notes, boundsOf(task.type)), by);
    const isKept = await write.keepSummary({ summary, replaces: task.replaces, marks: task.marks });
    return { isKept, notes: task.notes.map(({ text }) => text) };
  };
  const key = { key: 'office-town', source: 'user' } as const;
  const office = (town: string) =>
    mustBe(write.remember({ content: `the office of the team is in ${town}`, ...key }));
  const lunch = (where: string) =>
    mustBe(write.remember({ content: `Lunch is served at noon in the ${where}`, source: 'user' }));
  return { ...opened, write, summarise, office, lunch };
};
const BATCH = { kind: 'batch', project: null } as const;

test('[SU-1] a key that gets another value while it is summarised waits for the next summary', async () => {
  const { summarise, office, lunch, dispose } = await openBench();
  await lunch('hall');
  await office('Bergen');
  expect(await summarise(() => office('Tromso'))).toMatchObject({ isKept: true, notes: { length: 2 } });
  expect(await summarise()).toEqual({
    isKept: true,
    notes: ['office town: the office of the team is in Tromso'],
  });
  expect(await summarise()).toBeNull();
  await dispose();
});

test('[SU-4] a summary is not stored when a key was forgotten and saved again while it was written', async () => {
  const { write, summarise, office, lunch, dispose } = await openBench();
  const saveAgain = async (town: string) => {
    await mustBe(write.forget({ key: 'office-town' }));
    await office(town);
  };
  await lunch('hall');
  await office('Zanzibar');
  expect(await summarise(() => saveAgain('Tromso'))).toMatchObject({ isKept: false });
  expect(await summarise()).toMatchObject({ isKept: true });
  const merge = { kind: 'compact', project: null, trigger: 'asked' } as const;
  await lunch('yard');
  await summarise();
  expect(await summarise(undefined, merge)).toMatchObject({ isKept: true });
  await lunch('garden');
  await summarise();
  expect(await summarise(() => saveAgain('Bodo'), merge)).toMatchObject({ isKept: false });
  expect(await summarise(undefined, merge)).toMatchObject({ isKept: true });
  await dispose();
});

test('[SU-6] a call that was made while the clock was ahead counts on its own day only', async () => {
  const { write, read, time } = createEngineBench();
  const dayMs = 86_400_000;
  const tokens = { promptTokens: 100, completionTokens: 10, ms: 7, outcome: 'ok' } as const;
  await write.noteModelCall({ at: time.nowMs() + 7 * dayMs, purpose: 'summary', model: 'small', ...tokens });
  const spentToday = async () => (await read.modelUsage(dayStartMs(time.nowMs()))).length;
  expect(await spentToday()).toBe(0);
  time.skip(7 * dayMs);
  expect(await spentToday()).toBe(1);
  time.skip(dayMs);
  expect(await spentToday()).toBe(0);
});
