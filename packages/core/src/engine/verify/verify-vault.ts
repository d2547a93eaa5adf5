/**
 * Compares this device with its server, and mends the differences. Nothing is ever deleted. Registers that the server
 * lacks are sent again. Those that this device lacks are fetched by name and merged as always. [SY-E5]
 */
import {
  type CairnError,
  COMPARING_LIMITS,
  type DigestResponse,
  err,
  hlcMs,
  isNameBefore,
  ok,
  type RepairResult,
  refuse,
  type VerifyResult,
} from '@cairn/schema';
import { isoTime } from '../../memory/to-memory.ts';
import { registerKey } from '../../merge/register-key.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HeldQuery } from '../../ports/store.ts';
import type { DigestSource, TransportError } from '../../ports/transport.ts';
import {
  boundsOf,
  compareRows,
  type Difference,
  differingRanges,
  joinDigests,
  type RangeBounds,
  type RangeDigest,
  upTo,
  windowEnd,
} from '../../sync/digest.ts';
import { awaited } from '../../sync/read-page.ts';
import type { Answer } from '../deps.ts';
import type { Engine } from '../engine.ts';
import { mendDifferences } from './mend-differences.ts';

export type VerifyEngine = Pick<
  Engine,
  'syncFacts' | 'digestRanges' | 'heldPage' | 'requeue' | 'takeRegisters' | 'noteVerified' | 'checkProjection'
>;

export interface VerifierDeps {
  readonly engine: VerifyEngine;
  readonly source: DigestSource;
  /** Syncs until nothing is in transit, or returns why it cannot. */
  readonly settle: () => Answer<unknown>;
  readonly clock: Clock;
  readonly explain: (error: TransportError) => CairnError;
}

/** Most looks. A further look is needed when something is in transit, or to see whether a difference lasts. */
const LOOKS_MAX = 3;
/** Differences that are remembered from one look to the next. Beyond that, the next look counts every difference. */
const REMEMBERED_MAX = 20_000;

export type Verifier = ReturnType<typeof createVerifier>;

export const createVerifier = (deps: VerifierDeps) => {
  /** Looks up to three times, with a sync before each look, and reports the differences that last. */
  const verify = async (): Answer<VerifyResult> => {
    let suspected: ReadonlySet<string> | null = null;
    for (let round = 1; ; round += 1) {
      const synced = await deps.settle();
      if (!synced.ok) return synced;
      const look = await lookAt(deps, suspected);
      if (!look.ok) return look;
      const { differing, pending, names } = look.value;
      const isSure = round > 1 && pending === 0;
      if ((differing === 0 && pending === 0) || isSure || round === LOOKS_MAX)
        return conclude(deps, look.value);
      suspected = names.size < REMEMBERED_MAX && pending === 0 ? names : null;
    }
  };
  return { verify, repair: (): Answer<RepairResult> => repair(deps, verify) };
};

interface Look {
  readonly local: { readonly registers: number; readonly digest: string };
  readonly server: VerifyResult['server'];
  /** The first of the differences, `differencesShownMax` at most. */
  readonly shown: readonly Difference[];
  /** `kind entity facet` of each difference, for the next look. */
  readonly names: ReadonlySet<string>;
  readonly differing: number;
  /** Number of registers in transit, in either direction. */
  readonly pending: number;
}

/** Compares once. Counts only the differences in `suspected`, or all when that is null. */
const lookAt = async (deps: VerifierDeps, suspected: ReadonlySet<string> | null): Answer<Look> => {
  const shown: Difference[] = [];
  const names = new Set<string>();
  let differing = 0;
  const walked = await walkDifferences(deps, async (found) => {
    for (const difference of found) {
      const name = `${difference.kind} ${registerKey(difference)}`;
      if (suspected?.has(name) === false) continue;
      differing += 1;
      if (names.size < REMEMBERED_MAX) names.add(name);
      if (shown.length < COMPARING_LIMITS.differencesShownMax) shown.push(difference);
    }
    return ok(null);
  });
  if (!walked.ok) return walked;
  return ok({ ...walked.value, shown, names, differing });
};

type OnDifferences = (found: readonly Difference[]) => Answer<unknown>;

/** Passes on the differences page by page, so a vault may have any size. Stops at the first failure. */
export const walkDifferences = async (
  deps: WalkDeps,
  onDifferences: OnDifferences,
): Answer<Pick<Look, 'local' | 'server' | 'pending'>> => {
  const { engine, source, explain } = deps;
  const { pull } = await engine.syncFacts();
  const answer = await source.digest(pull?.skipped ?? 0);
  if (!answer.ok) return err(explain(answer.error));
  const digest = answer.value;
  const device = await digestHere(engine, digest);
  let pending = 0;
  for (const range of differingRanges(digest.ranges, device)) {
    const walked = await walkRange(deps, range, digest.above, pull?.high ?? 0, onDifferences);
    if (!walked.ok) return walked;
    pending += walked.value;
  }
  const server = { ...joinDigests(digest.ranges), head: digest.head };
  return ok({ local: joinDigests(device), server, pending });
};

/** Registers per turn of the reader, so searches run in between. */
const TURN_REGISTERS = 4_000;

const digestHere = async (
  engine: Pick<VerifyEngine, 'digestRanges'>,
  { ranges, above }: DigestResponse,
): Promise<readonly RangeDigest[]> => {
  const bounds = boundsOf(ranges);
  const digests: RangeDigest[] = [];
  while (digests.length < bounds.length) {
    let end = digests.length + 1;
    let registers = ranges[digests.length]?.count ?? 0;
    for (; end < bounds.length && registers < TURN_REGISTERS; end += 1) registers += ranges[end]?.count ?? 0;
    digests.push(...(await engine.digestRanges(bounds.slice(digests.length, end), above)));
  }
  return digests;
};

const conclude = async (
  { engine, clock }: VerifierDeps,
  { local, server, shown, differing, pending }: Look,
): Answer<VerifyResult> => {
  const projection = await engine.checkProjection(false);
  if (!projection.ok) return projection;
  const { unfit } = projection.value;
  const unread = awaited((await engine.syncFacts()).unread);
  const unreadCount = Object.values(unread).reduce((sum, count) => sum + count, 0);
  const at = clock.nowMs();
  const found = differing + unfit;
  await engine.noteVerified({ at, head: server.head, registers: local.registers, differing: found });
  return ok({
    equal: found + pending + unreadCount === 0,
    local,
    server,
    differences: shown.map(toReported),
    differing,
    unfit,
    pending,
    unread,
    at: isoTime(at),
  });
};

const toReported = ({ device, server, ...rest }: Difference): VerifyResult['differences'][number] => ({
  ...rest,
  device: device === null ? null : isoTime(hlcMs(device)),
  server: server === null ? null : isoTime(hlcMs(server)),
});

const repair = async (deps: VerifierDeps, verify: Verifier['verify']): Answer<RepairResult> => {
  const synced = await deps.settle();
  if (!synced.ok) return synced;
  const mended = { sent: 0, received: 0 };
  const walked = await walkDifferences(deps, async (found) => {
    const done = await mendDifferences(deps, found);
    if (!done.ok) return done;
    mended.sent += done.value.sent;
    mended.received += done.value.received;
    return ok(null);
  });
  if (!walked.ok) return walked;
  const rebuilt = await deps.engine.checkProjection(true);
  if (!rebuilt.ok) return rebuilt;
  const verified = await verify();
  return verified.ok ? ok({ ...verified.value, ...mended, rebuilt: rebuilt.value.unfit }) : verified;
};

interface WalkDeps extends Pick<VerifierDeps, 'source' | 'explain'> {
  readonly engine: Pick<VerifyEngine, 'syncFacts' | 'digestRanges' | 'heldPage'>;
  /**
   * Nothing is sent or pulled during the comparison. So a register with a sequence above the server's head differs, and
   * is not in transit. [TR-15]
   */
  readonly isAlone?: boolean;
}

/** Ends a comparison that would request the same rows forever. [TR-53] */
const GOES_BACK =
  'The server answered a comparison with registers that this device did not ask for, so the comparison was stopped. Try again; if it happens again, ask the person who runs the server.';

/**
 * Compares one range page by page, because it may be larger than a page on either side. Returns how many registers are
 * in transit. `above`: tombstones with a sequence up to it are left out. `high`: this device has pulled up to this
 * sequence.
 */
const walkRange = async (
  { engine, source, explain, isAlone }: WalkDeps,
  { from, to }: RangeBounds,
  above: number,
  high: number,
  onDifferences: OnDifferences,
): Answer<number> => {
  let after: HeldQuery['after'] = { entity: from, facet: '' };
  let pending = 0;
  for (;;) {
    const query = { after, to, above };
    const answer = await source.digestRows(query);
    if (!answer.ok) return err(explain(answer.error));
    const server = answer.value;
    const device = await engine.heldPage(query);
    const end = windowEnd(device, server);
    const head = isAlone === true ? Number.MAX_SAFE_INTEGER : server.head;
    const compared = compareRows(upTo(device.rows, end), upTo(server.rows, end), { high, head });
    pending += compared.pending;
    if (compared.differences.length > 0) {
      const done = await onDifferences(compared.differences);
      if (!done.ok) return done;
    }
    if (end === null) return ok(pending);
    if (!isNameBefore(after, end)) return refuse('server_error', GOES_BACK, true);
    after = end;
  }
};
