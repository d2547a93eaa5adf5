/**
 * The context of the sync driver's tasks. A task is one exchange with the server, or several for a pull. It ends in an
 * event for the state machine or in a failure.
 */
import type { CairnError, HealingReason, Result } from '@cairn/schema';
import type { Crypto } from '../../crypto/create-crypto.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Keyring } from '../../ports/keyring.ts';
import type { Random } from '../../ports/random.ts';
import type { SyncTransport, TransportError } from '../../ports/transport.ts';
import { healingReasonOf, REACTIONS, REFUSAL_SENTENCES } from '../../sync/failure.ts';
import type { SyncEvent } from '../../sync/sync-state.ts';
import type { SyncUseCases } from '../../sync/sync-use-cases.engine.ts';
import type { ReadEngine } from '../engine.ts';
import type { Doubts } from './doubts.ts';
import type { Pace } from './pace.ts';

/** The driver's record of what it asks for by name. [TR-7] */
export interface Asking {
  /** Rounds since the last news. */
  round: number;
  nextAtMs: number;
  /** Changes that the server called gone without proof, and that were sent again since. [TR-1] */
  resent: number;
  /** Number of items that waited at the last look. More is news. */
  waiting: number;
  /** Index where the next round begins. */
  from: number;
}

export const newAsking = (): Asking => ({ round: 0, nextAtMs: 0, waiting: 0, resent: 0, from: 0 });

export type SyncEngine = SyncUseCases & Pick<ReadEngine, 'digestRanges' | 'heldPage'>;

export interface TaskDeps {
  readonly engine: SyncEngine;
  readonly transport: SyncTransport;
  readonly keyring: Keyring;
  /** Loaded when a key is first needed. */
  readonly crypto: () => Promise<Crypto>;
  readonly clock: Clock;
  readonly random: Random;
  /** Items per page, for tests. Default: `LIMITS`. */
  readonly pageItems?: number;
}

export interface TaskFailure {
  readonly kind: string;
  readonly message: string;
  readonly retryAfterMs: number | null;
}

/** Events that carry a failure. */
type Unfinished = 'failed' | 'locked_out' | 'stop';

export type TaskEnd =
  | { readonly event: Exclude<SyncEvent, Unfinished | 'parted'> }
  | { readonly event: 'parted'; readonly why: HealingReason }
  | { readonly event: Unfinished; readonly failure: TaskFailure };

export interface TaskContext extends TaskDeps {
  /** Why the server's past and this device's past differ, for the task that heals. */
  readonly parting: HealingReason;
  /**
   * Throws when this task was abandoned, because its vault was left. Its results must not be applied. Every call of `engine` and
   * `keyring` does this first, and again when it is answered.
   */
  readonly assertCurrent: () => void;
  /** Whether another task waits, so a long task should end early. */
  readonly isWanted: () => boolean;
  readonly count: (what: 'pushed' | 'pulled', items: number) => void;
  /** Notes whether a push moved nothing. Returns how many in a row moved nothing. [TR-5] */
  readonly noteRefused: (isRefused: boolean) => number;
  /** Notes that something waits to be sent, whatever the result of this task. [RL-11] */
  readonly owePush: () => void;
  /** Notes whether re-encryption has more to send, once everything else is done. */
  readonly noteResealing: (isGoingOn: boolean) => void;
  readonly doubts: Doubts;
  readonly pace: Pace;
  /** State of the requests for garbled items. */
  readonly asking: Asking;
}

export const done = (event: Exclude<SyncEvent, Unfinished | 'parted'>): TaskEnd => ({ event });
export const failed = (kind: string, message: string, retryAfterMs: number | null = null): TaskEnd => ({
  event: 'failed',
  failure: { kind, message, retryAfterMs },
});
/** Ends a task when the server refuses this device or fails the checks. The driver asks again. [TR-32] */
export const refused = (failure: TaskFailure): TaskEnd => ({ event: 'locked_out', failure });

export interface Timed<T> {
  readonly answer: Result<T, TransportError>;
  readonly sentAt: number;
  readonly receivedAt: number;
}

export const timed = async <T>(
  { clock }: TaskContext,
  send: () => Promise<Result<T, TransportError>>,
): Promise<Timed<T>> => {
  const sentAt = clock.nowMs();
  const answer = await send();
  return { answer, sentAt, receivedAt: clock.nowMs() };
};

/** Waits for an answer and notes the server's time, which every answer contains. [SY-C2] */
export const take = async <T extends { readonly serverTime: number }>(
  { engine, assertCurrent }: TaskContext,
  request: Promise<Timed<T>>,
): Promise<Result<T, TransportError>> => {
  const { answer, sentAt, receivedAt } = await request;
  assertCurrent();
  if (answer.ok) await engine.noteServerTime({ serverTime: answer.value.serverTime, sentAt, receivedAt });
  return answer;
};

/** Sends a request and takes its answer. */
export const ask = <T extends { readonly serverTime: number }>(
  context: TaskContext,
  send: () => Promise<Result<T, TransportError>>,
): Promise<Result<T, TransportError>> => take(context, timed(context, send));

export const onTransportError = ({ kind, message, retryAfterMs }: TransportError): TaskEnd => {
  const reaction = REACTIONS[kind];
  if (reaction === 'fork') return done('forked');
  if (reaction === 'heal') return { event: 'parted', why: healingReasonOf(kind) };
  // Only a push can be halved. Other requests are tried again, because a server that misjudges them may be replaced. [TR-1]
  if (reaction === 'retry' || reaction === 'halve') return failed(kind, message, retryAfterMs);
  return refused({ kind, message: REFUSAL_SENTENCES[kind] ?? message, retryAfterMs });
};

/** Ends a task after a failure of the engine. A full disk may have room later. */
export const onEngineError = ({ kind, message }: CairnError): TaskEnd => failed(kind, message);
