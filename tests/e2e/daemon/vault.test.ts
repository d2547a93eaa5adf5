import { deviceId, devicesResult, leaveResult, statusResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  find,
  invite,
  join,
  kill,
  refusal,
  save,
  sharedServer,
  start,
  startServer,
  syncAll,
} from './world.ts';

const shared = sharedServer();

const firstDevice = async () => {
  const server = shared();
  const a = await device('laptop');
  const created = await createVault(a.client, server, 'laptop');
  return { server, a, created };
};
const devices = async (client: Parameters<typeof ask>[0]) =>
  (await askFor(client, devicesResult, 'GET', '/v1/devices')).devices;
const joining = (client: Parameters<typeof ask>[0], code: string, server: string, timeoutS = 20) =>
  refusal(client, 'POST', '/v1/vault/join', { code, server, timeoutS }, { timeoutMs: 0 });

test('[SY-S3] the words that are shown once bring everything back when all devices are gone', async () => {
  const { server, a, created } = await firstDevice();
  expect(created.recoveryWords.split(' ')).toHaveLength(24);
  await save(a.client, 'kept for ever');
  await syncAll(a.client);
  await kill(a.home);
  const b = await device('new');
  const input = { words: created.recoveryWords, server: server.url, name: 'new' };
  expect(await ask(b.client, 'POST', '/v1/vault/recover', input, { timeoutMs: 0 })).toMatchObject({
    vault: created.vault,
    memories: 1,
  });
  expect(await find(b.client, 'kept')).toEqual(['kept for ever']);
  const c = await device('wrong');
  const wrong = `${'abandon '.repeat(23)}art`;
  expect(
    await refusal(c.client, 'POST', '/v1/vault/recover', { words: wrong, server: server.url }),
  ).toMatchObject({ kind: 'not_allowed' });
  expect(
    await refusal(c.client, 'POST', '/v1/vault/recover', { words: 'too few', server: server.url }),
  ).toMatchObject({ kind: 'not_allowed', message: 'Expected 24 recovery words, got 2.' });
});

test('[SY-A4] the first vault needs the setup token, and a second one is refused', async () => {
  const server = await startServer();
  const { client } = await device('laptop');
  const input = { server: server.url, setupToken: 'wrong' };
  expect(await refusal(client, 'POST', '/v1/vault', input)).toMatchObject({
    kind: 'not_allowed',
    status: 403,
  });
  await createVault(client, server, 'laptop');
  const other = await device('other');
  const again = { server: server.url, setupToken: server.setupToken };
  expect(await refusal(other.client, 'POST', '/v1/vault', again)).toMatchObject({ kind: 'not_allowed' });
  expect(await refusal(client, 'POST', '/v1/vault', again)).toMatchObject({ kind: 'already_in_vault' });
});

test('[SY-A1] a wrong code and a code that is none are refused, and nothing was joined', async () => {
  const { server, a } = await firstDevice();
  await invite(a.client);
  const b = await device('desktop');
  expect(await joining(b.client, 'ABCD-EFGH-JKMN-PQRS', server.url)).toMatchObject({
    kind: 'not_allowed',
    status: 403,
  });
  expect(await joining(b.client, 'not a code', server.url)).toMatchObject({ kind: 'not_allowed' });
  expect((await askFor(b.client, statusResult, 'GET', '/v1/status')).sync.vault).toBeNull();
  expect(await devices(a.client)).toHaveLength(1);
});

test('[SY-A1] a code works once, for one device', async () => {
  const { server, a } = await firstDevice();
  const { code, command, expiresAt } = await invite(a.client);
  expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  expect(command).toBe(`cairn join ${code} --server ${server.url}`);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(8 * 60_000);
  const [b, c] = await Promise.all([device('desktop'), device('third')]);
  const sloppy = code.toLowerCase().replaceAll('-', ' ');
  await ask(b.client, 'POST', '/v1/vault/join', { code: sloppy, server: server.url }, { timeoutMs: 0 });
  expect(await joining(c.client, code, server.url)).toMatchObject({ kind: 'not_allowed' });
  expect(await joining(b.client, code, server.url)).toMatchObject({ kind: 'already_in_vault' });
});

test('[SY-A1] while the inviter is away `join` waits, names it, and trying again is safe', async () => {
  const { server, a } = await firstDevice();
  await save(a.client, 'worth waiting for');
  const { code } = await invite(a.client);
  await syncAll(a.client);
  await kill(a.home);
  const b = await device('desktop');
  const late = await joining(b.client, code, server.url, 2);
  expect(late).toMatchObject({ kind: 'timeout', status: 504 });
  expect(late.message).toContain('"laptop" did not answer');
  await start(a.home);
  const input = { code, server: server.url, timeoutS: 30 };
  expect(await ask(b.client, 'POST', '/v1/vault/join', input, { timeoutMs: 0 })).toMatchObject({
    memories: 1,
  });
  const again = await start(a.home);
  expect((await devices(again)).filter((one) => !one.revoked)).toHaveLength(2);
});

test('[SY-A3] a revoked device is told so and writes nothing more; the rest go on under a new key', async () => {
  const { server, a } = await firstDevice();
  const [b, c] = await Promise.all([device('desktop'), device('stolen')]);
  await join(a.client, b.client, server, 'desktop');
  const { device: stolen } = await join(a.client, c.client, server, 'stolen');
  expect(await ask(a.client, 'DELETE', `/v1/devices/${stolen}`)).toEqual({ revoked: stolen });
  await waitUntil(
    async () => (await askFor(c.client, statusResult, 'GET', '/v1/status')).sync.state === 'locked_out',
    { timeoutMs: 60_000, what: 'the revoked device to notice' },
  );
  const refused = await refusal(c.client, 'POST', '/v1/sync', { wait: true, timeoutS: 10 });
  expect(refused).toMatchObject({ kind: 'not_allowed', status: 403 });
  expect(refused.message).toMatch(/revoked.*cairn leave/);
  expect(await refusal(c.client, 'POST', '/v1/sync', {})).toMatchObject({ kind: 'not_allowed' });
  expect(await refusal(c.client, 'POST', '/v1/vault/invite', {})).toMatchObject({ kind: 'not_allowed' });
  await save(c.client, 'never to be seen elsewhere');
  await save(a.client, 'under the new key');
  await syncAll(a.client, b.client);
  expect(await contents(b.client)).toEqual(['under the new key']);
  expect((await devices(a.client)).find((one) => one.id === stolen)).toMatchObject({ revoked: true });

  const left = await askFor(c.client, leaveResult, 'POST', '/v1/vault/leave', {});
  expect(left.memories).toBe(1);
  await join(b.client, c.client, server, 'found again');
  await syncAll(c.client, a.client);
  expect(await contents(c.client)).toEqual(['never to be seen elsewhere', 'under the new key']);
  expect(await contents(a.client)).toEqual(await contents(c.client));
});

test('[SY-A3] ids that name nobody, and the device itself, are not revoked', async () => {
  const { a, created } = await firstDevice();
  const unknown = deviceId(1, new Uint8Array(10));
  expect(await refusal(a.client, 'DELETE', `/v1/devices/${unknown}`)).toMatchObject({ kind: 'not_found' });
  expect(await refusal(a.client, 'DELETE', '/v1/devices/nonsense')).toMatchObject({ kind: 'not_found' });
  expect(await refusal(a.client, 'DELETE', `/v1/devices/${created.device}`)).toMatchObject({
    kind: 'invalid_input',
  });
});

test('leaving keeps the memories, and the device can come back', async () => {
  const { server, a } = await firstDevice();
  const b = await device('desktop');
  await save(b.client, 'mine from before');
  await join(a.client, b.client, server, 'desktop');
  await syncAll(b.client, a.client);
  expect(await ask(b.client, 'POST', '/v1/vault/leave', {})).toMatchObject({ memories: 1 });
  expect(await refusal(b.client, 'POST', '/v1/vault/leave', {})).toMatchObject({ kind: 'not_in_vault' });
  expect(await refusal(b.client, 'POST', '/v1/vault/invite', {})).toMatchObject({ kind: 'not_in_vault' });
  await save(b.client, 'written outside');
  await join(a.client, b.client, server, 'desktop');
  await syncAll(b.client, a.client);
  expect(await contents(a.client)).toEqual(['mine from before', 'written outside']);
  expect(await contents(b.client)).toEqual(await contents(a.client));
});

test('a vault cannot be made with what makes no sense', async () => {
  const { client } = await device('laptop');
  for (const [input, kind] of [
    [{ server: 'ftp://example.org' }, 'invalid_input'],
    [{ server: 'http://127.0.0.1:1' }, 'server_unreachable'],
    [{ server: 'http://127.0.0.1:1', name: ' ' }, 'invalid_input'],
    [{ server: 'http://127.0.0.1:1', name: 'x'.repeat(65) }, 'invalid_input'],
    [{}, 'invalid_input'],
  ] as const)
    expect([input, (await refusal(client, 'POST', '/v1/vault', input)).kind]).toEqual([input, kind]);
});
