/** Makes new turns findable. Their entries in the full-text index are delayed until the next search. [F-12] */
import { ok } from '@cairn/schema';
import type { ReadEngine, WriteEngine } from '../engine/engine.ts';
import type { SessionQueries } from '../ports/session-store.ts';
import { quoteTerm } from '../search/query.ts';
import { p } from './column-names.ts';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';
import { indexed } from './full-text.ts';
import { messagesAt } from './session-messages-table.ts';

/** How long a search waits for a busy writer. After that it is answered without the latest turns. */
const WRITER_BUSY_MS = 1_000;

interface Halves extends Pick<WriteEngine, 'appendMessages'>, Pick<ReadEngine, 'search' | 'searchSession'> {
  /** Makes every turn that was written before findable. */
  findTurns(): Promise<void>;
}

export const findingTurns = ({
  appendMessages,
  search,
  searchSession,
  findTurns,
}: Halves): Pick<Halves, 'appendMessages' | 'search' | 'searchSession'> => {
  // Turns may wait since an earlier run.
  let mayWait = true;
  let made: Promise<void> | null = null;
  const make = (): Promise<void> => {
    mayWait = false;
    // After a failure, such as a full disk, the search uses the present entries, and the next search tries again.
    const making: Promise<void> = findTurns()
      .catch(() => {
        mayWait = true;
      })
      .finally(() => {
        if (made === making) made = null;
      });
    return making;
  };
  const makeInTime = async (): Promise<boolean> => {
    if (mayWait) made = make();
    return (
      made === null ||
      (await within(
        made.then(() => true),
        WRITER_BUSY_MS,
        false,
      ))
    );
  };
  return {
    async appendMessages(input) {
      const appended = await appendMessages(input);
      if (appended.ok && appended.value.passages > 0) mayWait = true;
      return appended;
    },
    async search(input, meaning) {
      const asksForTurns = input.in === undefined || input.in.includes('sessions');
      const isWhole = !asksForTurns || (await makeInTime());
      const found = await search(input, meaning);
      if (isWhole || !found.ok) return found;
      const { reason } = found.value;
      return ok({ ...found.value, reason: reason === undefined ? LATE : `${reason} ${LATE}` });
    },
    async searchSession(input) {
      await makeInTime();
      return searchSession(input);
    },
  };
};

const LATE = 'The database is busy, so messages of the last moments are missing here. Search again.';

/** Returns the result of work that does not fail, or `late` after that many milliseconds. */
export const within = <T>(work: Promise<T>, ms: number, late: T): Promise<T> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, late);
    void work.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });

/**
 * Searches each term by itself, because the words of a message may be in different passages. The row numbers of a
 * session's passages lie in a range, so the index skips rows outside it without reading them.
 */
const FOUND = `WITH own AS MATERIALIZED (SELECT min(rid) AS first, max(rid) AS last FROM passages WHERE source = :session),
  held AS MATERIALIZED (
    SELECT ${p.ordinal} AS ordinal FROM own CROSS JOIN json_each(:terms) AS term
      CROSS JOIN passage_fts AS f CROSS JOIN passages AS p ON ${p.rid} = f.rowid
    WHERE f.passage_fts MATCH term.value AND f.rowid BETWEEN own.first AND own.last AND ${p.source} = :session
    GROUP BY ${p.ordinal} HAVING count(DISTINCT term.key) = json_array_length(:terms))
  SELECT (SELECT count(*) FROM held), (SELECT json_group_array(ordinal) FROM (
    SELECT ordinal FROM held ORDER BY ordinal DESC LIMIT :limit))`;

/** Searches only the body, because the index also contains the text around it. */
const wordTerm = (word: string): string => `{body} : ${quoteTerm(word)}${[...word].length === 1 ? '' : ' *'}`;
const pairTerm = (pair: string): string => `{grams} : ${quoteTerm(pair)}`;

/** Searches the messages of one session by their words, in the full-text index over passages. [SE-4] */
export const turnQueries = (sql: Sql): Pick<SessionQueries, 'findMessages'> => ({
  async findMessages({ session, words, pairs, limit }) {
    const terms = JSON.stringify([...words.map(wordTerm), ...pairs.map(pairTerm)]);
    const [row] = await indexed(() => sql.all(FOUND, { session, terms, limit }));
    const columns = columnsOf(row ?? []);
    const found = columns.integer();
    return { rows: await messagesAt(sql, session, columns.text()), found };
  },
});
