/** The browser's clock, timers, storage and address, passed to the rest of the page as arguments. */

export type Browser = ReturnType<typeof createBrowser>;

export interface Place {
  /** The scroll offset in pixels. */
  readonly top: number;
  /** The link that had the focus. */
  readonly href: string | null;
}

/** The number of history steps before this one. */
const stepsOf = (state: unknown): number | null => {
  const { steps }: { steps?: unknown } = Object(state);
  return typeof steps === 'number' ? steps : null;
};

/** A form of any part of the page, and one that a change of view takes away. */
const UNSAVED = 'form[data-unsaved]';
const UNSAVED_OF_VIEW = `main ${UNSAVED}`;
const QUESTION = 'What you typed here is not saved. Leave it anyway?';

const has = (selector: string): boolean => document.querySelector(selector) !== null;
/** Returns whether the view may change: no text of it would be lost, or the person agrees to that. */
const mayLeave = (): boolean => !has(UNSAVED_OF_VIEW) || confirm(QUESTION);

const placeOf = (state: unknown): Place | null => {
  const { top, href }: { top?: unknown; href?: unknown } = Object(state);
  return typeof top === 'number' ? { top, href: typeof href === 'string' ? href : null } : null;
};

export const createBrowser = () => {
  let steps = stepsOf(history.state) ?? 0;
  let isReturning = false;
  /** Values of a page in a browser that blocks site data. */
  const unstored = new Map<string, string>();
  const mark = (place?: Place): void => history.replaceState({ steps, ...place }, '');
  mark(placeOf(history.state) ?? undefined);
  // This listener is the first, so it numbers a step that a link made before the others run.
  addEventListener('hashchange', (event) => {
    const known = stepsOf(history.state);
    const before = steps;
    steps = known ?? steps + 1;
    if (known === null) mark();
    // A browser cannot cancel a step, so it is taken back, and no other listener hears of either.
    const isAsked = event.isTrusted && !isReturning && before !== steps;
    const isStaying = isAsked && !mayLeave();
    if (isReturning || isStaying) event.stopImmediatePropagation();
    if (isStaying) history.go(before - steps);
    isReturning = isStaying;
  });
  addEventListener('beforeunload', (event) => {
    if (has(UNSAVED)) event.preventDefault();
  });
  return {
    nowMs: (): number => Date.now(),
    /** Returns a function that cancels the timer. */
    after: (ms: number, work: () => void) => {
      const timer = setTimeout(work, ms);
      return (): void => clearTimeout(timer);
    },
    read: (name: string): string | null => {
      const kept = stored(() => localStorage.getItem(name));
      return kept === undefined ? (unstored.get(name) ?? null) : kept;
    },
    write: (name: string, value: string | null): void => {
      if (value === null) unstored.delete(name);
      else unstored.set(name, value);
      stored(() => (value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value)));
    },
    hash: (): string => location.hash,
    /** Opens an address. `replace`: adds no step to the history. */
    go: (hash: string, replace: boolean): void => {
      if (replace) history.replaceState({ steps }, '', `/${hash}`);
      else history.pushState(null, '', `/${hash}`);
      // Dispatched synchronously, because the next key press is for the new page.
      dispatchEvent(new HashChangeEvent('hashchange'));
    },
    back: (): void => history.back(),
    /** Returns whether a step back stays on this page. */
    canGoBack: (): boolean => steps > 0,
    mayLeave,
    /** Stores the scroll position and focus of this step of the history. */
    keepPlace: (place: Place): void => mark(place),
    /** Returns the stored place; null after a step to a new address. */
    place: () => placeOf(history.state),
    /** Copies a text to the clipboard. Returns false if the browser forbids it. */
    copy: async (text: string): Promise<boolean> => {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        // The permission is missing, or the browser does not trust the address.
        return false;
      }
    },
    /** Sets how much a row of a list shows. */
    setDensity: (density: string): void => {
      document.documentElement.dataset.density = density;
    },
    onHash: (listener: () => void): void => addEventListener('hashchange', listener),
    /** Calls `listener` with each value that another tab stores under `name`. */
    onKey: (name: string, listener: (key: string) => void): void =>
      addEventListener('storage', ({ key, newValue }) => {
        if (key === name && newValue !== null) listener(newValue);
      }),
    /** Calls `listener` before the page is unloaded. */
    onLeave: (listener: () => void): void => addEventListener('pagehide', listener),
  };
};

/** Returns undefined if the browser blocks site data or has no room. Any access then throws. */
const stored = <T>(access: () => T): T | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};
