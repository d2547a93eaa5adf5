/**
 * The device's libSQL file. `registers` is the truth: one row per register, as merged. `memories` is its projection by `memory/apply` of
 * core, so it can always be rebuilt. The migrations define the full-text index, its triggers and its view in custom SQL. HLCs are 32 hex
 * characters, times milliseconds since 1970.
 */
import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { namesOf } from '../memory-names.ts';

/** Facts about this device: clock, identity, vault, cursor. One JSON value per key; see `ports/meta-values` of core. */
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
    /** The server's sequence; null until the server has confirmed this value. */
    seq: integer(),
    /** 1: it came from elsewhere; 0: written here. [TR-4] */
    taken: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.entity, table.facet] })],
);

/**
 * `state`: 0 current, 1 superseded, 2 shown by an equal twin [SY-M8], 3 held for review [G-1]. `content_hash`: SHA-256 of the normalised
 * content, first 16 bytes in hex. The full-text index reads `scope`, `grams` and `aside` beside `content`. `summarised` is local and
 * survives every rebuild of the row. `vector` is local too: the `vid` of its text's vector, null until there is one.
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
    /** The time of the link in milliseconds; null without one. */
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
    /** M-5: the number of observations on all devices, and the times of the first and last in milliseconds; null if it is not counted. */
    seenN: integer('seen_n'),
    seenFirst: integer('seen_first'),
    seenLast: integer('seen_last'),
    /** Local: whether it was compared with others for review. Changed content must be compared again. */
    compared: integer().notNull().default(0),
    vector: integer(),
  },
  (table) => [
    index('memories_created').on(table.state, table.createdAt),
    index('memories_project').on(table.project, table.state, table.createdAt),
    index('memories_hash').on(table.contentHash),
    index('memories_key').on(table.key, table.namespace).where(sql`key is not null`),
    index('memories_pinned').on(table.createdAt).where(sql`pinned = 1`),
    /** CX-2: contains few rows, of which the newest are read. */
    index('memories_tacit')
      .on(table.project, table.createdAt)
      .where(sql`state = 0 and namespace >= 'tacit' and namespace < 'tacit0'`),
    index('memories_personality')
      .on(table.project, table.createdAt)
      .where(sql`state = 0 and namespace >= 'tacit/personality' and namespace < 'tacit/personality0'`),
    /** CX-2: finds the tacit ones among the most accessed memories without reading the others. */
    index('memories_tacit_ids')
      .on(table.id)
      .where(sql`state = 0 and namespace >= 'tacit' and namespace < 'tacit0'`),
    /** Few memories belong to one session, and most stores have many sessions. */
    index('memories_session').on(table.session, table.createdAt).where(sql`session is not null`),
    index('memories_superseded').on(table.supersededBy).where(sql`superseded_by is not null`),
    /** RL-2: heads of branches that another branch replaced. There are few. */
    index('memories_beside').on(table.createdAt).where(sql`state = 1 and superseded_by is null`),
    index('memories_unsummarised')
      .on(table.project, table.createdAt)
      .where(sql`summarised = 0 and state = 0 and trust in ('high', 'normal')`),
    index('memories_uncompared').on(table.state).where(sql`compared = 0`),
    index('memories_vector').on(table.vector),
  ],
);

/**
 * SY-M8: forgotten texts for automatic sources, by the HMAC of their normalised content. `content_hash` as in `memories`; null if the
 * text was never on this device. With it, the HMAC can be derived again under another vault's salt.
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

/** SY-M7: values that lost or were overwritten while their memory exists. */
export const revisions = sqliteTable(
  'revisions',
  {
    entity: text().notNull(),
    facet: text().notNull(),
    hlc: text().notNull(),
    kg: integer().notNull(),
    value: text().notNull(),
    replacedAt: integer('replaced_at').notNull(),
    /** RL-42: whether the other devices know it, or need not. Only bodies are shared. */
    told: integer().notNull().default(0),
    /** Whether the value came from elsewhere, as for a register. Unknown for older rows. [TR-4] */
    taken: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.entity, table.facet, table.hlc] }),
    index('revisions_untold').on(table.entity).where(sql`told = 0 and facet = 'body'`),
  ],
);

/**
 * SY-U1: the registers to push, in stamp order. A register is in it at most once, with its present stamp. Registers in quarantine may be
 * in it too. `again`: the server had it before and lost it. [SY-E2]
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

/** SY-U5: changes that the server refused, each with its verdict. */
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

/** SY-M6: registers that this device cannot read, byte for byte. */
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

/** M-6: accesses. Local; ranks what is injected. */
export const access = sqliteTable(
  'access',
  {
    entity: text().primaryKey(),
    n: integer().notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [index('access_n').on(table.n)],
);

/** CX-1: entries that a session's context already has, so that they are not given twice. Local; old rows are deleted. */
export const injected = sqliteTable(
  'injected',
  {
    session: text().notNull(),
    /** A memory or a summary. */
    entity: text().notNull(),
    at: integer().notNull(),
    /** M-14: 1 if an answer used its words. */
    used: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.session, table.entity] }), index('injected_at').on(table.at)],
);

/**
 * M-4: results of comparisons, for review. `other` is the memory that `entity` contradicts. It is empty if `entity` becomes stale at
 * `due_at`. The content hashes name the compared texts. `kept`: a person decided that it stays. Local.
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

/** M-7: saves of an agent within one of its turns. Old rows are deleted. */
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
 * SU-4: the sources of a summary, with the hash of their words at that time. `sentence`: the place of the sentence; -1 for the summary
 * as a whole.
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

/** Local only [SY-D4]. A file (M-11), or the transcript of a session (F-8). `kind`: `document`, `session`. */
export const sources = sqliteTable(
  'sources',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    /** A document's absolute path, or a session's name. */
    name: text().notNull(),
    project: text(),
    /** SHA-256 of a document's text in hex; empty for a session, which grows. */
    contentHash: text('content_hash').notNull(),
    bytes: integer().notNull(),
    modifiedAt: integer('modified_at').notNull(),
    indexedAt: integer('indexed_at').notNull(),
    /** A document's origin, as given by the program or person that indexed it. */
    sourceUri: text('source_uri'),
    /** JSON: a caller's own fields of a document. */
    metadata: text(),
  },
  (table) => [index('sources_kind').on(table.kind, table.name)],
);

/**
 * Local only [SY-D4]. The searchable pieces of a source. `ordinal`: the turn of a session or the place in a document. `part`: the piece
 * of a long turn. `start` and `stop`: UTF-16 units into the document or the turn. The full-text index reads `body`, `previous`, `next`,
 * `aside`, `grams` and `scope`.
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
    /** Like a memory's, of `body`. */
    contentHash: text('content_hash').notNull(),
    /** SE-4: the session's last turn with the same text; null if none came after this one. */
    until: integer(),
    /** The `vid` of its vector; null until there is one. */
    vector: integer(),
    /** F-12: 1 while it is not in the full-text index, 2 while its entry lacks words of later turns. */
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

/** F-6: rows of `memories` without a full-text entry yet, as ranges of `rid` that do not overlap. The index's triggers skip these rows. */
export const unindexed = sqliteTable('unindexed', {
  firstRid: integer('first_rid').primaryKey(),
  lastRid: integer('last_rid').notNull(),
});

/** ST-1: the migrations of this file. */
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
