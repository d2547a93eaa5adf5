/** Where somebody is after a change of view: at its heading, or, when they came back, at the place that they left. [PG-26] */
import { useEffect, useRef } from 'preact/hooks';
import type { Browser, Place } from '../adapters/browser.ts';
import { useCairn } from './cairn.ts';

/** Between two notes of where somebody is: browsers limit how often a step of the history may change. */
const NOTE_MS = 250;
/** What is read again for a view is there by then, or its heading has to do. */
const GIVE_UP_MS = 2_000;

const main = (): HTMLElement | null => document.querySelector('main');
/** What scrolls: a long list by itself, any other view as a whole. */
const scroller = (): Element | null => document.querySelector('main .scroller') ?? main();

export const useArrival = (view: string): void => {
  const { browser } = useCairn();
  const isFirst = useRef(true);
  useEffect(() => {
    const place = browser.place();
    // A page that was just opened begins where any page begins.
    const end = isFirst.current && place === null ? () => undefined : arrive(browser, place);
    isFirst.current = false;
    const stop = notePlaces(browser);
    return () => {
      end();
      stop();
    };
  }, [browser, view]);
};

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
  // Somebody who goes on by themselves is not moved.
  for (const type of ['keydown', 'pointerdown', 'wheel'] as const)
    document.addEventListener(type, end, { signal: over.signal });
  const content = main();
  if (content !== null) watcher.observe(content, { childList: true, subtree: true });
  return end;
};

/** Unless something of the view took the focus by itself, as the field of a search does. */
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
  const link = [...scrolls.querySelectorAll('a')].find((one) => one.getAttribute('href') === href);
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
  // A link leaves at once; some browsers do not focus what is clicked.
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
