/**
 * A call to the engine. It is declared once, as a row in the table of the thread that answers it (`write-engine`,
 * `read-engine`). The types of the engine, the dispatch of the threads and the object that callers hold follow from the rows.
 */
import type { CairnError, Result } from '@cairn/schema';

/** The facts of a row that the caller's side has to know. Plain data: it crosses threads. */
export interface CallFacts {
  /** A failure of the store is a value of the answer. Without it, the call throws that failure. */
  readonly answers?: true;
  /** A person forgets by it, so it is answered once the copies are erased, too. [ST-4] */
  readonly erases?: true;
}

export interface Call<D, A extends readonly unknown[], T> extends CallFacts {
  readonly run: (deps: D, ...args: A) => Promise<T>;
}

type Row<D, A extends readonly unknown[], T> = Call<D, A, Result<T, CairnError>>;

/** A failure of the store is a value of its answer. */
export const answers = <D, A extends readonly unknown[], T>(run: Row<D, A, T>['run']): Row<D, A, T> => ({
  run,
  answers: true,
});

/** As `answers`; a person forgets by it. */
export const erases = <D, A extends readonly unknown[], T>(run: Row<D, A, T>['run']): Row<D, A, T> => ({
  run,
  answers: true,
  erases: true,
});

/** A failure of the store is thrown. */
export const returns = <D, A extends readonly unknown[], T>(
  run: (deps: D, ...args: A) => Promise<T>,
): Call<D, A, T> => ({ run });

/** The calls of a table as their callers see them. */
export type CallsOf<Table> = {
  [K in keyof Table]: Table[K] extends Call<never, infer A, infer T> ? (...args: A) => Promise<T> : never;
};

type TableOver<D> = Readonly<Record<string, Call<D, never[], unknown>>>;

export const callsOver = <D, Table extends TableOver<D>>(table: Table, deps: D): CallsOf<Table> =>
  Object.assign(
    {},
    ...Object.entries(table).map(([name, { run }]) => ({
      [name]: (...args: never[]) => run(deps, ...args),
    })),
  );

/** By name. */
export type Served = Readonly<Record<string, CallFacts>>;

export const factsOf = (table: TableOver<never>): Served =>
  Object.fromEntries(Object.entries(table).map(([name, { run: _, ...facts }]) => [name, facts]));
