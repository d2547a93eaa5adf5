/** Baseline for search: FTS5 with its default tokenizer and bm25. A text matches when it holds any word of the question. */
import { type Client, createClient } from '@libsql/client/sqlite3';
import type { Ranked, Ranker, Shelf } from '../retrieval/ranker.ts';

const MATCH =
  'SELECT ref, -rank FROM texts WHERE texts MATCH ?1 AND (?3 IS NULL OR at < ?3) ORDER BY rank LIMIT ?2';
const FILL = `INSERT INTO texts (ref, at, body) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)`;

/** Makes an in-memory index for each shelf. */
export const createBareFullText = async (shelves: readonly Shelf[]): Promise<Ranker & { close(): void }> => {
  const indexes = new Map<string, Client>();
  for (const { project, texts } of shelves) {
    const client = createClient({ url: ':memory:', concurrency: 1, intMode: 'number' });
    await client.execute('CREATE VIRTUAL TABLE texts USING fts5(ref UNINDEXED, at UNINDEXED, body)');
    await client.execute({
      sql: FILL,
      args: [JSON.stringify(texts.map(({ ref, text, at }) => [ref, at, text]))],
    });
    indexes.set(project, client);
  }
  return {
    rank: async (project, question, depth, before) => {
      const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      const index = indexes.get(project);
      if (words.length === 0 || index === undefined) return [];
      const match = words.map((word) => `"${word}"`).join(' OR ');
      const { rows } = await index.execute({ sql: MATCH, args: [match, depth, before ?? null] });
      return rows.map((row): Ranked => ({ ref: String(row[0]), project, score: Number(row[1]) }));
    },
    close: () => {
      for (const index of indexes.values()) index.close();
    },
  };
};

/**
 * Makes the baseline of a plain file search. It ranks texts by how many of the question's words they hold as substrings. Ties keep their
 * order.
 */
export const createGrep = (shelves: readonly Shelf[]): Ranker => {
  const folded = new Map(
    shelves.map(({ project, texts }) => [
      project,
      texts.map(({ ref, text, at }) => ({ ref, text: text.toLowerCase(), at })),
    ]),
  );
  return {
    rank: async (project, question, depth, before = Number.POSITIVE_INFINITY) => {
      const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
      return (folded.get(project) ?? [])
        .filter(({ at }) => at < before)
        .map(({ ref, text }) => ({ ref, project, score: words.filter((word) => text.includes(word)).length }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, depth);
    },
  };
};
