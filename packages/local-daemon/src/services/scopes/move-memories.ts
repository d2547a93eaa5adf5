/**
 * Moves memories from one file to another. A memory is written to the target unchanged, with its id, time, device and
 * source. If the target has forgotten it, it gets another id there. Then it is forgotten in the source for good.
 * A move that was cut short completes when it is repeated. [SP-4]
 */
import type { Answer, Engine } from '@cairn/core';
import { LIMITS, type Memory, ok, refuse, refuseInput } from '@cairn/schema';

/** The calls that a move needs. */
type MovingEngine = Pick<Engine, 'exportPage' | 'forget' | 'history' | 'importRecords' | 'list'>;

export interface Side {
  readonly engine: () => MovingEngine;
  readonly wrote: (ids: readonly string[]) => void;
}

/** Result of a move. `finished` counts memories that were in the target already. */
export interface Moved {
  readonly moved: number;
  readonly finished: number;
}

/** Returns the memories to move, with all their earlier versions, or the reason why they cannot move. Writes nothing. */
export const planMove = async (
  all: readonly Memory[],
  ids: readonly string[],
  source: MovingEngine,
  target: MovingEngine,
): Answer<readonly Memory[]> => {
  const records = withTheirPast(all, new Set(ids));
  const missing = ids.find((id) => !records.some((record) => record.id === id));
  if (missing !== undefined) return refuse('not_found', `No memory has the id ${missing}.`);
  const twin = twinOf(all, records);
  if (twin !== null) return refuseInput(sameWords(twin));
  const past = await pastOf(records, source, target);
  return past.ok ? ok(records) : past;
};

export const moveMemories = async (records: readonly Memory[], from: Side, to: Side): Answer<Moved> => {
  let moved = 0;
  /** Ids in the target by ids in the source, where they differ. */
  const renamed: Record<string, string> = {};
  for (const some of batchesOf(records)) {
    const taken = await take(some, renamed, from.engine(), to);
    if (!taken.ok) return taken;
    moved += taken.value;
  }
  // Forgetting a memory forgets its versions in every batch. So all batches are in the target first.
  for (const some of batchesOf(records)) {
    const gone = await from.engine().forget({ ids: some.map(({ id }) => id) });
    if (gone.ok) from.wrote(gone.value.forgotten);
    else if (gone.error.kind !== 'not_found') return gone;
  }
  return ok({ moved, finished: records.length - moved });
};

const batchesOf = (records: readonly Memory[]): readonly (readonly Memory[])[] => {
  const size = LIMITS.importItemsPerRequestMax;
  return Array.from({ length: Math.ceil(records.length / size) }, (_, at) =>
    records.slice(at * size, (at + 1) * size),
  );
};

const PAGE = 1_000;

export const memoriesOf = async (engine: MovingEngine): Answer<readonly Memory[]> => {
  const found: Memory[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<MovingEngine['exportPage']>> = await engine.exportPage(after, PAGE);
    if (!page.ok) return page;
    found.push(...page.value.memories);
    after = page.value.next;
    if (after === null) return ok(found);
  }
};

/** Adds all versions of the wanted memories, because forgetting one forgets all that it replaced. */
const withTheirPast = (all: readonly Memory[], wanted: ReadonlySet<string>): readonly Memory[] => {
  const ids = new Set(wanted);
  for (let before = -1; before !== ids.size; ) {
    before = ids.size;
    for (const { id, supersededBy } of all) {
      if (supersededBy === null) continue;
      if (ids.has(supersededBy)) ids.add(id);
      if (ids.has(id)) ids.add(supersededBy);
    }
  }
  return all.filter(({ id }) => ids.has(id));
};

/** Finds a memory with the same text that would stay behind. Forgetting a text forgets every copy in the file. */
const twinOf = (all: readonly Memory[], going: readonly Memory[]): Memory | null => {
  const ids = new Set(going.map(({ id }) => id));
  const texts = new Set(going.map(({ content }) => content));
  return all.find(({ id, content }) => texts.has(content) && !ids.has(id)) ?? null;
};
const sameWords = ({ id, project }: Memory): string =>
  `The memory ${id} (${project ?? 'of no project'}) has the same text and would be forgotten too. Move it as well, or reword it first. Nothing was moved.`;

/**
 * Returns the earlier values that the target lacks, for each key, oldest first. Refuses if a key has another value in the
 * target, because the moved value would overwrite it. A value that a move left there before it was cut short is not another.
 */
const pastOf = async (
  records: readonly Memory[],
  source: MovingEngine,
  target: MovingEngine,
): Answer<readonly (readonly Memory[])[]> => {
  const pasts: (readonly Memory[])[] = [];
  for (const record of records) {
    if (record.key === null) continue;
    const told = await source.history(record.id);
    const past = told.ok ? told.value.versions.filter(({ id }) => id === record.id).slice(0, -1) : [];
    const there = await keyed(record, target);
    if (!there.ok) pasts.push(past);
    else if (there.value.memory.content !== record.content) {
      const known = past.findLastIndex(({ content }) => content === there.value.memory.content);
      if (known === -1)
        return refuseInput(
          `The key "${record.key}" has another value there. Decide first which one to keep.`,
        );
      pasts.push(past.slice(known + 1));
    }
  }
  return ok(pasts);
};

/** Imports the memories and returns how many are new in the target. Adds their ids there to `renamed`. */
const take = async (
  records: readonly Memory[],
  renamed: Record<string, string>,
  source: MovingEngine,
  to: Side,
): Answer<number> => {
  const pasts = await pastOf(records, source, to.engine());
  if (!pasts.ok) return pasts;
  // One request writes one value of a key.
  for (let at = 0; pasts.value.some(({ length }) => at < length); at++) {
    const values = pasts.value.flatMap((past) => past.slice(at, at + 1));
    const written = await to.engine().importRecords({ records: values, bundle: true, isMove: true });
    if (!written.ok) return written;
  }
  const taken = await to
    .engine()
    .importRecords({ records: [...records], bundle: true, ids: renamed, isMove: true });
  if (!taken.ok) return taken;
  Object.assign(renamed, taken.value.ids);
  to.wrote([]);
  return ok(taken.value.new);
};

const keyed = async ({ key, namespace, project }: Memory, engine: MovingEngine) => {
  const listed = await engine.list({ key, namespace, project, limit: LIMITS.listLimitMax });
  if (!listed.ok) return listed;
  const memory = listed.value.memories.find((one) => one.project === project && one.namespace === namespace);
  return memory === undefined ? refuse('not_found', '') : ok({ memory });
};
