import type { VaultSecrets } from '@cairn/core';
import { deviceId, type MemberFact, nodeOf } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createRemovedMemories } from './removed-memories.ts';

const device = (n: number, name: string) => ({
  id: deviceId(1_700_000_000_000 + n, new Uint8Array(10).fill(n)),
  name,
  ...{ boxKey: '00'.repeat(32), signKey: '00'.repeat(32), tokenHash: '00'.repeat(32) },
});
const [laptop, phone] = [device(1, 'laptop'), device(2, 'phone')];
const facts: readonly MemberFact[] = [
  {
    kind: 'found',
    vaultKind: 'sealed',
    device: laptop,
    recovery: { boxKey: '00'.repeat(32), signKey: '00'.repeat(32) },
    generation: { kg: 1, verifier: 'AA' },
  },
  { kind: 'add', device: phone },
];

const namesShown = async (given: ReadonlyMap<string, string>) => {
  const secrets: VaultSecrets = Object.assign(Object.create(null), {
    members: facts.map((fact) => ({ fact })),
  });
  const kept = [laptop, phone, device(3, 'of another vault')].map(({ id }) => ({
    ...{ entity: 'm_x', node: nodeOf(id), at: 1 },
    body: { content: 'Okapi', project: null, namespace: null, key: null, createdAt: 0 },
  }));
  const removed = createRemovedMemories({
    engine: () =>
      Object.assign(Object.create(null), {
        removed: async () => ({ kept, total: 3 }),
        deviceNames: async () => given,
      }),
    keyring: { load: async () => secrets },
    housekeeper: { add: () => () => undefined },
    wrote: () => undefined,
  });
  const { memories } = await removed.list('others');
  return memories.map(({ device: name }) => name);
};

test('[TR-3] each removed memory names the device that forgot it, also the one that made the vault', async () => {
  expect(await namesShown(new Map())).toEqual(['laptop', 'phone', null]);
});

test('[TR-3] the device has the name that `cairn devices` shows, so that nobody revokes another one', async () => {
  expect(await namesShown(new Map([[phone.id, 'attic']]))).toEqual(['laptop', 'attic', null]);
});
