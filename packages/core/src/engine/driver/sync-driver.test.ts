import { HOUR_MS, LIMITS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { beginningAt } from '../../sync/generation-bounds.ts';
import { createDriverBench, failure, rests, until } from '../../testing/driver-bench.ts';
import { bodyRegister, sampleDevice, sampleHlc, sampleId } from '../../testing/sample-memories.ts';
import { pulledItem } from '../../testing/sync-bench.ts';
import { planSuccession } from '../vault/plan-members.ts';

test('[SY-S4] the keys are checked first, then everything is pushed and pulled, one request at a time', async () => {
  const { bench, driver, calls, stream, save, pushed } = await createDriverBench();
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

test('[SY-L4] every failed attempt schedules the next, until the server is back', async () => {
  const { bench, driver, calls, script, save, pushed } = await createDriverBench();
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

test('[RL-11] what a page leaves to send is sent, also where the next page cannot be kept', async () => {
  const { bench, driver, script, save, pages, transport, pushed } = await createDriverBench();
  await driver.start();
  await until(bench, rests(driver));
  const { writer } = bench.stores;
  const { write } = writer;
  const { pull } = transport;
  let pulls = 0;
  transport.pull = async (request) => {
    pulls += 1;
    const answer = await pull(request);
    // The disk is full at the second page, and has room later.
    if (pulls === 2) Object.assign(writer, { write: () => Promise.reject(new Error('full')) });
    bench.time.after(5_000, () => Object.assign(writer, { write }));
    return answer;
  };
  script.push = [failure('epoch_changed')];
  pages.push([pulledItem(bodyRegister(sampleId(2), sampleHlc(2), 'there'), 1)]);
  await save(1);
  driver.poke('local_write');
  await until(bench, () => pulls >= 2);
  await until(bench, rests(driver));
  expect(await bench.sync.syncFacts()).toMatchObject({ pending: 0, healing: null });
  expect(pushed).toHaveLength(1);
});

test('[RL-11] a comparison that ends before it is done leaves nothing waiting', async () => {
  const { bench, driver, save, held, transport } = await createDriverBench();
  await save(1);
  await driver.start();
  await until(bench, rests(driver));
  let isAsked = false;
  transport.registers = async () => {
    isAsked = true;
    return failure('unreachable');
  };
  held.set(`${sampleId(2)} body`, pulledItem(bodyRegister(sampleId(2), sampleHlc(2), 'withheld'), 1));
  held.delete(`${sampleId(1)} body`);
  await until(bench, () => isAsked, 26 * HOUR_MS);
  await until(bench, rests(driver));
  expect((await bench.sync.syncFacts()).pending).toBe(0);
  expect(held.has(`${sampleId(1)} body`)).toBe(true);
});

test('[SY-U2] the bytes of an unanswered push are sent again unchanged, though its memory was edited meanwhile', async () => {
  const { bench, driver, transport, script, save } = await createDriverBench();
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
  const { bench, driver, script, save } = await createDriverBench();
  for (let n = 1; n <= 4; n++) await save(n);
  script.push = [failure('too_large'), failure('too_large'), failure('malformed')];
  await driver.start();
  await until(bench, rests(driver));
  expect(await bench.sync.syncFacts()).toMatchObject({ pending: 0, dead: 1 });
});

test.each(['device_revoked', 'protocol_too_old', 'not_found', 'session_refused'] as const)(
  '[TR-32] on %s sync says so and when it asks again, ever more seldom, and goes on once the server takes it',
  async (kind) => {
    const { bench, driver, calls, script, save, stream, pushed } = await createDriverBench();
    script.keyring = Array.from({ length: 9 }, () => failure(kind));
    await save(1);
    await driver.start();
    const waits: number[] = [];
    for (let n = 1; n <= 9; n++) {
      await until(bench, () => calls.length === n && driver.state().state === 'locked_out', 2 * HOUR_MS);
      const { lastError, nextTryAt } = driver.state();
      expect(lastError?.kind).toBe(kind);
      expect(lastError?.message.length).toBeGreaterThan(4);
      expect(nextTryAt).toBe(bench.time.nextAtMs());
      waits.push((nextTryAt ?? 0) - bench.time.nowMs());
      // No local event makes it ask sooner.
      driver.poke('local_write');
      driver.poke('hint');
      expect(bench.time.nextAtMs()).toBe(nextTryAt);
    }
    expect(waits[0]).toBeGreaterThanOrEqual(LIMITS.backoffMsMax / 2);
    expect(waits[0]).toBeLessThanOrEqual(LIMITS.backoffMsMax);
    expect(waits[8]).toBeGreaterThanOrEqual(LIMITS.refusalMsMax / 2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(LIMITS.refusalMsMax);
    expect(stream.at(-1)).toBe('close');
    await until(bench, rests(driver), 2 * HOUR_MS);
    expect(driver.state()).toEqual({ state: 'idle', lastError: null, nextTryAt: null });
    expect(pushed[0]?.items).toHaveLength(1);
    expect(stream.at(-1)).toBe('open');
  },
);

test('[TR-32] a refused device asks at once when a person asks, after a restart, and where an earlier version had stopped', async () => {
  const { bench, driver, calls, script, save } = await createDriverBench();
  script.keyring = [failure('device_revoked'), failure('device_revoked'), failure('device_revoked')];
  await save(1);
  const isRefused = (n: number) => () => calls.length === n && driver.state().state === 'locked_out';
  await driver.start();
  await until(bench, isRefused(1));
  const asked = driver.syncNow({ timeoutMs: 60_000 });
  await until(bench, isRefused(2));
  expect(await asked).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  await driver.stop();
  await bench.sync.setStopped({ kind: 'device_revoked', message: 'It was revoked.', at: 1 });
  await driver.start();
  await until(bench, isRefused(3));
  expect((await bench.sync.syncFacts()).stopped).toBeNull();
  await until(bench, rests(driver), HOUR_MS);
});

test('[SY-E2, SY-L4] a device that the server does not know asks again slowly, and goes on once it is known', async () => {
  const { bench, driver, calls, script, save, stream, pushed } = await createDriverBench();
  const unknown = Array.from({ length: 9 }, () => failure('unauthorized'));
  script.keyring = unknown;
  await save(1);
  await driver.start();
  const began = bench.time.nowMs();
  await until(bench, () => driver.state().state === 'locked_out');
  expect(stream).toEqual(['open', 'close']);
  expect(driver.state().lastError).toMatchObject({ kind: 'unauthorized' });
  expect(driver.state().lastError?.message).toContain('continues by itself');
  // Nothing is stored that would survive a restart, and no local event makes it ask sooner.
  expect((await bench.sync.syncFacts()).stopped).toBeNull();
  for (let n = 2; n <= 5; n++) {
    await save(n);
    driver.poke('local_write');
  }
  expect((bench.time.nextAtMs() ?? 0) - bench.time.nowMs()).toBeGreaterThanOrEqual(2_000);
  // A person may ask, and gets the server's answer.
  const asked = driver.syncNow({ timeoutMs: 60_000 });
  await until(bench, () => driver.state().state === 'locked_out');
  expect(await asked).toMatchObject({ ok: false, error: { kind: 'not_allowed' } });
  await until(bench, rests(driver), 30 * 60_000);
  expect(bench.time.nowMs() - began).toBeGreaterThan(5 * 60_000);
  expect(calls.filter((call) => call === 'keyring')).toHaveLength(10);
  expect(pushed[0]?.items).toHaveLength(5);
  expect(stream.filter((what) => what === 'open')).toHaveLength(2);
  expect(stream.at(-1)).toBe('open');
  expect(driver.state().lastError).toBeNull();
});

test('[SY-E2, SY-S6] at rest keys and members are looked at now and then, whatever pulls say', async () => {
  const { bench, driver, calls } = await createDriverBench();
  await driver.start();
  const looks = (): number => calls.filter((call) => call === 'keyring').length;
  const began = bench.time.nowMs();
  await until(bench, () => looks() === 3 && driver.state().state === 'idle', 60 * 60_000);
  expect(bench.time.nowMs() - began).toBeGreaterThanOrEqual(20 * 60_000);
  expect(calls.filter((call) => call === 'pull').length).toBeGreaterThan(20);
});

test('a sync that an earlier version had stopped because it was unknown goes on', async () => {
  const { bench, driver, calls } = await createDriverBench();
  await bench.sync.setStopped({ kind: 'unauthorized', message: 'it was', at: 1 });
  await driver.start();
  await until(bench, rests(driver));
  expect(calls).toEqual(['keyring', 'pull']);
  expect((await bench.sync.syncFacts()).stopped).toBeNull();
});

test.each(['epoch_changed', 'resync_required', 'push_gap'] as const)(
  '[SY-E2] on %s everything is pulled again, and then the outbox goes out, without anybody asking',
  async (kind) => {
    const { bench, driver, calls, script, save } = await createDriverBench();
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

test('[SY-U2] a push whose answer was lost keeps its number when this device starts over in the same epoch', async () => {
  const { bench, driver, calls, script, pages, save, pushed } = await createDriverBench();
  await save(1);
  script.push = [failure('unreachable')];
  script.pull = [failure('resync_required')];
  await driver.start();
  await until(bench, () => pushed.length === 1);
  pages.push((pushed[0]?.items ?? []).map((item) => ({ ...item, seq: 1 })));
  await until(bench, rests(driver));
  expect(calls.slice(0, 5)).toEqual(['keyring', 'push', 'pull', 'keyring', 'pull']);
  expect((await bench.sync.syncFacts()).healed?.why).toBe('resync_required');
  await save(2);
  driver.poke('local_write');
  await until(bench, rests(driver));
  expect(pushed.map(({ pushNo }) => pushNo)).toEqual([1, 2]);
});

test('[SY-E3] a copied device takes a new identity, and a fork that is cut short is finished at the next start', async () => {
  const { bench, driver, script, save, ring, pushed } = await createDriverBench();
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
  const { bench, driver, calls, save } = await createDriverBench();
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
  const { bench, driver, transport, save } = await createDriverBench();
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

test('[SY-U9] in a full vault a forget is sent at once, and makes room for what waits', async () => {
  const { bench, driver, transport, save, pushed } = await createDriverBench();
  const { push } = transport;
  let isFull = true;
  let refused = 0;
  transport.push = async (bytes) => {
    if (Buffer.from(bytes).toString().includes('"facet":"body"') && isFull) {
      refused += 1;
      return failure('quota_exceeded');
    }
    isFull = false;
    return push(bytes);
  };
  await save(1);
  await save(2);
  await driver.start();
  await until(bench, () => refused > 0);
  expect(await bench.sync.syncFacts()).toMatchObject({ pending: 2, dead: 0 });
  await bench.write({ entity: sampleId(3), facet: 'gone', value: { hash: null } });
  await until(bench, rests(driver));
  expect(pushed.map(({ items }) => items.map(({ facet }) => facet))).toEqual([['gone'], ['body', 'body']]);
  await driver.stop();
});

test('[SY-S6, TR-17] under a new key everything is sealed again in small steps at rest, and then it is signed that all is', async () => {
  const { bench, driver, pushed, save, members, ring, crypto } = await createDriverBench();
  const count = LIMITS.batchItemsMax + 3;
  for (let n = 1; n <= count; n++) await save(n);
  await driver.start();
  await until(bench, rests(driver));
  const before = pushed.length;
  const since = beginningAt(bench.time.nowMs());
  if (ring.secrets === null) throw new Error('it has keys');
  const plan = planSuccession(crypto, ring.secrets, { revoke: null, since });
  members.push(...plan.request.entries);
  ring.secrets = plan.secrets;
  driver.poke('keys');
  await until(bench, () => pushed.length === before + 1);
  const asked = driver.syncNow({ timeoutMs: 60_000 });
  await until(bench, rests(driver));
  expect(await asked).toMatchObject({ ok: true });
  await until(bench, () => members.at(-1)?.fact.kind === 'complete');
  await until(bench, rests(driver));
  expect(pushed.slice(before).flatMap(({ items }) => items.map(({ kg }) => kg))).toEqual(
    Array.from({ length: count }, () => 2),
  );
  expect(members.at(-1)?.fact).toEqual({ kind: 'complete', kg: 2 });
  expect((await bench.sync.syncFacts()).reseal).toMatchObject({ kg: 2, isOver: true });
  expect(ring.secrets.members).toEqual(members);
  await driver.stop();
});
