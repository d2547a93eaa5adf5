/** Reads all memories page by page, in the order of their ids. */
import { LIMITS, type Memory, ok, type Result } from '@cairn/schema';
import type { Failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { createProgress } from '../progress.ts';

interface Page {
  readonly memories: readonly Memory[];
  readonly next: string | null;
}

export const eachMemory = async (
  io: Io,
  take: (memory: Memory, at: number) => Promise<void>,
): Promise<Result<number, Failure>> => {
  let at = 0;
  let after: string | undefined;
  for (;;) {
    const page: Result<Page, Failure> = await io.ask('GET /v1/export', {
      query: { after, limit: LIMITS.listLimitMax },
    });
    if (!page.ok) return page;
    for (const memory of page.value.memories) await take(memory, at++);
    if (page.value.next === null) return ok(at);
    after = page.value.next;
  }
};

export interface ExportProgress {
  /** The number of all memories. */
  readonly total: number;
  passed(n: number): void;
  end(): void;
}

export const exportProgress = async (io: Io): Promise<Result<ExportProgress, Failure>> => {
  const stats = await io.ask('GET /v1/stats');
  if (!stats.ok) return stats;
  const { total } = stats.value.memories;
  const progress = createProgress(io);
  const all = total.toLocaleString('en-US');
  return ok({
    total,
    passed: (n) => progress.showPart(n, total, `${n.toLocaleString('en-US')} of ${all} memories`),
    end: progress.end,
  });
};
