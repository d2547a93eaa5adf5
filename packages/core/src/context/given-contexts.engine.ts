/** Stores and compares the contexts that agents were given. A context is stored when it differs from the last one. [CX-7] */
import {
  type ContextChange,
  type ContextDaysInput,
  type ContextDaysResult,
  isEntityId,
  LIMITS,
  ok,
} from '@cairn/schema';
import type { Answer, StoreDeps, WriteDeps } from '../engine/deps.ts';
import { parseName } from '../memory/draft.ts';
import { isoTime } from '../memory/to-memory.ts';
import type { GivenContext, GivenPart, ReadStore } from '../ports/store.ts';
import { compareGiven, type Fates, type Given, planGiven } from './given.ts';

export const noteGiven = (
  { store }: Pick<WriteDeps, 'store'>,
  given: Given,
): Promise<{ readonly kept: boolean }> =>
  store.write(async (tx) => {
    const row = planGiven(await tx.lastGiven(given.project), given);
    if (row !== null) await tx.apply({ givenContexts: [row] });
    return { kept: row !== null };
  });

export const contextDays = async (
  { store }: StoreDeps,
  input: Omit<ContextDaysInput, 'cwd'>,
): Answer<ContextDaysResult> => {
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const given = await store.givenContexts(project.value ?? null);
  const { before, after } = chosen(given, input);
  return ok({
    days: daysOf(given),
    from: input.from ?? before?.day ?? null,
    to: input.to ?? after?.day ?? null,
    changes: after === null ? [] : [...(await changesOf(store, before?.parts ?? [], after.parts))],
  });
};

/** Picks the two contexts to compare. A day without a row has the context of the day before. */
const chosen = (given: readonly GivenContext[], { from, to }: Omit<ContextDaysInput, 'cwd'>) => {
  const after = given.find(({ day }) => to === undefined || day <= to) ?? null;
  if (after === null) return { before: null, after };
  const isWithinDay = from === undefined || (from === to && after.day === to);
  const before = isWithinDay ? given[given.indexOf(after) + 1] : given.find(({ day }) => day <= from);
  return { before: before ?? null, after };
};

const daysOf = (given: readonly GivenContext[]): ContextDaysResult['days'] => {
  const days = new Map<string, ContextDaysResult['days'][number]>();
  for (const { day, at, tokens, tokensMax, parts } of given) {
    const known = days.get(day);
    days.set(
      day,
      known === undefined
        ? { day, at: isoTime(at), tokens, tokensMax, parts: parts.length, given: 1 }
        : { ...known, given: known.given + 1 },
    );
  }
  return [...days.values()];
};

const changesOf = async (
  store: ReadStore,
  before: readonly GivenPart[],
  after: readonly GivenPart[],
): Promise<readonly ContextChange[]> => {
  const kept = new Set(after.map(({ id }) => id));
  const lost = before.flatMap(({ id }) => (kept.has(id) || !isEntityId(id) ? [] : [id]));
  return compareGiven(before, after, await fatesOf(store, lost, kept));
};

/** Returns what became of given memories. Follows each chain of replacements to a memory that is given. */
const fatesOf = async (
  store: ReadStore,
  ids: Parameters<ReadStore['memoriesByIds']>[0],
  given: ReadonlySet<string>,
): Promise<Fates> => {
  const rows = new Map((await store.memoriesByIds(ids)).map((row) => [row.id, row]));
  const replacedBy = new Map<string, string>();
  for (const id of ids) {
    let next = rows.get(id)?.supersededBy ?? null;
    for (let steps = 0; next !== null && !given.has(next) && steps < CHAIN_MAX; steps++)
      next = (rows.get(next) ?? (await store.memory(next)))?.supersededBy ?? null;
    if (next !== null && given.has(next)) replacedBy.set(id, next);
  }
  return { gone: new Set(ids.filter((id) => !rows.has(id))), replacedBy };
};

/** Most replacements that are followed from one memory. */
const CHAIN_MAX = 20;
