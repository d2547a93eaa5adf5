/** Lists memories that a person or an agent should look at. Changes nothing. [M-4, G-1, RL-2] */
import { DAY_MS, LIMITS, ok, type ReviewInput, type ReviewResult, USE_LIMITS } from '@cairn/schema';
import type { Answer, ReadDeps } from '../engine/deps.ts';
import { isoTime, rowToMemory } from '../memory/to-memory.ts';
import { endOf, viewOf } from '../merge/visibility.ts';
import type { ReadStore } from '../ports/store.ts';
import { inOrder, reasonOf } from './compare-next.engine.ts';
import { stalenessOf } from './stale.ts';

/** The time without a read after which a memory is unused. Milliseconds. */
const UNUSED_MS = 365 * DAY_MS;

export const review = async ({ store, clock }: ReadDeps, input: ReviewInput): Answer<ReviewResult> => {
  const limit = input.limit ?? LIMITS.reviewLimitDefault;
  return ok({
    held: (await store.heldRows(limit)).map(rowToMemory),
    forks: await forks(store, limit),
    contradictions: await contradictions(store, limit),
    stale: await stale(store, limit, clock.nowMs()),
    pending: await store.uncomparedCount(),
  });
};

/** Returns memories that another successor replaced, each with the current one. [RL-2] */
const forks = async (store: ReadStore, limit: number): Promise<ReviewResult['forks']> => {
  const beside = await store.besideRows(limit);
  const neighbours = await store.neighboursOf(beside.map(({ id }) => id));
  const { next } = viewOf(neighbours);
  const heads = new Map(beside.map(({ id }) => [id, endOf(next, id)]));
  const rows = new Map((await store.memoriesByIds([...heads.values()])).map((row) => [row.id, row]));
  return beside.flatMap((row) => {
    const current = rows.get(heads.get(row.id) ?? row.id);
    return current === undefined || current.id === row.id
      ? []
      : [{ current: rowToMemory(current), other: rowToMemory(row) }];
  });
};

/**
 * Returns up to `limit` findings that still hold. `read` reads so many of all findings, and keeps those that hold. Findings of older rules
 * do not, and must not take the place of others.
 */
const holding = async <T>(
  limit: number,
  read: (asked: number) => Promise<{ readonly all: number; readonly held: readonly T[] }>,
): Promise<T[]> => {
  for (let asked = limit; ; asked *= MORE) {
    const { all, held } = await read(asked);
    if (held.length >= limit || all < asked) return held.slice(0, limit);
  }
};

const MORE = 4;

/** Returns contradicting pairs that still hold, because the rules are applied again. */
const contradictions = (store: ReadStore, limit: number): Promise<ReviewResult['contradictions']> =>
  holding(limit, async (asked) => {
    const pairs = await store.contradictions(asked);
    return { all: pairs.length, held: await contradictionsIn(store, pairs) };
  });

const contradictionsIn = async (
  store: ReadStore,
  pairs: Awaited<ReturnType<ReadStore['contradictions']>>,
): Promise<ReviewResult['contradictions']> => {
  const rows = new Map((await store.memoriesByIds([...new Set(pairs.flat())])).map((row) => [row.id, row]));
  return pairs.flatMap(([a, b]) => {
    const [one, other] = [rows.get(a), rows.get(b)];
    const reason = one === undefined || other === undefined ? null : reasonOf(one, other);
    if (one === undefined || other === undefined || reason === null) return [];
    const [older, newer] = inOrder(one, other);
    return [{ older: rowToMemory(older), newer: rowToMemory(newer), reason }];
  });
};

const stale = async (store: ReadStore, limit: number, nowMs: number): Promise<ReviewResult['stale']> => {
  const due = await holding(limit, async (asked) => {
    const rows = await store.dueBy(nowMs, asked);
    const held = rows.flatMap(({ memory, dueAt }) => {
      const reason = stalenessOf(memory.content, memory.createdAt)?.reason;
      return reason === undefined ? [] : [{ memory: rowToMemory(memory), reason, since: isoTime(dueAt) }];
    });
    return { all: rows.length, held };
  });
  const shown = new Set(due.map(({ memory }) => memory.id));
  const unused = (await store.unused(nowMs - UNUSED_MS, limit))
    .filter((row) => !shown.has(row.id))
    .map((row) => ({
      memory: rowToMemory(row),
      reason: 'unused' as const,
      since: isoTime(Math.max(row.createdAt, row.updatedAt) + UNUSED_MS),
    }));
  return [...due, ...unused, ...(await unneeded(store, limit, nowMs))]
    .filter(({ memory: { id } }, at, all) => all.findIndex((one) => one.memory.id === id) === at)
    .slice(0, limit);
};

/** Returns memories that agents were given often without using them, and memories that they were never given. [M-14] */
const unneeded = async (store: ReadStore, limit: number, nowMs: number): Promise<ReviewResult['stale']> => {
  const often = { times: USE_LIMITS.givenOftenMin, sinceMs: nowMs - USE_LIMITS.givenOftenDaysMin * DAY_MS };
  const neverMs = USE_LIMITS.neverGivenDaysMin * DAY_MS;
  return [
    ...(await store.givenUnused(often, limit)).map(({ memory, firstAt }) => ({
      memory: rowToMemory(memory),
      reason: 'given_unused' as const,
      since: isoTime(firstAt),
    })),
    ...(await store.neverGiven(nowMs - neverMs, limit)).map((row) => ({
      memory: rowToMemory(row),
      reason: 'never_given' as const,
      since: isoTime(Math.max(row.createdAt, row.updatedAt)),
    })),
  ];
};
