/** Reads all memories page by page, in the order of their ids. */
import { type AnswerOf, LIMITS, type Memory, ok, type Result } from '@cairn/schema';
import { type Answer, type Failure, mapped } from '../failure.ts';
import type { Io } from '../io.ts';
import { createProgress } from '../progress.ts';

export const eachMemory = async (
  io: Io,
  take: (memory: Memory, at: number) => Promise<void>,
): Answer<number> => {
  let at = 0;
  let after: string | undefined;
  for (;;) {
    const query = { after, limit: LIMITS.listLimitMax };
    const page: Result<AnswerOf<'GET /v1/export'>, Failure> = await io.ask('GET /v1/export', { query });
    if (!page.ok) return page;
    for (const memory of page.value.memories) await take(memory, at++);
    if (page.value.next === null) return ok(at);
    after = page.value.next;
  }
};

/** Returns the progress with `total`, the number of all memories. */
export const exportProgress = (io: Io) =>
  mapped(io.ask('GET /v1/stats'), ({ memories: { total } }) => {
    const progress = createProgress(io);
    const all = total.toLocaleString('en-US');
    return {
      total,
      passed: (n: number) => progress.showPart(n, total, `${n.toLocaleString('en-US')} of ${all} memories`),
      end: progress.end,
    };
  });
