/** A long virtual list of memories. It loads the visible rows, and stays stable while memories change. [PG-5, PG-9] */
import type { CallInput, ListResult } from '@cairn/schema';
import { batch, signal } from '@preact/signals';
import type { Api, Failure } from '../adapters/api.ts';
import type { Browser } from '../adapters/browser.ts';
import type { LiveEvent } from '../adapters/live.ts';
import { isHere, keepNear, type Listed, mergeChanged, putPage } from '../pure/merge-list.ts';
import {
  dayOfListed,
  firstUnread,
  QUARTER_MS,
  type Stretch,
  unreadList,
  unreadOf,
} from '../pure/quarters.ts';

export type MemoryList = ReturnType<typeof createMemoryList>;

const PAGE = 100;
/** Rows that are loaded before and after the visible ones. */
const BEFORE = 40;
const AHEAD = 160;
/** If more than this changed at once, the list is counted again, at most once per interval. */
const CHANGED_MAX = 300;
const COUNT_MS = 1_000;
const ASK_IDS = 100;
/** Limits of the cache: loaded memories, and their distance from the visible rows. */
const KEPT_MAX = 4_000;
const KEPT_AROUND = 1_000;

/** The result of an aborted read. */
const LEFT: PageRead = { memories: [], total: 0 };
type PageRead = Pick<ListResult, 'memories' | 'total'>;

export type ListQuery = NonNullable<CallInput<'GET /v1/memories'>['query']>;

/** `query`: the filters of `GET /v1/memories`. */
export const createMemoryList = (
  api: Pick<Api, 'ask'>,
  { after }: Pick<Browser, 'after'>,
  query: ListQuery,
) => {
  const memories = signal<readonly Listed[]>([]);
  const days = signal<readonly number[]>([]);
  const total = signal(0);
  const isLoaded = signal(false);
  const failure = signal<Failure | null>(null);
  const over = new AbortController();
  /** For each memory, the `version` at which it was read. */
  const versions = new Map<string, number>();
  let version = 0;
  let visible: readonly string[] = [];
  let looked = { from: 0, to: PAGE };
  let isCounted = false;
  let isCountDue = false;
  let isCountWanted = false;
  let isRunning = false;
  let changed = new Set<string>();
  let timesAsked: ReturnType<typeof askTimes> | null = null;
  let reading: { readonly stretch: Stretch; readonly over: AbortController } | null = null;

  const show = (list: readonly Listed[]): void => {
    const here = list.reduce((n, one) => n + (isHere(one) ? 1 : 0), 0);
    const around = { middle: looked.from, distance: KEPT_AROUND };
    memories.value = here > KEPT_MAX ? keepNear(list, around, unreadOf) : list;
    days.value = memories.value.map(dayOfListed);
    if (isCounted) total.value = list.length;
  };
  const ask = (part: ListQuery, signal: AbortSignal = over.signal) =>
    api.ask('GET /v1/memories', { query: { ...query, ...part } }, { signal });
  const fail = (error: Failure): null => {
    if (error.kind !== 'aborted') failure.value = error;
    return null;
  };
  const askTimes = () => api.ask('GET /v1/memories/times', { query }, { signal: over.signal });
  const note = (ids: readonly string[], asOf: number): void => {
    for (const id of ids) versions.set(id, asOf);
  };

  const readFirst = async (): Promise<boolean> => {
    const asOf = version;
    const page = await ask({ limit: PAGE });
    if (!page.ok) return fail(page.error) !== null;
    // The daemon counts while the first rows are drawn.
    if (page.value.next !== null) timesAsked = askTimes();
    batch(() => {
      failure.value = null;
      isLoaded.value = true;
      total.value = page.value.total;
      isCounted = page.value.next === null;
      note(
        page.value.memories.map(({ id }) => id),
        asOf,
      );
      show(page.value.memories);
    });
    return true;
  };
  const readStretch = async (stretch: Stretch): Promise<PageRead | null> => {
    const mine = new AbortController();
    reading = { stretch, over: mine };
    const asOf = version;
    const before = new Date(stretch.quarterMs + QUARTER_MS).toISOString();
    const signal = AbortSignal.any([mine.signal, over.signal]);
    const page = await ask({ limit: PAGE, offset: stretch.offset, before }, signal);
    reading = null;
    if (!page.ok) return mine.signal.aborted ? LEFT : fail(page.error);
    note(
      page.value.memories.map(({ id }) => id),
      asOf,
    );
    return page.value;
  };
  /** Reads the number of rows again. The shown rows stay until the new places and the visible memories are loaded. */
  const count = async (): Promise<boolean> => {
    const times = await (timesAsked ?? askTimes());
    timesAsked = null;
    if (!times.ok) return fail(times.error) !== null;
    const begun = isCounted ? [] : memories.peek().filter(isHere);
    const fresh = unreadList(times.value.quarters);
    const list = begun.length > fresh.length ? fresh : putPage(fresh, 0, begun, unreadOf);
    const stretch = firstUnread(list, looked);
    const page = stretch === null ? LEFT : await readStretch(stretch);
    if (page === null) return false;
    batch(() => {
      failure.value = null;
      isCounted = true;
      show(stretch === null ? list : putPage(list, stretch.from, page.memories, unreadOf));
    });
    // The page counts the rows from its quarter on. Another number than here: something was saved between the two reads.
    if (stretch !== null && page !== LEFT && page.total !== list.length - stretch.from + stretch.offset)
      countSoon();
    return true;
  };
  const countOnce = async (): Promise<boolean> => {
    isCountWanted = false;
    const isDone = await count();
    if (!isDone) isCountWanted = true;
    return isDone;
  };
  const readOn = async (stretch: Stretch): Promise<boolean> => {
    const page = await readStretch(stretch);
    if (page === null) return false;
    if (page === LEFT) return true;
    failure.value = null;
    const [first] = page.memories;
    // The list has changed meanwhile, and its quarters have moved.
    if (first === undefined || unreadOf(first).quarterMs !== stretch.quarterMs) countSoon();
    if (first === undefined) return false;
    show(putPage(memories.peek(), stretch.from, page.memories, unreadOf));
    return true;
  };
  const countSoon = (): void => {
    if (isCountDue || over.signal.aborted) return;
    isCountDue = true;
    after(COUNT_MS, () => {
      isCountDue = false;
      countAgain();
    });
  };
  const countAgain = (): void => {
    isCountWanted = isLoaded.peek();
    run();
  };

  const readChanged = async (): Promise<boolean> => {
    const ids = [...changed];
    changed = new Set();
    if (ids.length > CHANGED_MAX) {
      countSoon();
      return true;
    }
    for (let at = 0; at < ids.length; at += ASK_IDS)
      if (!(await readAgain(ids.slice(at, at + ASK_IDS)))) {
        // A count reads all rows again, and so also the changed ones.
        countSoon();
        return false;
      }
    return true;
  };
  const readAgain = async (ids: readonly string[]): Promise<boolean> => {
    const asOf = version;
    const found = await ask({ limit: ASK_IDS, id: ids });
    if (!found.ok) return false;
    note(ids, asOf);
    batch(() => {
      const merged = mergeChanged(memories.peek(), ids, found.value.memories);
      show(merged.list);
      if (!merged.isExact) countSoon();
    });
    return true;
  };
  /** Returns the next read: visible rows first, then changed ones, then their neighbours. Null if everything is loaded. */
  const next = (): (() => Promise<boolean>) | null => {
    if (!isLoaded.peek()) return readFirst;
    if (!isCounted || isCountWanted) {
      return countOnce;
    }
    const list = memories.peek();
    const seen = firstUnread(list, looked);
    if (seen !== null) return () => readOn(seen);
    if (changed.size > 0) return readChanged;
    const around = firstUnread(list, { from: looked.from - BEFORE, to: looked.to + AHEAD });
    return around === null ? null : () => readOn(around);
  };
  const steps = async (): Promise<void> => {
    for (let work = next(); work !== null; work = next()) if (!(await work())) break;
    // Set here, because `finally` runs later, and a call of `run` until then would do nothing.
    isRunning = false;
  };
  const run = (): void => {
    if (isRunning || over.signal.aborted) return;
    isRunning = true;
    void steps().finally(() => {
      isRunning = false;
    });
  };
  const suspect = (ids: readonly string[]): void => {
    for (const id of ids) if ((versions.get(id) ?? version) < version) changed.add(id);
  };
  run();
  return {
    /** Rows far from the visible ones are placeholders. */
    memories,
    /** The day of each memory, in the same order. */
    days,
    total,
    isLoaded,
    failure,
    /** Sets the range of visible rows; `to` is exclusive. */
    look: (from: number, to: number): void => {
      looked = { from, to };
      // Aborts a read of rows that are not visible, so that the visible rows do not wait for it.
      if (reading !== null && (reading.stretch.from >= to || reading.stretch.from + PAGE <= from))
        reading.over.abort();
      run();
    },
    heard: (event: LiveEvent): void => {
      if (event.kind === 'resumed') countAgain();
      if (event.kind !== 'changed') return;
      version++;
      for (const id of event.ids) changed.add(id);
      // An event names the memories that were written, but not the memories that these hide.
      suspect(visible);
      run();
    },
    /** Sets the memories on the screen. They are read again after changes of other memories, which may hide them. */
    seen: (ids: readonly string[]): void => {
      visible = ids;
      suspect(ids);
      if (changed.size > 0) run();
    },
    end: (): void => over.abort(),
  };
};
