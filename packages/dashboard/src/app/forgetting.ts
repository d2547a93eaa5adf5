/**
 * Delays a forget by ten seconds, or longer while somebody is at its undo button. Only then is the daemon told. After that the memory is
 * in the trash, and the same keys restore it, the last forgotten memory first. [PG-8]
 */
import { batch, computed, signal } from '@preact/signals';
import type { Api } from '../adapters/api.ts';
import type { Browser } from '../adapters/browser.ts';
import { restoredWords } from '../pure/words.ts';

export const UNDO_MS = 10_000;
/** By then every list has heard that a memory is gone. A fact under a key keeps its id, and may be saved again. */
const HEARD_MS = 5_000;

export interface Leaving {
  readonly ids: readonly string[];
  /** The label in the undo bar. */
  readonly label: string;
}

interface Sent {
  readonly entry: Leaving;
  readonly told: Promise<boolean>;
}

export type Forgetting = ReturnType<typeof createForgetting>;

export interface ForgettingDeps {
  readonly api: Pick<Api, 'ask'>;
  readonly browser: Pick<Browser, 'after' | 'onLeave'>;
  readonly say: (sentence: string) => void;
}

export const createForgetting = ({ api, browser, say }: ForgettingDeps) => {
  const leaving = signal<readonly Leaving[]>([]);
  const timers = new Map<Leaving, () => void>();
  /** Forgets that were sent. They stay hidden until the lists have heard of them. */
  const sent = signal<readonly Leaving[]>([]);
  const show = (entry: Leaving): void => {
    sent.value = sent.value.filter((one) => one !== entry);
  };
  /** What this page forgot, newest last. `told` becomes true when the daemon has done it. */
  let inTrash: readonly Sent[] = [];

  const take = (entry: Leaving): boolean => {
    const cancel = timers.get(entry);
    if (cancel === undefined) return false;
    cancel();
    timers.delete(entry);
    leaving.value = leaving.value.filter((one) => one !== entry);
    return true;
  };
  const tell = async (entry: Leaving, keepalive: boolean): Promise<boolean> => {
    const ask = () => api.ask('POST /v1/forget', { body: { ids: entry.ids, trash: true } }, { keepalive });
    const first = await ask();
    // The daemon may have done it, and only its answer was lost.
    const done = !first.ok && first.error.kind === 'offline' ? await ask() : first;
    if (done.ok) browser.after(HEARD_MS, () => show(entry));
    else {
      inTrash = inTrash.filter((one) => one.entry !== entry);
      show(entry);
      say(`It was not forgotten: ${done.error.message}`);
    }
    return done.ok;
  };
  const send = (entry: Leaving, keepalive: boolean): void => {
    const isTaken = batch(() => {
      if (!take(entry)) return false;
      sent.value = [...sent.value, entry];
      return true;
    });
    if (isTaken) inTrash = [...inTrash, { entry, told: tell(entry, keepalive) }];
  };
  browser.onLeave(() => {
    for (const entry of leaving.peek()) send(entry, true);
  });
  const wait = (entry: Leaving): void => {
    timers.get(entry)?.();
    timers.set(
      entry,
      browser.after(UNDO_MS, () => send(entry, false)),
    );
  };
  const undo = (entry: Leaving): void => {
    if (take(entry)) say(`Not forgotten: ${entry.label}`);
  };
  const takeBack = async (last: Sent): Promise<void> => {
    const { entry } = last;
    if (!(await last.told)) return;
    const done = await api.ask('POST /v1/trash/restore', { body: { ids: entry.ids } });
    if (done.ok) show(entry);
    // It is still in the trash, so the next key tries again.
    else if (done.error.kind !== 'refused' && done.error.kind !== 'missing') inTrash = [...inTrash, last];
    if (!done.ok) say(done.error.message);
    else if (done.value.skipped.length > 0) say(restoredWords(done.value, 'in the trash'));
    else say(`Brought back from the trash: ${entry.label}`);
  };
  return {
    leaving,
    /** Ids that are no longer shown. */
    hidden: computed(() => new Set([...leaving.value, ...sent.value].flatMap(({ ids }) => ids))),
    forget: (ids: readonly string[], label: string): void => {
      const entry = { ids, label };
      wait(entry);
      leaving.value = [...leaving.value, entry];
    },
    undo,
    /** Undoes the newest forget, even after its ten seconds. Returns false if there is none. */
    undoLast: (): boolean => {
      const last = leaving.peek().at(-1);
      if (last !== undefined) undo(last);
      const kept = last === undefined ? inTrash.at(-1) : undefined;
      inTrash = inTrash.filter((one) => one !== kept);
      if (kept !== undefined) void takeBack(kept);
      return last !== undefined || kept !== undefined;
    },
    /** Pauses the delay until it is released. Then its ten seconds begin again. */
    hold: (entry: Leaving): void => timers.get(entry)?.(),
    letGo: (entry: Leaving): void => {
      if (timers.has(entry)) wait(entry);
    },
  };
};
