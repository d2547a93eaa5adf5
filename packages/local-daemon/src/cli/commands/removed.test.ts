import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createStyle } from '../style.ts';
import { removed } from './removed.ts';
import { empty } from './trash.ts';

const ID = 'm_01k9xrw0000000000000000abc';

/** Runs the command on a daemon that set one memory aside. Returns the result, and the bodies of requests that change something. */
const run = async (args: readonly string[], ...flags: readonly string[]) => runOn([{ id: ID }], args, flags);

const runOn = async (
  memories: readonly { readonly id: string }[],
  args: readonly string[],
  flags: readonly string[],
  total = memories.length,
) => {
  const bodies: unknown[] = [];
  const io = Object.assign(Object.create(null), {
    canAsk: false,
    ask: async (route: string, input?: { readonly body: unknown }) => {
      if (route.startsWith('POST')) bodies.push(input?.body);
      return ok({ memories, total, restored: [{ from: ID, id: ID }], skipped: [], ended: 1 });
    },
  });
  const given = Object.assign(Object.create(null), { args, flag: (name: string) => flags.includes(name) });
  return { done: await removed(given, io), bodies };
};

test('[TR-3] the copies are deleted only after a yes, and a part of an id is enough', async () => {
  const refused = await run([], 'drop');
  expect(refused).toMatchObject({ done: { ok: false, error: { kind: 'usage' } }, bodies: [] });
  expect((await run([], 'drop', 'yes')).bodies).toEqual([{ ids: [ID] }]);
  expect((await runOn([{ id: ID }], [], ['drop', 'yes'], 2)).bodies).toEqual([{}]);
  expect((await run(['0abc'], 'drop', 'yes')).bodies).toEqual([{ ids: [ID] }]);
  expect((await run([ID.slice(0, 9)], 'restore')).bodies).toEqual([{ ids: [ID] }]);
});

test.each([
  [removed, 'drop'],
  [empty, 'yes'],
])(
  '[TR-3, M-16] more than one answer lists are not deleted when others came meanwhile',
  async (command, flag) => {
    const bodies: unknown[] = [];
    let total = 2_000;
    const io = Object.assign(Object.create(null), {
      canAsk: false,
      ask: async (route: string, input?: { readonly body: unknown }) => {
        if (route.startsWith('POST')) bodies.push(input?.body);
        return ok({ memories: [{ id: `m_${total}` }], total: total++, ended: total });
      },
    });
    const given = Object.assign(Object.create(null), {
      args: [],
      flag: (name: string) => name === flag || name === 'yes',
    });
    expect(await command(given, io)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Nothing was deleted') },
    });
    expect(bodies).toEqual([]);
  },
);

test.each(['drop', 'restore'])(
  '[TR-3] --%s with nothing set aside asks nobody and changes nothing',
  async (flag) => {
    const { done, bodies } = await runOn([], [], [flag]);
    expect([done.ok && done.value?.human(createStyle(false, null)), bodies]).toEqual([
      'Nothing was set aside.',
      [],
    ]);
  },
);

test.each(['drop', 'restore'])('[TR-3] --%s says when an id is unknown', async (flag) => {
  const { done } = await run([ID, 'm_unknown'], flag, 'yes');
  expect(done).toMatchObject({
    value: { exit: 5, failure: { message: '1 of the ids is not in what was set aside.' } },
  });
});
