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

const PORT = { namespace: 'setup', key: 'port' };

/** Returns a file with a replaced memory and a key that had three values. */
const withAPast = async () => {
  const from = side();
  const { id } = await mustBe(from.engine().remember({ content: 'Lunch at 12', source: 'auto' }));
  await mustBe(from.engine().supersede(id, { content: 'Lunch at 13' }));
  for (const content of ['80', '81', '82']) await mustBe(from.engine().remember({ ...PORT, content }));
  return from;
};

const pastsOf = async ({ engine }: ReturnType<typeof side>) => {
  const { memories } = await mustBe(engine().list({}));
  const told = memories.map(async ({ id }) => (await mustBe(engine().history(id))).versions);
  return (await Promise.all(told)).map((versions) => versions.map(({ content }) => content)).sort();
};

const moveAll = async (from: ReturnType<typeof side>, to: ReturnType<typeof side>) =>
  mustBe(moveMemories(await mustBe(memoriesOf(from.engine())), from, to));

const PASTS = [
  ['80', '81', '82'],
  ['Lunch at 12', 'Lunch at 13'],
];

test('[SP-4] earlier texts and the values that a key had go along, there and back', async () => {
  const [from, to] = [await withAPast(), side()];
  for (const [one, other] of [[from, to] as const, [to, from] as const, [from, to] as const]) {
    expect(await moveAll(one, other)).toEqual({ moved: 3, finished: 0 });
    expect(await pastsOf(other)).toEqual(PASTS);
    expect(await mustBe(memoriesOf(one.engine()))).toEqual([]);
  }
});

test('[SP-4] a move that was cut short between the values of a key, or before the forget, is finished', async () => {
  const [from, to] = [await withAPast(), side()];
  await moveAll(from, to);
  await moveAll(to, from);
  const target = to.engine();
  for (const most of [0, 1, 2, 3]) {
    let calls = 0;
    const importRecords: typeof target.importRecords = (input) =>
      calls++ < most ? target.importRecords(input) : Promise.reject(new Error('cut short'));
    const forget = () => Promise.reject(new Error('cut short'));
    await expect(
      moveAll(
        { ...from, engine: () => ({ ...from.engine(), forget }) },
        { ...to, engine: () => ({ ...target, importRecords }) },
      ),
    ).rejects.toThrow('cut short');
    expect(await pastsOf(from)).toEqual(PASTS);
  }
  await moveAll(from, to);
  expect(await pastsOf(to)).toEqual(PASTS);
});
