/** A call of a route by its name, with types from the table of routes. Loads no schema. */
import type * as z from 'zod';
import type { ROUTE_GROUPS } from './index.ts';
import { METHODS, type Method, type Schemas } from './route.ts';

/** The tables of all groups as one: a function that takes each of them takes their intersection. */
type Taking<T> = T extends unknown ? (table: T) => void : never;
type Table = Taking<(typeof ROUTE_GROUPS)[number]['routes']> extends (table: infer All) => void ? All : never;

export type RouteName = keyof Table;
/** Routes that the page may call. [PG-3] */
export type PageRouteName = {
  [R in RouteName]: Table[R] extends { readonly page: true } ? R : never;
}[RouteName];

/** The answer's document. A newer daemon may add fields. */
export type AnswerOf<R extends RouteName> = z.output<Schemas[Table[R]['response']]>;

/** Undefined values are not sent. A choice may be any text, as people type it; the daemon says which words it knows. */
type Sent<T> = T extends readonly (infer E)[]
  ? readonly Sent<E>[]
  : T extends string
    ? string
    : T extends object
      ? { readonly [K in keyof T]: object extends Pick<T, K> ? Sent<T[K]> | undefined : Sent<T[K]> }
      : T;

type Named<R extends RouteName, Part extends 'body' | 'query'> = Table[R] extends {
  readonly [P in Part]: infer Name extends keyof Schemas;
}
  ? Schemas[Name]
  : never;

type Nothing = Record<never, never>;
/** `{}` if there is nothing to pass. */
type Part<Name extends string, T> = [T] extends [never]
  ? object
  : Nothing extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

/** The values of a query before they become text. */
type QueryValues<I, O> = {
  readonly [K in keyof O as K extends keyof I ? (object extends Pick<I, K> ? never : K) : never]: Sent<O[K]>;
} & { readonly [K in keyof O]?: Sent<O[K]> | null | undefined };
type QueryOf<R extends RouteName> = [Named<R, 'query'>] extends [never]
  ? never
  : QueryValues<z.input<Named<R, 'query'>>, z.output<Named<R, 'query'>>>;

type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type BodyOf<R extends RouteName> = Sent<z.input<Named<R, 'body'>>>;
export type CallInput<R extends RouteName> = Part<
  'at',
  [ParametersOf<R>] extends [never] ? never : { readonly [P in ParametersOf<R>]: string }
> &
  Part<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>>;

/** The arguments after the route's name. A route without parameters, query and body has none. */
export type CallArguments<R extends RouteName, Options> =
  Nothing extends CallInput<R>
    ? [input?: CallInput<R>, options?: Options]
    : [input: CallInput<R>, options?: Options];

/** A handler's input: the path's parameters, and the parsed query and body. */
export interface RouteInput<R extends RouteName> {
  readonly at: { readonly [P in ParametersOf<R>]: string };
  readonly query: z.output<Named<R, 'query'>>;
  readonly body: z.output<Named<R, 'body'>>;
}

/** `at`: the path's parameters. */
interface PlainInput {
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface PlainRequest {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Converts a call to a request. Lists in a query are repeated parameters. Null and undefined are left out, which mean the same to the
 * daemon.
 */
export const requestOf = (route: RouteName, { at = {}, query = {}, body }: PlainInput = {}): PlainRequest => {
  const method = METHODS.find((one) => route.startsWith(`${one} `)) ?? 'GET';
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one != null) values.append(name, String(one));
  const path = route
    .slice(method.length + 1)
    .replaceAll(/:(\w+)/g, (_, name: string) => segmentOf(at[name] ?? ''));
  return { method, path: values.size === 0 ? path : `${path}?${values}`, body };
};

/** Names that a path has for something else: steps, nothing, and fixed routes beside `:id`. */
const TAKEN: ReadonlySet<string> = new Set(['', '.', '..', 'by-key', 'folders', 'system', 'times']);

/** The daemon ignores a space around an id. With one, a taken name is an id like any other. */
const segmentOf = (value: string): string =>
  encodeURIComponent(TAKEN.has(value) ? `${value} ` : value.toWellFormed());
