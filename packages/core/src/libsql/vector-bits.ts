/**
 * The reader's copy of the sign bits of all vectors of the present model. Filled when a question first needs it; afterwards a
 * question reads what was added since. Numbers of vectors only rise, so what is new is what is above the last one.
 */
import type { MetaValues } from '../ports/store.ts';
import { type BitsTable, createBitsTable } from '../vectors/bits-table.ts';
import { bytesToBits, wordsFor } from '../vectors/sign-bits.ts';
import { columnsOf } from './columns.ts';
import type { Sql } from './database.ts';

/** 64 MB of bits for 512 dimensions. */
const HELD_MAX = 1_000_000;
const PAGE = 5_000;
const ADDED = `SELECT vid, bits FROM vectors WHERE vid > ?1 ORDER BY vid LIMIT ${PAGE}`;
const GONE = `SELECT value FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE vid = value)`;

type Present = MetaValues['embedder'];

export interface HeldBits {
  readonly table: BitsTable;
  /** False: only the newest are held. */
  readonly isComplete: boolean;
}

export interface VectorBits {
  refresh(present: Present): Promise<HeldBits>;
  /** Drops those of these numbers that the database no longer has. */
  forgetGone(numbers: readonly number[]): Promise<void>;
}

export const createVectorBits = (sql: Sql, heldMax = HELD_MAX): VectorBits => {
  let from = -1;
  let table = createBitsTable(0);
  let isComplete = true;
  return {
    async refresh(present) {
      const words = wordsFor(present.dimensions);
      if (present.from !== from) {
        from = present.from;
        table = createBitsTable(words);
        isComplete = true;
      }
      for (let added = PAGE; added === PAGE; ) {
        const rows = await sql.all(ADDED, [Math.max(from - 1, table.last())]);
        for (const row of rows) table.add(columnsOf(row).integer(), bitsIn(row[1], words));
        added = rows.length;
      }
      if (table.size() > heldMax) {
        isComplete = false;
        // A tenth less, so that the next vector does not move all the others.
        table.keepNewest(Math.floor(heldMax * 0.9));
      }
      return { table, isComplete };
    },
    async forgetGone(numbers) {
      const gone = await sql.all(GONE, [JSON.stringify(numbers)]);
      if (gone.length > 0) table.remove(new Set(gone.map((row) => columnsOf(row).integer())));
    },
  };
};

const bitsIn = (value: unknown, words: number): Uint32Array =>
  value instanceof ArrayBuffer ? bytesToBits(new Uint8Array(value), words) : new Uint32Array(words);
