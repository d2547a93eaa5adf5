/**
 * Registers, the unit of sync: `(entity, facet)` is a group of fields that change together, with its own clock. [SY-D3] A facet's value
 * is JSON. On the wire it is a payload, sealed or plain.
 */
import * as z from 'zod';
import { NOTIFICATIONS, SCHEDULE_STATUSES, SOURCES } from './choices.ts';
import { COMPARING_LIMITS } from './comparing-limits.ts';
import type { Hlc } from './hlc.ts';
import { type EntityId, type EntityKind, isDeviceId, isEntityId } from './ids.ts';
import {
  ADDED_NAMES,
  AUTHOR_NAMES,
  BODY_NAMES,
  isAuthorName,
  type NameField,
  recordOf,
} from './memory-names.ts';

/** Makes a schema of texts of one form. `problem`: says that a value is none. */
export const formOf = <T extends string>(isOfForm: (text: string) => text is T, problem: string) =>
  z.custom<T>((value) => typeof value === 'string' && isOfForm(value), problem);
export const entityIdSchema = formOf(isEntityId, 'not an id');
export const deviceIdSchema = formOf(isDeviceId, 'not a device id');

/** M-9, G-1: a `held` memory waits for a person's review, and is neither found nor injected. */
export const TRUSTS = ['high', 'normal', 'low', 'held'] as const;
export type Trust = (typeof TRUSTS)[number];

/** The present version of every facet's value. A register with a higher one is quarantined. [SY-M6] */
export const FACET_VERSION = 1;

export const bodyValue = z.object({
  content: z.string(),
  ...recordOf(BODY_NAMES, () => z.string().nullable()),
  source: z.enum(SOURCES),
  /** Milliseconds since 1970, UTC. */
  createdAt: z.number().int().nonnegative(),
  by: z.object({
    device: deviceIdSchema,
    name: z.string(),
    ...recordOf(AUTHOR_NAMES, () => z.string().nullable()),
  }),
  /** The number of earlier bodies of this entity; absent is 0. With it, history detects a missing body. [SY-M7] */
  rewrite: z.number().int().positive().optional(),
  /** The first tags and flags. They count only while the facets `tags` and `flags` have no register. [SY-D3] */
  tags: z.array(z.string()).optional(),
  pinned: z.boolean().optional(),
  trust: z.enum(TRUSTS).optional(),
  ...recordOf(ADDED_NAMES, () => z.string().optional()),
});
export const linkValue = z.object({ supersededBy: entityIdSchema.nullable() });
export const flagsValue = z.object({ pinned: z.boolean(), trust: z.enum(TRUSTS) });
export const tagsValue = z.object({ tags: z.array(z.string()) });
/**
 * RL-1: the memories that this memory replaced, as one device knows them. The registers of all devices are merged. `kept`: the replaced
 * memories from which a person detached this memory. Their other successors do not hide it. It is neither deleted nor held when they
 * are forgotten.
 */
export const fromValue = z.object({
  replaces: z.array(entityIdSchema),
  kept: z.array(entityIdSchema).optional(),
});
/**
 * RL-6: how often each tag was added or removed, as one device knows it. A tag with an odd number is present, one with an even number is
 * absent. The largest number of all devices counts.
 */
export const taggedValue = z.object({ tags: z.array(z.tuple([z.string(), z.number().int().positive()])) });
/** SY-M8: `hash` is the HMAC of the normalised content under the vault's salt, 64 hex characters; null if unknown. */
export const goneValue = z.object({ hash: z.string().nullable() });
/** SY-M4. `first` and `last` in milliseconds. */
export const countValue = z.object({
  n: z.number().int().nonnegative(),
  first: z.number().int(),
  last: z.number().int(),
});

/** The four profiles of a vault, and the names of its devices, whose fields are device ids. A newer program may have more. */
export const PROFILES = ['agent', 'user', 'rules', 'tools', 'devices'] as const;
export type ProfileName = (typeof PROFILES)[number];

/** CX-2: one field of a profile. Each field has its own register, so concurrent edits of different fields merge. Null: removed. */
export const profileFieldValue = z.object({
  of: z.string(),
  value: z.union([z.string(), z.array(z.string()), z.null()]),
});
/** CX-2: one item of a section of the rules or tool notes. Items and sections are sorted by `order`, then by facet. */
export const profileItemValue = z.object({
  of: z.string(),
  section: z.string(),
  text: z.string(),
  enabled: z.boolean(),
  order: z.number(),
  removed: z.boolean().optional(),
});

/** SC-1. `timezone`: an IANA name. `at` and `anchor`: milliseconds since 1970, UTC. An interval is counted from its anchor. */
export const cadenceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('cron'), expression: z.string(), timezone: z.string() }),
  z.object({ type: z.literal('once'), at: z.number().int(), timezone: z.string().nullable() }),
  z.object({
    type: z.literal('interval'),
    seconds: z.number().int().positive(),
    anchor: z.number().int(),
    timezone: z.string().nullable(),
  }),
]);
export type Cadence = z.infer<typeof cadenceSchema>;

/** SC-6, SC-7: limits of one run of a model that may call tools. `cost`: in millionths of the currency; null for no limit of cost. */
export const scheduleAct = z.object({
  turns: z.number().int().positive(),
  tokens: z.number().int().positive(),
  cost: z.number().int().positive().nullable(),
  /** The folder of HEARTBEAT.md, on the device that runs the schedule. */
  folder: z.string().nullable(),
  /** Whether the goal is to do the open tasks of that file. */
  heartbeat: z.boolean(),
});
export type ScheduleAct = z.infer<typeof scheduleAct>;

export const scheduleDefValue = z.object({
  name: z.string().nullable(),
  goal: z.string(),
  cadence: cadenceSchema,
  notify: z.enum(NOTIFICATIONS),
  project: z.string().nullable(),
  /** Where it was requested, and where notifications are sent. [SC-2] */
  channel: z.string().nullable(),
  channelContext: z.string().nullable(),
  /** Absent: the model gets no tools. A program that does not know this field quarantines a schedule that has it, and does not run it. */
  act: scheduleAct.optional(),
  createdAt: z.number().int().nonnegative(),
  by: z.object({ device: deviceIdSchema, name: z.string(), agent: z.string().nullable() }),
});
/** SC-5: the one device that runs it. */
export const scheduleRunnerValue = z.object({ device: deviceIdSchema, name: z.string() });
/** `reason`: why it was paused, if no person did it. */
export const scheduleStateValue = z.object({
  status: z.enum(SCHEDULE_STATUSES),
  reason: z.string().nullable(),
});

/**
 * SE-6: a session that one device hands over to another. `at`: milliseconds since 1970, UTC. Fields outside `sealed` are not signed: any
 * member may have written them.
 */
export const handoverValue = z.object({
  to: deviceIdSchema,
  from: deviceIdSchema,
  at: z.number().int().nonnegative(),
  sealed: z.string(),
});

export type HandoverValue = z.infer<typeof handoverValue>;
export type ProfileItemValue = z.infer<typeof profileItemValue>;
export type ScheduleDefValue = z.infer<typeof scheduleDefValue>;
export type ScheduleStateValue = z.infer<typeof scheduleStateValue>;
export type BodyValue = z.infer<typeof bodyValue>;
/** Returns the value of a name field, which is in `by` or in the body itself. */
export const nameIn = (body: BodyValue, name: NameField): string | null =>
  isAuthorName(name) ? body.by[name] : (body[name] ?? null);
export type FlagsValue = z.infer<typeof flagsValue>;
export type FromValue = z.infer<typeof fromValue>;
export type TaggedValue = z.infer<typeof taggedValue>;
export type CountValue = z.infer<typeof countValue>;

/** The values of the facets by kind of entity. A name that ends in a dot begins the names of several facets. */
const MEMORY_FACETS = {
  gone: goneValue,
  body: bodyValue,
  /** RL-42: a replaced body, with its original stamp. */
  'past.': bodyValue,
  link: linkValue,
  flags: flagsValue,
  tags: tagsValue,
  'tagged.': taggedValue,
  'from.': fromValue,
  'count.': countValue,
};
const PROFILE_FACETS = {
  gone: goneValue,
  'field.': profileFieldValue,
  'item.': profileItemValue,
  handover: handoverValue,
};
const SCHEDULE_FACETS = {
  gone: goneValue,
  def: scheduleDefValue,
  runner: scheduleRunnerValue,
  state: scheduleStateValue,
};

type Facets = typeof MEMORY_FACETS & typeof PROFILE_FACETS & typeof SCHEDULE_FACETS;
export type FacetName = keyof Facets;
export type FacetNamed<N extends FacetName> = {
  readonly facet: N extends `${string}.` ? `${N}${string}` : N;
  readonly value: z.infer<Facets[N]>;
};
/** One register whose value this program understands, tagged by its facet. */
export type FacetValue = { readonly [N in FacetName]: FacetNamed<N> }[FacetName];

/** Returns a check whether the facet of a register begins with this name. */
export const isNamed =
  <N extends FacetName & `${string}.`>(name: N) =>
  <R extends { readonly facet: string }>(one: R): one is Extract<R, { readonly facet: `${N}${string}` }> =>
    one.facet.startsWith(name);

export type Register = {
  readonly entity: EntityId;
  readonly hlc: Hlc;
  /** The key generation under which it was sealed last; 0 outside a vault or in a readable one. */
  readonly kg: number;
} & FacetValue;

/** A register on the wire and on the server. `payload` is base64url without padding. */
export interface WireRegister {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
  /** Version of the facet's schema. */
  readonly v: number;
  readonly kg: number;
  readonly payload: string;
}

const schemasIn = (facets: Readonly<Record<string, z.ZodType>>) => new Map(Object.entries(facets));
const OF_MEMORY = schemasIn(MEMORY_FACETS);
const SCHEMAS: Readonly<Record<EntityKind, ReadonlyMap<string, z.ZodType>>> = {
  memory: OF_MEMORY,
  keyed: OF_MEMORY,
  profile: schemasIn(PROFILE_FACETS),
  schedule: schemasIn(SCHEDULE_FACETS),
};

/** Returns the name of a facet in these tables. */
export const facetName = (facet: string): string => facet.slice(0, facet.indexOf('.') + 1) || facet;

/**
 * Parses a facet's JSON value. Returns null if this kind of entity has no such facet, or the version or shape is unknown. The caller
 * then quarantines the register. [SY-M6]
 */
export function parseFacet(kind: EntityKind, facet: string, v: number, json: unknown): FacetValue | null;
export function parseFacet(kind: EntityKind, facet: string, v: number, json: unknown): object | null {
  const name = facetName(facet);
  if (v !== FACET_VERSION || (name === 'past.' && !PLACES.has(facet))) return null;
  const parsed = SCHEMAS[kind].get(name)?.safeParse(json);
  return parsed?.success === true ? { facet, value: parsed.data } : null;
}

/**
 * Returns whether parsing kept all fields of the JSON. A value that lost a field of a newer program is quarantined, because the field
 * would be missing when the value is sealed or sent again. [SY-M6]
 */
export const isWhole = (json: unknown, parsed: unknown): boolean => {
  if (typeof json !== 'object' || json === null) return true;
  const kept: Readonly<Record<string, unknown>> = Object(parsed);
  for (const [name, part] of Object.entries(json))
    if (!Object.hasOwn(kept, name) || !isWhole(part, kept[name])) return false;
  return true;
};

/** The names of the places for replaced bodies. A newer program may have more. [RL-42] */
export const PAST_FACETS = Array.from(
  { length: COMPARING_LIMITS.pastBodiesMax },
  (_, at) => `past.${at}` as const,
);
const PLACES: ReadonlySet<string> = new Set(PAST_FACETS);
