import { cairnError, err } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createDoctor, type DoctorDeps } from './doctor.ts';

/** Examines and repairs a device whose database answers the checks with this error. */
const examined = async (
  kind: 'storage_corrupt' | 'storage_full',
  openToOthers: (fix: boolean) => readonly string[] = () => [],
) => {
  const engine = {
    readOnly: null,
    counts: async () => ({}),
    check: async () => err(cairnError(kind, 'It went wrong.')),
    bytes: async () => ({ wal: 0 }),
    syncFacts: async () => ({ vault: null, quarantined: 0 }),
  };
  const deps: DoctorDeps = Object.assign(Object.create(null), {
    engine: () => engine,
    machine: {
      nodeVersion: '24.0.0',
      openToOthers,
      freeBytes: () => 1e12,
      lockHeldByUs: () => true,
    },
    version: '1.0.0',
    lostTail: null,
    store: null,
    scopeProblems: async () => [],
    languageModel: () => null,
    embedderStatus: async () => null,
    syncStatus: async () => ({ state: 'off' }),
    nowMs: () => 0,
  });
  const { checks } = await createDoctor(deps).examine(true);
  return (id: string) => checks.find((check) => check.id === id);
};
const integrityAfter = async (kind: 'storage_corrupt' | 'storage_full') =>
  (await examined(kind))('integrity');

test('[RL-22] only a damaged database is to be restored from a backup', async () => {
  expect((await integrityAfter('storage_corrupt'))?.fix).toContain('cairn restore');
  expect(await integrityAfter('storage_full')).toMatchObject({
    status: 'fail',
    message: 'It went wrong.',
    fix: 'Then run `cairn doctor` again.',
  });
});

test('a file that only its owner can close is named as open, and not as closed', async () => {
  const mine = (fix: boolean) => (fix ? ['/c/config.json', '/c/keys.json'] : ['/c/keys.json']);
  expect((await examined('storage_full', mine))('permissions')).toMatchObject({
    status: 'fail',
    message: 'Others on this machine can read /c/keys.json.',
  });
  const closed = (fix: boolean) => (fix ? ['/c/config.json'] : []);
  expect((await examined('storage_full', closed))('permissions')).toMatchObject({
    status: 'fixed',
    message: 'Closed to others: /c/config.json.',
  });
});
