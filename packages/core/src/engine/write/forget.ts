/** Forgets a chain and its twins by tombstones, and erases each trace of the text. [M-3, SY-M5, SY-M8] */
import {
  type CairnError,
  type Checked,
  COMPARING_LIMITS,
  cairnError,
  type EntityId,
  entityKind,
  err,
  type ForgetInput,
  type ForgetResult,
  isEntityId,
  type KeyedInput,
  ok,
  PROFILES,
  writtenId,
} from '@cairn/schema';
import { quoteName } from '../../context/fence.ts';
import { isMemory } from '../../memory/apply.ts';
import { firstBody } from '../../memory/body-value.ts';
import { deriveKeyedId, deriveProfileId, goneHashOf } from '../../memory/content-hash.ts';
import { parseKey } from '../../memory/draft.ts';
import { invalid } from '../../memory/invalid-input.ts';
import { STATE } from '../../memory/memory-state.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import { forgottenWith, relinked } from '../../merge/chain.ts';
import type { MemoryRow, RemovedMemory, StoreTransaction } from '../../ports/store.ts';
import { endOfFacet } from '../../profile/plan-change.ts';
import { allCopies, endCopies } from '../../removed/end-removed.engine.ts';
import { besideFormer } from '../../removed/former-copies.engine.ts';
import { HERE } from '../../removed/trash.ts';
import type { Answer, WriteDeps } from '../deps.ts';
import { unknownId } from '../read/history.ts';
import { keyedRows } from '../read/keyed.ts';
import { linkDraft } from './replacing.ts';
import { planDrafts } from './write-registers.ts';
import { loadWriterFacts, type WriterFacts } from './writer-facts.ts';

/** `forgotten`: the requested ids, or those of the key. Fails with `not_found` when nothing was found. */
export const forget = async (deps: WriteDeps, input: ForgetInput): Answer<ForgetResult> => {
  const request = parseRequest(input);
  if (!request.ok) return request;
  return deps.store.write(async (tx) =>
    request.value.named === null
      ? forgetIds(tx, deps, request.value)
      : forgetKey(tx, deps, request.value.named, request.value.trash),
  );
};

interface Request {
  readonly ids: readonly string[];
  readonly named: KeyedInput | null;
  readonly trash: boolean;
}

const parseRequest = ({ namespace, project, ...input }: ForgetInput): Checked<Request> => {
  const key = parseKey(input.key ?? null);
  if (!key.ok) return key;
  const ids = (input.ids ?? []).map(writtenId);
  if ((key.value === null) === (ids.length === 0)) return invalid('Give either one or more ids, or a key.');
  const named = key.value === null ? null : { key: key.value, namespace, project };
  return ok({ ids, named, trash: input.trash === true });
};

const forgetIds = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  { ids: names, trash }: Request,
): Answer<ForgetResult> => {
  const asked = [...new Set(names)].filter(isEntityId);
  const neighbours = await tx.neighboursOf(asked);
  const doomed = forgottenWith(neighbours, asked);
  const leadsHere = (name: string): boolean =>
    isEntityId(name) && (doomed.has(name) || forgottenWith(neighbours, [name]).size > 0);
  const forgotten: string[] = [];
  const notFound: string[] = [];
  const unread: EntityId[] = [];
  const unknown = new Set([...new Set(names)].filter((name) => !leadsHere(name)));
  // Memories that were set aside are forgotten already, so their copies are erased too. [TR-3, M-16]
  const facts = await loadWriterFacts(tx, deps);
  const copies = unknown.size === 0 ? [] : await copiesOf(tx, unknown, facts);
  await endCopies(tx, copies, facts.nowMs);
  const inTrash = new Set<string | null>(copies.flatMap((copy) => [copy.entity, idOfKey(copy, facts)]));
  for (const name of new Set(names)) {
    if (!unknown.has(name) || inTrash.has(name)) forgotten.push(name);
    else if (isEntityId(name) && (await isHeldUnread(tx, name))) {
      forgotten.push(name);
      unread.push(name);
    } else notFound.push(name);
  }
  const [missing] = notFound;
  if (forgotten.length === 0 && missing !== undefined) return err(nothingFound(missing, notFound.length));
  const replaced = await writeTombstones(tx, deps, {
    ids: new Set([...doomed, ...unread]),
    named: new Set(forgotten),
    links: linksAround(neighbours, doomed),
    trash,
  });
  return ok({ forgotten, notFound, ...replaced });
};

const linksAround = (...around: Parameters<typeof relinked>): readonly FacetDraft[] =>
  relinked(...around).map(({ id, to }) => linkDraft(id, to));

/**
 * Whether a part of the memory is here that no list shows: it waits in quarantine, or its body never came. A person may
 * forget it. [TR-6]
 */
const isHeldUnread = async (tx: StoreTransaction, id: EntityId): Promise<boolean> => {
  if ((await tx.quarantinedOf([id])).length > 0) return true;
  const registers = isMemory(id) ? await tx.registersOf([id]) : [];
  return registers.length > 0 && !registers.some(({ facet }) => facet === 'gone');
};

const nothingFound = (missing: string, count: number): CairnError =>
  count === 1
    ? unknownId(missing)
    : cairnError('not_found', `None of the ${count} ids is a memory on this device.`);

/** M-10: forgets a key. Without a namespace, forgets it in all namespaces. Several projects with the key are refused. */
const forgetKey = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  named: KeyedInput,
  trash: boolean,
): Answer<ForgetResult> => {
  const found = await keyedRows(tx, named);
  if (!found.ok) return err(await trashTold(tx, named, found.error));
  const current = found.value.filter(({ state }) => state === STATE.current);
  const meant = current.length === 0 ? found.value : current;
  const [project, ...others] = new Set(meant.map((row) => row.project));
  if (others.length > 0) return manyProjects(named.key, meant);
  const rows = found.value.filter((row) => row.project === project);
  const ids = rows.map((row) => row.id);
  const neighbours = await tx.neighboursOf(ids);
  const doomed = new Set([...ids, ...forgottenWith(neighbours, ids)]);
  const links = linksAround(neighbours, doomed);
  const replaced = await writeTombstones(tx, deps, {
    ids: doomed,
    named: new Set<string>(ids),
    links,
    trash,
  });
  return ok({
    forgotten: ids,
    notFound: [],
    ...replaced,
    namespaces: [...new Set(rows.map((row) => row.namespace ?? ''))].sort(),
  });
};

/** Adds that the trash has the key: a person who forgets for good has to erase it there. */
const trashTold = async (tx: StoreTransaction, named: KeyedInput, error: CairnError): Promise<CairnError> => {
  const key = parseKey(named.key);
  const copies = error.kind === 'not_found' && key.ok ? await allCopies(tx) : [];
  if (!key.ok || !copies.some(({ body }) => body.key === key.value)) return error;
  return { ...error, message: `${error.message} The trash of this device has that key: \`cairn trash\`.` };
};

/** The most memories that the error names. */
const NAMED_MAX = 10;

/** Sorts by project, what has none last: ids of keys are in no order that a person knows. */
const byProject = (a: MemoryRow, b: MemoryRow): number => {
  if (a.project === b.project) return a.id < b.id ? -1 : 1;
  if (a.project === null || b.project === null) return a.project === null ? 1 : -1;
  return a.project < b.project ? -1 : 1;
};

const manyProjects = (key: string, rows: readonly MemoryRow[]) => {
  const named = rows
    .toSorted(byProject)
    .slice(0, NAMED_MAX)
    .map(({ id, project }) => `${id} in ${project === null ? 'no project' : quoteName(project)}`);
  const rest = rows.length > NAMED_MAX ? ` and ${rows.length - NAMED_MAX} more` : '';
  return invalid(
    `Several projects have the key "${key}", so nothing was forgotten: ${named.join(', ')}${rest}. Give the project, or the ids.`,
  );
};

/** Returns the id of the copy's key. The copy has another id when it is of a former value, or from before a vault. [SY-D2] */
const idOfKey = (
  { body: { key, namespace, project } }: RemovedMemory,
  { salt }: Pick<WriterFacts, 'salt'>,
): EntityId | null =>
  key === null || namespace === null ? null : deriveKeyedId(salt, { namespace, project, key });

/** Returns the copies of these memories, and of the former values of these keys. */
const copiesOf = async (
  tx: StoreTransaction,
  ids: ReadonlySet<string>,
  facts: Pick<WriterFacts, 'salt'>,
): Promise<readonly RemovedMemory[]> =>
  (await allCopies(tx)).filter((copy) => ids.has(copy.entity) || ids.has(idOfKey(copy, facts) ?? ''));

interface Doomed {
  readonly ids: ReadonlySet<EntityId>;
  readonly named: ReadonlySet<string>;
  /** The new links of memories that stay. */
  readonly links: readonly FacetDraft[];
  /** Whether shown or held texts go to the trash; earlier wordings only when there are many. [M-16, TR-57] */
  readonly trash: boolean;
}

const writeTombstones = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  { ids, named, links, trash }: Doomed,
): Promise<Pick<ForgetResult, 'replaced'>> => {
  const facts = await loadWriterFacts(tx, deps);
  const drafts: FacetDraft[] = [...links];
  const shown: RemovedMemory[] = [];
  const replaced: RemovedMemory[] = [];
  for (const id of ids) {
    if (entityKind(id) === 'profile') {
      drafts.push(...(await endsOfUnread(tx, facts, id)));
      continue;
    }
    const row = await tx.memory(id);
    const hash = row === null ? null : goneHashOf(facts.salt, row.contentHash);
    drafts.push({ entity: id, facet: { facet: 'gone', value: { hash } } });
    if (row === null) continue;
    const copy = { entity: id, body: firstBody(row), node: HERE, at: facts.nowMs };
    if (row.state === STATE.current || row.state === STATE.held) shown.push(copy);
    else if (row.state === STATE.superseded && !named.has(id)) replaced.push(copy);
  }
  const answer = replaced.length === 0 ? {} : { replaced: replaced.length };
  if (drafts.length === 0) return answer;
  // A key that was forgotten before may have a copy of its former value.
  if (!trash) await endCopies(tx, await copiesOf(tx, ids, facts), facts.nowMs);
  const planned = await planDrafts(tx, facts, drafts);
  const removedAdd = [...(trash ? shown : []), ...(isManyReplaced(replaced, trash) ? replaced : [])];
  if (removedAdd.length === 0) await tx.apply(planned);
  else {
    // The daemon's own copies stay as long as the trash, and contain no more than the trash. [ST-4]
    const { erasedAt: _, ...meta } = planned.meta ?? {};
    await tx.apply({ ...planned, meta, removedAdd: await besideFormer(tx, removedAdd) });
  }
  return answer;
};

/**
 * Whether so many earlier wordings are deleted that they need copies. Any member can claim that a memory was replaced,
 * and no check can tell whether that is honest. [TR-57]
 */
const isManyReplaced = ({ length }: readonly RemovedMemory[], trash: boolean): boolean =>
  length > (trash ? COMPARING_LIMITS.replacedInTrashMin : COMPARING_LIMITS.removedAtOnceMin);

/**
 * Returns writes that overwrite the unreadable parts of a profile by an empty value, or by the value before. A profile
 * is never forgotten as a whole.
 */
const endsOfUnread = async (
  tx: StoreTransaction,
  { salt }: WriterFacts,
  id: EntityId,
): Promise<readonly FacetDraft[]> => {
  const of = PROFILES.find((name) => deriveProfileId(salt, name) === id);
  if (of === undefined) return [{ entity: id, facet: { facet: 'gone', value: { hash: null } } }];
  const registers = await tx.registersOf([id]);
  const unread = await tx.quarantinedOf([id]);
  return unread.flatMap(({ facet }) => {
    const end = endOfFacet(of, facet, registers);
    return end === null ? [] : [{ entity: id, facet: end }];
  });
};
