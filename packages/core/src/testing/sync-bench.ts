/** One device's sync use cases on an in-memory store, with functions that play the rest of the engine and the server. */
import {
  type DeviceId,
  type EntityId,
  FACET_VERSION,
  HLC_ZERO,
  type Hlc,
  hlcNext,
  nodeOf,
  type PulledItem,
  type PullResponse,
  type Result,
  type Verdict,
  type VerdictItem,
  vaultId,
} from '@cairn/schema';
import type { EnterVault, SettledBatch, VaultKeys } from '../engine/api.ts';
import { planWrite } from '../engine/write/write-registers.ts';
import type { StoredRegister } from '../ports/store.ts';
import { NO_BOUNDS } from '../sync/generation-bounds.ts';
import { stampTimeMs } from '../sync/stamp-bounds.ts';
import { createSyncUseCases } from '../sync/sync-use-cases.engine.ts';
import { createFakeTime } from './fake-clock.ts';
import { createMemoryStore, type StorePair } from './memory-store.ts';
import { createPlainSealer } from './plain-sealer.ts';
import { SAMPLE_SALT, sampleDevice } from './sample-memories.ts';

type Unstamped = StoredRegister extends infer R
  ? R extends { hlc: Hlc }
    ? Omit<R, 'hlc' | 'kg' | 'seq'>
    : never
  : never;

export interface PushBody {
  readonly epoch: string;
  readonly anchor: string;
  readonly pushNo: number;
  readonly items: readonly PulledItem[];
}

export const BENCH_EPOCH = 'e0'.repeat(16);
export const benchAnchor = (seq: number): string => `${seq}.${'a0'.repeat(16)}`;
export const benchVault = vaultId(1_700_000_000_000, new Uint8Array(10).fill(3));

export const benchKeys = {
  ...{ vault: benchVault, kind: 'sealed', kg: 1, bounds: NO_BOUNDS },
  keys: [{ kg: 1, key: '11'.repeat(32) }],
} as const satisfies VaultKeys;

/** Returns how a device enters the vault. */
export const benchEntry = (device: DeviceId): EnterVault => ({
  vault: { id: benchVault, kind: 'sealed', server: 'https://sync.example', kg: 1 },
  salt: SAMPLE_SALT,
  device: { id: device, name: 'laptop' },
  push: { epoch: BENCH_EPOCH, anchor: benchAnchor(0), lastPushNo: 0, head: 0 },
});

export const createSyncBench = (
  options: { readonly stores?: StorePair; readonly device?: DeviceId } = {},
) => {
  const time = createFakeTime();
  const clock = time.clock();
  const stores = options.stores ?? createMemoryStore();
  const store = stores.writer;
  const device = options.device ?? sampleDevice;
  const sync = createSyncUseCases({ store, clock, makeSealer: async (keys) => createPlainSealer(keys) });
  let pushNo = 0;
  return {
    time,
    clock,
    stores,
    store,
    sync,
    keys: benchKeys,
    async enter(fields: Partial<EnterVault> = {}) {
      const entered = value(
        await sync.enterVault({
          ...benchEntry(device),
          ...fields,
        }),
      );
      value(await sync.useKeys(benchKeys));
      return entered.enqueued;
    },
    /** Writes registers as a person would, and returns their stamps. */
    write: (...registers: readonly Unstamped[]) =>
      store.write(async (tx) => {
        const node = nodeOf((await tx.meta('device'))?.id ?? device);
        let last = (await tx.meta('clock')) ?? HLC_ZERO;
        const offsetMs = (await tx.meta('offset'))?.ms ?? 0;
        const stamped = registers.map((register): StoredRegister => {
          last = hlcNext(last, stampTimeMs({ nowMs: clock.nowMs(), offsetMs, last }), node);
          return { ...register, hlc: last, kg: 0, seq: null };
        });
        const inVault = (await tx.meta('vault')) !== null;
        await tx.apply(await planWrite(tx, stamped, { origin: 'local', nowMs: clock.nowMs(), inVault }));
        return stamped.map(({ hlc }) => hlc);
      }),
    registers: (...entities: readonly EntityId[]) => store.write((tx) => tx.registersOf(entities)),
    async freeze() {
      const frozen = value(await sync.freezeBatch());
      if (frozen === null) throw new Error('there is nothing to push');
      pushNo = frozen.pushNo;
      const body: PushBody = JSON.parse(new TextDecoder().decode(frozen.bytes));
      return { ...frozen, body };
    },
    settle: (verdicts: readonly VerdictItem[], fields: Partial<SettledBatch> = {}) =>
      sync.settleBatch({
        pushNo,
        verdicts,
        head: highest(verdicts),
        anchor: benchAnchor(highest(verdicts)),
        ...fields,
      }),
  };
};

export type SyncBench = ReturnType<typeof createSyncBench>;

const highest = (verdicts: readonly VerdictItem[]): number =>
  Math.max(0, ...verdicts.map(({ seq }) => seq ?? 0));

/** Returns the value of a result that must be good. */
export const value = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

export const verdictOn = (
  item: { readonly entity: string; readonly facet: string; readonly hlc?: Hlc },
  verdict: Verdict,
  seq: number | null = null,
  hlc: Hlc | null = item.hlc ?? null,
): VerdictItem => ({ entity: item.entity, facet: item.facet, verdict, seq, hlc });

/** Returns a register as another device pushed it through a plain sealer of generation `kg`. */
export const pulledItem = (register: StoredRegister, seq: number, kg = 1): PulledItem => ({
  entity: register.entity,
  facet: register.facet,
  hlc: register.hlc,
  v: FACET_VERSION,
  kg,
  payload: Buffer.from(JSON.stringify(register.value)).toString('base64url'),
  seq,
});

export const pageOf = (items: readonly PulledItem[], fields: Partial<PullResponse> = {}): PullResponse => {
  const head = Math.max(0, ...items.map(({ seq }) => seq));
  return {
    items: [...items],
    cursor: `c${head}`,
    hasMore: false,
    expected: null,
    head,
    high: head,
    tombFloor: 0,
    epoch: BENCH_EPOCH,
    anchor: benchAnchor(head),
    serverTime: 1_750_000_000_000,
    ...fields,
  };
};
