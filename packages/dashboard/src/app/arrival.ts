/** Moves the focus after a change of view: to its heading, or, when the person came back, to the place that they left. [PG-26] */
import { useEffect, useRef } from 'preact/hooks';
import type { Browser, Place } from '../adapters/browser.ts';
import { useCairn } from './cairn.ts';

/** Between two notes of the place: browsers limit how often a page may write to its history. */
const NOTE_MS = 250;
/** How long the content of the left place may take to load; then the heading gets the focus. */
const GIVE_UP_MS = 2_000;

const main = (): HTMLElement | null => document.querySelector('main');
/** The element that scrolls: the list of a view with a long one, otherwise `main`. */
const scroller = (): Element | null => document.querySelector('main .scroller') ?? main();

export const useArrival = (view: string): void => {
  const { browser } = useCairn();
  const isFirst = useRef(true);
  useEffect(() => {
    const place = browser.place();
    // On a page that was just opened the browser places the focus.
    const endArrival = isFirst.current && place === null ? () => undefined : arrive(browser, place);
    isFirst.current = false;
    const stop = notePlaces(browser);
    return () => {
      endArrival();
      stop();
    };
  }, [browser, view]);
};

/** Tries again at every change of the content until the place is there. Returns how to stop trying. */
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

/** Leaves the focus where it is when a part of the view took it, as the field of a search does. */
const toHeading = (): boolean => {
  const content = main();
  const focused = document.activeElement;
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
  if (href === null) return toHeading();
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
  // A click on a link leaves before the timer ends, and some browsers do not focus the link.
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
