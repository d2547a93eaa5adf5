/** Reads the changes of a publication's tables from a new replication slot: messages of `pgoutput`, version 1. For tests. */
import type { SqlDatabase } from '../sql/database.ts';
import { text } from '../sql/rows.ts';

/** Values by column. Undefined: an unchanged value that is stored outside of the row (TOAST), so Postgres does not send it. */
export type Told = Readonly<Record<string, string | null | undefined>>;

export interface Change {
  readonly table: string;
  readonly kind: 'insert' | 'update' | 'delete';
  /** The new row; null for a delete. */
  readonly row: Told | null;
  /** The columns of the earlier row that belong to the replica identity. Null if Postgres did not send them. */
  readonly key: Told | null;
}

interface Relation {
  readonly name: string;
  readonly columns: readonly string[];
}

const createReader = (bytes: Buffer) => {
  let at = 0;
  const skip = (count: number): void => {
    at += count;
  };
  const number = (size: number): number => {
    at += size;
    return bytes.readUIntBE(at - size, size);
  };
  const letter = (): string => String.fromCharCode(number(1));
  const name = (): string => {
    const end = bytes.indexOf(0, at);
    const read = bytes.toString('utf8', at, end);
    at = end + 1;
    return read;
  };
  const sized = (): string => {
    const length = number(4);
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  return { skip, letter, number, name, sized };
};
type Reader = ReturnType<typeof createReader>;

const readRelation = (read: Reader): Relation => {
  const name = `${read.name()}.${read.name()}`;
  read.skip(1);
  const columns = Array.from({ length: read.number(2) }, () => {
    read.skip(1);
    const column = read.name();
    read.skip(8);
    return column;
  });
  return { name, columns };
};

const readTuple = (read: Reader, { columns }: Relation, isKey: boolean): Told => {
  const told: [string, string | null | undefined][] = [];
  for (const column of columns.slice(0, read.number(2))) {
    const kind = read.letter();
    // A key has only its own columns. Postgres sends the others as null.
    if (kind === 'n') told.push([column, isKey ? undefined : null]);
    else told.push([column, kind === 't' ? read.sized() : undefined]);
  }
  return Object.fromEntries(told.filter(([, value]) => !isKey || value !== undefined));
};

const KINDS = { I: 'insert', U: 'update', D: 'delete' } as const;

/** Makes the slot. The publication must exist. `next` returns the changes that were committed since its last call. */
export const openLogicalChanges = async (database: SqlDatabase, slot: string, publication: string) => {
  await database.query(`select pg_create_logical_replication_slot($1, 'pgoutput')::text as made`, [slot]);
  const relations = new Map<number, Relation>();
  const read = (hex: string): Change | null => {
    const bytes = createReader(Buffer.from(hex, 'hex'));
    const type = bytes.letter();
    if (type === 'R') {
      const id = bytes.number(4);
      relations.set(id, readRelation(bytes));
      return null;
    }
    if (type !== 'I' && type !== 'U' && type !== 'D') return null;
    const relation = relations.get(bytes.number(4));
    if (relation === undefined) throw new Error('a row of a table that was not described');
    let part = bytes.letter();
    let key: Told | null = null;
    if (part === 'K' || part === 'O') {
      key = readTuple(bytes, relation, part === 'K');
      part = type === 'D' ? '' : bytes.letter();
    }
    const row = part === 'N' ? readTuple(bytes, relation, false) : null;
    return { table: relation.name, kind: KINDS[type], row, key };
  };
  return {
    next: async (): Promise<readonly Change[]> => {
      const messages = await database.query(
        `select encode(data, 'hex') as message from pg_logical_slot_get_binary_changes($1, null, null,
           'proto_version', '1', 'publication_names', $2)`,
        [slot, publication],
      );
      return messages.map((row) => read(text(row, 'message'))).filter((change) => change !== null);
    },
    close: async (): Promise<void> => {
      await database.query('select pg_drop_replication_slot($1)::text as dropped', [slot]);
    },
  };
};
