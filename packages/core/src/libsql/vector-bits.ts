/**
 * The reader's copy of the sign bits of all vectors of the present model, separate for memories and passages. It is
 * filled when a query first needs it. Later queries read only vectors with numbers above the last one, because numbers
 * only rise.
 */

import type { MetaValues } from '../ports/store.ts';
import { createBitsTable } from '../vectors/bits-table.ts';
import { bytesToBits, wordsFor } from '../vectors/sign-bits.ts';
import { vectors } from './column-names.ts';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';
import type { OwnerKind } from './vector-owners.ts';

/** Most rows of each kind: 64 MB of bits for 512 dimensions. */
const HELD_MAX = 1_000_000;
const PAGE = 5_000;
const ADDED = `SELECT ${vectors.vid}, ${vectors.kind} = 'passage', ${vectors.bits} FROM vectors WHERE ${vectors.vid} > ?1 ORDER BY ${vectors.vid} LIMIT ${PAGE}`;
const GONE = `SELECT value FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE ${vectors.vid} = value)`;

type Present = MetaValues['embedder'];

export type VectorBits = ReturnType<typeof createVectorBits>;

export const createVectorBits = (sql: Sql, heldMax = HELD_MAX) => {
  let from = -1;
  let last = -1;
  let held = emptyTables(0);
  const refresh = async (present: Present, kind: OwnerKind) => {
    const words = wordsFor(present.dimensions);
    if (present.from !== from) {
      from = present.from;
      last = from - 1;
      held = emptyTables(words);
    }
    for (let added = PAGE; added === PAGE; ) {
      const rows = await sql.all(ADDED, [last]);
      for (const row of rows) {
        const columns = columnsOf(row);
        last = columns.integer();
        const { table } = columns.integer() === 1 ? held.passage : held.memory;
        table.add(last, bitsIn(row[2], words));
      }
      added = rows.length;
    }
    const one = held[kind];
    if (one.table.size() > heldMax) {
      one.isComplete = false;
      // Keeps a tenth less, so that the next vector does not move all the others.
      one.table.keepNewest(Math.floor(heldMax * 0.9));
    }
    return one;
  };

  /** The last refresh. They run one after the other, because two at once would both add the same rows. */
  let running: Promise<unknown> = Promise.resolve();
  return {
    refresh(present: Present, kind: OwnerKind) {
      const next = running.then(() => refresh(present, kind));
      running = next.catch(() => undefined);
      return next;
    },
    /** Drops the rows with these numbers whose vectors are not in the database. */
    async forgetGone(kind: OwnerKind, numbers: readonly number[]): Promise<void> {
      const gone = await sql.all(GONE, [JSON.stringify(numbers)]);
      if (gone.length > 0) held[kind].table.remove(new Set(gone.map((row) => columnsOf(row).integer())));
    },
  };
};

/** `isComplete`: false when only the newest are held. */
const emptyTables = (words: number) => ({
  memory: { table: createBitsTable(words), isComplete: true },
  passage: { table: createBitsTable(words), isComplete: true },
});

const bitsIn = (value: unknown, words: number): Uint32Array =>
  value instanceof ArrayBuffer ? bytesToBits(new Uint8Array(value), words) : new Uint32Array(words);
