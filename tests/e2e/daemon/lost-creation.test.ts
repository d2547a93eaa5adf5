import { statusResult, vaultCreateResult } from '@cairn/schema';
import { startFaultProxy, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  device,
  filesWith,
  kill,
  refusal,
  save,
  start,
  startServer,
  syncAll,
} from './world.ts';

const serverBehindProxy = async () => {
  const server = await startServer();
  const proxy = await startFaultProxy(Number(new URL(server.url).port));
  onTestFinished(proxy.close);
  const input = { server: `http://127.0.0.1:${proxy.port}`, setupToken: server.setupToken, name: 'laptop' };
  return { server, proxy, input };
};

const vaultOf = async (client: Parameters<typeof ask>[0]) =>
  (await askFor(client, statusResult, 'GET', '/v1/status')).sync.vault;

test('[SY-A4, SY-S3] the same command completes a creation whose answer is lost, also after a kill', async () => {
  const { server, proxy, input } = await serverBehindProxy();
  let lost = 0;
  proxy.judge = (way, bytes) => {
    if (way === 'out' || !bytes.includes(' 201 ')) return 'pass';
    lost++;
    return 'cut';
  };
  const a = await device('laptop');
  expect(await refusal(a.client, 'POST', '/v1/vault', input)).toMatchObject({ kind: 'server_unreachable' });
  expect(lost).toBeGreaterThan(0);
  await kill(a.home);
  const client = await start(a.home);
  // The first save makes ids from a salt, which the vault decides later.
  await save(client, 'helix', { key: 'editor' });
  proxy.judge = null;
  const made = await askFor(client, vaultCreateResult, 'POST', '/v1/vault', input);
  expect(await vaultOf(client)).toBe(made.vault);
  // The words are shown once.
  expect(await refusal(client, 'POST', '/v1/vault', input)).toMatchObject({ kind: 'already_in_vault' });
  expect(filesWith(a.home.paths.home, [made.recoveryWords.slice(0, 40)])).toEqual([]);
  await save(client, 'kept for ever');
  await syncAll(client);
  const b = await device('new');
  await ask(b.client, 'POST', '/v1/vault/recover', { words: made.recoveryWords, server: server.url });
  expect(await contents(b.client)).toEqual(['helix', 'kept for ever']);
  await save(b.client, 'vim', { key: 'editor' });
  await syncAll(b.client, client);
  expect(await contents(client)).toEqual(['kept for ever', 'vim']);
});

test('[SY-A4, SY-S3] after a caller has left, the same command enters the vault and shows its words', async () => {
  const { server, proxy, input } = await serverBehindProxy();
  proxy.judge = (way, bytes) => {
    if (way === 'out' && bytes.includes('"signature"')) proxy.stalled = true;
    return 'pass';
  };
  const [a, other] = await Promise.all([device('laptop'), device('other')]);
  const leaving = new AbortController();
  const asked = a.client.request('POST', '/v1/vault', input, { signal: leaving.signal }).catch(() => null);
  const wrong = { server: server.url, setupToken: 'wrong' };
  const hasVault = async () =>
    (await refusal(other.client, 'POST', '/v1/vault', wrong)).message.includes('has a vault already');
  await waitUntil(hasVault, { timeoutMs: 20_000, what: 'the server to make the vault' });
  leaving.abort();
  await asked;
  proxy.cut();
  Object.assign(proxy, { judge: null, stalled: false });
  expect(await vaultOf(a.client)).toBeNull();
  // Another name is another vault, which this server refuses. The first one stays.
  expect(await refusal(a.client, 'POST', '/v1/vault', { ...input, name: 'desk' })).toMatchObject({
    kind: 'not_allowed',
  });
  const made = await askFor(a.client, vaultCreateResult, 'POST', '/v1/vault', input);
  expect(made.recoveryWords.split(' ')).toHaveLength(24);
  expect(await vaultOf(a.client)).toBe(made.vault);
});
