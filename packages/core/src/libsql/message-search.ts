/** Messages of one session by their words: the full-text index over passages, and of it only the rows of that session. [SE-4] */
import * as tables from '@cairn/schema/local-tables';
import type { MessageRow, MessageSearch } from '../ports/session-store.ts';
import { quoteTerm } from '../search/query.ts';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';
import { indexed } from './full-text.ts';
import { messagesAt } from './session-messages-table.ts';

const p = tables.namesOf(tables.passages, 'p');

/**
 * A message is one or several passages, and its words may stand in different ones, so each term is asked for by itself. Passages of a
 * session lie between two row numbers: the index skips all others without reading them.
 */
const FOUND = `WITH own AS MATERIALIZED (SELECT min(rid) AS first, max(rid) AS last FROM passages WHERE source = :session),
  held AS MATERIALIZED (
    SELECT ${p.ordinal} AS ordinal FROM own CROSS JOIN json_each(:terms) AS term
      CROSS JOIN passage_fts AS f CROSS JOIN passages AS p ON ${p.rid} = f.rowid
    WHERE f.passage_fts MATCH term.value AND f.rowid BETWEEN own.first AND own.last AND ${p.source} = :session
    GROUP BY ${p.ordinal} HAVING count(DISTINCT term.key) = json_array_length(:terms))
  SELECT (SELECT count(*) FROM held), (SELECT json_group_array(ordinal) FROM (
    SELECT ordinal FROM held ORDER BY ordinal DESC LIMIT :limit))`;

/** The text around it is in the index too, and is no word of the message. */
const wordTerm = (word: string): string => `{body} : ${quoteTerm(word)}${[...word].length === 1 ? '' : ' *'}`;
const pairTerm = (pair: string): string => `{grams} : ${quoteTerm(pair)}`;

export const findMessages = async (
  sql: Sql,
  { session, words, pairs, limit }: MessageSearch,
): Promise<{ readonly rows: readonly MessageRow[]; readonly found: number }> => {
  const terms = JSON.stringify([...words.map(wordTerm), ...pairs.map(pairTerm)]);
  const [row] = await indexed(() => sql.all(FOUND, { session, terms, limit }));
  const columns = columnsOf(row ?? []);
  const found = columns.integer();
  return { rows: await messagesAt(sql, session, columns.text()), found };
};
