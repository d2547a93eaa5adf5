import { FACET_VERSION } from '@cairn/schema';
import { expect, test } from 'vitest';
import { sampleHlc } from '../testing/sample-memories.ts';
import { sampleDef, sampleScheduleId } from '../testing/sample-schedules.ts';
import { createSyncBench, value } from '../testing/sync-bench.ts';

test('[SY-M6] what an older program kept unread of a schedule is one as soon as this program has its keys', async () => {
  const bench = createSyncBench();
  await bench.enter();
  const entity = sampleScheduleId(1);
  const payload = Buffer.from(JSON.stringify(sampleDef('read the news'))).toString('base64url');
  const kept = { entity, hlc: sampleHlc(1), seq: 4, v: FACET_VERSION, kg: 1, reason: 'unknown' };
  await bench.store.write((tx) =>
    tx.apply({
      quarantineAdd: [
        { ...kept, facet: 'def', payload },
        { ...kept, facet: 'of_the_future', payload },
      ],
    }),
  );
  expect(value(await bench.sync.useKeys(bench.keys))).toEqual({ recovered: 1 });
  expect((await bench.stores.reader.schedule(entity))?.row.goal).toBe('read the news');
  // A value that this program does not know either stays in quarantine.
  expect((await bench.sync.syncFacts()).unread).toEqual({ unknown: 1 });
});
