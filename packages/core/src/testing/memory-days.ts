/** Daily figures and given contexts in the in-memory store. */
import { type EntityId, isEntityId, LIMITS } from '@cairn/schema';
import type { DayChanges, DayQueries, DayReads, GivenContext } from '../ports/day-store.ts';
import type { Tables } from './memory-tables.ts';

const slotKey = ({ project, day, slot }: GivenContext): string => JSON.stringify([project, day, slot]);
/** Sorts the newest first. The last context of a day is after its first, even within one millisecond. */
const newestFirst = (a: GivenContext, b: GivenContext): number =>
  b.at - a.at || (a.slot < b.slot ? 1 : a.slot > b.slot ? -1 : 0);

const givenOf = (tables: Tables, project: string | null): readonly GivenContext[] =>
  [...tables.givenContexts.values()].filter((one) => one.project === project).sort(newestFirst);

export const dayReadsOf = (tables: Tables): DayReads => ({
  lastGiven: async (project) => givenOf(tables, project)[0] ?? null,
});

export const dayQueriesOf = (tables: Tables): DayQueries => ({
  dayFigures: async (since) =>
    [...tables.dayFigures.values()]
      .filter(({ day }) => day >= since)
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
  givenContexts: async (project) => givenOf(tables, project),
});

export const applyDays = (tables: Tables, { dayFigures = [], givenContexts = [] }: DayChanges): void => {
  for (const figures of dayFigures) tables.dayFigures.set(figures.day, figures);
  const days = [...tables.dayFigures.keys()].sort();
  for (const day of days.slice(0, -LIMITS.dayFiguresMax)) tables.dayFigures.delete(day);
  for (const given of givenContexts) {
    tables.givenContexts.set(slotKey(given), { ...given, parts: given.parts.slice(0, LIMITS.givenPartsMax) });
    prune(tables, given.project);
  }
};

const prune = (tables: Tables, project: string | null): void => {
  const own = givenOf(tables, project);
  const kept = [...new Set(own.map(({ day }) => day))].sort().slice(-LIMITS.givenDaysMax);
  for (const one of own) if (!kept.includes(one.day)) tables.givenContexts.delete(slotKey(one));
  const all = [...tables.givenContexts.values()].sort(newestFirst);
  for (const one of all.slice(LIMITS.givenContextsMax)) tables.givenContexts.delete(slotKey(one));
};

export const renameGiven = (tables: Tables, names: ReadonlyMap<EntityId, EntityId>): void => {
  for (const given of [...tables.givenContexts.values()])
    tables.givenContexts.set(slotKey(given), {
      ...given,
      parts: given.parts.map((part) => ({
        ...part,
        id: isEntityId(part.id) ? (names.get(part.id) ?? part.id) : part.id,
      })),
    });
};
