import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { removed } from './removed.ts';

const ID = 'm_01k9xrw0000000000000000abc';

/** Runs the command on a daemon that set one memory aside. Returns the result, and the bodies of requests that change something. */
const run = async (args: readonly string[], ...flags: readonly string[]) => {
  const bodies: unknown[] = [];
  const io = Object.assign(Object.create(null), {
    canAsk: false,
    ask: async (route: string, input?: { readonly body: unknown }) => {
      if (route.startsWith('POST')) bodies.push(input?.body);
      return ok({ memories: [{ id: ID }], total: 1, restored: [], skipped: [], ended: 1 });
    },
  });
  const given = Object.assign(Object.create(null), { args, flag: (name: string) => flags.includes(name) });
  return { done: await removed(given, io), bodies };
};

test('[TR-3] the copies are deleted only after a yes, and a part of an id is enough', async () => {
  const refused = await run([], 'drop');
  expect(refused).toMatchObject({ done: { ok: false, error: { kind: 'usage' } }, bodies: [] });
  expect((await run([], 'drop', 'yes')).bodies).toEqual([{}]);
  expect((await run(['0abc'], 'drop', 'yes')).bodies).toEqual([{ ids: [ID] }]);
  expect((await run([ID.slice(0, 9)], 'restore')).bodies).toEqual([{ ids: [ID] }]);
});
