/**
 * load → merge → project → neighbours → states → write set: the only way from registers to memories, for local writes
 * and for pages. Reads in bulk, for any number of registers.
 */
import { type EntityId, entityKind, HLC_ZERO, type Hlc, hlcMs, LIMITS, type Register } from '@cairn/schema';
import { isMemory, type ProjectedMemory, projectMemory } from '../../memory/apply.ts';
import { type FacetDraft, stampDrafts } from '../../memory/stamp.ts';
import { isFrom } from '../../merge/edges.ts';
import { type Merged, mergeRegisters } from '../../merge/merge-registers.ts';
import { entitiesOf, registerKey } from '../../merge/register-key.ts';
import { countTags } from '../../merge/tags.ts';
import { buildWriteSet, type WriteOptions } from '../../merge/write-set.ts';
import type {
  Neighbour,
  QuarantinedRegister,
  StoredRegister,
  StoreReads,
  WriteSet,
} from '../../ports/store.ts';
import { projectSchedule } from '../../schedule/project-schedule.ts';
import { beatenBy } from '../../sync/settle.ts';
import type { WriterFacts } from './writer-facts.ts';

/**
 * Plans a write and applies nothing. Local registers must have their stamps. `known`: registers that the caller has
 * just read. It must contain every register of the incoming entities.
 */
export const planWrite = async (
  tx: StoreReads,
  incoming: readonly StoredRegister[],
  options: WriteOptions,
  known?: readonly StoredRegister[],
): Promise<WriteSet> => {
  const clock = (await tx.meta('clock')) ?? HLC_ZERO;
  const entities = new Set(incoming.map((register) => register.entity));
  const present =
    known?.filter((register) => entities.has(register.entity)) ?? (await tx.registersOf([...entities]));
  return decide(tx, { present, incoming, clock, options, fresh: NOTHING_FRESH });
};

/**
 * Plans to erase registers as if they had never arrived, and applies nothing. The rest of their entities is projected
 * again. Nothing is forgotten, so the daemon's copies stay. [TR-5]
 */
export const planErasure = async (
  tx: StoreReads,
  erased: readonly StoredRegister[],
  nowMs: number,
): Promise<WriteSet> => {
  const clock = (await tx.meta('clock')) ?? HLC_ZERO;
  const present = await tx.registersOf(entitiesOf(erased));
  const merged = withoutRegisters(present, erased);
  const options = { origin: 'remote', nowMs, inVault: true } as const;
  const facts = { incoming: [], clock, options, fresh: NOTHING_FRESH };
  const { rows, planned } = await build(tx, merged, facts, () => isFirstPull(tx));
  const eraseMemories = [...rows].flatMap(([id, row]) => (row === null && isMemory(id) ? [id] : []));
  return { ...planned, eraseMemories };
};

const withoutRegisters = (present: readonly StoredRegister[], erased: readonly StoredRegister[]): Merged => {
  const goes = new Set(erased.map(registerKey));
  const after = new Map<EntityId, StoredRegister[]>();
  for (const register of present) {
    const left = after.get(register.entity) ?? [];
    after.set(register.entity, left);
    if (!goes.has(registerKey(register))) left.push(register);
  }
  return { accepted: [], replaced: [], erased, revisions: [], confirmed: [], ignored: [], after };
};

/**
 * New free memories without registers or links here, for example with ids that were just made. The value is the ids of
 * the rows with the same content hash. Memories with the same hash share one list. The store is not queried for them.
 */
export type FreshMemories = ReadonlyMap<EntityId, readonly EntityId[]>;
const NOTHING_FRESH: FreshMemories = new Map();

/** Stamps the local write of a person or agent and plans it. Applies nothing. [SY-C1, SY-U1] */
export const planDrafts = async (
  tx: StoreReads,
  facts: WriterFacts,
  drafts: readonly FacetDraft[],
  fresh: FreshMemories = NOTHING_FRESH,
): Promise<WriteSet> => {
  const known = entitiesOf(drafts).filter((entity) => !fresh.has(entity));
  const present = known.length === 0 ? [] : await tx.registersOf(known);
  const unread = known.length === 0 ? [] : await tx.quarantinedOf(known);
  const incoming = stampDrafts(drafts, [...present, ...unread.filter(isReached(facts))], {
    last: facts.clock,
    nowMs: facts.stampMs,
    node: facts.node,
    kg: facts.kg,
  });
  const options = { origin: 'local', nowMs: facts.nowMs, inVault: facts.inVault } as const;
  const planned = await decide(tx, { present, incoming, clock: facts.clock, options, fresh });
  const ended = beatenBy(unread, incoming);
  return ended.length === 0 ? planned : { ...planned, quarantineRemove: ended };
};

/**
 * Whether a local write gets a larger stamp than an unreadable value, and so replaces it like any earlier value. False
 * for a stamp so far ahead that the server would refuse a larger one. [SY-C1, SY-C3, TR-6]
 */
const isReached =
  ({ stampMs }: WriterFacts) =>
  ({ hlc }: QuarantinedRegister): boolean =>
    hlcMs(hlc) <= stampMs + LIMITS.clockAheadMsMax;

interface Decision {
  readonly present: readonly StoredRegister[];
  readonly incoming: readonly StoredRegister[];
  readonly clock: Hlc;
  readonly options: WriteOptions;
  readonly fresh: FreshMemories;
}

const decide = async (tx: StoreReads, decision: Decision): Promise<WriteSet> => {
  const merged = mergeRegisters(decision.present, decision.incoming);
  const isArriving = async (around: number): Promise<boolean> => around > 0 && (await isFirstPull(tx));
  return (await build(tx, merged, decision, isArriving)).planned;
};

/** Projects what a merge changed. `isArriving`: whether a first pull is running, if that matters among so many neighbours. */
const build = async (
  tx: StoreReads,
  merged: Merged,
  { incoming, clock, options, fresh }: Omit<Decision, 'present'>,
  isArriving: (neighbours: number) => Promise<boolean>,
) => {
  const rows = projected(merged, projectMemory);
  const schedules = projected(merged, projectSchedule, (entity) => entityKind(entity) === 'schedule');
  const neighbours = await loadNeighbours(tx, merged, rows, fresh);
  const facts = { ...options, merged, rows, schedules, neighbours, clock, incoming };
  return { rows, planned: buildWriteSet({ ...facts, isArriving: await isArriving(neighbours.length) }) };
};

/** Whether the first pull runs. It delivers a memory after its successor, and no tombstones. [SY-P4, RL-4] */
export const isFirstPull = async (tx: Pick<StoreReads, 'meta'>): Promise<boolean> =>
  (await tx.meta('pull'))?.bootstrap != null;

/** Projects every entity with an accepted or erased register. */
const projected = <T>(
  { accepted, erased, after }: Merged,
  project: (registers: readonly StoredRegister[]) => T | null,
  isOf: (entity: EntityId) => boolean = () => true,
): ReadonlyMap<EntityId, T | null> => {
  const rows = new Map<EntityId, T | null>();
  for (const { entity } of [...accepted, ...erased])
    if (!rows.has(entity) && isOf(entity)) rows.set(entity, project(after.get(entity) ?? []));
  return rows;
};

/** Loads the earlier state of every memory that the change can hide or show. [SY-M5, SY-M8] */
const loadNeighbours = async (
  tx: StoreReads,
  merged: Merged,
  rows: ReadonlyMap<EntityId, ProjectedMemory | null>,
  fresh: FreshMemories,
): Promise<readonly Neighbour[]> => {
  const ids = new Set<EntityId>();
  for (const id of rows.keys()) if (isMemory(id) && !fresh.has(id)) ids.add(id);
  for (const register of [...merged.accepted, ...merged.replaced]) addTarget(register, ids);
  const hashes = new Set<string>();
  const ofTexts = new Set<readonly EntityId[]>();
  for (const { row } of [...rows.values()].filter((one) => one !== null)) {
    if (row.supersededBy !== null) ids.add(row.supersededBy);
    const twins = fresh.get(row.id);
    if (twins !== undefined) ofTexts.add(twins);
    else if (entityKind(row.id) === 'memory') hashes.add(row.contentHash);
  }
  for (const twins of ofTexts) for (const twin of twins) ids.add(twin);
  if (hashes.size > 0) for (const twin of await tx.memoriesByHash([...hashes])) ids.add(twin.id);
  for (const id of fresh.keys()) ids.delete(id);
  return ids.size === 0 ? [] : tx.neighboursOf([...ids]);
};

const addTarget = (register: Register, ids: Set<EntityId>): void => {
  if (register.facet === 'link' && register.value.supersededBy !== null) ids.add(register.value.supersededBy);
  if (isFrom(register)) for (const original of register.value.replaces) ids.add(original);
};

/**
 * Returns the writes for changed tags: the whole list for older programs, then the counts that devices merge. [RL-6, SY-D3]
 * `registers`: the memory's registers here.
 */
export const tagDrafts = (
  { device }: Pick<WriterFacts, 'device'>,
  entity: EntityId,
  registers: readonly StoredRegister[],
  tags: readonly string[],
): readonly FacetDraft[] => {
  const body = registers.find((register) => register.facet === 'body');
  const value = countTags(registers, body?.value.tags ?? [], tags);
  return [
    { entity, facet: { facet: 'tags', value: { tags: [...tags] } } },
    { entity, facet: { facet: `tagged.${device.id}`, value } },
  ];
};
