import { expect, test } from 'vitest';
import { createDriverBench, failure, rests, until } from '../../testing/driver-bench.ts';
import { signerOf } from '../vault/plan-members.ts';

/** Makes a copied device with a new identity, and a server that was rolled back and knows only the former identity. */
const putBack = async () => {
  const scene = await createDriverBench();
  const { bench, driver, transport, script, save, members, ring, crypto } = scene;
  await save(1);
  script.push = [failure('device_forked')];
  await driver.start();
  await until(bench, rests(driver));
  await driver.stop();
  const { secrets } = ring;
  if (secrets === null) throw new Error('there are secrets');
  const knows = (token: string | undefined): boolean => {
    const list = crypto.members.read(secrets.vault, members);
    if (!list.ok) throw new Error(`the list is broken: ${list.error}`);
    const id = token === secrets.former?.token ? secrets.former?.device.id : secrets.device.id;
    return list.value.members.some(({ device, revokedAt }) => device.id === id && revokedAt === null);
  };
  const { keyring, appendMembers, push, pull } = transport;
  const only = async <T>(token: string | undefined, ask: () => Promise<T>) =>
    knows(token) ? ask() : failure('unauthorized');
  Object.assign(transport, {
    keyring: (token?: string) => only(token, keyring),
    appendMembers: (request: Parameters<typeof appendMembers>[0], token?: string) =>
      only(token, () => appendMembers(request)),
    push: (bytes: Uint8Array) => only(undefined, () => push(bytes)),
    pull: (request: Parameters<typeof pull>[0]) => only(undefined, () => pull(request)),
  });
  const entry = members.pop();
  expect(entry?.fact).toMatchObject({ kind: 'add', device: { id: secrets.device.id } });
  return { ...scene, secrets };
};

test('[RL-48] a server that was put back to before a new identity is given it by the former one', async () => {
  const { bench, driver, save, pushed, ring, secrets, members } = await putBack();
  await save(2);
  const before = pushed.length;
  await driver.start();
  await until(bench, rests(driver));
  expect(pushed.length).toBeGreaterThan(before);
  expect((await bench.sync.syncFacts()).pending).toBe(0);
  expect(ring.secrets).toMatchObject({
    device: secrets.device,
    token: secrets.token,
    former: secrets.former,
  });
  expect(members).toEqual(secrets.members);
  await driver.stop();
});

test('[RL-48] an identity that was revoked comes back by nobody, and gets no key', async () => {
  const { bench, driver, ring, secrets, members, crypto } = await putBack();
  const former = secrets.former;
  if (former === undefined) throw new Error('there was one before');
  members.push(...secrets.members.slice(members.length));
  const list = crypto.members.read(secrets.vault, members);
  if (!list.ok) throw new Error('the list is sound');
  const fact = { kind: 'revoke', device: secrets.device.id } as const;
  members.push(
    crypto.members.sign(secrets.vault, list.value, fact, signerOf({ ...secrets, ...former })).entry,
  );
  await driver.start();
  await until(bench, () => driver.state().state === 'locked_out');
  expect(driver.state().lastError).toMatchObject({ kind: 'unauthorized' });
  expect(ring.secrets).toEqual(secrets);
  await driver.stop();
});
