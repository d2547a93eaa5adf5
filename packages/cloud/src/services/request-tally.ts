/** Counts answers since the server's start by their outcome, for the operator's page. Kinds only, nothing personal. [AD-1] */
import type { RequestLog } from '../ports/request-log.ts';

export const createTally = (nowMs: () => number) => {
  let requests = 0;
  const problems = new Map<string, { count: number; lastAtMs: number }>();
  return {
    /** Returns a log that also counts. */
    counting: (log: RequestLog): RequestLog => ({
      ...log,
      request: (record) => {
        requests += 1;
        if (record.problem !== null) {
          const count = (problems.get(record.problem)?.count ?? 0) + 1;
          problems.set(record.problem, { count, lastAtMs: nowMs() });
        }
        log.request(record);
      },
    }),
    /** The problems come with the most frequent first. */
    read: () => ({
      requests,
      problems: Array.from(problems, ([kind, one]) => ({ kind, ...one })).toSorted(
        (a, b) => b.count - a.count,
      ),
    }),
  };
};

export type Tally = ReturnType<typeof createTally>;
