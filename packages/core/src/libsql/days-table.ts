/** Rows of `day_figures`, `given_contexts` and `given_parts`. They never leave the device. [OP-10, CX-7, SY-D4] */
import { LIMITS } from '@cairn/schema';
import {
  givenContexts as contexts,
  dayFigures as figures,
  givenParts as parts,
} from '@cairn/schema/local-tables';
import { and, desc, eq, gte, inArray, notInArray, type SQL, sql as sqlOf } from 'drizzle-orm';
import type { DayQueries, DayReads, GivenContext } from '../ports/day-store.ts';
import type { Sql } from './database.ts';
import { db, put, read, readOne, write } from './queries.ts';
import type { FieldWrites } from './upsert.ts';

const { kind, section, tokens, stamp } = parts;
const PART = { id: parts.entity, kind, section, tokens, stamp };

const ofProject = (project: string | null) => eq(contexts.project, project ?? '');
const newestGiven = (project: string | null) =>
  db.select().from(contexts).where(ofProject(project)).orderBy(desc(contexts.at), desc(contexts.slot));
const partsOf = (where: SQL) =>
  db
    .select({ context: contexts.id, part: PART })
    .from(parts)
    .innerJoin(contexts, eq(contexts.id, parts.context))
    .where(where)
    .orderBy(parts.place);

export const dayQueries = (sql: Sql): DayQueries => ({
  dayFigures: (since) =>
    read(sql, db.select().from(figures).where(gte(figures.day, since)).orderBy(figures.day)),
  givenContexts: async (project) => {
    const [all, found] = await Promise.all([
      read(sql, newestGiven(project)),
      read(sql, partsOf(ofProject(project))),
    ]);
    return all.map((one) => givenOf(one, found));
  },
});

export const dayReads = (sql: Sql): DayReads => ({
  lastGiven: async (project) => {
    const last = await readOne(sql, newestGiven(project).limit(1));
    return last === null ? null : givenOf(last, await read(sql, partsOf(eq(contexts.id, last.id))));
  },
});
const givenOf = (
  { id, project, ...given }: typeof contexts.$inferSelect,
  found: readonly { readonly context: number; readonly part: GivenContext['parts'][number] }[],
): GivenContext => ({
  ...given,
  project: project || null,
  parts: found.filter(({ context }) => context === id).map(({ part }) => part),
});

const ids = () => db.select({ id: contexts.id }).from(contexts).$dynamic();
const sameSlot = ({ project, day, slot }: GivenContext) =>
  ids().where(and(ofProject(project), eq(contexts.day, day), eq(contexts.slot, slot)));

/**
 * Selects contexts outside the project's newest `givenDaysMax` days. `SELECT DISTINCT … OFFSET` would be shorter, but
 * libSQL returns its first row for any offset.
 */
const tooOld = (project: string | null) => {
  const days = db
    .select({ day: contexts.day })
    .from(contexts)
    .where(ofProject(project))
    .groupBy(contexts.day);
  const kept = days.orderBy(desc(contexts.day)).limit(LIMITS.givenDaysMax);
  return ids().where(and(ofProject(project), notInArray(contexts.day, kept)));
};
const tooMany = () =>
  ids().where(
    notInArray(
      contexts.id,
      ids().orderBy(desc(contexts.at), desc(contexts.id)).limit(LIMITS.givenContextsMax),
    ),
  );

const remove = async (sql: Sql, which: ReturnType<typeof sameSlot>): Promise<void> => {
  await write(sql, db.delete(parts).where(inArray(parts.context, which)));
  await write(sql, db.delete(contexts).where(inArray(contexts.id, which)));
};

const putGiven = async (sql: Sql, given: GivenContext): Promise<void> => {
  await remove(sql, sameSlot(given));
  await write(sql, db.insert(contexts).values({ ...given, project: given.project ?? '' }));
  const context = sqlOf<number>`(${sameSlot(given)})`;
  const rows = given.parts
    .slice(0, LIMITS.givenPartsMax)
    .map(({ id: entity, ...part }, place) => ({ ...part, context, entity, place }));
  if (rows.length > 0) await write(sql, db.insert(parts).values(rows));
  await remove(sql, tooOld(given.project));
  await remove(sql, tooMany());
};

export const dayFields = {
  async dayFigures(sql, rows) {
    await put(sql, figures, figures.day, rows);
    const newest = db.select({ day: figures.day }).from(figures).orderBy(desc(figures.day));
    await write(sql, db.delete(figures).where(notInArray(figures.day, newest.limit(LIMITS.dayFiguresMax))));
  },
  async givenContexts(sql, given) {
    for (const one of given) await putGiven(sql, one);
  },
} satisfies Partial<FieldWrites>;
