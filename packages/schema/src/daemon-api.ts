/** The daemon's results: the JSON of the loopback API and of the CLI's `--json`. */
import * as z from 'zod';
import { accountStatus } from './account.ts';
import { HEALING_REASONS, SYNC_STATES } from './choices.ts';
import { embedderStatus } from './embedder-status.ts';
import { memorySchema } from './memory.ts';
import { passageHit } from './passages.ts';
import { extractionStatus } from './sessions.ts';
import { storeStatus } from './store-status.ts';
import { memoryUse } from './uses.ts';

const count = z.number().int().nonnegative();
const time = z.string();

/** Reasons why a memory is reported as similar. A contradiction is none; `cairn review` finds contradictions. */
export const SIMILAR_REASONS = ['same_key', 'same_subject', 'same_words'] as const;
export type SimilarReason = (typeof SIMILAR_REASONS)[number];

export const saveResult = z.object({
  id: z.string(),
  status: z.enum(['saved', 'duplicate', 'updated', 'reinforced']),
  /** Memories that the new one may replace. [M-4] */
  similar: z.array(
    memorySchema
      .pick({ id: true, content: true })
      .extend({ score: z.number(), reason: z.enum(SIMILAR_REASONS) }),
  ),
  /** G-1: the guard's changes in sentences ("a GitHub token was redacted"). Absent if there are none. */
  warnings: z.array(z.string()).optional(),
});
export type SaveResult = z.infer<typeof saveResult>;

export const searchHit = memorySchema.extend({
  score: z.number(),
  textScore: z.number().nullable(),
  vectorScore: z.number().nullable(),
  /** The matching part: `start` and `end` are offsets in UTF-16 units into `content`. */
  chunk: z.object({ text: z.string(), start: count, end: count }),
  /** Only with `explain`. */
  why: z.looseObject({}).optional(),
});
export type SearchHit = z.infer<typeof searchHit>;
export const searchResult = z.object({
  results: z.array(searchHit),
  /** Passages of documents and transcripts, at most as many as requested results. [F-8, M-11] */
  passages: z.array(passageHit),
  elsewhere: z.array(z.object({ project: z.string().nullable(), count })),
  tookMs: z.number(),
  /** Why there are no results, or why a fallback was used. [F-6] */
  reason: z.string().optional(),
});
export type SearchResult = z.infer<typeof searchResult>;

/** `uses`: by agent, on this device. [M-14] */
export const getResult = z.object({ memory: memorySchema, uses: z.array(memoryUse) });
export type GetResult = z.infer<typeof getResult>;
/**
 * Oldest first, each version as it was. `at`: the time from which it was current. `current` marks the head of the chain. `incomplete`:
 * this device lacks some earlier version. [SY-M7]
 */
export const historyResult = z.object({
  versions: z.array(memorySchema.omit({ seen: true }).extend({ at: time, current: z.boolean() })),
  incomplete: z.boolean(),
});
export type HistoryResult = z.infer<typeof historyResult>;
/** `total`: the number on all pages. `next`: the cursor of the next page, for `before`; null on the last page. */
export const listResult = z.object({
  memories: z.array(memorySchema),
  total: count,
  next: z.string().nullable(),
});
export type ListResult = z.infer<typeof listResult>;
export const supersedeResult = z.object({
  id: z.string(),
  supersedes: z.string(),
  warnings: z.array(z.string()).optional(),
});
export type SupersedeResult = z.infer<typeof supersedeResult>;
export const memoryResult = z.object({ memory: memorySchema });
export type MemoryResult = z.infer<typeof memoryResult>;
export const forgetResult = z.object({
  forgotten: z.array(z.string()),
  notFound: z.array(z.string()),
  /** For a key without a namespace: the namespaces in which it was found. [M-10] */
  namespaces: z.array(z.string()).optional(),
  /** The number of earlier versions that were deleted with them. Above 20, and above 5 with `trash`, copies are in the trash. [TR-57] */
  replaced: count.optional(),
});
export type ForgetResult = z.infer<typeof forgetResult>;

/**
 * Progress of re-encryption after a revocation or `cairn vault rekey` on any device. `done`: registers on this device that are sealed
 * under the new key. `isOver`: whether re-encryption has ended. Until then, backdated items under the older key are accepted. [TR-17]
 */
export const resealing = z.object({ kg: count, done: count, total: count, isOver: z.boolean() });
export type Resealing = z.infer<typeof resealing>;

/** `pull`: everything is pulled again. `send`: what the server lacks is sent. */
export const HEALING_STEPS = ['pull', 'send'] as const;
export const syncStatus = z.object({
  vault: z.string().nullable(),
  server: z.string().nullable(),
  state: z.enum(SYNC_STATES),
  pending: count,
  inflight: count,
  dead: count,
  quarantined: count,
  /** For `dead`: the server's reasons with their counts. [SY-U5] */
  refused: z.record(z.string(), count),
  /** For `quarantined`: why it cannot be read here, with counts. [SY-M6] */
  unread: z.record(z.string(), count),
  /** The first few of `unread`: the id of the entry, the reason, and the command that removes the entry. [TR-6] */
  unreadNamed: z
    .array(z.object({ id: z.string(), reason: z.string(), end: z.string().nullable() }))
    .optional(),
  /** Memories that other devices forgot in large numbers, kept for 30 days. [TR-3] */
  removed: count,
  /** The last comparison of this device with the server, and its number of differences. [SY-E5] */
  verified: z.object({ at: time, registers: count, differing: count }).nullable(),
  cursor: count,
  head: count,
  /** During a bootstrap: rows done of rows expected. */
  bootstrap: z.object({ done: count, expected: count }).nullable(),
  reseal: resealing.nullable(),
  lastPullAt: time.nullable(),
  lastPushAt: time.nullable(),
  lastError: z.object({ kind: z.string(), message: z.string(), at: time }).nullable(),
  /** TR-32: the time of the next automatic attempt after a failure or a refusal. */
  nextTryAt: time.nullable(),
  /** A running healing. `done` of `expected`: rows pulled, or `left` to send. */
  healing: z
    .object({
      why: z.enum(HEALING_REASONS),
      step: z.enum(HEALING_STEPS),
      done: count,
      expected: count,
      left: count,
      since: time,
    })
    .nullable(),
  /** The last finished healing, and what was sent again. */
  lastHealed: z.object({ why: z.enum(HEALING_REASONS), sent: count, at: time }).nullable(),
  /** The last repair of a restored server's member list: the entries that were missing, and that this device signed again. [SY-S6] */
  membersMended: z
    .object({ added: z.array(z.string()), revoked: z.array(z.string()), generations: count, at: time })
    .nullable(),
});
export type SyncStatus = z.infer<typeof syncStatus>;
export const statusResult = z.object({
  version: z.string(),
  daemon: z.object({ pid: count, port: count, uptimeS: z.number() }).nullable(),
  store: storeStatus,
  sync: syncStatus,
  /** SY-A9. Absent from a daemon without accounts. */
  account: accountStatus.optional(),
  models: z.object({
    /** SU-6. Null if none is configured. `resting`: it failed recently. `capped`: today's tokens are used up. */
    llm: z
      .object({
        models: z.array(z.string()),
        state: z.enum(['ready', 'resting', 'capped']),
        lastError: z.object({ message: z.string(), at: time }).nullable(),
      })
      .nullable(),
    embedder: embedderStatus.nullable(),
  }),
  extraction: extractionStatus,
  /** HK-5: failures of the last week. `waiting`: recorded turns that the daemon has not imported yet. */
  hooks: z.object({
    failures: count,
    last: z.object({ at: time, agent: z.string(), event: z.string(), message: z.string() }).nullable(),
    waiting: count,
  }),
  device: z.object({ id: z.string(), name: z.string() }),
});
export type StatusResult = z.infer<typeof statusResult>;

export const summariseInput = z.strictObject({
  /** With a project, its memories and the global ones; null: only global ones; absent: all. */
  project: z.string().nullable().optional(),
  cwd: z.string().optional(),
  /** Default: `asked`. */
  trigger: z.enum(['asked', 'session_start', 'session_end']).optional(),
});
export const compactInput = summariseInput.omit({ trigger: true });
/**
 * The current summaries of these projects afterwards. `written`: the number of new ones. `withoutModel`: why no model wrote them
 * (`off`: none is configured); null if a model wrote them, or none was due. [SU-1, SU-3]
 */
export const summariesResult = z.object({
  summaries: z.array(
    z.object({
      id: z.string(),
      type: z.enum(['incremental', 'compacted', 'narrative']),
      project: z.string().nullable(),
      content: z.string(),
      method: z.enum(['model', 'extractive']),
      model: z.string().nullable(),
      /** Sentences that are hidden because they are no longer current. [SU-4] */
      struck: count,
      periodStart: time,
      periodEnd: time,
      createdAt: time,
    }),
  ),
  written: count,
  withoutModel: z.enum(['off', 'resting', 'capped', 'failed']).nullable(),
});
export type SummariesResult = z.infer<typeof summariesResult>;
/** The current summaries, each sentence with its source memories. Reading writes nothing. [SU-4] */
export const summariesRead = z.object({
  summaries: z.array(
    summariesResult.shape.summaries.element.omit({ content: true }).extend({
      sentences: z.array(z.object({ text: z.string(), cites: z.array(z.string()).readonly() })),
    }),
  ),
});
export type SummariesRead = z.infer<typeof summariesRead>;
export const syncResult = z.object({
  pushed: count,
  pulled: count,
  pending: count,
  dead: count,
  head: count,
  cursor: count,
});
export type SyncResult = z.infer<typeof syncResult>;

/** `kg`: the new key's generation. `registers`: the number that is re-encrypted in the background. */
export const rekeyResult = z.object({ kg: count, registers: count });

/** SY-E5. `device`, `server`: the time of each side's value; null if it has none. */
export const DIFFERENCE_KINDS = ['server_lacks', 'server_older', 'device_lacks', 'device_older'] as const;
export const difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  entity: z.string(),
  facet: z.string(),
  device: time.nullable(),
  server: time.nullable(),
  /** Why the server refused it, or why this device could not read it. */
  reason: z.string().nullable(),
});
/** SY-U5: the first changes that the server refused. `memory`: the changed memory, in its present state on this device. */
export const refusedResult = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      /** The changed part: `body`, `flags`, `tag:…`. */
      facet: z.string(),
      reason: z.string(),
      at: z.string(),
      memory: memorySchema.nullable(),
    }),
  ),
  total: z.number().int().nonnegative(),
});
export type RefusedResult = z.infer<typeof refusedResult>;

/**
 * `equal`: whether both sides have the same registers, this device can read all of them, and every memory matches its registers.
 * `differences`: the first hundred of `differing`. `unfit`: memories that do not match their registers. `pending`: registers in transit,
 * in either direction, during the comparison.
 */
export const verifyResult = z.object({
  equal: z.boolean(),
  local: z.object({ registers: count, digest: z.string() }),
  server: z.object({ registers: count, digest: z.string(), head: count }),
  differences: z.array(difference),
  differing: count,
  unfit: count,
  pending: count,
  /** Registers that this device holds and cannot read yet, while other devices may show them; by reason. Then `equal` is false. [RL-41] */
  unread: z.record(z.string(), count),
  at: time,
});
export type VerifyResult = z.infer<typeof verifyResult>;
/** The state afterwards. `sent`, `received` and `rebuilt`: what was repaired. */
export const repairResult = verifyResult.extend({ sent: count, received: count, rebuilt: count });
export type RepairResult = z.infer<typeof repairResult>;

/** The format's name in the header of an export. The first line of NDJSON is the header, and the others are records. */
export const EXPORT_FORMAT = 'cairn-export';
export const EXPORT_VERSION = 1;
export const exportHeader = z.looseObject({
  kind: z.literal('header'),
  format: z.literal(EXPORT_FORMAT),
  version: z.number().int(),
  exportedAt: time,
  memories: count,
});
export const exportRecord = memorySchema.partial().required({ content: true }).loose();
export type ExportRecord = z.infer<typeof exportRecord>;
export const importInput = z.strictObject({
  /** At most `LIMITS.importItemsPerRequestMax`. */
  records: z.array(z.unknown()),
  dryRun: z.boolean().optional(),
  /** Whether the records' ids come from Cairn and are kept. */
  bundle: z.boolean().optional(),
  /** The `ids` of earlier answers, for links from memories of this request to records of earlier requests. */
  ids: z.record(z.string(), z.string()).optional(),
  /** The project of records without one, unless it is an export. */
  project: z.string().nullable().optional(),
  cwd: z.string().optional(),
});
export type ImportInput = z.infer<typeof importInput>;
/**
 * `read` is the sum of the next four. A long text that was split counts once for each part. `failures` names the first bad records by
 * their place in the request. `held`: new ones that wait for a review [G-1]. `fresh`: in a dry run, the identity of each new record, so
 * that a caller of several requests can find duplicates among them. `ids`: the ids here of an export's records that have other ids.
 */
export const importResult = z.object({
  read: count,
  new: count,
  duplicate: count,
  skipped: count,
  failed: count,
  held: count.optional(),
  failures: z.array(z.object({ index: count, reason: z.string() })).optional(),
  fresh: z.array(z.object({ id: z.string(), text: z.string().nullable() })).optional(),
  ids: z.record(z.string(), z.string()).optional(),
});
export type ImportResult = z.infer<typeof importResult>;
export const doctorResult = z.object({
  checks: z.array(
    z.object({
      id: z.string(),
      status: z.enum(['pass', 'warn', 'fail', 'fixed']),
      message: z.string(),
      fix: z.string().nullable(),
    }),
  ),
  ok: z.boolean(),
});
export type DoctorResult = z.infer<typeof doctorResult>;

/** `daemon.json`, which the daemon writes into its home when it is ready. */
export const daemonFile = z.looseObject({
  pid: z.number().int(),
  port: z.number().int(),
  version: z.string(),
  startedAt: time,
  socket: z.string().nullable().optional(),
});
