/**
 * Reads values that SQLite returned. A row is one JSON array, or plain columns. A value of the wrong type throws the
 * failure `corrupt`. `readRows` catches it and skips the row; other callers report a damaged file.
 */
import { type DeviceId, type EntityId, type Hlc, parseJson } from '@cairn/schema';
import { isStoreFailure, storeFailure } from '../ports/store-failure.ts';
import type { Row, Sql, SqlArguments } from './database.ts';

/** Reads rows and skips damaged ones. Other failures of the store are thrown. [TR-6] */
export const readRows = <T>(rows: readonly Row[], read: (row: Row) => T): readonly T[] => {
  const found: T[] = [];
  for (const row of rows) {
    try {
      found.push(read(row));
    } catch (error) {
      if (!isStoreFailure(error) || error.storeFailure !== 'corrupt') throw error;
    }
  }
  return found;
};

/** Reads a page of `limit` undamaged rows. Only the last page has fewer, so callers can tell by its length. */
export const readPageOf = async <T>(
  limit: number,
  ask: (limit: number) => Promise<readonly Row[]>,
  read: (row: Row) => T,
): Promise<readonly T[]> => {
  for (let asked = limit; ; asked *= 2) {
    const rows = await ask(asked);
    const found = readRows(rows, read);
    if (found.length >= limit || rows.length < asked) return found.slice(0, limit);
  }
};

/** Returns the number that a statement selects. */
export const countOf = async (sql: Sql, statement: string, args?: SqlArguments): Promise<number> => {
  const [row] = await sql.all(statement, args);
  return row === undefined ? 0 : columnsOf(row).integer();
};

/** Reads rows of plain columns. Throws for a damaged row. */
export const fromPlain = <T>(rows: readonly Row[], read: (columns: Columns) => T): readonly T[] =>
  rows.map((row) => read(columnsOf(row)));

/** Reads rows that are one `json_array(…)` each. Throws for a damaged row. */
export const fromJson = <T>(rows: readonly Row[], read: (columns: Columns) => T): readonly T[] =>
  rows.map((row) => read(jsonColumns(row)));

/** Reads such rows, and skips damaged ones. [TR-6] */
export const soundJson = <T>(rows: readonly Row[], read: (columns: Columns) => T): readonly T[] =>
  readRows(rows, (row) => read(jsonColumns(row)));

/** Returns the columns of a row that is one `json_array(…)`. Reading it is four times faster than reading many columns. */
export const jsonColumns = (row: Row): Columns => {
  const text = row[0];
  const values: unknown = typeof text === 'string' ? storedJson(text) : null;
  return columnsOf(Array.isArray(values) ? values : []);
};

/** The values of one row, read in the order in which the statement names its columns. */
export type Columns = ReturnType<typeof columnsOf>;
export const columnsOf = (values: ArrayLike<unknown>) => {
  let at = 0;
  const text = (): string => {
    const value = values[at++];
    return typeof value === 'string' ? value : damaged(at, 'text', value);
  };
  const textOrNull = (): string | null => (values[at] === null ? nothing() : text());
  /** Reads an integer, clamped to the safe integers. */
  const integer = (): number => {
    const value = values[at++];
    if (typeof value !== 'number' || !Number.isInteger(value)) return damaged(at, 'integer', value);
    return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value));
  };
  const nothing = (): null => {
    at++;
    return null;
  };
  /** Reads one value of a closed set. */
  const oneOf = <T extends string | number>(set: ReadonlySet<T>): T => {
    const value = values[at++];
    for (const member of set) if (member === value) return member;
    return damaged(at, `one of ${[...set].join(', ')}`, value);
  };
  return {
    count: values.length,
    text,
    textOrNull,
    integer,
    integerOrNull: (): number | null => (values[at] === null ? nothing() : integer()),
    numberOrNull(): number | null {
      const value = values[at++];
      return value === null || typeof value === 'number' ? value : damaged(at, 'number', value);
    },
    // Ids and stamps were checked when they were written. A check per row would cost more than the row.
    entity: () => text() as EntityId,
    entityOrNull: () => textOrNull() as EntityId | null,
    device: () => text() as DeviceId,
    hlc: () => text() as Hlc,
    hlcOrNull: () => textOrNull() as Hlc | null,
    /** Reads an integer as a boolean: true unless it is 0. */
    flag: () => integer() !== 0,
    /** Reads a JSON list of strings. */
    texts: () => textsIn(text()),
    oneOf,
    oneOfOrNull: <T extends string | number>(set: ReadonlySet<T>): T | null =>
      values[at] === null ? nothing() : oneOf(set),
  };
};

type Kind = Exclude<keyof Columns, 'count' | 'oneOf' | 'oneOfOrNull'>;
type Shape = Readonly<Record<string, Kind | ReadonlySet<string>>>;
type Read<K> = K extends ReadonlySet<infer T> ? T : K extends Kind ? ReturnType<Columns[K]> : never;
type Shaped<S extends Shape> = { readonly [F in keyof S]: Read<S[F]> };
/** Returns a function that reads each field by its kind, or as one of a set, in this order. For rows that are few. */
export const reading = <const S extends Shape>(shape: S) => {
  const fields = Object.entries(shape);
  return (columns: Columns): Shaped<S> =>
    Object.assign(
      {},
      ...fields.map(([name, kind]) => ({
        [name]: typeof kind === 'string' ? columns[kind]() : columns.oneOf(kind),
      })),
    );
};

/** Reads a JSON list of lists. A part that is not a list has no columns. */
export const listIn = <T>(json: string, read: (columns: Columns) => T): readonly T[] => {
  const rows = storedJson(json);
  return (Array.isArray(rows) ? rows : []).map((row) => read(columnsOf(Array.isArray(row) ? row : [])));
};

const textsIn = (json: string): readonly string[] => {
  if (json === '[]') return [];
  const texts = storedJson(json);
  if (Array.isArray(texts) && texts.every((one) => typeof one === 'string')) return texts;
  throw storeFailure('corrupt', 'a stored list is not of strings');
};

export const storedJson = (text: string): unknown => {
  const value = parseJson(text);
  if (value === undefined) throw storeFailure('corrupt', 'a stored JSON value cannot be read');
  return value;
};

/** Throws for a damaged value. `at` counts from 1. The message omits the value, because it may be private. */
const damaged = (at: number, expected: string, value: unknown): never => {
  throw storeFailure(
    'corrupt',
    `column ${at} is not ${expected} but ${value === null ? 'null' : typeof value}`,
  );
};
