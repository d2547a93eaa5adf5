/** Builds the complete set of changes from merged registers, their rows and their neighbours. It is applied in one transaction. */
import { type EntityId, type Hlc, hlcMs, maxHlc, type Register } from '@cairn/schema';
import type { ProjectedMemory } from '../memory/apply.ts';
import { contentHashOf } from '../memory/content-hash.ts';
import { STATE } from '../memory/memory-state.ts';
import type {
  ForgottenWords,
  MemoryRow,
  Neighbour,
  Revision,
  ScheduleRow,
  StoredRegister,
  WriteSet,
} from '../ports/store.ts';
import { edgesOf, isFrom } from './edges.ts';
import type { Merged } from './merge-registers.ts';
import { asBody } from './past.ts';
import { keyOf } from './register-key.ts';
import { visibilityOf } from './visibility.ts';

export interface WriteOptions {
  /** `remote`: pulled or from quarantine, so the server holds the registers already, and nothing is added to the outbox. */
  readonly origin: 'local' | 'remote';
  /** Local time in milliseconds, for the revisions. */
  readonly nowMs: number;
  readonly inVault: boolean;
}

export interface WriteFacts extends WriteOptions {
  readonly merged: Merged;
  /** The row of every entity with accepted or erased registers, or null. */
  readonly rows: ReadonlyMap<EntityId, ProjectedMemory | null>;
  /** The row of every schedule with accepted or erased registers, or null. */
  readonly schedules: ReadonlyMap<EntityId, ScheduleRow | null>;
  /** The neighbours before the changes. Contains everything that old and new links and content hashes reach. */
  readonly neighbours: readonly Neighbour[];
  /** The device's last stamp. */
  readonly clock: Hlc;
  /** All incoming registers. The clock rises to the largest stamp among them. [SY-C1] */
  readonly incoming: readonly Register[];
  /** Whether a first pull is under way. [RL-4] */
  readonly isArriving: boolean;
}

/** Builds the write set. Empty fields are left out, so that the store does no work for them. */
export const buildWriteSet = (facts: WriteFacts): WriteSet => {
  const { merged, nowMs } = facts;
  const dropped = [...merged.replaced, ...merged.erased].map(keyOf);
  return {
    ...optional('eraseRegisters', merged.erased.map(keyOf)),
    ...optional('registers', merged.accepted),
    ...(facts.origin === 'remote' ? { isTaken: true as const } : {}),
    ...optional('eraseMemories', erasedMemories(merged)),
    ...visibleChanges(facts),
    ...edgeChanges(merged),
    ...optional(
      'revisions',
      merged.revisions.map((register) => revisionOf(register, nowMs)),
    ),
    ...tombstones(merged),
    ...optional('outboxAdd', facts.origin === 'local' && facts.inVault ? merged.accepted.map(keyOf) : []),
    ...optional('outboxRemove', facts.inVault ? [...dropped, ...merged.confirmed.map(keyOf)] : []),
    ...optional('deadRemove', facts.inVault ? dropped : []),
    ...optional('confirmed', merged.confirmed),
    ...scheduleChanges(facts),
    ...metaChange(facts),
  };
};

/** Returns the revision of a lost value, without its sequence on the server, which is not needed. */
const revisionOf = (stored: StoredRegister, replacedAt: number): Revision => {
  const { seq: _, ...register } = asBody(stored);
  return { entity: stored.entity, register, replacedAt };
};

/** Returns the field for a write set, or nothing when there are no items. */
const optional = <K extends keyof WriteSet, T>(
  field: K,
  items: readonly T[],
): { readonly [P in K]?: readonly T[] } => {
  const change: { [P in K]?: readonly T[] } = {};
  if (items.length > 0) change[field] = items;
  return change;
};

/**
 * Returns entities that lose something to a new tombstone: row, revisions, access counts and summaries are deleted. The row of a
 * keyed memory that was learnt again is written after that. [ST-4]
 */
const erasedMemories = (merged: Merged): readonly EntityId[] => {
  const erased = new Set(merged.erased.map((register) => register.entity));
  const lives = (entity: EntityId): boolean => (merged.after.get(entity) ?? []).length > 1;
  return merged.accepted
    .filter((register) => register.facet === 'gone')
    .map((register) => register.entity)
    .filter((entity) => erased.has(entity) || lives(entity));
};

const scheduleChanges = ({ schedules }: WriteFacts): Pick<WriteSet, 'schedules' | 'schedulesErase'> => {
  const gone = [...schedules].flatMap(([id, row]) => (row === null ? [id] : []));
  const rows = [...schedules.values()].filter((row) => row !== null);
  return { ...optional('schedulesErase', gone), ...optional('schedules', rows) };
};

/** Returns changed rows, and other rows whose visibility changed because of them. */
const visibleChanges = (facts: WriteFacts): Pick<WriteSet, 'memories' | 'states'> => {
  const states = visibilityOf(overlay(facts.neighbours, facts.rows, facts.merged), facts.isArriving);
  const memories: MemoryRow[] = [];
  for (const row of facts.rows.values()) {
    if (row !== null) memories.push({ ...row.row, state: states.get(row.row.id) ?? STATE.current });
  }
  const changed: { id: EntityId; state: MemoryRow['state'] }[] = [];
  for (const { id, gone, state } of facts.neighbours) {
    const now = states.get(id);
    if (!gone && !facts.rows.has(id) && now !== undefined && now !== state) changed.push({ id, state: now });
  }
  return { ...optional('memories', memories), ...optional('states', changed) };
};

/** Returns the edges of every memory whose edges or body changed. [RL-1] */
const edgeChanges = ({ accepted, erased, after }: Merged): Pick<WriteSet, 'edges'> => {
  const says = (entity: EntityId): boolean => (after.get(entity) ?? []).some(isFrom);
  const changed = [...accepted, ...erased].filter(
    (register) => isFrom(register) || (register.facet === 'body' && says(register.entity)),
  );
  const successors = new Set(changed.map(({ entity }) => entity));
  return optional(
    'edges',
    [...successors].map((successor) => ({ successor, replaces: edgesOf(after.get(successor) ?? []) })),
  );
};

/** Returns the neighbours after the changes. */
const overlay = (
  before: readonly Neighbour[],
  rows: ReadonlyMap<EntityId, ProjectedMemory | null>,
  merged: Merged,
): readonly Neighbour[] => {
  const after = before.filter((neighbour) => !rows.has(neighbour.id));
  for (const [id, row] of rows) {
    if (row !== null) after.push(neighbourOf(row));
    else if ((merged.after.get(id) ?? []).some((register) => register.facet === 'gone'))
      after.push({ ...FORGOTTEN, id });
  }
  return after;
};

/** Returns the memory as its neighbours see it. */
export const neighbourOf = ({ row, linkHlc, replaces }: ProjectedMemory): Neighbour => {
  const { id, supersededBy, contentHash, project, namespace, trust } = row;
  return {
    id,
    gone: false,
    supersededBy,
    linkHlc,
    replaces,
    contentHash,
    project,
    namespace,
    trust,
    state: STATE.current,
  };
};

/** A forgotten memory beside others, without its id. */
export const FORGOTTEN = {
  gone: true,
  supersededBy: null,
  linkHlc: null,
  replaces: [],
  contentHash: null,
  project: null,
  namespace: null,
  trust: null,
  state: STATE.current,
} as const satisfies Omit<Neighbour, 'id'>;

/** SY-M8: lists new forgotten words, and keys that were learnt again and so are not forgotten. */
const tombstones = (merged: Merged): Pick<WriteSet, 'forgotten' | 'unforgotten'> => {
  const forgotten: ForgottenWords[] = [];
  const unforgotten: EntityId[] = [];
  const accepted = new Set(merged.accepted);
  const words = merged.accepted.some(({ facet }) => facet === 'gone') ? beatenWords(merged) : NO_WORDS;
  for (const [entity, registers] of merged.after) {
    const gone = registers.find((register) => register.facet === 'gone');
    if (gone === undefined || gone.facet !== 'gone') continue;
    const lives = registers.some((register) => register.facet === 'body');
    if (lives) unforgotten.push(entity);
    else if (accepted.has(gone) && gone.value.hash !== null)
      forgotten.push({
        entity,
        hash: gone.value.hash,
        at: hlcMs(gone.hlc),
        contentHash: words.get(entity) ?? null,
      });
  }
  return { ...optional('forgotten', forgotten), ...optional('unforgotten', unforgotten) };
};

const NO_WORDS: ReadonlyMap<EntityId, string> = new Map();

/** Returns the content hash of every body that a tombstone erases, where this device had the body. */
const beatenWords = ({ erased, ignored }: Merged): ReadonlyMap<EntityId, string> =>
  new Map(
    [...ignored, ...erased].flatMap((register) =>
      register.facet === 'body' ? [[register.entity, contentHashOf(register.value.content)] as const] : [],
    ),
  );

const metaChange = ({ clock, incoming, merged, nowMs }: WriteFacts): Pick<WriteSet, 'meta'> => {
  const highest = incoming.reduce<Hlc>((max, { hlc }) => maxHlc(max, hlc), clock);
  const meta = {
    ...(highest === clock ? {} : { clock: highest }),
    ...(erasedMemories(merged).length === 0 ? {} : { erasedAt: nowMs }),
  };
  return Object.keys(meta).length === 0 ? {} : { meta };
};
