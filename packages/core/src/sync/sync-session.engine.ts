/** State that the sync use cases share: their dependencies, and a cache between calls that a crash may lose. */
import { type CairnError, err, HLC_ZERO, type Hlc, hlcMs, LIMITS, maxHlc, refuse } from '@cairn/schema';
import type { VaultKeys } from '../engine/api.ts';
import type { Answer } from '../engine/deps.ts';
import { entitiesOf, keyOf, registerKey } from '../merge/register-key.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sealer } from '../ports/sealer.ts';
import type {
  DeadLetter,
  FacetKey,
  MetaKey,
  MetaValues,
  StoredRegister,
  StoreReads,
  StoreTransaction,
  ValuesOf,
  WriteSet,
  WriteStore,
} from '../ports/store.ts';
import type { ClockOffset } from './clock-offset.ts';
import { type GenerationBounds, isClosed, NO_BOUNDS } from './generation-bounds.ts';
import { isVouchedFor, type Open } from './read-page.ts';
import { STAMP_MS_MAX, stampLimitMs, stampTimeMs } from './stamp-bounds.ts';

export interface SyncDeps {
  readonly store: WriteStore;
  readonly clock: Clock;
  readonly makeSealer: (keys: VaultKeys) => Promise<Sealer>;
}

export interface SyncSession extends SyncDeps {
  readonly memory: {
    /** Null until `useKeys`. */
    sealer: Sealer | null;
    /** The ends of the sealer's generations. [TR-4] */
    bounds: GenerationBounds;
    /** False once a scan found nothing that this device must seal again. */
    mayHoldOld: boolean;
    /** Last register of the scan for registers to seal again. */
    lookedUpTo: FacetKey | null;
    /** Cached count of the registers to seal again, for the progress. Counting reads all of them. */
    counted: { readonly kg: number; readonly below: number; readonly at: number } | null;
    /** Most items of a batch. Halved when the server refuses a whole batch, doubled when it accepts one. [SY-U2] */
    batchItemsMax: number;
    /** True after the server refused a batch because the vault is full: tombstones are sent before anything else. [SY-U9] */
    endsFirst: boolean;
    /** The clock offset as refined by each answer. Only relevant changes are written to disk. */
    offset: ClockOffset | null;
    /** The offset on disk. */
    storedOffset: ClockOffset | null;
    /** Server time minus local time of the last answer, in milliseconds, accepted or not; null before the first. [TR-5] */
    serverSays: number | null;
    /** False once a scan found every link's target, as a memory or a tombstone. [SY-P6] */
    mayMissEnds: boolean;
    /** True when arriving registers made this device write something itself, until a push is requested. [TR-52, TR-54] */
    owesPush: boolean;
    /** False once a scan found no stamp of the far future. [TR-33] */
    mayHoldAhead: boolean;
    /** The earliest stamp in quarantine that waits for its time, in milliseconds; null: none waits. [TR-5] */
    nextOfAge: number | null;
  };
}

export const createSyncSession = (deps: SyncDeps): SyncSession => ({
  ...deps,
  memory: {
    sealer: null,
    bounds: NO_BOUNDS,
    mayHoldOld: true,
    lookedUpTo: null,
    counted: null,
    batchItemsMax: LIMITS.batchItemsMax,
    endsFirst: false,
    offset: null,
    storedOffset: null,
    serverSays: null,
    mayMissEnds: true,
    owesPush: false,
    mayHoldAhead: true,
    nextOfAge: null,
  },
});

/** Returns the stored values of these keys. */
export const valuesOf = async <K extends MetaKey>(tx: StoreReads, keys: readonly K[]): Promise<ValuesOf<K>> =>
  Object.assign({}, ...(await Promise.all(keys.map(async (key) => ({ [key]: await tx.meta(key) })))));

/** Passes through all registers, page by page. */
export const allRegisters = async function* (
  tx: StoreReads,
  limit: number,
): AsyncGenerator<readonly StoredRegister[]> {
  let page = await tx.registersAfter(null, limit);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page;
    page = page.length < limit ? [] : await tx.registersAfter(last, limit);
  }
};

/** Returns whether a push is owed, and clears the mark. */
export const takeOwed = ({ memory }: SyncSession): boolean => {
  const { owesPush } = memory;
  memory.owesPush = false;
  return owesPush;
};

/** Returns the function that opens registers of other devices. No other function may open them. [TR-4] */
export const openIncoming =
  ({ memory: { sealer, bounds } }: SyncSession): Open =>
  (item) => {
    if (sealer === null) return err('no_key');
    return isClosed(bounds, item) ? err('old_key') : sealer.open(item);
  };

export const notInVault = (): { readonly ok: false; readonly error: CairnError } =>
  refuse('not_in_vault', 'This device does not belong to a vault. Create or join one first.');

/** Runs work in a transaction, unless this device belongs to no vault. */
export const inVault = <T>(
  { store }: Pick<SyncSession, 'store'>,
  work: (tx: StoreTransaction, vault: MetaValues['vault']) => Answer<T>,
): Answer<T> =>
  store.write(async (tx) => {
    const vault = await tx.meta('vault');
    return vault === null ? notInVault() : work(tx, vault);
  });

/** Returns the time for new stamps of registers that cannot keep theirs. `last`: the highest stamp that stays. [SY-C2, RL-39] */
export const stampNowMs = async (session: SyncSession, tx: StoreReads, last: Hlc): Promise<number> => {
  const offset = session.memory.offset ?? (await tx.meta('offset'));
  return stampTimeMs({ nowMs: session.clock.nowMs(), offsetMs: offset?.ms ?? 0, last });
};

/** Returns the time above which a stamp waits in quarantine. Before the server's time is known, no stamp waits. [TR-5] */
export const stampLimit = async (session: SyncSession, tx: StoreReads): Promise<number> => {
  const offset = session.memory.offset ?? (await tx.meta('offset'));
  return stampLimitMs(offset === null ? STAMP_MS_MAX : session.clock.nowMs() + offset.ms);
};

/** Lowers `nextOfAge` to the earliest future stamp of the registers that were just set aside. [TR-5] */
export const noteOfAge = (
  { memory }: SyncSession,
  setAside: readonly { readonly hlc: Hlc; readonly reason: string }[],
): void => {
  for (const { hlc, reason } of setAside)
    if (reason === 'future')
      memory.nextOfAge = Math.min(memory.nextOfAge ?? Number.MAX_SAFE_INTEGER, hlcMs(hlc));
};

/** Returns the highest stamp that was published or is in `stamps`. The clock may fall back to it. [SY-C3] */
export const raisedTo = async (tx: StoreReads, stamps: readonly { readonly hlc: Hlc }[]): Promise<Hlc> =>
  stamps.reduce((max, { hlc }) => maxHlc(max, hlc), (await tx.meta('published')) ?? HLC_ZERO);

/** More than the registers of any vault, and so more than quarantine holds. */
export const ALL = 10_000_000;

/** Dead letters to read, at most: more than a person can read. */
export const DEAD_LETTERS_MAX = 100_000;

/** Returns changes that the server refused as forgotten, and whose tombstone has not arrived. [TR-1] */
export const goneLetters = async (tx: StoreReads): Promise<readonly DeadLetter[]> =>
  (await tx.deadLetters(DEAD_LETTERS_MAX)).filter(({ verdict }) => verdict === 'gone');

/**
 * Enqueues refused changes under their present stamps, and returns how many. For a change that was deleted or sent
 * meanwhile, only its letter is deleted.
 */
export const sendAgain = async (
  session: SyncSession,
  tx: StoreTransaction,
  letters: readonly DeadLetter[],
): Promise<number> => {
  const entities = entitiesOf(letters);
  const refused = new Set(letters.map(registerKey));
  // A forged register was sealed by no member. A server that accepted it would spread it as the true value.
  const unread = (await tx.quarantinedOf(entities)).filter(isVouchedFor);
  const held = [...(await tx.registersOf(entities)), ...unread];
  const again = held.filter((one) => one.seq === null && refused.has(registerKey(one))).map(keyOf);
  await tx.apply({ deadRemove: letters, outboxAdd: again });
  // A register that the server holds under an older key is sealed again only when it has no letter.
  session.memory.mayHoldOld = true;
  return again.length;
};

/**
 * Joins two write sets. Concatenates `outboxRemove`, `confirmed` and `deadRemove`, and merges `meta`. Where both sets have
 * a value, the second wins.
 */
export const joinWriteSets = (first: WriteSet, second: WriteSet): WriteSet => ({
  ...first,
  ...second,
  outboxRemove: [...(first.outboxRemove ?? []), ...(second.outboxRemove ?? [])],
  confirmed: [...(first.confirmed ?? []), ...(second.confirmed ?? [])],
  deadRemove: [...(first.deadRemove ?? []), ...(second.deadRemove ?? [])],
  meta: { ...first.meta, ...second.meta },
});

export const emptyPull = (empty: boolean): MetaValues['pull'] => ({
  cursor: null,
  high: 0,
  head: 0,
  bootstrap: { done: 0, expected: 0, empty, start: null },
});
