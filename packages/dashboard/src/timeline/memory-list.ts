/** A long list of memories, read page by page as far as somebody looks, and kept as it is while it changes. [PG-5, PG-9] */
import type { CallInput } from '@cairn/schema';
import { batch, type Signal, signal } from '@preact/signals';
import type { Api, Failure } from '../adapters/api.ts';
import type { Browser } from '../adapters/browser.ts';
import type { LiveEvent } from '../adapters/live.ts';
import { isHere, keepNear, type Listed, mergeChanged } from '../pure/merge-list.ts';
import { dayOf } from '../pure/words.ts';

export interface MemoryList {
  /** Those that nobody is near are places only. */
  readonly memories: Signal<readonly Listed[]>;
  /** The day of each, in the same order. */
  readonly days: Signal<readonly number[]>;
  readonly total: Signal<number>;
  readonly isLoaded: Signal<boolean>;
  readonly failure: Signal<Failure | null>;
  /** Reads on until so many are here, or all. */
  readTo(count: number): void;
  /** Somebody looks at this place of the list, where these are not here any more. */
  look(at: number, missing: readonly string[]): void;
  heard(event: LiveEvent): void;
  /** These are on the screen: what became of others since may concern them. */
  seen(ids: readonly string[]): void;
  end(): void;
}

const PAGE = 100;
/** When somebody jumps far down. */
const PAGE_MAX = 500;
/** More than this that changed at once: the list is read again, and not more often than so. */
const CHANGED_MAX = 300;
const RELOAD_MS = 1_000;
const ASK_IDS = 100;
/** Whole memories that are kept, and how far around where one looks when there are more. */
const KEPT_MAX = 4_000;
const KEPT_AROUND = 1_000;

export type ListQuery = NonNullable<CallInput<'GET /v1/memories'>['query']>;

/** `query`: filters, as the list takes them. */
export const createMemoryList = (
  api: Pick<Api, 'ask'>,
  { after }: Pick<Browser, 'after'>,
  query: ListQuery,
): MemoryList => {
  const memories = signal<readonly Listed[]>([]);
  const days = signal<readonly number[]>([]);
  const total = signal(0);
  const isLoaded = signal(false);
  const failure = signal<Failure | null>(null);
  const over = new AbortController();
  /** The day of each memory, and how many changes had been heard of when it was read. */
  const known = new Map<string, { readonly day: number; version: number }>();
  let version = 0;
  let visible: readonly string[] = [];
  let lookedAt = 0;
  let here = 0;
  let next: string | null = null;
  let wanted = PAGE;
  let isRunning = false;
  let isStale = false;
  let changed = new Set<string>();

  const dayOfMemory = ({ id, createdAt }: Listed): number => {
    const before = known.get(id);
    if (before !== undefined) return before.day;
    const day = dayOf(Date.parse(createdAt));
    known.set(id, { day, version });
    return day;
  };
  const suspect = (ids: readonly string[]): void => {
    for (const id of ids) if ((known.get(id)?.version ?? version) < version) changed.add(id);
  };
  const show = (list: readonly Listed[]): void => {
    memories.value = list;
    days.value = list.map(dayOfMemory);
    here = list.filter(isHere).length;
  };
  const dropFar = (middle: number): void => {
    if (here <= KEPT_MAX) return;
    const kept = keepNear(memories.peek(), middle, KEPT_AROUND);
    here = kept.filter(isHere).length;
    memories.value = kept;
  };
  const ask = (part: ListQuery) =>
    api.ask('GET /v1/memories', { query: { ...query, ...part } }, { signal: over.signal });

  const readPage = async (): Promise<boolean> => {
    const isFirst = !isLoaded.peek();
    const missing = Math.min(PAGE_MAX, Math.max(PAGE, wanted - memories.peek().length));
    const page = await ask({ limit: missing, ...(isFirst || next === null ? {} : { before: next }) });
    if (!page.ok) {
      if (page.error.kind !== 'aborted') failure.value = page.error;
      return false;
    }
    batch(() => {
      failure.value = null;
      isLoaded.value = true;
      total.value = page.value.total;
      next = page.value.next;
      if (isFirst) show(page.value.memories);
      else {
        memories.value = [...memories.peek(), ...page.value.memories];
        days.value = [...days.peek(), ...page.value.memories.map(dayOfMemory)];
        here += page.value.memories.length;
      }
      // A reader who waits for pages looks at their end.
      dropFar(Math.max(lookedAt, wanted - KEPT_AROUND));
    });
    return true;
  };
  const readOn = async (): Promise<void> => {
    while (!isLoaded.peek() || (next !== null && memories.peek().length < wanted)) {
      if (!(await readPage())) return;
    }
  };
  const reload = (): void => {
    isStale = false;
    isLoaded.value = false;
    known.clear();
    run();
  };
  const readChanged = async (): Promise<void> => {
    while (changed.size > 0) {
      const ids = [...changed];
      changed = new Set();
      if (ids.length > CHANGED_MAX) {
        if (!isStale) after(RELOAD_MS, reload);
        isStale = true;
        return;
      }
      for (let at = 0; at < ids.length; at += ASK_IDS)
        if (!(await readAgain(ids.slice(at, at + ASK_IDS)))) return;
    }
  };
  const readAgain = async (ids: readonly string[]): Promise<boolean> => {
    const asOf = version;
    const found = await ask({ limit: ASK_IDS, id: ids });
    if (!found.ok) return false;
    batch(() => {
      const before = memories.peek();
      show(mergeChanged(before, ids, found.value.memories, next !== null));
      dropFar(lookedAt);
      total.value = Math.max(memories.peek().length, total.peek() + memories.peek().length - before.length);
    });
    for (const id of ids) {
      const one = known.get(id);
      if (one !== undefined) one.version = asOf;
    }
    return true;
  };
  /** One after the other: pages and changes are of one list. */
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    void readOn()
      .then(readChanged)
      .finally(() => {
        isRunning = false;
        const isBehind = isLoaded.peek() && next !== null && memories.peek().length < wanted;
        if (!over.signal.aborted && failure.peek() === null && (isBehind || changed.size > 0)) run();
      });
  };
  run();
  return {
    memories,
    days,
    total,
    isLoaded,
    failure,
    readTo: (count) => {
      if (count <= wanted) return;
      wanted = count;
      run();
    },
    look: (at, missing) => {
      lookedAt = at;
      if (missing.length === 0) return;
      for (const id of missing) changed.add(id);
      run();
    },
    heard: (event) => {
      if (event.kind === 'resumed') reload();
      if (event.kind !== 'changed') return;
      version++;
      for (const id of event.ids) changed.add(id);
      // An event names what was written, not all that it hides.
      suspect(visible);
      run();
    },
    seen: (ids) => {
      visible = ids;
      suspect(ids);
      if (changed.size > 0) run();
    },
    end: () => over.abort(),
  };
};
