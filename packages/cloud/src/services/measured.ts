/** Wraps the server, store and streams, and counts their work. Everything that is not measured is passed through. */
import type { PullResponse, Result } from '@cairn/schema';
import type { LiveStreams } from '../ports/live-streams.ts';
import type { Metrics, Outcome } from '../ports/metrics.ts';
import type { StoreFailure, SyncStore } from '../ports/sync-store.ts';
import type { SyncServer } from '../sync-server.ts';
import type { Problem } from './problem.ts';

/** Milliseconds that never go back. */
export type Elapsed = () => number;

const outcomeOf = (answer: Result<unknown, Problem>): Outcome => (answer.ok ? 'ok' : answer.error.kind);

const pageOf = (answer: Result<PullResponse, Problem>) => {
  if (!answer.ok) return { items: 0, lag: null };
  const { items, head, high, expected } = answer.value;
  return { items: items.length, lag: expected === null ? Math.max(head - high, 0) : null };
};

export const measureServer = (server: SyncServer, metrics: Metrics): SyncServer => ({
  ...server,
  push: async (session, bytes) => {
    const answer = await server.push(session, bytes);
    const verdicts = answer.ok ? answer.value.verdicts.map((one) => one.verdict) : [];
    metrics.pushed({ outcome: outcomeOf(answer), verdicts });
    return answer;
  },
  pull: async (session, request) => {
    const answer = await server.pull(session, request);
    metrics.pulled({ outcome: outcomeOf(answer), ...pageOf(answer) });
    return answer;
  },
});

type Ended = (tookMs: number, outcome: 'ok' | 'unavailable' | 'bug') => void;

export const measureStore = (store: SyncStore, metrics: Metrics, elapsedMs: Elapsed): SyncStore => {
  const timed = async <T>(ended: Ended, work: () => Promise<Result<T, StoreFailure>>) => {
    const askedAt = elapsedMs();
    let outcome: Parameters<Ended>[1] = 'bug';
    try {
      const result = await work();
      outcome = result.ok ? 'ok' : 'unavailable';
      return result;
    } finally {
      ended(elapsedMs() - askedAt, outcome);
    }
  };
  return {
    ...store,
    single: (work) => {
      metrics.transactionBegan();
      return timed(metrics.transactionEnded, () => store.single(work));
    },
    transaction: (work) => {
      const askedAt = elapsedMs();
      metrics.transactionBegan();
      return timed(metrics.transactionEnded, () =>
        store.transaction((tx) => {
          metrics.connectionWaited(elapsedMs() - askedAt);
          const lockVault: typeof tx.lockVault = async (id) => {
            const lockAskedAt = elapsedMs();
            const vault = await tx.lockVault(id);
            metrics.lockWaited(elapsedMs() - lockAskedAt);
            return vault;
          };
          return work({ ...tx, lockVault });
        }),
      );
    },
    read: (work) => timed(metrics.readEnded, () => store.read(work)),
  };
};

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
