/** What was promised to callers, against which the end of a run is checked. */
import type { EntityId } from '@cairn/schema';

export interface Ledger {
  /** Every text is new, and says what no request body of a sealed vault may say. */
  newContent(): string;
  /** A free memory was acknowledged. */
  saved(id: string, content: string): void;
  /** A key was given `content` by somebody who saw `over`: that value must never be the last. [SY-C1] */
  wrote(key: string, content: string, over: string | null): void;
  /** A key was forgotten by somebody who saw `over`. */
  forgot(key: string, over: string): void;
  /** These were seen under a tombstone in a durable store. */
  sawTombstones(ids: readonly EntityId[]): void;
  /** A memory took the place of another. */
  replaced(old: string, by: string): void;
  /** A tag was acknowledged. */
  tagged(id: string, tag: string): void;
  /** Somebody may have taken a tag away. */
  untagging(id: string, tag: string): void;
  readonly successors: ReadonlyMap<string, string>;
  /** Tags that were acknowledged and that nobody tried to take away, by memory. */
  tagsOf(id: string): readonly string[];
  /** These were made so that the server refuses them. */
  readonly bad: Set<string>;
  readonly saves: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<
    string,
    { readonly values: Set<string>; readonly overtaken: Set<string>; forgets: number }
  >;
  readonly tombstoned: ReadonlySet<string>;
}

export const MARKER = 'SECRETWORD';
/** How the words of a thief begin. */
export const FORGED = 'forged';

export const createLedger = (): Ledger => {
  const saves = new Map<string, string>();
  const keys = new Map<string, { values: Set<string>; overtaken: Set<string>; forgets: number }>();
  const tombstoned = new Set<string>();
  const successors = new Map<string, string>();
  const tagged = new Map<string, Set<string>>();
  const untagged = new Set<string>();
  let texts = 0;
  const keyOf = (key: string) => {
    const known = keys.get(key) ?? { values: new Set(), overtaken: new Set(), forgets: 0 };
    keys.set(key, known);
    return known;
  };
  return {
    saves,
    keys,
    tombstoned,
    successors,
    replaced: (old, by) => successors.set(by, old),
    tagged: (id, tag) => tagged.set(id, (tagged.get(id) ?? new Set()).add(tag)),
    untagging: (id, tag) => untagged.add(`${id} ${tag}`),
    tagsOf: (id) => [...(tagged.get(id) ?? [])].filter((tag) => !untagged.has(`${id} ${tag}`)),
    bad: new Set(),
    newContent: () => `${MARKER} number ${++texts} is worth remembering`,
    saved: (id, content) => saves.set(id, content),
    wrote: (key, content, over) => {
      keyOf(key).values.add(content);
      if (over !== null) keyOf(key).overtaken.add(over);
    },
    forgot: (key, over) => {
      keyOf(key).forgets += 1;
      keyOf(key).overtaken.add(over);
    },
    sawTombstones: (ids) => {
      for (const id of ids) tombstoned.add(id);
    },
  };
};
