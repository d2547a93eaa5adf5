/**
 * Compares an idle device with its server and mends the differences. This finds what a server withheld or rolled back
 * while it lied, once it is honest again. When both hold the same, it costs one request. [TR-15]
 */
import { type CairnError, COMPARING_LIMITS, cairnError, err, ok } from '@cairn/schema';
import type { DigestSource, TransportError } from '../../ports/transport.ts';
import type { Difference } from '../../sync/digest.ts';
import { mendDifferences } from '../verify/mend-differences.ts';
import { walkDifferences } from '../verify/verify-vault.ts';
import { done, type TaskContext, type TaskEnd } from './sync-task.ts';

/** Thrown to end a comparison when a more urgent task waits. */
class GivesWay extends Error {}

export const compareTask = async (context: TaskContext): Promise<TaskEnd> => {
  const { engine, clock, doubts } = context;
  const { pending, inflight, healing, pull, verified, healed, dead } = await engine.syncFacts();
  const isAtRest = pending + inflight === 0 && healing === null && pull !== null && pull.bootstrap === null;
  const isDue = isCompareDue({
    nowMs: clock.nowMs(),
    verifiedAt: verified?.at ?? null,
    healedAt: healed?.at ?? null,
    isDoubted: doubts.isDoubted(),
  });
  if (isAtRest && dead > 0 && (await resendRefused(context))) return done('compare_done');
  if (!isAtRest || !isDue) {
    doubts.noteLook(isDue ? 'early' : 'not_due');
    return done('compare_done');
  }
  try {
    return await compare(context);
  } catch (error) {
    if (!(error instanceof GivesWay)) throw error;
    doubts.noteLook('early');
    return done('compare_done');
  }
};

/** Sends refused changes again, because the refusal may have been a lie. Returns whether there were any. [TR-30] */
const resendRefused = async ({ engine, doubts }: TaskContext): Promise<boolean> => {
  const again = await engine.retryRefused();
  if (!again.ok || again.value.requeued === 0) return false;
  doubts.noteLook('early');
  return true;
};

const compare = async (context: TaskContext): Promise<TaskEnd> => {
  const { engine, clock, doubts, transport, assertCurrent } = context;
  const found = { differing: 0, sent: 0, received: 0 };
  const deps = givingWay(context);
  const walked = await walkDifferences(deps, async (differences) => {
    const mendable = differences.filter(canBeMended);
    const mended = await mendDifferences({ engine, source: transport, explain }, mendable);
    if (!mended.ok) return mended;
    found.differing += differences.length;
    found.sent += mended.value.sent;
    found.received += mended.value.received;
    return found.differing < COMPARING_LIMITS.compareMendMax ? ok(null) : err(ENOUGH);
  });
  assertCurrent();
  const isMended = found.sent + found.received > 0;
  doubts.noteLook(isMended ? 'mended' : walked.ok ? 'equal' : 'failed');
  if (walked.ok) {
    const { local, server } = walked.value;
    const { registers } = local;
    const { differing } = found;
    await engine.noteVerified({ at: clock.nowMs(), head: server.head, registers, differing });
  }
  return done('compare_done');
};

/** Whether a comparison can mend it. `resendRefused` retries what the server refuses by size or shape. [TR-30] */
const canBeMended = ({ reason }: Difference): boolean => reason !== 'too_big' && reason !== 'malformed';

/** Most requests for rows in one comparison: half a million registers. Bounds what a server makes up. [TR-53] */
const ROWS_REQUESTS_MAX = 300;
const ENDLESS_ROWS = {
  kind: 'unavailable',
  message: 'There are too many differences to check in one go. The rest is checked next time.',
  retryAfterMs: null,
} as const;

const givingWay = ({ engine, transport, isWanted, assertCurrent }: TaskContext) => {
  const look = (): void => {
    assertCurrent();
    if (isWanted()) throw new GivesWay();
  };
  let rowsRequests = 0;
  const source: DigestSource = {
    ...transport,
    digest: (above) => transport.digest(above),
    digestRows: async (query) => {
      look();
      rowsRequests += 1;
      return rowsRequests > ROWS_REQUESTS_MAX ? err(ENDLESS_ROWS) : transport.digestRows(query);
    },
  };
  return {
    source,
    explain,
    isAlone: true,
    engine: {
      syncFacts: engine.syncFacts,
      heldPage: engine.heldPage,
      digestRanges: (...asked: Parameters<typeof engine.digestRanges>) => {
        look();
        return engine.digestRanges(...asked);
      },
    },
  };
};

const explain = ({ message }: TransportError): CairnError => cairnError('server_error', message);

/** Ends this comparison; the next one does the rest. */
const ENOUGH = cairnError(
  'server_error',
  'There are too many differences to repair in one go. The rest is repaired next time.',
  true,
);

/** The facts that decide when an idle device compares itself with its server. [TR-15] */
interface CompareFacts {
  readonly nowMs: number;
  /** Time of the last comparison; null when there was none. */
  readonly verifiedAt: number | null;
  /** Time when the last healing finished. */
  readonly healedAt: number | null;
  /** Whether the server was away for long, contradicted itself, or differed since both were last equal. */
  readonly isDoubted: boolean;
}

/** Whether a comparison is due. The absolute difference also covers a clock that was set back. */
export const isCompareDue = ({ nowMs, verifiedAt, healedAt, isDoubted }: CompareFacts): boolean =>
  verifiedAt === null ||
  isDoubted ||
  (healedAt !== null && healedAt > verifiedAt) ||
  Math.abs(nowMs - verifiedAt) >= COMPARING_LIMITS.compareEveryMs;
