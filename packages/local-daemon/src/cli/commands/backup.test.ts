import { cairnError, err, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { restore } from './backup.ts';

const FACTS = { memories: 3, changedAt: null, present: 1, vault: 'v_team', identity: 'same', unsent: 0 };

/** Restores with --yes. Returns the error, and the routes that were asked. */
const restoredIn = async (scope: string | null, plan: object) => {
  const asked: string[] = [];
  const io = Object.assign(Object.create(null), {
    ...{ scope, cwd: '/', json: true, nowMs: 0, paths: { database: '/none' }, isErrTerminal: false },
    ask: async (route: string) => {
      asked.push(route);
      return route === 'POST /v1/restore/plan'
        ? ok({ ...FACTS, ...plan })
        : err(cairnError('internal', 'restored'));
    },
  });
  const given = { args: ['b.db'], arg: () => 'b.db', text: () => undefined, flag: () => true };
  const done = await restore(Object.assign(Object.create(null), given), io);
  return { message: done.ok ? '' : done.error.message, asked };
};

test('[SP-1] a backup of no vault is not put into a scope with a vault by --yes alone', async () => {
  const refused = await restoredIn('team', { isFromOutside: true });
  expect(refused.message).toContain('vault of "team" will be able to read them');
  expect(refused.message).toContain('without --yes');
  expect(refused.asked).toEqual(['POST /v1/restore/plan']);
  expect((await restoredIn('team', {})).asked).toContain('POST /v1/restore');
  expect((await restoredIn(null, { isFromOutside: true })).asked).toContain('POST /v1/restore');
});
