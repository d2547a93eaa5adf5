import { ok } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createGate } from '../gate.ts';
import { importByScope } from './import-by-scope.ts';
import type { ScopeFinder, ScopeServices } from './scopes.ts';

test("[SP-2] an import into a scope waits for a restore of the scope's file", async () => {
  const team: ScopeServices = Object.assign(Object.create(null), { gate: createGate() });
  const scopes: ScopeFinder = {
    isEmpty: () => false,
    named: async () => ok(team),
    of: async ({ project }) => ok(project === 'shop' ? team : null),
    all: async () => [team],
    problems: async () => [],
  };
  const brought: (readonly [string, boolean])[] = [];
  const records = [{ project: 'shop' }, { project: 'own' }, { project: 'shop' }];
  const restore = Promise.withResolvers<void>();
  const restored = team.gate.alone(() => restore.promise);
  const imported = importByScope({ records }, scopes, async (input, there) => {
    brought.push([JSON.stringify(input.records), there === team]);
    return ok({ read: input.records.length, new: 0, duplicate: 0, skipped: 0, failed: 0 });
  });
  await new Promise(setImmediate);
  expect(brought).toEqual([]);
  restore.resolve();
  await restored;
  expect(await imported).toMatchObject({ value: { read: 3 } });
  expect(brought).toEqual([
    ['[{"project":"shop"},{"project":"shop"}]', true],
    ['[{"project":"own"}]', false],
  ]);
});

test('[SP-2] a record without a project belongs to the default one, and in an export to none', async () => {
  const team: ScopeServices = Object.assign(Object.create(null), { gate: createGate() });
  const scopes: ScopeFinder = Object.assign(Object.create(null), {
    isEmpty: () => false,
    of: async ({ project }: { readonly project?: string | null }) => ok(project === 'shop' ? team : null),
  });
  const inTeam = async (bundle: boolean): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    const input = { records: [{ content: 'a' }, { content: 'b', project: null }], project: 'shop', bundle };
    await importByScope(input, scopes, async ({ records }, there) => {
      if (there === team) found.push(...records);
      return ok({ read: records.length, new: 0, duplicate: 0, skipped: 0, failed: 0 });
    });
    return found;
  };
  expect(await inTeam(false)).toEqual([{ content: 'a' }]);
  expect(await inTeam(true)).toEqual([]);
});
