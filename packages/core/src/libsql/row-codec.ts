/**
 * Declares a row once, by a function that reads an object from named columns. The names of the columns and the written
 * values are derived from this function. Reading ignores the names, and takes the columns in order. Building an object
 * field by field from a list would take twice as long.
 */
import type { DeviceId, EntityId } from '@cairn/schema';
import type { Columns } from './columns.ts';
import type { SqlArgument } from './database.ts';

type Named =
  | 'text'
  | 'textOrNull'
  | 'integer'
  | 'integerOrNull'
  | 'entity'
  | 'entityOrNull'
  | 'device'
  | 'flag'
  | 'texts';
/** `Columns` whose methods take the column's name. */
export type NamedColumns = { readonly [K in Named]: (column: string) => ReturnType<Columns[K]> } & {
  oneOf<T extends string | number>(set: ReadonlySet<T>, column: string): T;
};

type Plain = string | number | boolean | null | readonly string[];
/** How to write a field that is not a plain value or has several columns. */
type Others<R> = {
  readonly [F in keyof R as R[F] extends Plain ? never : F]: (value: R[F]) => readonly SqlArgument[];
};

export interface RowCodec<R> {
  readonly columns: readonly string[];
  read(columns: Columns): R;
  /** Returns values in the order of the columns. */
  write(row: R): readonly SqlArgument[];
}

export const rowCodec = <R extends object>(
  read: (from: NamedColumns) => R,
  others: Others<R>,
): RowCodec<R> => {
  const columns: string[] = [];
  const sample = read(recorder(columns));
  const isField = (name: string): name is keyof R & string => name in sample;
  const names = Object.keys(sample).filter(isField);
  const isOther = (name: PropertyKey): name is keyof Others<R> => name in others;
  return {
    columns,
    read,
    write: (row) => {
      const values: SqlArgument[] = [];
      for (const name of names) {
        if (isOther(name)) values.push(...others[name](row[name]));
        else values.push(plainValue(row[name]));
      }
      return values;
    },
  };
};

const plainValue = (value: unknown): SqlArgument => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (Array.isArray(value)) return JSON.stringify(value);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`a column holds no ${typeof value}`);
};

/** Returns columns that record their names. Their values are placeholders. */
const recorder = (columns: string[]): NamedColumns => {
  const note =
    <T>(value: T) =>
    (column: string): T => {
      columns.push(column);
      return value;
    };
  const oneOf = <T>(set: ReadonlySet<T>, column: string): T => {
    columns.push(column);
    for (const member of set) return member;
    throw new TypeError(`${column} can have no value`);
  };
  return {
    text: note(''),
    textOrNull: note(null),
    integer: note(0),
    integerOrNull: note(null),
    entity: note('' as EntityId),
    entityOrNull: note(null),
    device: note('' as DeviceId),
    flag: note(false),
    texts: note([]),
    oneOf,
  };
};
