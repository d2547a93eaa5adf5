/** What the readers of all formats hand over, and what of a stranger's record is kept. */

export const FILE_FORMATS = ['ndjson', 'json', 'md'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** `place` says where in the file, for messages: "line 3", "record 7". */
export type FoundRecord =
  | { readonly kind: 'record'; readonly place: string; readonly record: Readonly<Record<string, unknown>> }
  | { readonly kind: 'bad'; readonly place: string; readonly reason: string };

/** Reads a file of one format, part by part. */
export interface RecordReader {
  /** Text as it comes, cut anywhere. */
  push(text: string): readonly FoundRecord[];
  /** The file's end. */
  end(): readonly FoundRecord[];
  /** Whether this is an export of Cairn, whose ids are kept. Known once the first record has been handed over. */
  isBundle(): boolean;
  /** Why the file as a whole cannot be read, or not to its end; null when it can. */
  problem(): string | null;
}

/**
 * A record of some other program: `content`, `memory` (mem0) or `text` is what it says; a bare string says itself. Of the
 * rest only what a memory has is kept.
 */
export const foreignRecord = (value: unknown, place: string): FoundRecord => {
  if (typeof value === 'string') return { kind: 'record', place, record: { content: value } };
  if (!isObject(value)) return { kind: 'bad', place, reason: 'neither an object nor a text' };
  const content = value.content ?? value.memory ?? value.text;
  if (typeof content !== 'string')
    return { kind: 'bad', place, reason: 'it has no text in "content", "memory" or "text"' };
  const record: Record<string, unknown> = { content };
  for (const name of KEPT) if (value[name] !== undefined && value[name] !== null) record[name] = value[name];
  const createdAt = value.createdAt ?? value.created_at;
  if (typeof createdAt === 'string') record.createdAt = createdAt;
  return { kind: 'record', place, record };
};

const KEPT = ['tags', 'project', 'namespace', 'key', 'pinned', 'source'] as const;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that JSON can have but `undefined`; undefined when the text is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether an object is the header of an export, and of which version. */
export const headerVersion = (value: unknown): number | null =>
  isObject(value) && value.format === FORMAT && typeof value.version === 'number' ? value.version : null;

export const FORMAT = 'cairn-export';
export const VERSION = 1;

export const versionProblem = (version: number | null): string | null =>
  version === null || version <= VERSION
    ? null
    : `a newer Cairn wrote this file (its format has version ${version}, this program reads up to ${VERSION}): update Cairn`;
