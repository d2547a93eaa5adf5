/** FTS5 as it comes: its own tokenizer, one column, any word of the question, its own bm25. */
import { type Client, createClient } from '@libsql/client/sqlite3';
import type { Ranked, Ranker, Shelf } from '../retrieval/ranker.ts';

const MATCH = 'SELECT ref, -rank FROM texts WHERE texts MATCH ?1 ORDER BY rank LIMIT ?2';
const FILL = `INSERT INTO texts (ref, body) SELECT value ->> 0, value ->> 1 FROM json_each(?1)`;

/** An index in memory for each shelf. */
export const createBareFullText = async (shelves: readonly Shelf[]): Promise<Ranker & { close(): void }> => {
  const indexes = new Map<string, Client>();
  for (const { project, texts } of shelves) {
    const client = createClient({ url: ':memory:', concurrency: 1, intMode: 'number' });
    await client.execute('CREATE VIRTUAL TABLE texts USING fts5(ref UNINDEXED, body)');
    await client.execute({ sql: FILL, args: [JSON.stringify(texts.map(({ ref, text }) => [ref, text]))] });
    indexes.set(project, client);
  }
  return {
    rank: async (project, question, depth) => {
      const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      const index = indexes.get(project);
      if (words.length === 0 || index === undefined) return [];
      const match = words.map((word) => `"${word}"`).join(' OR ');
      const { rows } = await index.execute({ sql: MATCH, args: [match, depth] });
      return rows.map((row): Ranked => ({ ref: String(row[0]), project, score: Number(row[1]) }));
    },
    close: () => {
      for (const index of indexes.values()) index.close();
    },
  };
};

/** The baseline of searching files for words: texts by how many of the question's words they hold anywhere, then as they stand. */
export const createGrep = (shelves: readonly Shelf[]): Ranker => {
  const folded = new Map(
    shelves.map(({ project, texts }) => [
      project,
      texts.map(({ ref, text }) => ({ ref, text: text.toLowerCase() })),
    ]),
  );
  return {
    rank: async (project, question, depth) => {
      const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
      return (folded.get(project) ?? [])
        .map(({ ref, text }) => ({ ref, project, score: words.filter((word) => text.includes(word)).length }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, depth);
    },
  };
};
