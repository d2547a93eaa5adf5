/** Renames entities in the in-memory store. [SY-D2] */
import type { EntityId } from '@cairn/schema';
import type { Tables } from './memory-tables.ts';

const ID = /[a-z]_[0-9a-hjkmnp-tv-z]{26}/g;
/** An id that is a whole text. Ids inside of texts are content. */
const WHOLE_ID = /(?<=")[a-z]_[0-9a-hjkmnp-tv-z]{26}(?=")/g;

/** Renames every row, register, revision and key, the links to them, and the logs that name them. */
export const renameEntities = (tables: Tables, names: ReadonlyMap<string, EntityId>): void => {
  const renamed = <T>(value: T, which: RegExp): T =>
    JSON.parse(JSON.stringify(value).replaceAll(which, (id) => names.get(id) ?? id));
  const rename = <V>(map: Map<string, V>): void => {
    for (const [from, value] of [...map]) {
      const to = renamed(from, ID);
      if (to !== from) map.delete(from);
      map.set(to, renamed(value, WHOLE_ID));
    }
  };
  const { registers, taken, rows, edges, revisions, untold, forgotten, outbox, vectorOf } = tables;
  for (const map of [registers, taken, rows, edges, revisions, untold, forgotten, outbox, vectorOf])
    rename<unknown>(map);
  const { access, injected, injectedAt, usedIn, uses, branches, compared, findings } = tables;
  for (const map of [access, injected, injectedAt, usedIn, uses, branches, compared, findings])
    rename<unknown>(map);
  for (const map of [tables.summaries, tables.summarised, tables.givenContexts]) rename<unknown>(map);
  for (const [id, run] of [...tables.scheduleRuns])
    tables.scheduleRuns.set(id, { ...run, log: renamed(run.log, ID) });
  for (const [id, times] of [...tables.scheduleTimes])
    tables.scheduleTimes.set(id, { ...times, runningLog: renamed(times.runningLog, ID) });
};
