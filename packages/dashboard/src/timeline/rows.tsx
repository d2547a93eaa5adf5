/** Draws the visible rows of a list of any length. [PG-5] */
import type { Memory } from '@cairn/schema';
import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { useKeys } from '../app/keys.ts';
import { Button } from '../parts/basics.tsx';
import { filterOfClick, MemoryLine } from '../parts/memory-line.tsx';
import { type Heights, heightOf, layOut, topOf, visibleIn } from '../pure/days.ts';
import { narrowedBy } from '../pure/filters.ts';
import { isHere, type Listed } from '../pure/merge-list.ts';
import { hashOf, memoryHash } from '../pure/route.ts';
import { clockOf, cutAt, nameOfDay, numberOf } from '../pure/words.ts';
import type { MemoryList } from './memory-list.ts';

const ABOVE_AND_BELOW = 600;
/** Two lines of a row show less than this. */
const SHOWN_CHARS = 400;
/** The pause after scrolling before the visible rows are checked again. */
const SETTLE_MS = 120;
/** After less scrolling than this, the same rows are drawn. */
const STEP = 150;
const DRAWN_MAX = 300;
/** Used until the real heights are measured. */
const HEIGHTS: Heights = { row: 78, heading: 46 };

export const Rows = ({ list }: { readonly list: MemoryList }) => {
  const { forgetting, browser, route } = useCairn();
  const hidden = forgetting.hidden.value;
  const all = list.memories.value;
  const allDays = list.days.value;
  const shown = useMemo(() => withoutHidden(all, allDays, hidden), [all, allDays, hidden]);
  const scroller = useRef<HTMLDivElement>(null);
  const [heights, setHeights] = useState(HEIGHTS);
  const blocks = useMemo(() => layOut(shown.days, heights), [shown.days, heights]);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [selected, setSelected] = useState<string | null>(null);
  // Keys may come faster than the screen follows.
  const latest = useRef<string | null>(null);
  const select = (id: string): void => {
    latest.current = id;
    setSelected(id);
  };

  const missing = Math.max(0, list.total.value - all.length);
  const height = heightOf(blocks, heights) + missing * heights.row;
  const visible = visibleIn(
    blocks,
    view.top - ABOVE_AND_BELOW,
    view.top + view.height + ABOVE_AND_BELOW,
    heights,
  );

  const look = (): void => {
    const { current } = scroller;
    if (current === null) return;
    const { scrollTop: top, clientHeight: height } = current;
    setView((before) =>
      before.height === height && Math.abs(before.top - top) < STEP && (top > 0 || before.top === 0)
        ? before
        : { top, height },
    );
  };
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    const measure = (): void => {
      setHeights((before) => measured(current, before));
      look();
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  // A new list begins at its top.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [list]);
  const fresh = useKeptInPlace(scroller, {
    list,
    memories: shown.memories,
    topAt: (at) => topOf(blocks, at, heights),
  });
  const from = visible.rows[0]?.index ?? 0;
  // Hidden rows are in the list and not on the screen.
  const to = (visible.rows.at(-1)?.index ?? 0) + 1 + hidden.size;
  useEffect(() => list.look(from, to), [list, from, to]);
  const ids = visible.rows
    .flatMap(({ index }) => {
      const listed = shown.memories[index];
      return listed === undefined || !isHere(listed) ? [] : [listed.id];
    })
    .join(' ');
  useEffect(
    () => browser.after(SETTLE_MS, () => list.seen(ids === '' ? [] : ids.split(' '))),
    [browser, list, ids],
  );
  /** A key moves the focus to a row from wherever it is, and the row is not drawn yet. */
  const isStepping = useRef(false);
  useLayoutEffect(() => {
    if (selected === null) return;
    const focused = document.activeElement;
    // A row that is not drawn takes the focus with it. Until it is back, the keys that scroll belong to the list.
    const isLost = focused === document.body || focused === scroller.current;
    if (!isLost && !isStepping.current) return;
    const link = document.getElementById(rowId(selected));
    if (link !== null) isStepping.current = false;
    (link ?? scroller.current)?.focus({ preventScroll: true });
  }, [selected, view, all]);

  const step = (by: number) => (): void => {
    const at = shown.memories.findIndex((one) => isHere(one) && one.id === latest.current);
    const index = Math.min(shown.memories.length - 1, Math.max(0, at < 0 ? 0 : at + by));
    const memory = shown.memories[index];
    const { current } = scroller;
    if (memory === undefined || current === null) return;
    const top = topOf(blocks, index, heights);
    if (top - heights.heading < current.scrollTop) current.scrollTop = top - heights.heading;
    const below = top + heights.row - current.clientHeight;
    if (below > current.scrollTop) current.scrollTop = below;
    look();
    if (!isHere(memory)) return;
    const link = document.getElementById(rowId(memory.id));
    link?.focus({ preventScroll: true });
    isStepping.current = link === null;
    select(memory.id);
  };
  useKeys({ j: step(1), k: step(-1) });

  const narrow = (event: Event): void => {
    const [name, value] = filterOfClick(event) ?? [];
    if (name === undefined || value === undefined) return;
    event.preventDefault();
    const filters = route.value.page === 'timeline' ? route.value.query : {};
    browser.go(hashOf('timeline', narrowedBy(filters, name, value)), false);
  };
  const toTop = (): void => {
    scroller.current?.scrollTo({ top: 0 });
    // The pressed button leaves the page.
    document.querySelector('main')?.focus();
  };
  const nowMs = browser.nowMs();
  const draw = useDrawn();
  return (
    <>
      <p class="fresh" role="status">
        {fresh > 0 && <Button text={`${numberOf(fresh)} new`} act={toTop} />}
      </p>
      <div class="scroller" ref={scroller} tabIndex={-1} onScroll={look}>
        <div class="rows" style={{ height: `${height}px` }} onClickCapture={narrow}>
          {visible.headings.map((block) => (
            <div
              class="day"
              key={`day ${block.day}`}
              style={{ top: `${block.top}px`, height: `${heightOf([{ ...block, top: 0 }], heights)}px` }}
            >
              <h2>{nameOfDay(block.day, nowMs)}</h2>
            </div>
          ))}
          {visible.rows.map(({ index, top }) => {
            const listed = shown.memories[index];
            if (listed === undefined) return null;
            return isHere(listed) ? draw(listed, top, select) : <Grey key={`at ${index}`} top={top} />;
          })}
        </div>
      </div>
    </>
  );
};

/** Measures the heights of the style sheet, because a reader may have changed the font size. */
const measured = (element: Element, before: Heights): Heights => {
  const own = getComputedStyle(element);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const px = (name: string): number => Math.round(rem * Number.parseFloat(own.getPropertyValue(name)));
  const now = { row: px('--row'), heading: px('--heading') };
  return now.row === before.row && now.heading === before.heading ? before : now;
};

interface Placed {
  readonly list: MemoryList;
  readonly memories: readonly Listed[];
  /** Pixels from the top of the list. */
  readonly topAt: (index: number) => number;
}

/** Keeps what a person reads in place when rows arrive above it. Returns how many arrived since they left the top. [PG-35] */
const useKeptInPlace = (
  scroller: { readonly current: Element | null },
  { list, memories, topAt }: Placed,
): number => {
  /** The newest row that was visible at the top, and its last position. */
  const newest = useRef<{ readonly list: MemoryList; readonly id: string; readonly top: number } | null>(
    null,
  );
  const kept = newest.current;
  const at =
    kept === null || kept.list !== list ? -1 : memories.findIndex((one) => isHere(one) && one.id === kept.id);
  useLayoutEffect(() => {
    const { current } = scroller;
    const [first] = memories;
    if (current === null || first === undefined || !isHere(first)) return;
    if (at < 0 || current.scrollTop < 1) newest.current = { list, id: first.id, top: topAt(0) };
    else {
      const top = topAt(at);
      current.scrollTop += top - (kept?.top ?? top);
      newest.current = { list, id: kept?.id ?? first.id, top };
    }
  });
  return Math.max(0, at);
};

type Select = (id: string) => void;

/** Caches drawn rows, so that scrolling does not make them again. */
const useDrawn = () => {
  const drawn = useRef(new Map<string, { listed: Memory; top: number; row: ComponentChild }>());
  return (listed: Memory, top: number, select: Select): ComponentChild => {
    const before = drawn.current.get(listed.id);
    if (before?.listed === listed && before.top === top) return before.row;
    if (drawn.current.size > DRAWN_MAX) drawn.current.clear();
    const row = <Row key={listed.id} memory={listed} top={top} onFocus={() => select(listed.id)} />;
    drawn.current.set(listed.id, { listed, top, row });
    return row;
  };
};

/** A placeholder while the memory is loading. */
const Grey = ({ top }: { readonly top: number }) => (
  <article class="grey" aria-busy="true" style={{ transform: `translateY(${top}px)` }}>
    <span />
    <span />
  </article>
);

const rowId = (id: string): string => `row-${id}`;

interface RowProps {
  readonly memory: Memory;
  readonly top: number;
  readonly onFocus: () => void;
}

const Row = ({ memory, top, onFocus }: RowProps) => (
  <article style={{ transform: `translateY(${top}px)` }}>
    <a class="row" id={rowId(memory.id)} href={memoryHash(memory.id)} onFocus={onFocus}>
      <span class="content" dir="auto">
        {cutAt(memory.content, SHOWN_CHARS)}
      </span>
      <MemoryLine memory={memory} time={clockOf(Date.parse(memory.createdAt))} />
    </a>
  </article>
);

const withoutHidden = (
  memories: readonly Listed[],
  days: readonly number[],
  hidden: ReadonlySet<string>,
): { readonly memories: readonly Listed[]; readonly days: readonly number[] } => {
  if (hidden.size === 0) return { memories, days };
  const stays = memories.map((one) => !isHere(one) || !hidden.has(one.id));
  return { memories: memories.filter((_, at) => stays[at]), days: days.filter((_, at) => stays[at]) };
};
