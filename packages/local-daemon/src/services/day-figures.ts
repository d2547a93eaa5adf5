/**
 * Records the latencies of saves and searches, and the size of the store, in one row a day. Counts are kept in memory. They are added to
 * the day's row once an hour and when the daemon ends. [OP-10]
 */
import {
  addLatencies,
  countLatencies,
  countLatency,
  type DayFigures,
  type Engine,
  type Latencies,
  latenciesText,
  noLatencies,
  parseLatencies,
} from '@cairn/core';
import { DAY_MS, HOUR_MS } from '@cairn/schema';
import { warningOf } from './log.ts';
import type { SharedDeps } from './shared-deps.ts';

export type DayFiguresService = ReturnType<typeof createDayFigures>;

export interface DayFiguresDeps extends Pick<SharedDeps, 'gate' | 'clock' | 'housekeeper' | 'log'> {
  readonly engine: () => Pick<
    Engine,
    'dayFigures' | 'noteDay' | 'bytes' | 'counts' | 'passagesSize' | 'readOnly'
  >;
}

/** Delay after the start until the first run, when the size of the store is recorded. */
const FIRST_MS = 30_000;

interface Counted {
  readonly day: string;
  readonly saves: Latencies;
  readonly searches: Latencies;
}

export const createDayFigures = (deps: DayFiguresDeps) => {
  const { engine, gate, clock, housekeeper, log } = deps;
  /** Counts that are not in the store yet. The last entry belongs to the day that ends at `endOfDayMs`. */
  let counted: readonly Counted[] = [];
  let endOfDayMs = Number.NEGATIVE_INFINITY;
  let remove = (): void => undefined;

  const today = (): Counted => {
    const nowMs = clock.nowMs();
    const known = counted.at(-1);
    if (known !== undefined && nowMs < endOfDayMs && nowMs >= endOfDayMs - DAY_MS) return known;
    endOfDayMs = nowMs - (nowMs % DAY_MS) + DAY_MS;
    const fresh = { day: dayOf(nowMs), saves: noLatencies(), searches: noLatencies() };
    counted = [...counted, fresh];
    return fresh;
  };

  const sizes = async (): Promise<Pick<DayFigures, 'bytes' | 'memories' | 'passages'>> => {
    const [{ file, wal }, { memories }, passages] = await Promise.all([
      engine().bytes(),
      engine().counts(),
      engine().passagesSize(),
    ]);
    return { bytes: file + wal, memories, passages };
  };

  /** Adds the counts to their day's row. A row of a past day keeps its sizes. */
  const write = async (one: Counted, isToday: boolean): Promise<void> => {
    const [known] = (await engine().dayFigures(one.day)).filter(({ day }) => day === one.day);
    const isNews = countLatencies(one.saves) + countLatencies(one.searches) > 0;
    if (!isNews && !isToday) return;
    const size = known === undefined || isToday ? await sizes() : known;
    const hasGrown = known?.memories !== size.memories || known.passages !== size.passages;
    if (!isNews && !hasGrown) return;
    const { bytes, memories, passages } = size;
    await engine().noteDay({ ...withCounted(known, one), bytes, memories, passages });
  };

  const flush = async (): Promise<void> => {
    if (engine().readOnly) return;
    const now = today();
    const taken = counted;
    // Later figures wait for the next flush.
    counted = [];
    endOfDayMs = Number.NEGATIVE_INFINITY;
    for (const [at, one] of taken.entries()) {
      try {
        await write(one, one.day === now.day);
      } catch (error) {
        counted = [...taken.slice(at), ...counted];
        throw error;
      }
    }
  };

  return {
    saved: (ms: number) => countLatency(today().saves, ms),
    searched: (ms: number) => countLatency(today().searches, ms),
    begin() {
      remove = housekeeper.add({
        id: 'sys_figures',
        name: 'figures of the day',
        everyMs: HOUR_MS,
        firstMs: FIRST_MS,
        run: () => gate.share(flush).then(() => null),
      });
    },
    /** Stops the hourly job, and writes the pending counts. */
    async end() {
      remove();
      await flush().catch(warningOf(log, 'the figures of the day were not written'));
    },
    /** Returns the days from `day` on, oldest first, with the pending counts. */
    async since(day: string): Promise<readonly DayFigures[]> {
      const rows = new Map((await engine().dayFigures(day)).map((row) => [row.day, row]));
      const pending = counted.filter((one) => one.day >= day);
      const now = dayOf(clock.nowMs());
      for (const one of pending) rows.set(one.day, { ...NO_SIZES, ...withCounted(rows.get(one.day), one) });
      rows.set(now, { ...NOTHING, day: now, ...rows.get(now), ...(await sizes()) });
      return [...rows.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
    },
  };
};

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const NO_SIZES = { bytes: 0, memories: 0, passages: 0 };
const NOTHING = { ...NO_SIZES, saves: '', searches: '' };

const withCounted = (known: DayFigures | undefined, { day, saves, searches }: Counted): DayFigures => ({
  ...NOTHING,
  ...known,
  day,
  saves: latenciesText(addLatencies(parseLatencies(known?.saves ?? ''), saves)),
  searches: latenciesText(addLatencies(parseLatencies(known?.searches ?? ''), searches)),
});
