/** Forgetting: the whole chain and its twins get tombstones, and every trace of the text leaves the store. [M-3, SY-M5, SY-M8] */
import {
  type CairnError,
  cairnError,
  type EntityId,
  entityKind,
  err,
  type ForgetInput,
  type ForgetResult,
  isEntityId,
  ok,
  PROFILES,
  type Result,
} from '@cairn/schema';
import { deriveProfileId, goneHashOf } from '../../memory/content-hash.ts';
import { parseKey, parseNamespace } from '../../memory/draft.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import { forgottenWith } from '../../merge/chain.ts';
import type { StoreTransaction } from '../../ports/store.ts';
import { endOfFacet } from '../../profile/plan-change.ts';
import { endCopies } from '../../removed/end-removed.engine.ts';
import type { Answer } from '../api.ts';
import { unknownId } from '../read/history.ts';
import { commit } from './write-memory.ts';
import { isMemory } from './write-registers.ts';
import { loadWriterFacts, type WriteDeps, type WriterFacts } from './writer-facts.ts';

interface Target {
  /** As it was asked for. */
  readonly name: string;
  readonly ids: readonly EntityId[];
}

/**
 * `forgotten`: the ids that were asked for, or those that the key had. When nothing at all was found, `not_found`.
 */
export const forget = async (deps: WriteDeps, input: ForgetInput): Answer<ForgetResult> => {
  const request = parseRequest(input);
  if (!request.ok) return request;
  return deps.store.write(async (tx) =>
    request.value.key === null
      ? forgetIds(tx, deps, request.value.ids)
      : forgetKey(tx, deps, request.value.key, request.value.namespace),
  );
};

interface Request {
  readonly ids: readonly string[];
  readonly key: string | null;
  readonly namespace: string | null;
}

const parseRequest = (input: ForgetInput): Result<Request, CairnError> => {
  const key = parseKey(input.key ?? null);
  if (!key.ok) return key;
  const namespace = parseNamespace(input.namespace);
  if (!namespace.ok) return namespace;
  const ids = (input.ids ?? []).map((id) => id.trim());
  if (key.value === null && ids.length === 0) {
    return err(cairnError('invalid_input', 'Say what to forget: one or more ids, or a key.'));
  }
  return ok({ ids, key: key.value, namespace: namespace.value ?? null });
};

/** More than any vault has memories. */
const ALL = 10_000_000;

const forgetIds = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  names: readonly string[],
): Promise<Result<ForgetResult, CairnError>> => {
  const targets: Target[] = [];
  const notFound: string[] = [];
  for (const name of new Set(names)) {
    const ids = isEntityId(name) ? [...forgottenWith(await tx.neighboursOf([name]), name)] : [];
    const copies = ids.length === 0 ? (await tx.removed(ALL)).filter(({ entity }) => entity === name) : [];
    // One that was set aside is forgotten already; its copy ends too. [TR-3]
    await endCopies(tx, copies, deps.clock.nowMs());
    if (ids.length + copies.length > 0) targets.push({ name, ids });
    else if (isEntityId(name) && (await isHeldUnread(tx, name))) targets.push({ name, ids: [name] });
    else notFound.push(name);
  }
  const [missing] = notFound;
  if (targets.length === 0 && missing !== undefined) return err(nothingFound(missing, notFound.length));
  await writeTombstones(tx, deps, new Set(targets.flatMap(({ ids }) => ids)));
  return ok({ forgotten: targets.map(({ name }) => name), notFound });
};

/** Something of it is here that no list shows: it waits in quarantine, or its body never came. A person may end it. [TR-6] */
const isHeldUnread = async (tx: StoreTransaction, id: EntityId): Promise<boolean> => {
  if ((await tx.quarantinedOf([id])).length > 0) return true;
  const registers = isMemory(id) ? await tx.registersOf([id]) : [];
  return registers.length > 0 && !registers.some(({ facet }) => facet === 'gone');
};

const nothingFound = (missing: string, count: number): CairnError =>
  count === 1
    ? unknownId(missing)
    : cairnError('not_found', `None of the ${count} ids is a memory on this device.`);

/** M-10: without a namespace in all of them. */
const forgetKey = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  key: string,
  namespace: string | null,
): Promise<Result<ForgetResult, CairnError>> => {
  const rows = await tx.memoriesByKey(key, namespace);
  if (rows.length === 0) {
    const where = namespace === null ? 'any namespace' : `the namespace "${namespace}"`;
    return err(cairnError('not_found', `There is no memory with the key "${key}" in ${where}.`));
  }
  const ids = rows.map((row) => row.id);
  const doomed = new Set(ids);
  for (const id of ids) for (const other of forgottenWith(await tx.neighboursOf([id]), id)) doomed.add(other);
  await writeTombstones(tx, deps, doomed);
  return ok({
    forgotten: ids,
    notFound: [],
    namespaces: [...new Set(rows.map((row) => row.namespace ?? ''))].sort(),
  });
};

const writeTombstones = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  ids: ReadonlySet<EntityId>,
): Promise<void> => {
  const facts = await loadWriterFacts(tx, deps);
  const drafts: FacetDraft[] = [];
  for (const id of ids) {
    if (entityKind(id) === 'profile') {
      drafts.push(...(await endsOfUnread(tx, facts, id)));
      continue;
    }
    const row = await tx.memory(id);
    const hash = row === null ? null : goneHashOf(facts.salt, row.contentHash);
    drafts.push({ entity: id, facet: { facet: 'gone', value: { hash } } });
  }
  if (drafts.length > 0) await commit({ tx, deps, facts }, drafts);
};

/** A profile is never forgotten as a whole: what cannot be read of it is written over by what says nothing, or what stood there. */
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
