/** Clock, timers, storage and address of the browser: everything else of the page takes them as arguments. */

export interface Browser {
  nowMs(): number;
  /** The answer takes it back. */
  after(ms: number, work: () => void): () => void;
  read(name: string): string | null;
  write(name: string, value: string | null): void;
  hash(): string;
  /** `replace`: without a step to go back to. */
  go(hash: string, replace: boolean): void;
  back(): void;
  onHash(listener: () => void): void;
  /** Another page of this browser was let in again. */
  onKey(name: string, listener: () => void): void;
  /** The page is about to be gone. */
  onLeave(listener: () => void): void;
}

export const createBrowser = (): Browser => ({
  nowMs: () => Date.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  read: (name) => localStorage.getItem(name),
  write: (name, value) => {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  },
  hash: () => location.hash,
  go: (hash, replace) => {
    if (replace) history.replaceState(null, '', `/${hash}`);
    else history.pushState(null, '', `/${hash}`);
    // At once, not in a task of its own: the next key is for the page that is asked for.
    dispatchEvent(new HashChangeEvent('hashchange'));
  },
  back: () => history.back(),
  onHash: (listener) => addEventListener('hashchange', listener),
  onKey: (name, listener) =>
    addEventListener('storage', ({ key, newValue }) => {
      if (key === name && newValue !== null) listener();
    }),
  onLeave: (listener) => addEventListener('pagehide', listener),
});
