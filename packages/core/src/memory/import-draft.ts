/** Parses one record of an import into guarded drafts with local ids. [SY-D2, G-1] */
import {
  type Checked,
  type DeviceId,
  type EntityId,
  type ExportRecord,
  entityKind,
  err,
  exportHeader,
  exportRecord,
  isDerivedId,
  isDeviceId,
  isEntityId,
  LIMITS,
  type Names,
  namesOf,
  ok,
  type Result,
  type Trust,
} from '@cairn/schema';
import { chunkText } from '../passages/chunk-text.ts';
import type { Told } from './body-value.ts';
import { cleanText, countChars, deviceNameOf, isFarTooLong } from './clean-text.ts';
import { contentHashOf, deriveImportedId, deriveKeyedId } from './content-hash.ts';
import { DEFAULT_NAMESPACE, type DraftInput, type MemoryDraft, parseDraft } from './draft.ts';
import { withoutSecrets } from './guard.ts';
import { grouped, invalid } from './invalid-input.ts';
import { parseTime } from './to-memory.ts';

export interface ImportDraft extends Told {
  readonly id: EntityId;
  /** The id in the record, to which links of other records refer. */
  readonly recordId: string | null;
  readonly contentHash: string;
  readonly supersededBy: string | null;
  /** Unix time of its words, in milliseconds. Null: the record has no time. */
  readonly updatedAt: number | null;
}

export type ImportRecord =
  /** One draft, or several parts of a long text. [IM-5] */
  | { readonly kind: 'drafts'; readonly drafts: readonly ImportDraft[] }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The first line of an export, which holds no memory. */
  | { readonly kind: 'header' };

export interface ImportFacts {
  /** The project of records without one that do not come from an export. */
  readonly project: string | null;
  readonly salt: string;
  readonly stampMs: number;
  readonly device: { readonly id: DeviceId; readonly name: string };
}

/** Parses a record. `isBundle`: the record comes from an export of Cairn, so id, source, trust and links are kept. */
export const parseImportRecord = (record: unknown, isBundle: boolean, facts: ImportFacts): ImportRecord => {
  if (isHeader(record)) return { kind: 'header' };
  const parsed = exportRecord.safeParse(record);
  if (!parsed.success) return { kind: 'failed', reason: shapeProblem(parsed.error.issues) };
  const { data } = parsed;
  const texts = isBundle || data.key != null ? ok([data.content]) : splitLong(data.content);
  if (!texts.ok) return { kind: 'failed', reason: texts.error.message };
  const drafts: ImportDraft[] = [];
  for (const [part, content] of texts.value.entries()) {
    const one = parseOne({ ...data, content, ...(part === 0 ? {} : { id: undefined }) }, isBundle, facts);
    if (!one.ok) return { kind: 'failed', reason: one.error };
    drafts.push(one.value);
  }
  // An order to the assistant in one part makes all parts suspect.
  const isHeld = drafts.some(({ trust }) => trust === 'held');
  return { kind: 'drafts', drafts: isHeld ? drafts.map((one) => ({ ...one, trust: 'held' })) : drafts };
};

/** Whether a record is the header. The check for `kind` is first, because a full parse of every record would be slow. */
const isHeader = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && 'kind' in record && exportHeader.safeParse(record).success;

/** Makes every optional field required, so that the import omits none. */
type EveryField<T> = { readonly [F in keyof Required<T>]: T[F] };

const parseOne = (data: ExportRecord, isBundle: boolean, facts: ImportFacts): Result<ImportDraft, string> => {
  const project = data.project === undefined && !isBundle ? facts.project : (data.project ?? null);
  const input: EveryField<DraftInput> = {
    content: data.content,
    source: isBundle ? (data.source ?? 'import') : 'import',
    tags: data.tags,
    pin: data.pinned,
    ...namesOf((name) => data[name] ?? null),
    project,
    turn: null,
  };
  const draft = parseDraft(input);
  if (!draft.ok) return err(draft.error.message);
  const createdAt = data.createdAt === undefined ? null : parseTime(data.createdAt);
  if (data.createdAt !== undefined && createdAt === null) {
    return err(`createdAt is not a time: "${data.createdAt.slice(0, 40)}".`);
  }
  if (createdAt !== null && createdAt < 0)
    return err(`createdAt is before 1970: "${data.createdAt?.slice(0, 40)}". Leave it out, or correct it.`);
  const names = namesOf((name) => draft.value[name] ?? null);
  const changedAt = data.updatedAt === undefined ? null : parseTime(data.updatedAt);
  // An imported value is as old as its record, and an export has that time as its creation.
  const isValue = draft.value.key !== null && draft.value.source === 'import';
  const saidAt = isBundle && isValue ? (createdAt ?? changedAt) : (changedAt ?? createdAt);
  const recordId = data.id ?? null;
  return ok({
    ...names,
    id: idOf(recordId, isBundle, draft.value, names, facts.salt),
    recordId,
    content: draft.value.content,
    contentHash: contentHashOf(draft.value.content),
    tags: draft.value.tags ?? [],
    pinned: draft.value.pinned ?? false,
    source: draft.value.source,
    trust: isBundle ? lessTrusted(draft.value.trust, data.trust) : draft.value.trust,
    supersededBy: isBundle ? (data.supersededBy ?? null) : null,
    createdAt: (isValue ? saidAt : createdAt) ?? facts.stampMs,
    updatedAt: saidAt,
    ...authorOf(isBundle ? data.device : undefined, facts),
  });
};

const shapeProblem = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string => {
  const [first] = issues;
  const where =
    first === undefined || first.path.length === 0 ? 'The record' : first.path.map(String).join('.');
  return `${where}: ${first?.message ?? 'is not a memory'}.`;
};

/**
 * Returns the id of a draft. Ids of keys and of imported texts are always derived, because another vault has another salt. The
 * record's own id is kept only when it is random.
 */
const idOf = (
  recordId: string | null,
  isBundle: boolean,
  { content, key }: MemoryDraft,
  { namespace, project }: Names,
  salt: string,
): EntityId => {
  if (key !== null)
    return deriveKeyedId(salt, {
      namespace: namespace ?? DEFAULT_NAMESPACE,
      project,
      key,
    });
  const isOwn = isBundle && recordId !== null && isEntityId(recordId) && entityKind(recordId) === 'memory';
  if (isOwn && !isDerivedId(recordId)) return recordId;
  return deriveImportedId(salt, { content, namespace, project });
};

const ORDER: readonly Trust[] = ['high', 'normal', 'low', 'held'];
const lessTrusted = (a: Trust, b: Trust | undefined): Trust =>
  b !== undefined && ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a;

const authorOf = (
  device: { readonly id: string; readonly name: string } | undefined,
  facts: ImportFacts,
): Pick<Told, 'deviceId' | 'deviceName'> =>
  device !== undefined && isDeviceId(device.id)
    ? { deviceId: device.id, deviceName: deviceNameOf(device.name) }
    : { deviceId: facts.device.id, deviceName: facts.device.name };

/**
 * Splits a text that is longer than a memory into parts that end at a paragraph, a sentence, a line or a word. Only white space
 * between the parts is lost. The guard runs before the split, so a secret that would be cut in two is redacted. [IM-5, G-1]
 */
const splitLong = (raw: string): Checked<readonly string[]> => {
  const more = 'more than is looked at. `cairn index FILE` makes it searchable';
  if (raw.length > IMPORT_UNCLEAN_UNITS_MAX) return tooLong(raw.length, more);
  const cleaned = cleanText(raw);
  // The parser of the draft reports this error.
  if (!cleaned.ok) return ok([raw]);
  if (countChars(cleaned.value) <= LIMITS.contentCharsMax)
    return ok([isFarTooLong(raw) ? cleaned.value : raw]);
  if (cleaned.value.length > LIMITS.importTextUnitsMax) return tooLong(countChars(cleaned.value), more);
  // A text that reads like an order is judged later, in the part that holds it.
  const text = withoutSecrets(cleaned.value);
  const length = countChars(text);
  if (length <= LIMITS.contentCharsMax) return ok([text]);
  if (ONE_WORD.test(text)) return tooLong(length, 'and holds a word that is longer than a memory');
  const parts = chunkText(text, { unitsMax: LIMITS.contentCharsMax, overlap: 0 });
  if (parts.length > LIMITS.importPartsMax)
    return tooLong(
      length,
      `which would be ${parts.length} memories. \`cairn index FILE\` makes it searchable`,
    );
  return ok(parts.map(({ start, stop }) => text.slice(start, stop)));
};

/** TR-9: the limit above which a text is refused before it is cleaned. */
const IMPORT_UNCLEAN_UNITS_MAX = 4 * LIMITS.importTextUnitsMax;

/** A run of ASCII that is longer than a memory. It is data, because languages without spaces use other characters. */
const ONE_WORD = new RegExp(`[!-~]{${LIMITS.contentCharsMax + 1},}`);

const tooLong = (length: number, why: string): Checked<never> =>
  invalid(
    `The text is ${grouped(length)} characters long, ${why}; the limit is ${grouped(LIMITS.contentCharsMax)}. Shorten it or save it as several memories.`,
  );
