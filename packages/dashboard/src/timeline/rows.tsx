/** The rows that can be seen, of a list of any length. [PG-5] */
import type { Memory } from '@cairn/schema';
import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useCairn } from '../app/cairn.ts';
import { useKeys } from '../app/keys.ts';
import { filterOfClick, MemoryLine } from '../parts/memory-line.tsx';
import { heightOf, layOut, topOf, visibleIn } from '../pure/days.ts';
import { narrowedBy } from '../pure/filters.ts';
import { isHere, type Listed } from '../pure/merge-list.ts';
import { hashOf, memoryHash } from '../pure/route.ts';
import { clockOf, cutAt, nameOfDay } from '../pure/words.ts';
import type { MemoryList } from './memory-list.ts';

/** In pixels; the style sheet has the same. */
const HEIGHTS = { row: 78, heading: 46 };
const ABOVE_AND_BELOW = 600;
/** Two lines of a row show less than this. */
const SHOWN_CHARS = 400;
/** The pause after scrolling, before what stands still is looked at again. */
const SETTLE_MS = 120;
/** Scrolled so little, the same rows are drawn. */
const STEP = 150;
const DRAWN_MAX = 300;

export const Rows = ({ list }: { readonly list: MemoryList }) => {
  const { forgetting, browser, route } = useCairn();
  const hidden = forgetting.hidden.value;
  const all = list.memories.value;
  const allDays = list.days.value;
  const shown = useMemo(() => withoutHidden(all, allDays, hidden), [all, allDays, hidden]);
  const blocks = useMemo(() => layOut(shown.days, HEIGHTS), [shown.days]);
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [selected, setSelected] = useState<string | null>(null);
  // Keys may come faster than the screen follows.
  const latest = useRef<string | null>(null);
  const select = (id: string): void => {
    latest.current = id;
    setSelected(id);
  };

  const missing = Math.max(0, list.total.value - all.length);
  const height = heightOf(blocks, HEIGHTS) + missing * HEIGHTS.row;
  const visible = visibleIn(
    blocks,
    view.top - ABOVE_AND_BELOW,
    view.top + view.height + ABOVE_AND_BELOW,
    HEIGHTS,
  );

  const look = (): void => {
    const { current } = scroller;
    if (current === null) return;
    const { scrollTop: top, clientHeight: height } = current;
    setView((before) =>
      before.height === height && Math.abs(before.top - top) < STEP ? before : { top, height },
    );
  };
  useLayoutEffect(() => {
    look();
    const { current } = scroller;
    if (current === null) return;
    const watcher = new ResizeObserver(look);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  // A new list begins at its top.
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [list]);
  const from = visible.rows[0]?.index ?? 0;
  // Hidden rows stand in the list, and not on the screen.
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
  useLayoutEffect(() => {
    if (selected === null) return;
    const link = document.getElementById(rowId(selected));
    if (link !== null && document.activeElement !== link) link.focus({ preventScroll: true });
  }, [selected, view, all]);

  const step = (by: number) => (): void => {
    const at = shown.memories.findIndex((one) => isHere(one) && one.id === latest.current);
    const index = Math.min(shown.memories.length - 1, Math.max(0, at < 0 ? 0 : at + by));
    const memory = shown.memories[index];
    const { current } = scroller;
    if (memory === undefined || current === null) return;
    const top = topOf(blocks, index, HEIGHTS);
    if (top - HEIGHTS.heading < current.scrollTop) current.scrollTop = top - HEIGHTS.heading;
    const below = top + HEIGHTS.row - current.clientHeight;
    if (below > current.scrollTop) current.scrollTop = below;
    look();
    if (isHere(memory)) select(memory.id);
  };
  useKeys({ j: step(1), k: step(-1) });

  const narrow = (event: Event): void => {
    const [name, value] = filterOfClick(event) ?? [];
    if (name === undefined || value === undefined) return;
    event.preventDefault();
    const filters = route.value.page === 'timeline' ? route.value.query : {};
    browser.go(hashOf('timeline', narrowedBy(filters, name, value)), false);
  };
  const nowMs = browser.nowMs();
  const draw = useDrawn();
  return (
    <div class="scroller" ref={scroller} onScroll={look}>
      <div class="rows" style={{ height: `${height}px` }} onClickCapture={narrow}>
        {visible.headings.map((block) => (
          <h2 key={`day ${block.day}`} style={{ transform: `translateY(${block.top}px)` }}>
            {nameOfDay(block.day, nowMs)}
          </h2>
        ))}
        {visible.rows.map(({ index, top }) => {
          const listed = shown.memories[index];
          if (listed === undefined) return null;
          return isHere(listed) ? draw(listed, top, select) : <Grey key={`at ${index}`} top={top} />;
        })}
      </div>
    </div>
  );
};

type Select = (id: string) => void;

/** Rows as they were drawn before: what is scrolled by is not made again. */
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

/** A place whose memory is being read. */
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
