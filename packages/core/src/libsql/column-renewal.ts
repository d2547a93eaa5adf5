/**
 * Renews in the background the search columns that an earlier program wrote otherwise, once per version of the columns. It works in small
 * steps, so saves run in between. After a kill it begins again, and finds most rows renewed. [F-1]
 */
import { documentTags, turnTags } from '../passages/text-passages.ts';
import { COLUMNS_VERSION, type SearchColumnsInput, searchColumns } from '../search/search-columns.ts';
import { m, memories, ofMemories, ofPassages, p, passages, s } from './column-names.ts';
import { type Columns, jsonColumns, readPageOf } from './columns.ts';
import { inTransaction, type Sql } from './database.ts';
import type { LibsqlWriteStore } from './write-store.ts';

const STEP_ROWS = 100;

interface Written {
  readonly rid: number;
  readonly aside: string;
  readonly grams: string;
  readonly input: SearchColumnsInput;
}

interface Renewed {
  /** Selects at most `?2` rows after the number `?1`. */
  readonly select: string;
  /** `?1`: a list of row numbers with their new columns. */
  readonly update: string;
  readonly read: (columns: Columns) => Written;
}

const updateOf = (table: string, rid: string, { aside, grams }: typeof memories | typeof passages): string =>
  `UPDATE ${table} SET ${aside} = j.value ->> 1, ${grams} = j.value ->> 2 FROM json_each(?1) AS j WHERE ${rid} = j.value ->> 0`;

const writtenIn = (columns: Columns): Omit<Written, 'input'> => ({
  rid: columns.integer(),
  aside: columns.text(),
  grams: columns.text(),
});

const MEMORIES: Renewed = {
  select: `SELECT json_array(${m.rid}, ${m.aside}, ${m.grams}, ${m.content}, ${m.key}, ${m.namespace}, ${m.project}, ${m.tags}, ${m.createdAt})
    FROM memories AS m WHERE ${m.rid} > ?1 ORDER BY ${m.rid} LIMIT ?2`,
  update: updateOf('memories', ofMemories.rid, memories),
  read: (columns) => ({
    ...writtenIn(columns),
    input: {
      content: columns.text(),
      key: columns.textOrNull(),
      namespace: columns.textOrNull(),
      project: columns.textOrNull(),
      tags: columns.texts(),
      createdAt: columns.integer(),
    },
  }),
};

const PASSAGES: Renewed = {
  select: `SELECT json_array(${p.rid}, ${p.aside}, ${p.grams}, ${p.body}, ${p.project},
      CASE ${p.kind} WHEN 'document' THEN ${s.name} END, ${p.author}, ${p.at})
    FROM passages AS p JOIN sources AS s ON ${s.id} = ${p.source} WHERE ${p.rid} > ?1 ORDER BY ${p.rid} LIMIT ?2`,
  update: updateOf('passages', ofPassages.rid, passages),
  read(columns) {
    const written = writtenIn(columns);
    const content = columns.text();
    const project = columns.textOrNull();
    const path = columns.textOrNull();
    const author = columns.textOrNull();
    const at = columns.integer();
    const found =
      path === null
        ? { tags: turnTags(author), createdAt: at }
        : { tags: documentTags(path), createdAt: null };
    return { ...written, input: { content, key: null, namespace: null, project, ...found } };
  },
};

/** Renews one step. Returns the number of its last row, or null when it was the last step. */
const renewSome = async (
  sql: Sql,
  { select, update, read }: Renewed,
  after: number,
): Promise<number | null> => {
  const rows = await readPageOf(
    STEP_ROWS,
    (limit) => sql.all(select, [after, limit]),
    (row) => read(jsonColumns(row)),
  );
  const changed = rows.flatMap(({ rid, aside, grams, input }) => {
    const wanted = searchColumns(input);
    return wanted.aside === aside && wanted.grams === grams ? [] : [[rid, wanted.aside, wanted.grams]];
  });
  if (changed.length > 0) await sql.run(update, [JSON.stringify(changed)]);
  return rows.length < STEP_ROWS ? null : (rows.at(-1)?.rid ?? null);
};

export const createColumnRenewal = (store: LibsqlWriteStore) => {
  let isStopped = false;
  const renew = async (): Promise<void> => {
    if ((await store.write((tx) => tx.meta('columns'))) === COLUMNS_VERSION) return;
    for (const table of [MEMORIES, PASSAGES]) {
      for (let after: number | null = 0; after !== null; ) {
        if (isStopped) return;
        const from: number = after;
        after = await store.exclusive((database) =>
          inTransaction(database, (tx) => renewSome(tx, table, from)),
        );
      }
    }
    await store.write((tx) => tx.apply({ meta: { columns: COLUMNS_VERSION } }));
  };
  return {
    renew,
    stop(): void {
      isStopped = true;
    },
  };
};
