import { createEngineBench, mustBe } from '@cairn/core/testing';
import { LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { memoriesOf, moveMemories } from './move-memories.ts';

const side = () => {
  const { read, write } = createEngineBench();
  const engine = { ...read, ...write };
  return { engine: () => engine, wrote: () => undefined };
};

test('[SP-4] forgets nothing in the source while a batch is not in the target', async () => {
  const [from, to] = [side(), side()];
  const length = LIMITS.importItemsPerRequestMax - 1;
  const records = Array.from({ length }, (_, at) => ({ content: `note ${at}` }));
  await mustBe(from.engine().importRecords({ records }));
  for (const project of ['a', 'b'])
    await mustBe(from.engine().remember({ content: 'Same text', project, source: 'user' }));
  const all = await mustBe(memoriesOf(from.engine()));
  const place = (project: string | null): number => ['a', null, 'b'].indexOf(project);
  const sorted = [...all].sort((one, next) => place(one.project) - place(next.project));
  const target = to.engine();
  let batches = 0;
  const importRecords: typeof target.importRecords = (input) =>
    batches++ === 0 ? target.importRecords(input) : Promise.reject(new Error('cut short'));
  const cut = { ...to, engine: () => ({ ...target, importRecords }) };
  await expect(moveMemories(sorted, from, cut)).rejects.toThrow('cut short');
  expect(await mustBe(memoriesOf(from.engine()))).toHaveLength(length + 2);
  expect(await moveMemories(sorted, from, to)).toMatchObject({ ok: true });
  expect(await mustBe(memoriesOf(from.engine()))).toEqual([]);
});
