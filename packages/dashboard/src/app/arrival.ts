/** Moves the focus after a change of view: to its heading or, on a step back, to the place that the person left. [PG-26] */
import { useEffect, useRef } from 'preact/hooks';
import type { Browser, Place } from '../adapters/browser.ts';
import { useCairn } from './cairn.ts';

/** Debounce before the place is written, in milliseconds. Browsers limit how often a page may write to its history. */
const NOTE_MS = 250;
/** How long the content of the left place may take to load. After that the heading gets the focus. */
const GIVE_UP_MS = 2_000;

const main = (): HTMLElement | null => document.querySelector('main');
/** Returns the element that scrolls: a view's long list, otherwise `main`. */
const scroller = (): Element | null => document.querySelector('main .scroller') ?? main();

export const useArrival = (view: string): void => {
  const { browser } = useCairn();
  const isFirst = useRef(true);
  useEffect(() => {
    const place = browser.place();
    // After the page was opened, the browser places the focus.
    const endArrival = isFirst.current && place === null ? () => undefined : arrive(browser, place);
    isFirst.current = false;
    const stop = notePlaces(browser);
    return () => {
      endArrival();
      stop();
    };
  }, [browser, view]);
};

/** Retries at every change of the content until the place exists. Returns a function that stops it. */
const arrive = (browser: Browser, place: Place | null): (() => void) => {
  const isThere = (): boolean => (place === null ? toHeading() : toPlace(place));
  if (isThere()) return () => undefined;
  const over = new AbortController();
  const watcher = new MutationObserver(() => {
    if (isThere()) end();
  });
  const cancel = browser.after(GIVE_UP_MS, () => {
    end();
    toHeading();
  });
  const end = (): void => {
    cancel();
    watcher.disconnect();
    over.abort();
  };
  // A person who types, clicks or scrolls meanwhile is not moved.
  for (const type of ['keydown', 'pointerdown', 'wheel'] as const)
    document.addEventListener(type, end, { signal: over.signal });
  const content = main();
  if (content !== null) watcher.observe(content, { childList: true, subtree: true });
  return end;
};

/** Whether the person is at an undo button. Losing the focus there would end its pause. [PG-8] */
const isUndoing = (): boolean => document.querySelector('.toasts')?.contains(document.activeElement) === true;

/** Focuses the heading, unless a part of the view took the focus, such as the search field. Returns false without a heading. */
const toHeading = (): boolean => {
  const content = main();
  const focused = document.activeElement;
  if (isUndoing()) return true;
  if (content !== focused && content?.contains(focused) === true) return true;
  const heading = content?.querySelector('h1');
  if (heading === null || heading === undefined) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
};

const toPlace = ({ top, href }: Place): boolean => {
  const scrolls = scroller();
  if (scrolls === null || scrolls.scrollHeight - scrolls.clientHeight < top) return false;
  scrolls.scrollTop = top;
  if (href === null || isUndoing()) return toHeading();
  const link = [...scrolls.querySelectorAll('a')].find((a) => a.getAttribute('href') === href);
  link?.focus({ preventScroll: true });
  return link !== undefined;
};

const notePlaces = (browser: Browser): (() => void) => {
  const over = new AbortController();
  let cancel = (): void => undefined;
  const note = (): void => {
    cancel();
    const focused = document.activeElement;
    const link = main()?.contains(focused) === true ? focused?.closest('a') : null;
    browser.keepPlace({
      top: Math.round(scroller()?.scrollTop ?? 0),
      href: link?.getAttribute('href') ?? null,
    });
  };
  const soon = (): void => {
    cancel();
    cancel = browser.after(NOTE_MS, note);
  };
  for (const type of ['scroll', 'focusin'] as const)
    document.addEventListener(type, soon, { capture: true, signal: over.signal });
  // A click on a link may come before the timer ends, and some browsers do not focus the link.
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link === null) return;
      link.focus({ preventScroll: true });
      note();
    },
    { capture: true, signal: over.signal },
  );
  return () => {
    cancel();
    over.abort();
  };
};
