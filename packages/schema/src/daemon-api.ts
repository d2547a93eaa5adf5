/** The daemon's results: the shapes of the CLI's `--json`, served by the loopback API. Contract: the interface page. */
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

/** Why a memory is named as similar; see `cairn review` for what contradicts what. */
export const SIMILAR_REASONS = ['same_key', 'same_subject', 'same_words'] as const;
export type SimilarReason = (typeof SIMILAR_REASONS)[number];

export const saveResult = z.object({
  id: z.string(),
  status: z.enum(['saved', 'duplicate', 'updated', 'reinforced']),
  /** In case the new one takes the place of one of them. [M-4] */
  similar: z.array(
    memorySchema
      .pick({ id: true, content: true })
      .extend({ score: z.number(), reason: z.enum(SIMILAR_REASONS) }),
  ),
  /** G-1: what the guard did, in sentences ("a GitHub token was redacted"). Absent when nothing. */
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
  /** From documents and transcripts, at most as many as results were asked for. [F-8, M-11] */
  passages: z.array(passageHit),
  elsewhere: z.array(z.object({ project: z.string().nullable(), count })),
  tookMs: z.number(),
  /** Why there are no results, or why a fallback ran. [F-6] */
  reason: z.string().optional(),
});
export type SearchResult = z.infer<typeof searchResult>;

/** `uses`: by agent, on this device. [M-14] */
export const getResult = z.object({ memory: memorySchema, uses: z.array(memoryUse) });
export type GetResult = z.infer<typeof getResult>;
/**
 * Oldest first, each a memory as it was. `at`: since when it said so. `current` marks the head of the chain. `incomplete`: some earlier value is not on this device.
 * [SY-M7]
 */
export const historyResult = z.object({
  versions: z.array(memorySchema.omit({ seen: true }).extend({ at: time, current: z.boolean() })),
  incomplete: z.boolean(),
});
export type HistoryResult = z.infer<typeof historyResult>;
/** `total`: of all pages. `next`: where the next page begins (`before`), null after the last. */
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
  /** With a key and no namespace: where it was found. [M-10] */
  namespaces: z.array(z.string()).optional(),
  /** How many memories went with them because they had taken their place. Above 20, and above 5 with `trash`, the trash has them. [TR-57] */
  replaced: count.optional(),
});
export type ForgetResult = z.infer<typeof forgetResult>;

/**
 * After a revocation or `cairn vault rekey`, on whichever device: registers held here that are sealed under the new key, and
 * whether everything is; then nothing is counted any more. Until then the older key is still taken for what it dates back. [TR-17]
 */
export const resealing = z.object({ kg: count, done: count, total: count, isOver: z.boolean() });
export type Resealing = z.infer<typeof resealing>;

/** `pull`: everything comes again. `send`: what the server lacks is sent. */
export const HEALING_STEPS = ['pull', 'send'] as const;
export const syncStatus = z.object({
  vault: z.string().nullable(),
  server: z.string().nullable(),
  state: z.enum(SYNC_STATES),
  pending: count,
  inflight: count,
  dead: count,
  quarantined: count,
  /** For `dead`: what the server said, with how often. [SY-U5] */
  refused: z.record(z.string(), count),
  /** For `quarantined`: why it cannot be read here, with how often. [SY-M6] */
  unread: z.record(z.string(), count),
  /** The first few of `unread`: whose they are, why, and the command that ends them. [TR-6] */
  unreadNamed: z
    .array(z.object({ id: z.string(), reason: z.string(), end: z.string().nullable() }))
    .optional(),
  /** Memories that other devices forgot, many at once, and that are kept aside for 30 days. [TR-3] */
  removed: count,
  /** When this device and the server were compared last, and how many differences there were. [SY-E5] */
  verified: z.object({ at: time, registers: count, differing: count }).nullable(),
  cursor: count,
  head: count,
  /** Present during a bootstrap: rows done of rows expected. */
  bootstrap: z.object({ done: count, expected: count }).nullable(),
  reseal: resealing.nullable(),
  lastPullAt: time.nullable(),
  lastPushAt: time.nullable(),
  lastError: z.object({ kind: z.string(), message: z.string(), at: time }).nullable(),
  /** TR-32: after a failure or a refusal, when it asks again by itself. */
  nextTryAt: time.nullable(),
  /** While it goes on. `done` of `expected`: rows pulled, or `left` to send. */
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
  /** The last one that came to its end, and what was sent again. */
  lastHealed: z.object({ why: z.enum(HEALING_REASONS), sent: count, at: time }).nullable(),
  /** The last time when a restored server's member list had gone on elsewhere, and what this device signed again on it. [SY-S6] */
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
  /** SY-A9. Absent: from a daemon that knows no accounts. */
  account: accountStatus.optional(),
  models: z.object({
    /** SU-6. Null: none is configured. `resting`: it failed lately. `capped`: today's tokens are spent. */
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
  /** HK-5: of the last week. `waiting`: turns that no daemon has taken in yet. */
  hooks: z.object({
    failures: count,
    last: z.object({ at: time, agent: z.string(), event: z.string(), message: z.string() }).nullable(),
    waiting: count,
  }),
  device: z.object({ id: z.string(), name: z.string() }),
});
export type StatusResult = z.infer<typeof statusResult>;

export const summariseInput = z.strictObject({
  /** With it the global ones too; null: global only; absent: everything. */
  project: z.string().nullable().optional(),
  cwd: z.string().optional(),
  /** `asked` unless given. */
  trigger: z.enum(['asked', 'session_start', 'session_end']).optional(),
});
export const compactInput = summariseInput.omit({ trigger: true });
/**
 * Summaries that stand for these projects then. `written`: how many of them are new. `withoutModel`: why no model worded them
 * (`off`: none is configured), null when one did or nothing was to be done. [SU-1, SU-3]
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
      /** Sentences that are not shown, because what they say is no longer current. [SU-4] */
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
/** The standing summaries, each sentence with the memories that it comes from. Nothing is written for it. [SU-4] */
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

/** `kg`: the new key's generation. `registers`: how many are encrypted again under it, in the background. */
export const rekeyResult = z.object({ kg: count, registers: count });
export type RekeyResult = z.infer<typeof rekeyResult>;

/** SY-E5. `device`, `server`: when each side's value was written; null where it has none. */
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
/**
 * `equal`: both hold the same registers, none of them waits to be read, and every memory fits them. `differences`: the first hundred of `differing`.
 * `unfit`: memories that do not fit. `pending`: changes that were under way meanwhile.
 */
/** SY-U5: what the server refused, the first that were. `memory`: what the change is about, as it is here now. */
export const refusedResult = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      /** Which part of it: `body`, `flags`, `tag:…`. */
      facet: z.string(),
      reason: z.string(),
      at: z.string(),
      memory: memorySchema.nullable(),
    }),
  ),
  total: z.number().int().nonnegative(),
});
export type RefusedResult = z.infer<typeof refusedResult>;

export const verifyResult = z.object({
  equal: z.boolean(),
  local: z.object({ registers: count, digest: z.string() }),
  server: z.object({ registers: count, digest: z.string(), head: count }),
  differences: z.array(difference),
  differing: count,
  unfit: count,
  pending: count,
  /** Registers that this device holds and cannot read yet while others may show them, by reason. Then `equal` is false. [RL-41] */
  unread: z.record(z.string(), count),
  at: time,
});
export type VerifyResult = z.infer<typeof verifyResult>;
/** As it is afterwards; `sent`, `received` and `rebuilt`: what was mended. */
export const repairResult = verifyResult.extend({ sent: count, received: count, rebuilt: count });
export type RepairResult = z.infer<typeof repairResult>;

/** One record of the export bundle; the first line of NDJSON is the header. Import accepts both. */
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
  /** At most LIMITS.importItemsPerRequestMax. */
  records: z.array(z.unknown()),
  dryRun: z.boolean().optional(),
  /** Whether ids of the records are those of this system and are kept. */
  bundle: z.boolean().optional(),
  /** The project of records that name none, unless it is an export. */
  project: z.string().nullable().optional(),
  cwd: z.string().optional(),
});
export type ImportInput = z.infer<typeof importInput>;
/**
 * `read` is the sum of the next four; a long text that was split counts once for each part. `failures` names the first few bad
 * records, by their place in the request. `held`: how many of the new wait for a review [G-1]. `fresh`: of a dry run, what each
 * new one would be, so that a caller of several requests can tell what a later one would find.
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

/** Written into the home when the daemon is ready. */
export const daemonFile = z.looseObject({
  pid: z.number().int(),
  port: z.number().int(),
  version: z.string(),
  startedAt: time,
  socket: z.string().nullable().optional(),
});
export type DaemonFile = z.infer<typeof daemonFile>;
