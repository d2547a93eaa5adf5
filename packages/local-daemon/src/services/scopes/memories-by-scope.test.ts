import { createEngineBench, mustBe } from '@cairn/core/testing';
import { cairnError, err, ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createGate } from '../gate.ts';
import type { Memories } from '../memories.ts';
import { memoriesByScope } from './memories-by-scope.ts';
import type { ScopeFinder, ScopeServices } from './scopes.ts';

const fileWith = async (content: string, key: string) => {
  const { read, write } = createEngineBench();
  await mustBe(write.remember({ content, key, source: 'user' }));
  const { getByKey } = read;
  const memories: Memories = Object.assign(Object.create(null), { getByKey, forget: write.forget });
  return { memories, read };
};

test('[SP-2] a key is looked for in the file of the project, then in the personal one, then in the others', async () => {
  const own = await fileWith('Mondays', 'deploy-day');
  const team = await fileWith('Fridays', 'deploy-day');
  const other = await fileWith('Sundays', 'other-day');
  const services = [team, other].map(
    ({ memories }): ScopeServices => Object.assign(Object.create(null), { memories, gate: createGate() }),
  );
  const full = err(cairnError('storage_full', 'no room'));
  const scopes: ScopeFinder = {
    isEmpty: () => false,
    named: async () => full,
    of: async ({ project }) =>
      project === 'full' ? full : ok(project === 'shop' ? (services[0] ?? null) : null),
    all: async () => services,
    problems: async () => [],
  };
  const memories = memoriesByScope(own.memories, scopes);
  const dayOf = async (key: string, project?: string) =>
    (await mustBe(memories.getByKey(key, null, { project }))).memory.content;
  expect(await dayOf('deploy-day', 'shop')).toBe('Fridays');
  expect(await dayOf('deploy-day', 'mine')).toBe('Mondays');
  expect(await dayOf('deploy-day')).toBe('Mondays');
  expect(await dayOf('other-day', 'shop')).toBe('Sundays');
  // A restore has the scope's file alone.
  const restore = Promise.withResolvers<void>();
  const restored = services[0]?.gate.alone(() => restore.promise);
  const waiting = dayOf('deploy-day', 'shop');
  expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 50))])).toBeUndefined();
  restore.resolve();
  await restored;
  expect(await waiting).toBe('Fridays');
  expect(await memories.forget({ key: 'deploy-day' }, { project: 'full' })).toEqual(full);
  await mustBe(memories.forget({ key: 'deploy-day' }, { project: 'shop' }));
  expect((await own.read.counts()).memories).toBe(1);
  expect((await team.read.counts()).memories).toBe(0);
  expect(await dayOf('deploy-day', 'shop')).toBe('Mondays');
  await memories.forget({ key: 'other-day' }, { project: 'shop' });
  expect((await other.read.counts()).memories).toBe(1);
});
