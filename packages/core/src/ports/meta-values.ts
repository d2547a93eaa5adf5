/** Small facts in a device's store: its identity, its vault, and the positions of push and pull. */
import {
  deviceIdSchema,
  type EntityId,
  entityIdSchema,
  formOf,
  HEALING_REASONS,
  type Hlc,
  isHlc,
  vaultIdSchema,
  vaultKind,
} from '@cairn/schema';
import * as z from 'zod';

const hlc = formOf(isHlc, 'not a stamp');
const count = z.number().int().nonnegative();
const texts = z.array(z.string()).readonly();

/** A folder that is indexed as a whole. `except`: files that a person removed from the index. */
const indexedFolder = z.object({ path: z.string(), project: z.string().nullable(), except: texts });
export type IndexedFolder = z.infer<typeof indexedFolder>;

/**
 * `pull`: everything is pulled again. `tombstones`: tombstones that the server lacks are sent first. `rest`: everything else is sent.
 * `sent`: number of registers that were sent again.
 */
const healing = z.object({
  why: z.enum(HEALING_REASONS),
  since: z.number(),
  phase: z.enum(['pull', 'tombstones', 'rest']),
  sent: count,
});
export type Healing = z.infer<typeof healing>;

/**
 * Small facts, one JSON value per key. All are null until set; a value is replaced as a whole. `clock`: the last published or applied
 * stamp [SY-C1]. `salt`: 64 hex characters [SY-D2].
 */
export const META_SCHEMAS = {
  clock: hlc,
  /** The highest stamp that the vault's server confirmed, or that was applied from it. The clock falls back to it. [SY-C3] */
  published: hlc,
  device: z.object({ id: deviceIdSchema, name: z.string() }),
  salt: z.string(),
  /** `kg`: the key generation under which new registers are sealed. */
  vault: z.object({ id: vaultIdSchema, kind: vaultKind, server: z.string(), kg: count }),
  /**
   * Server time minus local time in milliseconds, and the round trip of its measurement [SY-C2]. `mark`: the offset at most a day ago
   * by the local clock. The offset may rise by at most a day per day. [TR-5]
   */
  offset: z.object({
    ms: z.number(),
    roundTripMs: z.number(),
    mark: z.object({ ms: z.number(), at: z.number() }).optional(),
  }),
  push: z.object({ epoch: z.string(), anchor: z.string(), lastPushNo: count, head: count }),
  /** `cursor`: the server's opaque text, null before the first page. `high`: the sequence up to which everything is held. */
  pull: z.object({
    cursor: z.string().nullable(),
    high: count,
    head: count,
    bootstrap: z
      .object({
        done: count,
        expected: count,
        /** Whether nothing was held when the vault was entered, and nothing was sent before the first page. [SY-P4] */
        empty: z.boolean(),
        /** The head when the first page was served; null before that. */
        start: count.nullable(),
      })
      .nullable(),
    /** A first pull into an empty store left out tombstones up to this sequence [SY-P4]; absent: none. */
    skipped: count.optional(),
  }),
  /** Set while the histories of this device and the server differ, until both hold the same. [SY-E2, SY-E3, SY-E4] */
  healing,
  /** The last healing that completed. */
  healed: z.object({ why: z.enum(HEALING_REASONS), at: z.number(), sent: count }),
  /** The last repair of a restored server's member list that others had extended, and what was signed again, by names. [SY-S6] */
  membersMended: z.object({ at: z.number(), added: texts, revoked: texts, generations: count }),
  /**
   * `upTo`: the highest of the own stamps that were taken back because they were far in the future. `after`: the last stamp that
   * replaced them. [TR-54]
   */
  takenBack: z.object({ after: hlc, upTo: hlc }),
  /** This device seals registers under a key generation below this one again. [SY-S6, TR-4] */
  resealBelow: count,
  /** How many memories tombstones of other devices ended here within a day, since that Unix time in milliseconds. [TR-3] */
  endings: z.object({ since: z.number(), count }),
  /** The reading of the clock that the next look at removed memories judges by. [TR-3, M-16] */
  removedSeenAt: z.number(),
  /** The time of the last forget of a text that the daemon's own backups may still hold. [ST-4] */
  erasedAt: z.number(),
  /** The time of the last search of the whole file for traces; null when something was erased since. [ST-4] */
  cleanedAt: z.number(),
  times: z.object({ lastPullAt: z.number().nullable(), lastPushAt: z.number().nullable() }),
  /** The result of the last comparison with the server. [SY-E5] */
  verified: z.object({ at: z.number(), head: count, registers: count, differing: count }),
  /** M-11: the folders that are indexed as a whole. */
  folders: z.array(indexedFolder).readonly(),
  /** SE-7: waiting handovers that were reported to an agent. */
  handoversTold: z.array(entityIdSchema).readonly(),
  /** CX-14: when an agent was last given the onboarding question. */
  onboardingToldAt: z.number(),
  /** The present model of vectors. Vectors with a number below `from` are of earlier models. [F-2] */
  embedder: z.object({ model: z.string(), dimensions: count, from: count }),
  /** TR-6: the version of the limits by which registers were last checked; see `sync/take-value`. */
  limits: count,
  /** F-1: the version of the search columns that every row was written with; see `search/search-columns`. */
  columns: count,
  /** Set when sync has stopped until a person acts. */
  stopped: z.object({ kind: z.string(), message: z.string(), at: z.number() }),
};
export type MetaKey = keyof typeof META_SCHEMAS;
export type MetaValues = { readonly [K in MetaKey]: z.infer<(typeof META_SCHEMAS)[K]> };
export type ValuesOf<K extends MetaKey> = { readonly [P in K]: MetaValues[P] | null };

export interface FacetKey {
  readonly entity: EntityId;
  readonly facet: string;
}

/** Matches registers under a generation below `kg` with a stamp above `above`, after the place `after`. */
export interface SealedQuery {
  readonly kg: number;
  readonly above: Hlc;
  readonly after: FacetKey | null;
  /** Matches only registers that came from other devices. */
  readonly isTaken?: true;
}
