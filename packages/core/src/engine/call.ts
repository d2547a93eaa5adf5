/**
 * A call to the engine, declared once as a row in the table of its thread (`write-engine`, `read-engine`). The engine's
 * types, the threads' dispatch and the object that callers hold are derived from the rows.
 */
import type { Checked } from '@cairn/schema';
import type { WriteSet } from '../ports/store.ts';
import type { WriteDeps } from './deps.ts';

/** The facts about a row that the caller's side needs. Plain data, because they cross threads. */
export interface CallFacts {
  /** True when a failure of the store is returned as a value. Otherwise the call throws it. */
  readonly answers?: true;
  /** True when a person forgets something by this call. The answer waits until the copies are erased, too. [ST-4] */
  readonly erases?: true;
}

export interface Call<D, A extends readonly unknown[], T> extends CallFacts {
  readonly run: (deps: D, ...args: A) => Promise<T>;
}

type Row<D, A extends readonly unknown[], T> = Call<D, A, Checked<T>>;

/** Declares a call that returns a failure of the store as a value. */
export const answers = <D, A extends readonly unknown[], T>(run: Row<D, A, T>['run']): Row<D, A, T> => ({
  run,
  answers: true,
});

/** Declares a call like `answers`, by which a person forgets something. */
export const erases = <D, A extends readonly unknown[], T>(run: Row<D, A, T>['run']): Row<D, A, T> => ({
  run,
  answers: true,
  erases: true,
});

/** Declares a call that throws a failure of the store. */
export const returns = <D, A extends readonly unknown[], T>(
  run: (deps: D, ...args: A) => Promise<T>,
): Call<D, A, T> => ({ run });

/** Declares a call that only applies changes, and throws a failure of the store. */
export const applies = <A extends readonly unknown[]>(changes: (...args: A) => WriteSet) =>
  returns(({ store }: Pick<WriteDeps, 'store'>, ...args: A) =>
    store.write((tx) => tx.apply(changes(...args))),
  );

/** The calls of a table, as callers see them. */
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

/** Facts by the name of the call. */
export type Served = Readonly<Record<string, CallFacts>>;

export const factsOf = (table: TableOver<never>): Served =>
  Object.fromEntries(Object.entries(table).map(([name, { run: _, ...facts }]) => [name, facts]));
