/**
 * The events that a call causes. They are sent by the thread that serves the call, after its transaction and before its
 * answer, for every caller. [F-2, F-8, M-11, SE-1, CX-2, CX-7]
 */
import type {
  AppendMessagesInput,
  AppendMessagesResult,
  Checked,
  CompactSessionResult,
  DaemonEvent,
  DocumentResult,
  ForgetSourceResult,
  ImportInput,
  ImportResult,
  SessionStateResult,
  TranscriptInput,
  TranscriptResult,
} from '@cairn/schema';
import type { Given } from '../context/given.ts';
import type { ExtractedInput, ExtractedResult } from '../extraction/calls.engine.ts';
import type { WriteStore } from '../ports/store.ts';
import type { PageOutcome } from './api.ts';
import type { Answer } from './deps.ts';

type EventKind = 'changed' | 'scheduled' | 'indexed' | 'session' | 'learned' | 'given' | 'profile';
export type EngineEvent = Extract<DaemonEvent, { readonly kind: EventKind }>;

/** The receiver of events. Without `tell`, none are sent. */
export interface Telling {
  readonly tell?: (event: EngineEvent) => void;
}

type Events<A extends readonly unknown[], T> = (value: T, ...args: A) => readonly EngineEvent[];

/** Wraps a call, and sends the events of its result. */
export const telling =
  <D, A extends readonly unknown[], T>(run: (deps: D, ...args: A) => Promise<T>, events: Events<A, T>) =>
  async (deps: D & Telling, ...args: A): Promise<T> => {
    const value = await run(deps, ...args);
    if (deps.tell !== undefined) for (const event of events(value, ...args)) deps.tell(event);
    return value;
  };

/** Sends no events for a failure. */
const whenDone =
  <A extends readonly unknown[], T>(events: Events<A, T>): Events<A, Checked<T>> =>
  (result, ...args) =>
    result.ok ? events(result.value, ...args) : [];

type SessionEvent = Extract<EngineEvent, { kind: 'session' }>;

const sessionEvent = (
  what: SessionEvent['what'],
  session: string,
  last: number,
  due: SessionEvent['due'] = [],
): SessionEvent => ({ kind: 'session', what, session, last, due });

export const ofDocument = whenDone(({ status, id }: DocumentResult) =>
  status === 'indexed' ? [{ kind: 'indexed', source: id }] : [],
);

export const ofRemovedSource = whenDone(({ id }: ForgetSourceResult) => [{ kind: 'indexed', source: id }]);

export const ofMessages = whenDone(
  ({ session, passages, last, due }: AppendMessagesResult, { messages }: AppendMessagesInput) => [
    ...(passages > 0 ? [{ kind: 'indexed', source: session } as const] : []),
    ...(messages.length > 0 ? [sessionEvent('appended', session, last, due)] : []),
  ],
);

export const ofEnd = whenDone(({ session: { id, lastSequence } }: SessionStateResult) => [
  sessionEvent('ended', id, lastSequence),
]);

export const ofCompaction = whenDone(({ compacted, session, last }: CompactSessionResult) =>
  compacted > 0 ? [sessionEvent('compacted', session, last)] : [],
);

export const ofExtracted = whenDone(({ applied }: ExtractedResult, { session, read }: ExtractedInput) =>
  applied && read !== null ? [{ kind: 'learned', session } as const] : [],
);

export const ofDeletion = whenDone(({ id }: { readonly id: string }) => [sessionEvent('deleted', id, -1)]);

export const ofProfile = whenDone((): readonly EngineEvent[] => [{ kind: 'profile' }]);

/** Reports the profile after any import, because the answer does not say how much of the import was the profile's. */
export const ofImport = whenDone((counts: ImportResult, { dryRun }: ImportInput) =>
  counts.new > 0 && dryRun !== true ? [{ kind: 'profile' }] : [],
);

export const ofGiven = ({ kept }: { readonly kept: boolean }, { project }: Given): readonly EngineEvent[] =>
  kept ? [{ kind: 'given', project }] : [];

type Applied = Pick<PageOutcome, 'memories' | 'schedules' | 'profile'>;

export const ofApplied = whenDone(({ memories, schedules, profile }: Applied) => [
  ...(profile ? [{ kind: 'profile' } as const] : []),
  ...(memories.length > 0 ? [{ kind: 'changed', ids: memories } as const] : []),
  ...(schedules.length > 0 ? [{ kind: 'scheduled', ids: schedules } as const] : []),
]);

/** Reports registers that could not be read before. The answer does not name them, so every kind is reported. */
export const ofRecovered = whenDone(({ recovered }: { readonly recovered: number }) =>
  recovered > 0 ? [{ kind: 'changed', ids: [] }, { kind: 'scheduled', ids: [] }, { kind: 'profile' }] : [],
);

type ImportTurns<D> = (deps: D, input: TranscriptInput) => Answer<TranscriptResult>;

/** Sends the event with the session's last message, which the answer does not name. */
export const tellingTurns =
  <D extends { readonly store: WriteStore }>(run: ImportTurns<D>): ImportTurns<D & Telling> =>
  async (deps, input) => {
    const imported = await run(deps, input);
    if (!imported.ok || input.dryRun === true) return imported;
    const { id, passages, learn } = imported.value;
    if (passages > 0) deps.tell?.({ kind: 'indexed', source: id });
    if (learn === undefined || learn.messages === 0) return imported;
    const session = await deps.store.write((tx) => tx.session(id));
    if (session !== null) deps.tell?.(sessionEvent('appended', id, session.lastSequence));
    return imported;
  };
