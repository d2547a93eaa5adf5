/** A sync driver on an engine bench, with a server that a test scripts. */
import {
  err,
  isNameBefore,
  ok,
  type PulledItem,
  type PushResponse,
  type Result,
  type SealedKey,
  type VerdictItem,
} from '@cairn/schema';
import { expect } from 'vitest';
import { createCrypto } from '../crypto/create-crypto.ts';
import { createSyncDriver, type SyncDriver } from '../engine/driver/sync-driver.ts';
import { planFounding } from '../engine/vault/found-vault.ts';
import { digestRanges, heldPage } from '../engine/verify/held-digest.ts';
import type { Keyring, VaultSecrets } from '../ports/keyring.ts';
import type { HeldRegister } from '../ports/store.ts';
import type { SyncTransport, TransportError, TransportErrorKind } from '../ports/transport.ts';
import { createDigester, type RangeDigest } from '../sync/digest.ts';
import { SAMPLE_SALT, sampleBody, sampleDevice, sampleId } from './sample-memories.ts';
import { createSeededRandom } from './seeded-random.ts';
import {
  BENCH_EPOCH,
  benchAnchor,
  benchVault,
  createSyncBench,
  type PushBody,
  pageOf,
} from './sync-bench.ts';

export const failure = (kind: TransportErrorKind, retryAfterMs: number | null = null) =>
  err<TransportError>({ kind, message: `the server said ${kind}`, retryAfterMs });

/** Makes the bench. Every call is answered `ok`, unless the script says otherwise. */
export const createDriverBench = async () => {
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
  const sealed: SealedKey[] = [];
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
    const verdicts: VerdictItem[] = body.items.map((item) => {
      const { entity, facet, hlc } = item;
      head += 1;
      held.set(`${entity} ${facet}`, { ...item, seq: head });
      return { entity, facet, verdict: 'ok', seq: head, hlc };
    });
    return { verdicts, head, anchor: benchAnchor(head), serverTime: bench.time.nowMs() };
  };
  const pages: PulledItem[][] = [];
  /** The registers that were pushed to the server. A test may add and remove some. */
  const held = new Map<string, PulledItem>();
  const where = () => ({ head, epoch: BENCH_EPOCH, serverTime: bench.time.nowMs() });
  const shown = () => ({
    generations: [{ ...founding.request.generation, endedAt: null }],
    keys: [...sealed],
    members: [...members],
    serverTime: bench.time.nowMs(),
  });
  const transport: SyncTransport = {
    push: (bytes) => answer('push', () => settle(bytes)),
    pull: () =>
      answer('pull', () => pageOf(pages.shift() ?? [], { head, high: head, serverTime: bench.time.nowMs() })),
    digest: (above) =>
      answer('digest', () => ({ ranges: [{ ...digestOf(held.values()) }], above, ...where() })),
    digestRows: ({ after, to }) =>
      answer('digestRows', () => ({
        rows: rowsOf(held.values()).filter(
          (row) => isNameBefore(after, row) && (to === null || row.entity < to),
        ),
        more: false,
        ...where(),
      })),
    registers: (names) =>
      answer('registers', () => ({
        items: names.flatMap(({ entity, facet }) => held.get(`${entity} ${facet}`) ?? []),
        more: false,
        ...where(),
      })),
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
    engine: {
      ...bench.sync,
      digestRanges: (ranges, above) => digestRanges({ store: bench.stores.reader }, ranges, above),
      heldPage: (query) => heldPage({ store: bench.stores.reader }, query),
    },
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
  return {
    bench,
    driver,
    transport,
    calls,
    script,
    pages,
    held,
    pushed,
    stream,
    ring,
    save,
    members,
    sealed,
    crypto,
  };
};

const rowsOf = (items: Iterable<PulledItem>) =>
  [...items]
    .map(({ entity, facet, hlc, seq }) => ({ entity, facet, hlc, seq }))
    .sort((a, b) => (isNameBefore(a, b) ? -1 : 1));

const digestOf = (items: Iterable<PulledItem>): RangeDigest => {
  const digester = createDigester({ from: '', to: null });
  digester.add(
    rowsOf(items).map((row): HeldRegister => ({ ...row, waiting: false, refused: null, unread: null })),
  );
  return digester.end();
};

/** Advances virtual time until `done` returns true. Stops at the limit, by default two virtual minutes. */
export const until = async (
  bench: { time: ReturnType<typeof createSyncBench>['time'] },
  done: () => boolean,
  limitMs = 120_000,
): Promise<void> => {
  const end = bench.time.nowMs() + limitMs;
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (done()) return;
    if (bench.time.nowMs() > end || !bench.time.runNext()) throw new Error('it never happened');
  }
};
export const rests = (driver: SyncDriver) => (): boolean => driver.state().state === 'idle';
