/**
 * The device's libSQL file. `registers` is the truth: one row per register, as merged; `memories` is its projection, made
 * by core's `memory/apply`, so it can always be made again. The full-text index, its triggers and the view it reads are
 * custom SQL in the migrations. HLCs are 32 hex characters, times milliseconds since 1970.
 */
import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { namesOf } from '../memory-names.ts';

/** Small facts of this device: clock, identity, vault, cursor. One JSON value per key; see core's `ports/store`. */
export const meta = sqliteTable('meta', { key: text().primaryKey(), value: text().notNull() });

export const registers = sqliteTable(
  'registers',
  {
    entity: text().notNull(),
    facet: text().notNull(),
    hlc: text().notNull(),
    kg: integer().notNull(),
    /** JSON of the facet's value. */
    value: text().notNull(),
    /** The server's sequence, null while it has not confirmed this value. */
    seq: integer(),
    /** 1: it came in from elsewhere; 0: written here. [TR-4] */
    taken: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.entity, table.facet] })],
);

/**
 * `state`: 0 current, 1 superseded, 2 shown by an equal twin [SY-M8], 3 held for review [G-1].
 * `content_hash`: SHA-256 of the normalised content, first 16 bytes in hex. `scope` and `grams` and `aside` are what the
 * full-text index reads beside `content`. `summarised` is local and outlives every rebuild of the row. `vector` is local too:
 * the `vid` of its text's vector, null until there is one.
 */
export const memories = sqliteTable(
  'memories',
  {
    rid: integer().primaryKey(),
    id: text().notNull().unique(),
    content: text().notNull(),
    ...namesOf(() => text()),
    source: text().notNull(),
    trust: text().notNull(),
    pinned: integer().notNull(),
    /** JSON array of strings. */
    tags: text().notNull(),
    supersededBy: text('superseded_by'),
    /** When the link was made, milliseconds; null without one. */
    supersededAt: integer('superseded_at'),
    deviceId: text('device_id').notNull(),
    deviceName: text('device_name').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    state: integer().notNull(),
    contentHash: text('content_hash').notNull(),
    aside: text().notNull(),
    grams: text().notNull(),
    scope: text().notNull(),
    summarised: integer().notNull().default(0),
    /** M-5: how often it was observed on all devices, first and last when (milliseconds); null for what is not counted. */
    seenN: integer('seen_n'),
    seenFirst: integer('seen_first'),
    seenLast: integer('seen_last'),
    /** Local: whether it was compared with others for review; a new content must be compared again. */
    compared: integer().notNull().default(0),
    vector: integer(),
  },
  (table) => [
    index('memories_created').on(table.state, table.createdAt),
    index('memories_project').on(table.project, table.state, table.createdAt),
    index('memories_hash').on(table.contentHash),
    index('memories_key').on(table.key, table.namespace).where(sql`key is not null`),
    index('memories_pinned').on(table.createdAt).where(sql`pinned = 1`),
    /** CX-2: few of a store's rows are in them, and of those the newest are read. */
    index('memories_tacit')
      .on(table.project, table.createdAt)
      .where(sql`state = 0 and namespace >= 'tacit' and namespace < 'tacit0'`),
    index('memories_personality')
      .on(table.project, table.createdAt)
      .where(sql`state = 0 and namespace >= 'tacit/personality' and namespace < 'tacit/personality0'`),
    /** CX-2: which of the memories that were looked at most are tacit is told without reading the others. */
    index('memories_tacit_ids')
      .on(table.id)
      .where(sql`state = 0 and namespace >= 'tacit' and namespace < 'tacit0'`),
    /** Few memories are of one session, and most stores have many. */
    index('memories_session').on(table.session, table.createdAt).where(sql`session is not null`),
    index('memories_superseded').on(table.supersededBy).where(sql`superseded_by is not null`),
    /** RL-2: heads of branches that another branch took the place of. Few rows are. */
    index('memories_beside').on(table.createdAt).where(sql`state = 1 and superseded_by is null`),
    index('memories_unsummarised')
      .on(table.project, table.createdAt)
      .where(sql`summarised = 0 and state = 0 and trust in ('high', 'normal')`),
    index('memories_uncompared').on(table.state).where(sql`compared = 0`),
    index('memories_vector').on(table.vector),
  ],
);

/**
 * SY-M8: what was forgotten, by the HMAC of its normalised content, for automatic sources. `content_hash` as in `memories`,
 * null when the words never were on this device: with it the HMAC can be made again under the salt of another vault.
 */
export const forgotten = sqliteTable(
  'forgotten',
  {
    entity: text().primaryKey(),
    hash: text().notNull(),
    at: integer().notNull(),
    contentHash: text('content_hash'),
  },
  (table) => [index('forgotten_hash').on(table.hash)],
);

/** SY-M7: values that lost or were overwritten, while their memory lives. */
export const revisions = sqliteTable(
  'revisions',
  {
    entity: text().notNull(),
    facet: text().notNull(),
    hlc: text().notNull(),
    kg: integer().notNull(),
    value: text().notNull(),
    replacedAt: integer('replaced_at').notNull(),
    /** RL-42: whether the other devices know of it, or need not. Only bodies are told. */
    told: integer().notNull().default(0),
    /** It had come in from elsewhere, as of a register; of those of before nobody knows. [TR-4] */
    taken: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.entity, table.facet, table.hlc] }),
    index('revisions_untold').on(table.entity).where(sql`told = 0 and facet = 'body'`),
  ],
);

/**
 * SY-U1: what waits to be pushed, in stamp order. A register is in it at most once, with its present stamp; what is in
 * quarantine may be too. `again`: it had been on the server before, and is sent again because the server lost it. [SY-E2]
 */
export const outbox = sqliteTable(
  'outbox',
  {
    hlc: text().notNull(),
    entity: text().notNull(),
    facet: text().notNull(),
    again: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.hlc, table.entity, table.facet] })],
);

/** SY-U2: the frozen batch, at most one. `items` is JSON `[[entity, facet, hlc], …]` in the order of the bytes. */
export const inflight = sqliteTable('inflight', {
  pushNo: integer('push_no').primaryKey(),
  bytes: blob().notNull(),
  items: text().notNull(),
  frozenAt: integer('frozen_at').notNull(),
});

/** SY-U5 */
export const deadLetters = sqliteTable(
  'dead_letters',
  {
    entity: text().notNull(),
    facet: text().notNull(),
    hlc: text().notNull(),
    verdict: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.entity, table.facet] })],
);

/** SY-M6: registers this device cannot read, byte for byte. */
export const quarantine = sqliteTable(
  'quarantine',
  {
    entity: text().notNull(),
    facet: text().notNull(),
    hlc: text().notNull(),
    seq: integer(),
    v: integer().notNull(),
    kg: integer().notNull(),
    payload: text().notNull(),
    reason: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.entity, table.facet] })],
);

/** M-6: local only, ranks what is injected. */
export const access = sqliteTable(
  'access',
  {
    entity: text().primaryKey(),
    n: integer().notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [index('access_n').on(table.n)],
);

/** CX-1: what was put into a session's context, so that it is not put there twice. Local; old rows are pruned. */
export const injected = sqliteTable(
  'injected',
  {
    session: text().notNull(),
    /** A memory or a summary. */
    entity: text().notNull(),
    at: integer().notNull(),
    /** M-14: an answer used its words. */
    used: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.session, table.entity] }), index('injected_at').on(table.at)],
);

/**
 * M-4: what comparing found, for review. `other` is the memory that `entity` contradicts, or empty when `entity` goes stale
 * at `due_at`; the content hashes say of which texts that was said. `kept`: somebody decided that it stays. Local.
 */
export const findings = sqliteTable(
  'findings',
  {
    entity: text().notNull(),
    other: text().notNull(),
    entityHash: text('entity_hash').notNull(),
    otherHash: text('other_hash').notNull(),
    dueAt: integer('due_at').notNull(),
    kept: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.entity, table.other] }),
    index('findings_other').on(table.other),
    index('findings_due').on(table.kept, table.dueAt),
  ],
);

/** M-7: saves by an agent within one of its turns; old rows are pruned. */
export const turns = sqliteTable('turns', {
  turn: text().primaryKey(),
  saves: integer().notNull(),
  at: integer().notNull(),
});

/** Local only [SY-D4]. `content`: one sentence a line. [SU-2] */
export const summaries = sqliteTable(
  'summaries',
  {
    id: text().primaryKey(),
    /** `incremental`, `compacted`, `narrative`. */
    type: text().notNull(),
    project: text(),
    content: text().notNull(),
    periodStart: integer('period_start').notNull(),
    periodEnd: integer('period_end').notNull(),
    /** `extractive`, or `model:` and the model's name. */
    method: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('summaries_scope').on(table.project, table.type, table.createdAt)],
);

/**
 * SU-4: what a summary was written from, with the words' hash of then. `sentence`: the place of the sentence that says it,
 * -1 for the summary as a whole.
 */
export const summaryCitations = sqliteTable(
  'summary_citations',
  {
    summary: text().notNull(),
    sentence: integer().notNull(),
    entity: text().notNull(),
    contentHash: text('content_hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.summary, table.sentence, table.entity] }),
    index('summary_citations_entity').on(table.entity),
  ],
);

/** Local only [SY-D4]. M-11: a file, or F-8: the transcript of a session. `kind`: `document`, `session`. */
export const sources = sqliteTable(
  'sources',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    /** A document's absolute path; what a session is called. */
    name: text().notNull(),
    project: text(),
    /** SHA-256 of a document's text in hex; empty for a session, which grows. */
    contentHash: text('content_hash').notNull(),
    bytes: integer().notNull(),
    modifiedAt: integer('modified_at').notNull(),
    indexedAt: integer('indexed_at').notNull(),
    /** Where a document comes from, as the program or person says that indexed it. */
    sourceUri: text('source_uri'),
    /** JSON: fields that a program keeps with a document. */
    metadata: text(),
  },
  (table) => [index('sources_kind').on(table.kind, table.name)],
);

/**
 * Local only [SY-D4]. The found parts of a source. `ordinal`: the turn of a session or the place in a document; `part`: the piece
 * of a turn that is longer than one. `start` and `stop`: UTF-16 units into the document or the turn. `body`, `previous`, `next`,
 * `aside`, `grams` and `scope` are what the full-text index reads.
 */
export const passages = sqliteTable(
  'passages',
  {
    rid: integer().primaryKey(),
    source: text().notNull(),
    /** `document`, `turn`. */
    kind: text().notNull(),
    ordinal: integer().notNull(),
    part: integer().notNull(),
    body: text().notNull(),
    /** The two passages before and after in the same session. */
    previous: text().notNull(),
    next: text().notNull(),
    aside: text().notNull(),
    grams: text().notNull(),
    scope: text().notNull(),
    project: text(),
    author: text(),
    at: integer().notNull(),
    start: integer().notNull(),
    stop: integer().notNull(),
    /** As of a memory, of `body`. */
    contentHash: text('content_hash').notNull(),
    /** SE-4: the last turn of the session that says the same, null when none came after this one. */
    until: integer(),
    /** As of a memory: the `vid` of its vector, null until there is one. */
    vector: integer(),
    /** F-12: 1 while it is not in the full-text index, 2 while it is there with fewer words of what follows it than are there. */
    waits: integer(),
  },
  (table) => [
    unique('passages_place').on(table.source, table.ordinal, table.part),
    index('passages_project').on(table.project),
    index('passages_vector').on(table.vector),
    index('passages_said').on(table.contentHash).where(sql`kind = 'turn'`),
    index('passages_waiting').on(table.waits).where(sql`waits is not null`),
  ],
);

/**
 * F-6: rows of `memories` whose full-text entries are still to be made, as ranges of `rid` that do not overlap. The index's triggers leave
 * these rows alone.
 */
export const unindexed = sqliteTable('unindexed', {
  firstRid: integer('first_rid').primaryKey(),
  lastRid: integer('last_rid').notNull(),
});

/** ST-1: which migrations this file has. */
export const migrations = sqliteTable('migrations', {
  version: integer().primaryKey(),
  name: text().notNull(),
  checksum: text().notNull(),
  appliedAt: integer('applied_at').notNull(),
});

export { memoryCounts, tagCounts } from './counts.ts';
export { dayFigures, givenContexts, givenParts, modelCalls } from './days.ts';
export { edges } from './edges.ts';
export { removed } from './removed.ts';
export { scheduleRuns, schedules, scheduleTimes } from './schedules.ts';
export { sessionFiles, sessionMessages, sessions } from './sessions.ts';
export { branches, uses } from './uses.ts';
export { vectors } from './vectors.ts';
