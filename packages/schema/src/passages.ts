/** Documents and transcripts for the daemon's callers. Local to the device. [M-11, F-8] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';

const count = z.number().int().nonnegative();
const time = z.string();
const text = z.string().max(LIMITS.daemonBodyBytesMax);

/** A caller's own fields. Secrets in them are masked. */
export const metadata = z.record(z.string(), z.unknown());
export type Metadata = z.infer<typeof metadata>;

export const documentInput = z.strictObject({
  /** Absolute. */
  path: text,
  project: text.nullable().optional(),
  cwd: text.optional(),
  text,
  /** Milliseconds since 1970. */
  modifiedAt: z.number().int(),
  /** The origin, such as a web address. If absent, it stays; null removes it. */
  uri: text.nullable().optional(),
  /** A caller's own fields, at most 4,000 characters of JSON. If absent, they stay; null removes them. */
  metadata: metadata.nullable().optional(),
});
export type DocumentInput = z.infer<typeof documentInput>;

/** `unchanged`: the same text is already indexed in the same project. `passages`: the number of pieces. */
export const documentResult = z.object({
  id: z.string(),
  status: z.enum(['indexed', 'unchanged']),
  passages: count,
});
export type DocumentResult = z.infer<typeof documentResult>;

/** `bytes`: the size of the text in UTF-8. */
export const sourceEntry = z.object({
  id: z.string(),
  kind: z.enum(['document', 'session']),
  name: z.string(),
  project: z.string().nullable(),
  bytes: count,
  passages: count,
  modifiedAt: z.string(),
  indexedAt: z.string(),
  uri: z.string().nullable(),
  metadata: metadata.nullable(),
});
export type SourceEntry = z.infer<typeof sourceEntry>;
export const sourcesResult = z.object({ sources: z.array(sourceEntry) });
export type SourcesResult = z.infer<typeof sourcesResult>;
export const forgetSourceResult = z.object({ id: z.string(), name: z.string() });
export type ForgetSourceResult = z.infer<typeof forgetSourceResult>;

/** A folder whose new files are indexed too. */
export const folderInput = z.strictObject({
  /** Absolute. */
  path: text,
  project: text.nullable().optional(),
  cwd: text.optional(),
});
export const folderResult = z.object({ path: z.string(), project: z.string().nullable() });
export type FolderResult = z.infer<typeof folderResult>;
/** `path`: an absolute path. The folder and all watched folders below it are removed. */
export const foldersQuery = z.object({ path: z.string() });
export const foldersRemoved = z.object({ removed: count });
export type FoldersRemoved = z.infer<typeof foldersRemoved>;

/** Turns of a transcript. A turn that is already stored changes nothing. [IM-4] */
export const transcriptInput = z.strictObject({
  session: text,
  name: text.optional(),
  project: text.nullable().optional(),
  cwd: text.optional(),
  dryRun: z.boolean().optional(),
  /** Whether to extract knowledge from the turns, as from a session. */
  learn: z.boolean().optional(),
  turns: z.array(
    z.strictObject({
      author: text.nullable().optional(),
      text,
      /** Milliseconds since 1970. */
      at: z.number().int(),
    }),
  ),
});
export type TranscriptInput = z.infer<typeof transcriptInput>;
/** Only with `learn`: turns from which nothing was extracted yet, the characters that a model would get, and about as many tokens. */
const transcriptLearning = z.object({ messages: count, chars: count, tokens: count });
/** `id`: of the session's source. `skipped`: turns without searchable text. `failures`: by their place in the request. */
export const transcriptResult = z.object({
  id: z.string(),
  read: count,
  new: count,
  duplicate: count,
  skipped: count,
  failed: count,
  passages: count,
  learn: transcriptLearning.optional(),
  failures: z.array(z.object({ index: count, reason: z.string() })).optional(),
});
export type TranscriptResult = z.infer<typeof transcriptResult>;

/** The turn before or after a found one; of a long turn, only the nearest piece. */
const turnBeside = z.object({ ordinal: count, author: z.string().nullable(), text: z.string() });

/** A piece of a document or transcript. `start` and `end` are offsets in UTF-16 units into the document or the turn. */
export const passageHit = z.object({
  source: z.object({ id: z.string(), kind: z.enum(['document', 'session']), name: z.string() }),
  /** The turn of a session, or the place in a document. */
  ordinal: count,
  /** The last turn with the same text; absent if none came after this one. [SE-4] */
  until: count.optional(),
  project: z.string().nullable(),
  author: z.string().nullable(),
  at: time,
  text: z.string(),
  start: count,
  end: count,
  score: z.number(),
  textScore: z.number().nullable(),
  vectorScore: z.number().nullable(),
  /** Set for a document that matches better than every memory found, and is shown above them. [PG-37] */
  above: z.literal(true).optional(),
  /** Only in a search within one session; absent at its ends. [F-13] */
  before: turnBeside.optional(),
  after: turnBeside.optional(),
  /** Only with `explain`. */
  why: z.looseObject({}).optional(),
});
export type PassageHit = z.infer<typeof passageHit>;
