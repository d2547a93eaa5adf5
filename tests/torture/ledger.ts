// Promises: every acknowledged operation, and every text that was ever tried. The ledger knows the contract, not how the program stores
// data.

/**
 * State of a memory. `here`: acknowledged, so it must exist. `replaced`: a newer text has replaced it. `gone`: forgotten, so it must
 * never return. `unsure`: an answer is missing, so existing and missing are both right.
 */
export type State = 'here' | 'replaced' | 'gone' | 'unsure';

export interface Entry {
  readonly id: string;
  readonly text: string;
  /** Device that owns the memory. Null when any device may change it, and then only what all can agree on is judged. */
  readonly owner: string | null;
  state: State;
  /** Whether the memory is pinned; null when an answer is missing. */
  pinned: boolean | null;
  /** Tags; null when an answer is missing. */
  tags: ReadonlySet<string> | null;
  /** Whether an operation on the memory is in progress. No other operation takes it meanwhile. */
  isTaken: boolean;
  /** Whether the memory may be missing on its device. The device's file was restored, and other devices may still be sending the memory. */
  mayBeAway: boolean;
  /** Operations on the memory, for the report. */
  readonly story: string[];
}

/** A value that is written repeatedly: the last acknowledged value, and all that were tried since. */
export interface Place {
  readonly key: string;
  readonly owner: string | null;
  acknowledged: string | null;
  readonly tried: string[];
  /** Whether one of the tries was never answered. */
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
  /** Returns the memories that only this device may change. */
  own(device: string): readonly Entry[];
  shared(): readonly Entry[];
  /** Notes that the device's file was restored to an older one. */
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
    // All texts have the same width, so that none is part of another.
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
