// What was promised: every operation that was acknowledged, and every text that was ever tried. It knows the words of the
// contract, nothing of how they are kept.

/**
 * `here`: acknowledged, so it must be there. `replaced`: a newer text has its place. `gone`: forgotten, so it may never come
 * back. `unsure`: an answer is missing, so both are right.
 */
export type State = 'here' | 'replaced' | 'gone' | 'unsure';

export interface Entry {
  readonly id: string;
  readonly text: string;
  /** Null: any device may change it, so only what all can agree on is judged. */
  readonly owner: string | null;
  state: State;
  /** Null: an answer is missing. */
  pinned: boolean | null;
  /** Null: an answer is missing. */
  tags: ReadonlySet<string> | null;
  /** Nobody else takes it while an operation on it is under way. */
  isTaken: boolean;
  /** Its device got an older file back, and has not shown all of it since: it may be on its way from the others. */
  mayBeAway: boolean;
  /** Which operations touched it, for the report. */
  readonly story: string[];
}

/** A place that is written again and again: the last acknowledged value, and all that were tried since. */
export interface Place {
  readonly key: string;
  readonly owner: string | null;
  acknowledged: string | null;
  readonly tried: string[];
  /** One of them was never answered. */
  isLoose: boolean;
}

export interface Ledger {
  readonly entries: Map<string, Entry>;
  readonly places: Map<string, Place>;
  /** Every text that was ever sent. */
  readonly tried: Set<string>;
  newText(device: string): string;
  place(key: string, owner: string | null): Place;
  add(
    device: string,
    id: string,
    text: string,
    more: { readonly pinned: boolean; readonly tags: readonly string[]; readonly isShared: boolean },
  ): Entry;
  /** What this device alone may change. */
  own(device: string): readonly Entry[];
  shared(): readonly Entry[];
  /** This device's file is an older one now. */
  putBack(device: string): void;
  note(entry: Entry, what: string): void;
}

export const createLedger = (startedAt: number): Ledger => {
  const entries = new Map<string, Entry>();
  const places = new Map<string, Place>();
  const tried = new Set<string>();
  const seconds = (): string => ((performance.now() - startedAt) / 1_000).toFixed(1);
  const note = (entry: Entry, what: string): void => {
    entry.story.push(`${seconds()} s ${what}`);
  };
  return {
    entries,
    places,
    tried,
    note,
    // All have one width, so that none is a part of another.
    newText: (device) => {
      const text = `${device} noted marker${String(tried.size).padStart(6, '0')}`;
      tried.add(text);
      return text;
    },
    place: (key, owner) => {
      const place = places.get(key) ?? { key, owner, acknowledged: null, tried: [], isLoose: false };
      places.set(key, place);
      return place;
    },
    add: (device, id, text, { pinned, tags, isShared }) => {
      const entry: Entry = {
        id,
        text,
        owner: isShared ? null : device,
        state: 'here',
        pinned,
        tags: new Set(tags),
        isTaken: false,
        mayBeAway: false,
        story: [],
      };
      entries.set(id, entry);
      note(entry, `${device} saved it`);
      return entry;
    },
    own: (device) =>
      [...entries.values()].filter(
        ({ owner, state, isTaken }) => owner === device && state === 'here' && !isTaken,
      ),
    shared: () => [...entries.values()].filter(({ owner, state }) => owner === null && state === 'here'),
    putBack: (device) => {
      for (const entry of entries.values()) if (entry.owner === device) entry.mayBeAway = true;
    },
  };
};
