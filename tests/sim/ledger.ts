/** Promises made to callers. The end of a run is checked against them. */
import type { EntityId } from '@cairn/schema';

export interface Ledger {
  /** Returns a new text with a marker that no request body of a sealed vault may contain. */
  newContent(): string;
  /** Notes that a free memory was acknowledged. */
  saved(id: string, content: string): void;
  /** Notes that a key was given `content` by a caller who saw `over`. The value `over` must never be the final one. [SY-C1] */
  wrote(key: string, content: string, over: string | null): void;
  /** Notes that a key was forgotten by a caller who saw `over`. */
  forgot(key: string, over: string): void;
  /** Notes entities with a tombstone in a durable store. */
  sawTombstones(ids: readonly EntityId[]): void;
  /** Notes that a memory replaced another. */
  replaced(old: string, by: string): void;
  /** Notes that a tag was acknowledged. */
  tagged(id: string, tag: string): void;
  /** Notes that a tag may have been removed. */
  untagging(id: string, tag: string): void;
  readonly successors: ReadonlyMap<string, string>;
  /** Returns a memory's acknowledged tags that no caller tried to remove. */
  tagsOf(id: string): readonly string[];
  /** Entities that were made for the server to refuse. */
  readonly bad: Set<string>;
  readonly saves: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<
    string,
    { readonly values: Set<string>; readonly overtaken: Set<string>; forgets: number }
  >;
  readonly tombstoned: ReadonlySet<string>;
}

export const MARKER = 'SECRETWORD';
/** Prefix of a thief's words. */
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
