/**
 * Imports records of an export, or records of other sources in their shape. Repeating an import changes nothing. A bad
 * record is reported and does not stop the others. [SY-D2, SY-M8, G-1]
 */
import {
  type EntityId,
  entityKind,
  type ImportInput,
  type ImportResult,
  isEntityId,
  LIMITS,
  memoryId,
  ok,
} from '@cairn/schema';
import { firstBody, rewrittenBody } from '../../memory/body-value.ts';
import { contentHashOf, goneHashOf } from '../../memory/content-hash.ts';
import { type ImportDraft, parseImportRecord } from '../../memory/import-draft.ts';
import { invalid } from '../../memory/invalid-input.ts';
import { STATE } from '../../memory/memory-state.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import { learnedAt } from '../../memory/to-memory.ts';
import { twinKey } from '../../merge/visibility.ts';
import type { MemoryRow, StoreTransaction } from '../../ports/store.ts';
import type { Answer, WriteDeps } from '../deps.ts';
import { joinFroms } from './replacing.ts';
import { comeback, commit, rewritesOf, type Writer } from './write-memory.ts';
import { type FreshMemories, tagDrafts } from './write-registers.ts';
import { loadWriterFacts, type WriterFacts } from './writer-facts.ts';

/** Bad records that the answer names, at most. */
const FAILURES_MAX = 20;

type Outcome = 'new' | 'duplicate' | 'skipped' | 'failed';

/** `isMove`: a person states the records again, so what was forgotten here comes back, and a key takes the value. [SP-4] */
export interface RecordsInput extends ImportInput {
  readonly isMove?: boolean;
}

export const importRecords = async (deps: WriteDeps, input: RecordsInput): Answer<ImportResult> => {
  if (input.records.length > LIMITS.importItemsPerRequestMax) {
    return invalid(
      `Send at most ${LIMITS.importItemsPerRequestMax} records at once; these are ${input.records.length}.`,
    );
  }
  return deps.store.write(async (tx) => {
    const facts = await loadWriterFacts(tx, deps);
    const importFacts = { ...facts, project: input.project ?? null };
    const isBundle = input.bundle === true;
    const read = input.records
      .map((record, index) => ({ index, result: parseImportRecord(record, isBundle, importFacts) }))
      .filter(({ result }) => result.kind !== 'header');
    const isMove = input.isMove === true;
    const parsed = isMove ? await restated({ tx, deps, facts }, read) : read;
    const drafts = draftsOf(parsed);
    const known = await loadKnown(tx, facts, drafts);
    const own = new Map([
      ...drafts.flatMap(({ recordId, id }) => (recordId === null ? [] : [[recordId, id] as const])),
      ...sameTexts(drafts, known),
    ]);
    const earlier = Object.entries(input.ids ?? {}).flatMap(([from, to]) =>
      isEntityId(to) ? [[from, to] as const] : [],
    );
    const ids = new Map([...earlier, ...own]);
    const renamed = isBundle ? [...own].filter(([from, to]) => from !== to) : [];
    const outcomes: Outcome[] = [];
    const facets: FacetDraft[] = [];
    const failures: { index: number; reason: string }[] = [];
    const taken: ImportDraft[] = [];
    for (const { index, result } of parsed) {
      if (result.kind === 'drafts') {
        for (const draft of result.drafts) {
          const outcome = admit(draft, known, { isBundle, isMove }, facts, ids, facets);
          outcomes.push(outcome);
          if (outcome === 'new') taken.push(draft);
        }
      } else if (result.kind === 'failed') {
        outcomes.push('failed');
        if (failures.length < FAILURES_MAX) failures.push({ index, reason: result.reason });
      }
    }
    const writer: Writer = { tx, deps, facts };
    if (input.dryRun !== true && facets.length > 0)
      await commit(writer, [...facets, ...(await comebacks(writer, taken, known))], freshAmong(taken, known));
    const held = taken.filter(({ trust }) => trust === 'held').length;
    const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
    return ok({
      read: outcomes.length,
      new: count('new'),
      duplicate: count('duplicate'),
      skipped: count('skipped'),
      failed: count('failed'),
      ...(held === 0 ? {} : { held }),
      ...(input.dryRun === true ? { fresh: taken.map(freshOf) } : {}),
      ...(failures.length === 0 ? {} : { failures }),
      ...(renamed.length === 0 ? {} : { ids: Object.fromEntries(renamed) }),
    });
  });
};

type Parsed = readonly { readonly index: number; readonly result: ReturnType<typeof parseImportRecord> }[];

const draftsOf = (parsed: Parsed): readonly ImportDraft[] =>
  parsed.flatMap(({ result }) => (result.kind === 'drafts' ? result.drafts : []));

/**
 * Gives memories that were forgotten here another id, because a tombstone ends an id forever. If an earlier try has
 * written the memory, it is the id from then.
 */
const restated = async ({ tx, deps, facts }: Writer, parsed: Parsed): Promise<Parsed> => {
  const { gone, twins } = await loadKnown(tx, facts, draftsOf(parsed));
  const idFor = async (draft: ImportDraft): Promise<EntityId> => {
    if (!gone.has(draft.id) || draft.key !== null) return draft.id;
    const rows = twins.get(draft.contentHash) ?? [];
    // A current text is not left out for one that another memory replaced here.
    const same = rows.find(
      (row) =>
        row.key === null &&
        row.project === draft.project &&
        (row.state !== STATE.superseded || draft.supersededBy !== null),
    );
    return same?.id ?? memoryId(facts.stampMs, deps.random.bytes(10));
  };
  const renamed = parsed.map(async ({ index, result }) => {
    if (result.kind !== 'drafts') return { index, result };
    const drafts = await Promise.all(result.drafts.map(async (one) => ({ ...one, id: await idFor(one) })));
    return { index, result: { ...result, drafts } };
  });
  return Promise.all(renamed);
};

const freshOf = (draft: ImportDraft): { readonly id: string; readonly text: string | null } => ({
  id: draft.id,
  text:
    draft.key === null && draft.supersededBy === null
      ? contentHashOf(twinKey(draft.contentHash, draft))
      : null,
});

/**
 * Returns the memory with the same text for each record that is left out as its duplicate. Links to the record then lead there, so a
 * memory that it replaced stays replaced.
 */
const sameTexts = (drafts: readonly ImportDraft[], known: Known): ReadonlyMap<string, EntityId> => {
  const ids = new Map(known.texts);
  const found = new Map<string, EntityId>();
  for (const draft of drafts) {
    const { recordId, key, supersededBy, id } = draft;
    if (recordId === null || key !== null || supersededBy !== null || known.rows.has(id)) continue;
    const text = twinKey(draft.contentHash, draft);
    const same = ids.get(text);
    if (same === undefined || known.linked.has(id)) ids.set(text, id);
    else if (same !== id) found.set(recordId, same);
  }
  return found;
};

/** What the store has of the records already. Accepted records are added to `texts` and `taken`. */
type Known = Awaited<ReturnType<typeof loadKnown>>;

const loadKnown = async (tx: StoreTransaction, facts: WriterFacts, drafts: readonly ImportDraft[]) => {
  const ids = [...new Set(drafts.map((draft) => draft.id))];
  const registers = ids.length === 0 ? [] : await tx.registersOf(ids);
  const rows = new Map<EntityId, MemoryRow>();
  for (const id of new Set(registers.map((register) => register.entity))) {
    const row = await tx.memory(id);
    if (row !== null) rows.set(id, row);
  }
  const present = new Set(registers.map(({ entity }) => entity));
  const hashes = [...new Set(drafts.map(({ contentHash }) => contentHash))];
  const equal = hashes.length === 0 ? [] : await tx.memoriesByHash(hashes);
  const goneHashes = new Map(hashes.map((contentHash) => [goneHashOf(facts.salt, contentHash), contentHash]));
  const forgotten = await tx.forgottenAmong([...goneHashes.keys()]);
  return {
    rows,
    registers,
    /** Ids without registers here to which memories here link. */
    linked: new Set(await tx.linkedAmong(ids.filter((id) => !present.has(id)))),
    /** Ids with a tombstone that is in force. */
    gone: new Set(
      registers
        .filter(({ facet, entity }) => facet === 'gone' && !rows.has(entity))
        .map(({ entity }) => entity),
    ),
    forgottenWords: new Set(forgotten.map((hash) => goneHashes.get(hash) ?? '')),
    /** The rows, by content hash. */
    twins: Map.groupBy(equal, (row) => row.contentHash),
    /** Ids of free texts that are not superseded, by `twinKey`. */
    texts: new Map(
      equal
        .filter((row) => row.key === null && row.state !== STATE.superseded)
        .map((row) => [twinKey(row.contentHash, row), row.id]),
    ),
    /** Content hashes of the entities that this request writes. */
    taken: new Map<EntityId, string>(),
    /** Of the values that this request has for a key, the newest. */
    newest: newestOfKeys(drafts),
  };
};

const newestOfKeys = (drafts: readonly ImportDraft[]): ReadonlyMap<EntityId, ImportDraft> => {
  const newest = new Map<EntityId, ImportDraft>();
  for (const draft of drafts) {
    const other = newest.get(draft.id);
    if (draft.key !== null && (other === undefined || (draft.updatedAt ?? 0) > (other.updatedAt ?? 0)))
      newest.set(draft.id, draft);
  }
  return newest;
};

/**
 * Returns the imported free memories that are new here and that nothing links to. Most are, and the write does not
 * query the store for them again.
 */
const freshAmong = (taken: readonly ImportDraft[], known: Known): FreshMemories => {
  const present = new Set(known.registers.map(({ entity }) => entity));
  const fresh = taken.filter(
    ({ id }) => entityKind(id) === 'memory' && !present.has(id) && !known.linked.has(id),
  );
  return new Map(
    fresh.map(({ id, contentHash }) => [id, (known.twins.get(contentHash) ?? []).map((row) => row.id)]),
  );
};

/** Decides what happens to one record, and appends what has to be written to `facets`. */
const admit = (
  draft: ImportDraft,
  known: Known,
  { isBundle, isMove }: { readonly isBundle: boolean; readonly isMove: boolean },
  facts: WriterFacts,
  ids: ReadonlyMap<string, EntityId>,
  facets: FacetDraft[],
): Outcome => {
  const { contentHash } = draft;
  const present = known.rows.get(draft.id);
  const newest = known.newest.get(draft.id) ?? draft;
  if (newest !== draft) return newest.contentHash === contentHash ? 'duplicate' : 'skipped';
  if (known.taken.has(draft.id)) return known.taken.get(draft.id) === contentHash ? 'duplicate' : 'skipped';
  if (present !== undefined && (draft.key === null || present.contentHash === contentHash))
    return 'duplicate';
  if (isMove) return written(draft, known, facts, ids, facets);
  if (known.gone.has(draft.id)) return 'skipped';
  if (known.forgottenWords.has(contentHash)) {
    // Links to this memory may come in any request. Its tombstone keeps what it replaced hidden. [SY-M5]
    if (isBundle && draft.key === null)
      facets.push({
        entity: draft.id,
        facet: { facet: 'gone', value: { hash: goneHashOf(facts.salt, contentHash) } },
      });
    return 'skipped';
  }
  // The key has another value here: the newer one stays.
  if (present !== undefined && (draft.updatedAt === null || draft.updatedAt <= learnedAt(present)))
    return 'skipped';
  if (present !== undefined && draft.trust === 'held') return 'skipped';
  return written(draft, known, facts, ids, facets);
};

/** Appends the writes of a record that is admitted, unless its text is here. */
const written = (
  draft: ImportDraft,
  known: Known,
  facts: WriterFacts,
  ids: ReadonlyMap<string, EntityId>,
  facets: FacetDraft[],
): Outcome => {
  const { contentHash } = draft;
  const text = twinKey(contentHash, draft);
  const isCurrentText = draft.key === null && draft.supersededBy === null;
  const isDuplicate = isCurrentText && known.texts.has(text);
  // A memory to which another links is written although its text is here, and becomes a twin. [SY-M8]
  if (isDuplicate && !known.linked.has(draft.id)) return 'duplicate';
  if (isCurrentText) known.texts.set(text, draft.id);
  known.taken.set(draft.id, contentHash);
  facets.push(...importFacets(draft, known, ids, facts));
  return isDuplicate ? 'duplicate' : 'new';
};

/** Returns the writes that restore keys that another memory replaced here and that get a newer value. [RL-3] */
const comebacks = async (
  writer: Writer,
  taken: readonly ImportDraft[],
  known: Known,
): Promise<readonly FacetDraft[]> => {
  const drafts: FacetDraft[] = [];
  for (const { id, supersededBy } of taken) {
    const row = supersededBy === null ? known.rows.get(id) : undefined;
    if (row !== undefined) drafts.push(...(await comeback(writer, row)));
  }
  return joinFroms(drafts);
};

/** Returns the facets of an imported record. `ids`: the local ids for the ids of records. */
const importFacets = (
  draft: ImportDraft,
  known: Known,
  ids: ReadonlyMap<string, EntityId>,
  facts: Pick<WriterFacts, 'device'>,
): readonly FacetDraft[] => {
  const { id, tags, pinned, trust } = draft;
  // A keyed memory here whose value the record replaces.
  const present = known.rows.get(id);
  const registers = present === undefined ? [] : known.registers.filter(({ entity }) => entity === id);
  const value =
    present === undefined
      ? firstBody(draft)
      : rewrittenBody(
          draft.source === 'import' ? draft : { ...draft, createdAt: present.createdAt },
          rewritesOf(registers),
        );
  const body: FacetDraft = { entity: id, facet: { facet: 'body', value } };
  const own: readonly FacetDraft[] =
    present === undefined
      ? []
      : [
          ...tagDrafts(facts, id, registers, tags),
          { entity: id, facet: { facet: 'flags', value: { pinned, trust } } },
        ];
  const target = draft.supersededBy === null ? null : (ids.get(draft.supersededBy) ?? draft.supersededBy);
  const link: readonly FacetDraft[] =
    target === null || !isEntityId(target) || target === id
      ? []
      : [{ entity: id, facet: { facet: 'link', value: { supersededBy: target } } }];
  return [body, ...own, ...link];
};
