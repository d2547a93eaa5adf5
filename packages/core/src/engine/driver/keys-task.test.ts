import { deviceId, hlcOf, nodeOf } from '@cairn/schema';
import { expect, test } from 'vitest';
import { beginningAt } from '../../sync/generation-bounds.ts';
import { createDriverBench, rests, until } from '../../testing/driver-bench.ts';
import { sampleDevice, sampleId } from '../../testing/sample-memories.ts';
import { planAdmission, planSuccession, signerOf } from '../vault/plan-members.ts';

const SINCE = beginningAt(0);

test('[SY-S4] a key that does not fit the vault stops everything before the first write', async () => {
  const { bench, driver, calls, ring, save } = await createDriverBench();
  await save(1);
  if (ring.secrets !== null) ring.secrets = { ...ring.secrets, keys: [{ kg: 1, key: '00'.repeat(32) }] };
  await driver.start();
  await until(bench, () => driver.state().state === 'locked_out');
  expect(driver.state().lastError?.kind).toBe('wrong_key');
  expect(calls).toEqual(['keyring']);
  const asked = driver.syncNow({ timeoutMs: 60_000 });
  await until(bench, () => driver.state().state === 'locked_out');
  expect(await asked).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  expect(calls).toEqual(['keyring', 'keyring']);
});

test('[SY-M6] a page that lacks a key has it fetched before the next page, which may never come', async () => {
  const { bench, driver, calls, pages } = await createDriverBench();
  const hlc = hlcOf(bench.time.nowMs(), 0, nodeOf(sampleDevice));
  pages.push([{ entity: sampleId(9), facet: 'body', hlc, v: 1, kg: 2, payload: 'AAAA', seq: 1 }]);
  await driver.start();
  await until(bench, rests(driver));
  // No keyring has that key: perhaps the generation was altered in transit.
  expect(calls).toEqual(['keyring', 'pull', 'keyring', 'pull', 'registers']);
});

test('[SY-S6] a list that no member signed stops everything before the first write, with a sentence and exit 4', async () => {
  const { bench, driver, calls, ring, save, members, crypto } = await createDriverBench();
  await save(1);
  if (ring.secrets === null) throw new Error('there are secrets');
  const ghost = crypto.newDevice(
    deviceId(9, new Uint8Array(10)),
    'ghost',
    crypto.makeDeviceKeys(),
    crypto.makeToken(),
  );
  const { entry } = planAdmission(crypto, ring.secrets, signerOf(ring.secrets), ghost);
  members.push({ ...entry, signature: `${entry.signature.slice(2)}00` });
  await driver.start();
  await until(bench, () => driver.state().state === 'locked_out');
  expect(driver.state().lastError).toMatchObject({ kind: 'members_forged' });
  expect(calls).toEqual(['keyring']);
  const asked = driver.syncNow({ timeoutMs: 60_000 });
  await until(bench, () => driver.state().state === 'locked_out');
  expect(await asked).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
});

test('[SY-S6] a server that was restored gets back the entries that it lost, and sync goes on', async () => {
  const { bench, driver, calls, ring, save, members, crypto } = await createDriverBench();
  await save(1);
  if (ring.secrets === null) throw new Error('there are secrets');
  const desktop = crypto.newDevice(
    deviceId(9, new Uint8Array(10)),
    'desktop',
    crypto.makeDeviceKeys(),
    crypto.makeToken(),
  );
  const { entry } = planAdmission(crypto, ring.secrets, signerOf(ring.secrets), desktop);
  ring.secrets = { ...ring.secrets, members: [...ring.secrets.members, entry] };
  await driver.start();
  await until(bench, rests(driver));
  expect(calls).toEqual(['keyring', 'appendMembers', 'push', 'pull']);
  expect(members).toEqual(ring.secrets.members);
});

test('[SY-S6] a restored list that went on elsewhere is mended before anything is sent, under a key that both have', async () => {
  const { bench, driver, calls, ring, save, members, sealed, pushed, crypto } = await createDriverBench();
  await save(1);
  if (ring.secrets === null) throw new Error('there are secrets');
  const [keys, token] = [crypto.makeDeviceKeys(), crypto.makeToken()];
  const device = { id: deviceId(9, new Uint8Array(10)), name: 'desktop' };
  const shown = crypto.newDevice(device.id, device.name, keys, token);
  const { entry } = planAdmission(crypto, ring.secrets, signerOf(ring.secrets), shown);
  const both = { ...ring.secrets, members: [...ring.secrets.members, entry] };
  ring.secrets = planSuccession(crypto, both, { revoke: null, since: SINCE }).secrets;
  const elsewhere = planSuccession(
    crypto,
    { ...both, ...keys, token, device },
    { revoke: null, since: SINCE },
  );
  members.push(...elsewhere.secrets.members.slice(members.length));
  sealed.push(...elsewhere.request.keys.filter(({ recipient }) => recipient === sampleDevice));
  await driver.start();
  await until(bench, () => rests(driver)() && pushed.length > 0);
  expect(calls.slice(0, 3)).toEqual(['keyring', 'appendMembers', 'push']);
  expect(members).toEqual(ring.secrets?.members);
  expect(ring.secrets?.keys[1]).toEqual(elsewhere.secrets.keys[1]);
  expect(pushed[0]?.items.map(({ kg }) => kg)).toEqual([3]);
  const { reseal, membersMended } = await bench.sync.syncFacts();
  expect(reseal?.kg).toBe(3);
  expect(membersMended).toMatchObject({ added: [], revoked: [], generations: 1 });
});
