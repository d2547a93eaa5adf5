import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VaultSecrets } from '@cairn/core';
import { deviceId, vaultId } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { createKeyringFile } from './keyring-file.ts';

const hex = (digit: string): string => digit.repeat(64);
const secrets: VaultSecrets = {
  vault: vaultId(1, new Uint8Array(10)),
  kind: 'sealed',
  device: { id: deviceId(2, new Uint8Array(10)), name: 'laptop' },
  token: hex('1'),
  boxKey: hex('2'),
  boxSecret: hex('3'),
  signKey: hex('4'),
  signSecret: hex('5'),
  salt: hex('6'),
  kg: 1,
  keys: [{ kg: 1, key: hex('7') }],
  members: [],
};

test('[SY-S3] the keys outlive the process, are readable by their owner alone, and are erased on leaving', async () => {
  const path = join(await homeForTest(), 'keys.json');
  expect(await createKeyringFile(path).load()).toBeNull();
  await createKeyringFile(path).save(secrets);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const keyring = createKeyringFile(path);
  expect(await keyring.load()).toEqual(secrets);
  await keyring.save(null);
  expect(await keyring.load()).toBeNull();
  expect(await createKeyringFile(path).load()).toBeNull();
});

test('[RL-40] an identity that is to be taken outlives the process, and leaves no trace once it is taken', async () => {
  const path = join(await homeForTest(), 'keys.json');
  const { device, token, boxKey, boxSecret, signKey, signSecret } = secrets;
  const next = { device, token, boxKey, boxSecret, signKey, signSecret };
  await createKeyringFile(path).save({ ...secrets, next });
  expect((await createKeyringFile(path).load())?.next).toEqual(next);
  await createKeyringFile(path).save({ ...secrets, next: undefined });
  expect(await createKeyringFile(path).load()).toEqual(secrets);
});

test('[SY-S4] a damaged file of keys is said to be one, never taken for none', async () => {
  const path = join(await homeForTest(), 'keys.json');
  writeFileSync(path, JSON.stringify({ ...secrets, salt: 'short' }));
  await expect(createKeyringFile(path).load()).rejects.toThrow(/damaged/);
});
