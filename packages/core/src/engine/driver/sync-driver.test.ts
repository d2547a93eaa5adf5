import {
  deviceId,
  err,
  hlcOf,
  LIMITS,
  nodeOf,
  ok,
  type PulledItem,
  type PushResponse,
  type Result,
  type VerdictItem,
} from '@cairn/schema';
import { expect, test } from 'vitest';
import { createCrypto } from '../../crypto/create-crypto.ts';
import type { Keyring, VaultSecrets } from '../../ports/keyring.ts';
import type { SyncTransport, TransportError, TransportErrorKind } from '../../ports/transport.ts';
import { SAMPLE_SALT, sampleBody, sampleDevice, sampleId } from '../../testing/sample-memories.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { benchAnchor, benchVault, createSyncBench, type PushBody, pageOf } from '../../testing/sync-bench.ts';
import { planFounding } from '../vault/found-vault.ts';
import { planAdmission, signerOf } from '../vault/plan-members.ts';
import { createSyncDriver, type SyncDriver } from './sync-driver.ts';

const failure = (kind: TransportErrorKind, retryAfterMs: number | null = null) =>
  err<TransportError>({ kind, message: `the server said ${kind}`, retryAfterMs });

/** A device with its driver, and a server that a test scripts: every call is answered `ok` unless the script says other. */
const setUp = async () => {
  const random = createSeededRandom('driver');
  const bench = createSyncBench();
  await bench.enter();
  const crypto = await createCrypto({ random });
  const founder = {
    ...crypto.makeDeviceKeys(),
    device: { id: sampleDevice, name: 'laptop' },
    token: 'token',
  };
  const vault = { vault: benchVault, kind: 'sealed', salt: SAMPLE_SALT } as const;
  const founding = planFounding(crypto, vault, founder, crypto.makeRoot());
  const ring: { secrets: VaultSecrets | null } = { secrets: founding.secrets };
  const members = [...founding.secrets.members];
  const keyring: Keyring = {
    load: async () => ring.secrets,
    save: async (secrets) => {
      ring.secrets = secrets;
    },
  };
  let head = 0;
  let inAir = 0;
  const calls: string[] = [];
  const script: { [K in 'push' | 'pull' | 'keyring']?: Result<never, TransportError>[] } = {};
  const answer = async <T>(what: keyof SyncTransport, good: () => T): Promise<Result<T, TransportError>> => {
    calls.push(what);
    inAir += 1;
    expect(inAir).toBe(1);
    await new Promise<void>((resolve) => bench.time.after(10, resolve));
    inAir -= 1;
    const isScripted = what === 'push' || what === 'pull' || what === 'keyring';
    const scripted = isScripted ? script[what]?.shift() : undefined;
    return scripted ?? ok(good());
  };
  const pushed: PushBody[] = [];
  const settle = (bytes: Uint8Array): PushResponse => {
    const body: PushBody = JSON.parse(new TextDecoder().decode(bytes));
    pushed.push(body);
    const verdicts: VerdictItem[] = body.items.map(({ entity, facet, hlc }) => {
      head += 1;
      return { entity, facet, verdict: 'ok', seq: head, hlc };
    });
    return { verdicts, head, anchor: benchAnchor(head), serverTime: bench.time.nowMs() };
  };
  const pages: PulledItem[][] = [];
  const shown = () => ({
    generations: [{ ...founding.request.generation, endedAt: null }],
    keys: [],
    members: [...members],
    serverTime: bench.time.nowMs(),
  });
  const transport: SyncTransport = {
    push: (bytes) => answer('push', () => settle(bytes)),
    pull: () =>
      answer('pull', () => pageOf(pages.shift() ?? [], { head, high: head, serverTime: bench.time.nowMs() })),
    keyring: () => answer('keyring', shown),
    appendMembers: ({ entries }) =>
      answer('appendMembers', () => {
        members.push(...entries);
        return shown();
      }),
    fork: ({ entry }) =>
      answer('fork', () => {
        members.push(entry);
        return null;
      }),
  };
  const stream: string[] = [];
  const driver = createSyncDriver({
    engine: bench.sync,
    transport,
    keyring,
    crypto: async () => crypto,
    clock: bench.clock,
    timers: bench.time,
    random,
    events: { open: () => stream.push('open'), close: () => stream.push('close') },
  });
  const save = (n: number) =>
    bench.write({ entity: sampleId(n), facet: 'body', value: sampleBody(`memory ${n}`) });
  return { bench, driver, transport, calls, script, pages, pushed, stream, ring, save, members, crypto };
};

/** Lets time pass until the driver says so, or two virtual minutes are over. */
const until = async (
  bench: { time: ReturnType<typeof createSyncBench>['time'] },
  done: () => boolean,
): Promise<void> => {
  const end = bench.time.nowMs() + 120_000;
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (done()) return;
    if (bench.time.nowMs() > end || !bench.time.runNext()) throw new Error('it never happened');
  }
};
const rests = (driver: SyncDriver) => (): boolean => driver.state().state === 'idle';

test('[SY-S4] the keys are checked first, then everything is pushed and pulled, one request at a time', async () => {
  const { bench, driver, calls, stream, save, pushed } = await setUp();
  await save(1);
  await driver.start();
  await until(bench, rests(driver));
  expect(calls).toEqual(['keyring', 'push', 'pull']);
  expect(pushed).toHaveLength(1);
  expect(stream).toEqual(['open']);
  await save(2);
  driver.poke('local_write');
  await until(bench, rests(driver));
  expect(pushed.map(({ pushNo }) => pushNo)).toEqual([1, 2]);
});

test('[SY-S4] a key that does not fit the vault stops everything before the first write', async () => {
  const { bench, driver, calls, ring, save } = await setUp();
  await save(1);
  if (ring.secrets !== null) ring.secrets = { ...ring.secrets, keys: [{ kg: 1, key: '00'.repeat(32) }] };
  await driver.start();
  await until(bench, () => driver.state().state === 'stopped');
  expect(driver.state().lastError?.kind).toBe('wrong_key');
  expect(calls).toEqual(['keyring']);
  expect((await bench.sync.syncFacts()).stopped?.kind).toBe('wrong_key');
  const asked = driver.syncNow({ timeoutMs: 60_000 });
  await until(bench, () => driver.state().state === 'stopped');
  expect(await asked).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  expect(calls).toEqual(['keyring', 'keyring']);
});

test('[SY-M6] a page that lacks a key has it fetched before the next page, which may never come', async () => {
  const { bench, driver, calls, pages } = await setUp();
  const hlc = hlcOf(bench.time.nowMs(), 0, nodeOf(sampleDevice));
  pages.push([{ entity: sampleId(9), facet: 'body', hlc, v: 1, kg: 2, payload: 'AAAA', seq: 1 }]);
  await driver.start();
  await until(bench, rests(driver));
  expect(calls).toEqual(['keyring', 'pull', 'keyring', 'pull']);
});

test('[SY-S6] a list that no member signed stops everything before the first write, with a sentence and exit 4', async () => {
  const { bench, driver, calls, ring, save, members, crypto } = await setUp();
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
  await until(bench, () => driver.state().state === 'stopped');
  expect(driver.state().lastError).toMatchObject({ kind: 'members_forged' });
  expect(calls).toEqual(['keyring']);
  const asked = driver.syncNow({ timeoutMs: 60_000 });
  await until(bench, () => driver.state().state === 'stopped');
  expect(await asked).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
});

test('[SY-S6] a server that was restored gets back the entries that it lost, and sync goes on', async () => {
  const { bench, driver, calls, ring, save, members, crypto } = await setUp();
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

test('[SY-L4] every failed attempt schedules the next, until the server is back', async () => {
  const { bench, driver, calls, script, save, pushed } = await setUp();
  script.keyring = [
    failure('unreachable'),
    failure('bad_answer'),
    failure('internal'),
    failure('unavailable'),
  ];
  script.push = [failure('unreachable'), failure('rate_limited', 5_000)];
  await save(1);
  await driver.start();
  const began = bench.time.nowMs();
  await until(bench, rests(driver));
  expect(calls).toEqual([
    'keyring',
    'keyring',
    'keyring',
    'keyring',
    'keyring',
    'push',
    'pull',
    'push',
    'push',
  ]);
  expect(bench.time.nowMs() - began).toBeGreaterThan(5_000);
  expect(driver.state().lastError).toBeNull();
  expect(pushed).toHaveLength(1);
});

test('[SY-U2] the bytes of an unanswered push are sent again unchanged, though its memory was edited meanwhile', async () => {
  const { bench, driver, transport, script, save } = await setUp();
  const sent: string[] = [];
  const push = transport.push;
  const spied = {
    ...transport,
    push: (bytes: Uint8Array) => {
      sent.push(Buffer.from(bytes).toString('hex'));
      return push(bytes);
    },
  };
  Object.assign(transport, spied);
  script.push = [failure('unreachable'), failure('unreachable')];
  await save(1);
  await driver.start();
  await until(bench, () => sent.length === 1 && driver.state().state === 'waiting');
  await bench.write({ entity: sampleId(1), facet: 'tags', value: { tags: ['late'] } });
  driver.poke('local_write');
  await until(bench, rests(driver));
  expect(new Set(sent.slice(0, 3)).size).toBe(1);
  expect(sent).toHaveLength(4);
});

test('[SY-U2] a batch that is refused as a whole is halved until the bad item stands alone', async () => {
  const { bench, driver, script, save } = await setUp();
  for (let n = 1; n <= 4; n++) await save(n);
  script.push = [failure('too_large'), failure('too_large'), failure('malformed')];
  await driver.start();
  await until(bench, rests(driver));
  expect(await bench.sync.syncFacts()).toMatchObject({ pending: 0, dead: 1 });
});

test.each(['unauthorized', 'device_revoked', 'protocol_too_old'] as const)(
  'on %s sync stops with a sentence, also after a restart, until a person asks',
  async (kind) => {
    const { bench, driver, calls, script, save, stream } = await setUp();
    script.push = [failure(kind)];
    await save(1);
    await driver.start();
    await until(bench, () => driver.state().state === 'stopped');
    const { lastError } = driver.state();
    expect(lastError?.kind).toBe(kind);
    expect(lastError?.message.length).toBeGreaterThan(40);
    driver.poke('local_write');
    driver.poke('hint');
    expect(bench.time.nextAtMs()).toBeNull();
    await driver.stop();
    await driver.start();
    expect(driver.state()).toMatchObject({ state: 'stopped', lastError: { kind } });
    expect(stream.at(-1)).toBe('close');
    const asked = driver.syncNow({ timeoutMs: 60_000 });
    await until(bench, rests(driver));
    expect(await asked).toMatchObject({ ok: true, value: { pushed: 1, pending: 0 } });
    expect(calls.at(-1)).toBe('pull');
    expect((await bench.sync.syncFacts()).stopped).toBeNull();
  },
);

test.each(['epoch_changed', 'resync_required', 'push_gap'] as const)(
  '[SY-E2] on %s everything is pulled anew, and then the outbox goes out, without anybody asking',
  async (kind) => {
    const { bench, driver, calls, script, save } = await setUp();
    await save(1);
    script.push = [failure(kind)];
    await driver.start();
    await until(bench, rests(driver));
    expect(calls.slice(0, 4)).toEqual(['keyring', 'push', 'keyring', 'pull']);
    const facts = await bench.sync.syncFacts();
    expect(facts).toMatchObject({ pending: 0, healing: null, stopped: null });
    expect(facts.healed?.why).toBe(kind);
    expect(driver.state().lastError).toBeNull();
  },
);

test('[SY-U2] what became of a push is asked before this device begins anew in the same epoch', async () => {
  const { bench, driver, calls, script, pages, save, pushed } = await setUp();
  await save(1);
  script.push = [failure('unreachable')];
  script.pull = [failure('resync_required')];
  await driver.start();
  await until(bench, () => pushed.length === 1);
  pages.push((pushed[0]?.items ?? []).map((item) => ({ ...item, seq: 1 })));
  await until(bench, rests(driver));
  expect(calls.slice(0, 6)).toEqual(['keyring', 'push', 'pull', 'push', 'keyring', 'pull']);
  expect((await bench.sync.syncFacts()).healed?.why).toBe('resync_required');
  await save(2);
  driver.poke('local_write');
  await until(bench, rests(driver));
  expect(pushed.map(({ pushNo }) => pushNo)).toEqual([1, 2]);
});

test('[SY-E3] a copied device takes a new identity, and a fork that is cut short is finished at the next start', async () => {
  const { bench, driver, script, save, ring, pushed } = await setUp();
  await save(1);
  script.push = [failure('device_forked')];
  await driver.start();
  await until(bench, rests(driver));
  const forked = await bench.sync.syncFacts();
  expect(forked.device?.id).not.toBe(sampleDevice);
  expect(ring.secrets?.device.id).toBe(forked.device?.id);
  expect(ring.secrets?.token).not.toBe('token');
  expect(pushed.map(({ pushNo }) => pushNo)).toEqual([1]);
  await driver.stop();
  if (ring.secrets === null) throw new Error('there are secrets');
  const third = { id: sampleDevice, name: 'laptop' };
  ring.secrets = { ...ring.secrets, device: third };
  await driver.start();
  expect((await bench.sync.syncFacts()).device).toEqual(third);
  await driver.stop();
});

test('what an abandoned request still brings is not applied', async () => {
  const { bench, driver, calls, save } = await setUp();
  await save(1);
  await driver.start();
  await until(bench, () => calls.includes('push'));
  await driver.stop();
  const left = await bench.sync.leaveVault();
  expect(left.ok).toBe(true);
  while (bench.time.runNext()) await new Promise((resolve) => setImmediate(resolve));
  expect(await bench.sync.syncFacts()).toMatchObject({ vault: null, pull: null, push: null });
  expect(driver.state().state).toBe('off');
  expect(await driver.syncNow({ timeoutMs: 10 })).toMatchObject({
    ok: false,
    error: { kind: 'not_in_vault' },
  });
});

test('`syncNow` that cannot finish says what the last failure was', async () => {
  const { bench, driver, transport, save } = await setUp();
  Object.assign(transport, { push: async () => failure('unreachable') });
  await save(1);
  await driver.start();
  const asked = driver.syncNow({ timeoutMs: 20_000 });
  let answer: Awaited<typeof asked> | null = null;
  void asked.then((result) => {
    answer = result;
  });
  await until(bench, () => answer !== null);
  expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout', retryable: true } });
  expect(JSON.stringify(answer)).toContain('the server said unreachable');
  await driver.stop();
});

test('[SY-S6] a re-encryption goes on in small steps at rest, and nobody who waits for sync waits for it', async () => {
  const { bench, driver, pushed, save } = await setUp();
  const count = LIMITS.batchItemsMax + 3;
  for (let n = 1; n <= count; n++) await save(n);
  await driver.start();
  await until(bench, rests(driver));
  const reseal = async () => (await bench.sync.syncFacts()).reseal;
  const before = pushed.length;
  // Its key is not here, so nothing of it goes out, and no timer hurries.
  await bench.sync.beginReseal(2);
  driver.poke('local_write');
  await until(bench, rests(driver));
  expect(pushed).toHaveLength(before);
  expect((bench.time.nextAtMs() ?? 0) - bench.time.nowMs()).toBeGreaterThan(10_000);
  await bench.sync.beginReseal(1);
  driver.poke('local_write');
  await until(bench, () => pushed.length === before + 1);
  const asked = driver.syncNow({ timeoutMs: 60_000 });
  await until(bench, rests(driver));
  expect(await asked).toMatchObject({ ok: true });
  await until(bench, () => pushed.length >= before + 2);
  await until(bench, rests(driver));
  expect(await reseal()).toMatchObject({ done: count, total: count, isOver: true });
  await driver.stop();
});
