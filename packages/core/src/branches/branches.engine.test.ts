import { BRANCH_LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';
import { sampleId, sampleMs, sampleRow } from '../testing/sample-memories.ts';

test('[M-15] a branch with too many memories shows the newest ones, and says so', async () => {
  const { read, stores } = createEngineBench();
  const most = BRANCH_LIMITS.memoriesMax;
  const rows = Array.from({ length: most + 1 }, (_, n) => ({
    ...sampleRow(sampleId(n), `${n}`, { createdAt: sampleMs(n), project: 'p' }),
    session: 's',
  }));
  const ask = { project: 'p', branch: 'fix', base: 'main' };
  await stores.writer.write(async (tx) => {
    await tx.noteBranch({ subject: 's', branch: 'fix', project: 'p', at: 0 });
    await tx.apply({ memories: rows.slice(1) });
  });
  expect(await mustBe(read.branchMemories(ask))).toMatchObject({ more: false });
  await stores.writer.write((tx) => tx.apply({ memories: rows.slice(0, 1) }));
  const { memories, more } = await mustBe(read.branchMemories(ask));
  expect(more).toBe(true);
  expect(memories.map(({ memory }) => memory.content)).toEqual(rows.slice(1).map(({ content }) => content));
});
