import { LIMITS } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { createReadEngine } from '../engine/read-engine.ts';
import { createFakeTime } from '../testing/fake-clock.ts';
import { sampleMs } from '../testing/sample-memories.ts';
import { sampleRun, sampleSchedule } from '../testing/sample-schedules.ts';
import { openTempStore } from '../testing/temp-store.ts';
import { toldRuns } from './told-runs.ts';

test('[SC-8] all runs since the last session are counted and told of once, however many they are', async () => {
  const { store, reader, dispose } = await openTempStore();
  onTestFinished(dispose);
  const engine = createReadEngine({ store: reader, clock: createFakeTime(sampleMs(1_000)).clock() });
  const log = { asked: 'What is left?', given: [], turns: [] };
  const schedules = [1, 2, 3].map((n) => sampleSchedule(n, `goal ${n}`));
  const runs = schedules.flatMap(({ id }, at) =>
    Array.from({ length: LIMITS.scheduleRunsKept }, (_, n) =>
      sampleRun(id, at * LIMITS.scheduleRunsKept + n, { log }),
    ),
  );
  await store.write((tx) => tx.apply({ schedules, scheduleRuns: runs }));
  const untold = await engine.untoldRuns('any');
  expect(toldRuns(untold, { secret: 's', reader: '' })).toContain(`${runs.length - 3} more;`);
  await store.write((tx) => tx.apply({ scheduleRunsTold: untold.map(({ run }) => run.id) }));
  expect(await engine.untoldRuns('any')).toEqual([]);
});
