/** Writes a draft: as a new memory, as the replacement of another memory, or as the value of a key. */
import {
  type CairnError,
  cairnError,
  type EntityId,
  err,
  type FlagsValue,
  memoryId,
  namesOf,
  ok,
} from '@cairn/schema';
import { firstBody, rewrittenBody, type Told } from '../../memory/body-value.ts';
import { contentHashOf, deriveKeyedId } from '../../memory/content-hash.ts';
import { countDraft, isStyleName, styleAddresses } from '../../memory/count.ts';
import { DEFAULT_NAMESPACE, type MemoryDraft } from '../../memory/draft.ts';
import { STATE } from '../../memory/memory-state.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import type { MemoryRow, StoredRegister, StoreTransaction } from '../../ports/store.ts';
import type { Answer, WriteDeps } from '../deps.ts';
import { isOrphan, joinFroms, linkDraft, replacing } from './replacing.ts';
import { orphanedBy, standing, successorsOf } from './standing.ts';
import { type FreshMemories, planDrafts, tagDrafts } from './write-registers.ts';
import type { WriterFacts } from './writer-facts.ts';

export interface Writer {
  readonly tx: StoreTransaction;
  readonly deps: WriteDeps;
  readonly facts: WriterFacts;
}

export interface Written {
  readonly id: EntityId;
  readonly status: 'saved' | 'duplicate' | 'updated' | 'reinforced';
  /** A sentence for the caller. */
  readonly warning?: string;
}

export const commit = async (
  { tx, facts }: Writer,
  drafts: readonly FacetDraft[],
  fresh?: FreshMemories,
): Promise<void> => tx.apply(await planDrafts(tx, facts, drafts, fresh));

/**
 * Writes a memory without a key. `old`: the memory that it replaces, the head of its chain. Fields that are undefined in
 * the draft are taken from `old`. [M-3, M-4]
 */
export const writeFree = async (
  writer: Writer,
  draft: MemoryDraft,
  old: MemoryRow | null,
): Answer<Written> => {
  const told = toldOf(writer, draft, old);
  const contentHash = contentHashOf(draft.content);
  const equal = await writer.tx.memoriesByHash([contentHash]);
  const same = equal.find((row) => isSameMemory(row, told));
  if (same !== undefined) return ok(await joinExisting(writer, same, old));
  const { facts, deps } = writer;
  const id = memoryId(facts.stampMs, deps.random.bytes(10));
  const drafts: FacetDraft[] = [{ entity: id, facet: { facet: 'body', value: firstBody(told) } }];
  if (old !== null) drafts.push(...(await replacing(writer, old, id)));
  await commit(writer, drafts, new Map([[id, equal.map((row) => row.id)]]));
  return ok({ id, status: 'saved' });
};

/**
 * M-4: whether a row with the same content is a duplicate: current, without a key and in the same scope. A row that waits
 * for review is a duplicate only of a draft that is held too.
 */
export const isSameMemory = (row: MemoryRow, { project, namespace, trust }: Told): boolean =>
  row.key === null &&
  row.project === project &&
  row.namespace === namespace &&
  (row.state === STATE.current || (row.state === STATE.held && trust === 'held'));

/** Links the old memory to the existing duplicate, instead of writing a new memory. */
const joinExisting = async (writer: Writer, same: MemoryRow, old: MemoryRow | null): Promise<Written> => {
  if (old !== null && old.id !== same.id) await commit(writer, await replacing(writer, old, same.id));
  return { id: same.id, status: 'duplicate' };
};

/** Writes the value of a key. `old`: another memory that the key replaces. [M-4, SY-D2] */
export const writeKeyed = async (
  writer: Writer,
  draft: MemoryDraft,
  key: string,
  old: MemoryRow | null,
): Answer<Written> => {
  const namespace = draft.namespace ?? DEFAULT_NAMESPACE;
  const asked = { ...toldOf(writer, draft, old), namespace, key };
  const told = isStyleName(namespace, key) ? await standingStyle(writer, asked) : asked;
  const id = deriveKeyedId(writer.facts.salt, told);
  const present = await writer.tx.memory(id);
  const link = old === null || old.id === id ? [] : await replacing(writer, old, id);
  const isStyle = isStyleName(namespace, key);
  if (present !== null && isStyle) return reinforce(writer, present, draft, link);
  if (present !== null) return rewriteKeyed(writer, present, draft, link);
  const body = firstBody(told);
  const counted = isStyle ? [observation(id, [], writer.facts)] : [];
  await commit(writer, [{ entity: id, facet: { facet: 'body', value: body } }, ...counted, ...link]);
  return ok({ id, status: 'saved' });
};

/** M-5: finds the existing address of a style. All splits of its path into namespace and key mean the same style. */
export const standingStyle = async <
  T extends { readonly namespace: string; readonly key: string; readonly project: string | null },
>(
  { tx, facts }: Writer,
  told: T,
): Promise<T> => {
  for (const address of styleAddresses(told.namespace, told.key)) {
    const there = { ...told, ...address };
    if ((await tx.memory(deriveKeyedId(facts.salt, there))) !== null) return there;
  }
  return told;
};

/** M-5: counts the style once more and keeps the first wording. A save that supersedes the style by its id changes the wording. */
const reinforce = async (
  writer: Writer,
  present: MemoryRow,
  draft: MemoryDraft,
  link: readonly FacetDraft[],
): Answer<Written> => {
  if (draft.trust === 'held' && present.trust !== 'held') return err(heldRewrite(present));
  const registers = await writer.tx.registersOf([present.id]);
  const counted = observation(present.id, registers, writer.facts);
  await commit(writer, [counted, ...(await comeback(writer, present)), ...link]);
  const written: Written = { id: present.id, status: 'reinforced' };
  return ok(
    contentHashOf(draft.content) === present.contentHash ? written : { ...written, warning: WORDS_STAY },
  );
};

const WORDS_STAY =
  'This was known already and is counted once more; the first wording stays. To change it, supersede the memory by its id.';

/** Returns the writes that restore a key that another memory replaced. Both memories are current afterwards. [RL-3] */
export const comeback = async (writer: Writer, present: MemoryRow): Promise<readonly FacetDraft[]> =>
  present.supersededBy === null
    ? []
    : [linkDraft(present.id, null), ...(await standing(writer, successorsOf, [present.id]))];

/**
 * M-3: rewrites the body and keeps the old one as a revision. Tags and pin stay unless the draft changes them. If the text
 * is equal, the draft's tags and pin are ignored.
 */
export const rewriteKeyed = async (
  writer: Writer,
  present: MemoryRow,
  draft: MemoryDraft,
  link: readonly FacetDraft[] = [],
): Answer<Written> => {
  const links = [...(await comeback(writer, present)), ...link];
  if (contentHashOf(draft.content) === present.contentHash) {
    if (links.length > 0) await commit(writer, links);
    return ok({ id: present.id, status: 'duplicate' });
  }
  if (draft.trust === 'held' && present.trust !== 'held') return err(heldRewrite(present));
  const registers = await writer.tx.registersOf([present.id]);
  const { namespace, key, project, createdAt } = present;
  const told = { ...toldOf(writer, draft, present), namespace, key, project, createdAt };
  const body = rewrittenBody(told, rewritesOf(registers));
  const facets: readonly FacetDraft[] = [
    { entity: present.id, facet: { facet: 'body', value: body } },
    ...keptTags(writer, registers, present, told.tags),
    ...keptFlags(registers, present, { pinned: told.pinned, trust: told.trust }),
  ];
  // A save that gives a key another value counts as a review of the old value.
  const seen = isOrphan(present) ? await standing(writer, orphanedBy, [present.id]) : [];
  await commit(writer, [...facets, ...joinFroms([...links, ...seen])]);
  return ok({ id: present.id, status: 'updated' });
};

const heldRewrite = (present: MemoryRow): CairnError =>
  cairnError(
    'refused',
    `The text reads like an order to the assistant, so it may not replace "${present.key ?? present.id}" without review. Say it in other words.`,
  );

/** Returns the number of earlier bodies of a memory. [SY-M7] */
export const rewritesOf = (registers: readonly StoredRegister[]): number =>
  registers.find((one) => one.facet === 'body')?.value.rewrite ?? 0;

/** SY-D3: returns the writes for tags, because a rewritten body contains no tags and no flags. */
const keptTags = (
  { facts }: Writer,
  registers: readonly StoredRegister[],
  present: MemoryRow,
  tags: readonly string[],
): readonly FacetDraft[] => {
  const own = registers.some((register) => register.facet === 'tags');
  const unchanged = own ? JSON.stringify(tags) === JSON.stringify(present.tags) : tags.length === 0;
  return unchanged ? [] : tagDrafts(facts, present.id, registers, tags);
};

const keptFlags = (
  registers: readonly StoredRegister[],
  present: MemoryRow,
  flags: FlagsValue,
): readonly FacetDraft[] => {
  const own = registers.some((register) => register.facet === 'flags');
  const unchanged = own
    ? flags.pinned === present.pinned && flags.trust === present.trust
    : !flags.pinned && flags.trust === 'normal';
  return unchanged ? [] : [{ entity: present.id, facet: { facet: 'flags', value: flags } }];
};

/** Returns the draft's fields. A field that is undefined in the draft is taken from `old`. */
const toldOf = ({ facts }: Writer, draft: MemoryDraft, old: MemoryRow | null): Told => ({
  content: draft.content,
  ...namesOf((name) => (draft[name] === undefined ? (old?.[name] ?? null) : draft[name])),
  source: draft.source,
  trust: draft.trust,
  tags: draft.tags ?? old?.tags ?? [],
  pinned: draft.pinned ?? old?.pinned ?? false,
  createdAt: Math.min(draft.saidAt ?? facts.stampMs, facts.stampMs),
  deviceId: facts.device.id,
  deviceName: facts.device.name,
});

/**
 * Returns the write that counts another observation of a style. [M-5, SY-M4] `registers`: the local registers of the
 * style. Each device has its own counter, so a merge loses no observation.
 */
const observation = (
  entity: EntityId,
  registers: readonly StoredRegister[],
  { device, stampMs }: WriterFacts,
): FacetDraft => countDraft(entity, registers, device.id, { n: 1, first: stampMs, last: stampMs });
