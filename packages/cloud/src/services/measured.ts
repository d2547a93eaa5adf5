/** Wraps the server, store and streams, and counts their work. Everything that is not measured is passed through. */
import type { PullResponse, PushResponse, Result, Verdict } from '@cairn/schema';
import type { LiveStreams } from '../ports/live-streams.ts';
import type { Metrics, Outcome } from '../ports/metrics.ts';
import type { StoreFailure, SyncStore } from '../ports/sync-store.ts';
import type { SyncServer } from '../sync-server.ts';
import type { Problem } from './problem.ts';

/** Milliseconds that never go back. */
export type Elapsed = () => number;

const outcomeOf = (answer: Result<unknown, Problem>): Outcome => (answer.ok ? 'ok' : answer.error.kind);

const verdictsOf = (answer: Result<PushResponse, Problem>): readonly Verdict[] =>
  answer.ok ? answer.value.verdicts.map((one) => one.verdict) : [];

const pageOf = (answer: Result<PullResponse, Problem>) => {
  if (!answer.ok) return { items: 0, lag: null };
  const { items, head, high, expected } = answer.value;
  return { items: items.length, lag: expected === null ? Math.max(head - high, 0) : null };
};

export const measureServer = (server: SyncServer, metrics: Metrics): SyncServer => ({
  ...server,
  push: async (session, bytes) => {
    const answer = await server.push(session, bytes);
    metrics.pushed({ outcome: outcomeOf(answer), verdicts: verdictsOf(answer) });
    return answer;
  },
  pull: async (session, request) => {
    const answer = await server.pull(session, request);
    metrics.pulled({ outcome: outcomeOf(answer), ...pageOf(answer) });
    return answer;
  },
});

const ended = (result: Result<unknown, StoreFailure>): 'ok' | 'unavailable' =>
  result.ok ? 'ok' : 'unavailable';

export const measureStore = (store: SyncStore, metrics: Metrics, elapsedMs: Elapsed): SyncStore => ({
  ...store,
  single: async (work) => {
    const askedAt = elapsedMs();
    let outcome: 'ok' | 'unavailable' | 'bug' = 'bug';
    metrics.transactionBegan();
    try {
      const result = await store.single(work);
      outcome = ended(result);
      return result;
    } finally {
      metrics.transactionEnded(elapsedMs() - askedAt, outcome);
    }
  },
  transaction: async (work) => {
    const askedAt = elapsedMs();
    let outcome: 'ok' | 'unavailable' | 'bug' = 'bug';
    metrics.transactionBegan();
    try {
      const result = await store.transaction((tx) => {
        metrics.connectionWaited(elapsedMs() - askedAt);
        const lockVault: typeof tx.lockVault = async (id) => {
          const lockAskedAt = elapsedMs();
          const vault = await tx.lockVault(id);
          metrics.lockWaited(elapsedMs() - lockAskedAt);
          return vault;
        };
        return work({ ...tx, lockVault });
      });
      outcome = ended(result);
      return result;
    } finally {
      metrics.transactionEnded(elapsedMs() - askedAt, outcome);
    }
  },
  read: async (work) => {
    const askedAt = elapsedMs();
    let outcome: 'ok' | 'unavailable' | 'bug' = 'bug';
    try {
      const result = await store.read(work);
      outcome = ended(result);
      return result;
    } finally {
      metrics.readEnded(elapsedMs() - askedAt, outcome);
    }
  },
});

export const measureStreams = (live: LiveStreams, metrics: Metrics): LiveStreams => ({
  ...live,
  open: (session, sink) => {
    metrics.streamOpened();
    return live.open(session, {
      send: (hint) => {
        metrics.hinted(hint.kind);
        sink.send(hint);
      },
      // Called once for every stream, however it ends.
      close: () => {
        metrics.streamClosed();
        sink.close();
      },
    });
  },
});
