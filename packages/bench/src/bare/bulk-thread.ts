/**
 * A thread that copies the memories and registers of a filled store into a new file, as a baseline for the bootstrap. It keeps their
 * order, and writes one page per transaction by plain `json_each` inserts. Returns the milliseconds of the inserts.
 */
import { type Client, createClient, type Row } from '@libsql/client/sqlite3';
import { chunksOf, timedEach } from '../measure.ts';
import { COLUMNS, openBareStore } from './bare-store.ts';
import { serve } from './thread.ts';

export interface BulkMessage {
  /** Path of the filled store. */
  readonly from: string;
  /** Path of the new file. */
  readonly into: string;
  readonly pageItems: number;
}

const MEMORIES = `SELECT ${COLUMNS} FROM memories ORDER BY rid`;
/** Registers of the memories, in the same order. In this bench, each memory has exactly one register. */
const REGISTERS = `SELECT r.entity, r.facet, r.hlc, r.kg, r.value, r.seq
  FROM memories AS m JOIN registers AS r ON r.entity = m.id ORDER BY m.rid`;

const copy = async ({ from, into, pageItems }: BulkMessage): Promise<number> => {
  const source = createClient({ url: `file:${from}`, intMode: 'number' });
  const memories = await rowsOf(source, MEMORIES);
  const registers = await rowsOf(source, REGISTERS);
  source.close();
  if (memories.length !== registers.length)
    throw new Error(`${memories.length} memories have ${registers.length} registers, not one each`);
  const pages = chunksOf(memories, pageItems).map((page, at) => ({
    memories: page,
    registers: registers.slice(at * pageItems, (at + 1) * pageItems),
  }));
  const store = await openBareStore(into);
  const samples = await timedEach(pages, (page) => store.insertMany(page.memories, page.registers));
  store.close();
  return samples.reduce((sum, ms) => sum + ms, 0);
};

const rowsOf = async (client: Client, sql: string): Promise<readonly unknown[][]> => {
  const { rows, columns } = await client.execute(sql);
  return rows.map((row: Row) => columns.map((_, at) => row[at]));
};

serve(copy);
