/**
 * Mounts the handler of each route. The route's row in `@cairn/schema/routes` decides how its input is parsed and what
 * its answer looks like.
 */

import { isUtf8 } from 'node:buffer';
import type { Answer } from '@cairn/core';
import {
  type AnswerOf,
  type CairnError,
  type Checked,
  cairnError,
  err,
  ok,
  orElse,
  parseInput,
  type RouteInput,
  type RouteName,
  refuseInput,
} from '@cairn/schema';
import * as schemas from '@cairn/schema/route-schemas';
import { ALL_ROUTES, type PlacedRoute, type Schemas } from '@cairn/schema/routes';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { Gate } from '../services/gate.ts';
import type { ApiEnv } from './guard-door.ts';
import { bodyForOthers, joinAnswers } from './ids-by-scope.ts';
import { answer, problem } from './problem.ts';

/** Routes that need no token. `app` and `page` answer them. */
type OpenRoute = 'GET /healthz' | 'GET /' | 'GET /assets/:name' | 'GET /open';

/** Type of the value with `readonly` arrays and fields, at every depth. */
type Told<T> = T extends readonly (infer E)[]
  ? readonly Told<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Told<T[K]> }
    : T;

/** Reply of a handler. The response gets the first status of the row, unless the handler makes the response itself. */
type Reply<T> = Checked<Told<T>> | Response;

export type Handler<R extends RouteName> = {
  answer(input: RouteInput<R>, c: Context<ApiEnv>): Reply<AnswerOf<R>> | Promise<Reply<AnswerOf<R>>>;
}['answer'];
export type Handlers = { readonly [R in Exclude<RouteName, OpenRoute>]: Handler<R> };

/** Handlers of one scope, with the gate of its store. */
export interface ScopeDoor {
  readonly handlers: Handlers;
  readonly gate: Gate;
}

export interface ByScope {
  /** Finds the scope for a request. Returns null for this instance's own handlers. */
  choose(
    route: PlacedRoute,
    asked: string | undefined,
    input: { readonly query: unknown; readonly body: unknown },
  ): Answer<ScopeDoor | null>;
  /** Returns other scopes that may hold an unknown id. */
  others(route: PlacedRoute, input: { readonly body: unknown }): Promise<readonly ScopeDoor[]>;
}

interface PlainInput {
  readonly at: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}
type PlainHandler = {
  answer(input: PlainInput, c: Context<ApiEnv>): Reply<unknown> | Promise<Reply<unknown>>;
}['answer'];

const SCHEMAS: Schemas = schemas;
const NOTHING = ok(undefined);
/** The query of a route that has none. A field there would be ignored, such as `?trash=true` of a route that takes it in the body. */
const NO_FIELDS = z.strictObject({});

/** Mounts routes in the order of the rows, so that a fixed path comes before a pattern that also matches it. */
export const mountRoutes = (
  app: Hono<ApiEnv>,
  handlers: Handlers,
  gate: Gate,
  byScope: ByScope | null,
): void => {
  const byName: Readonly<Record<string, PlainHandler>> = handlers;
  for (const route of ALL_ROUTES) {
    const handler = byName[`${route.method} ${route.path}`];
    if (handler === undefined) continue;
    if (route.sharesStore === true) app.on(route.method, route.path, (_c, next) => gate.share(next));
    app.on(route.method, route.path, answerBy(route, handler, byScope));
  }
};

const answerBy = (route: PlacedRoute, handler: PlainHandler, byScope: ByScope | null) => {
  const { query: queryName, body: bodyName, statuses = [200], serverMsMax } = route;
  const limited = (one: PlainHandler): PlainHandler =>
    serverMsMax === undefined ? one : waiting(one, serverMsMax);
  const here = limited(handler);
  const thereIn = ({ handlers, gate }: ScopeDoor): PlainHandler => {
    const byName: Readonly<Record<string, PlainHandler>> = handlers;
    const there = limited(byName[`${route.method} ${route.path}`] ?? handler);
    if (route.sharesStore !== true) return there;
    return (input, c) => gate.share(async () => there(input, c));
  };
  const run = byScope === null ? here : scoped(route, here, thereIn, byScope);
  const readQuery = queryReader(queryName === undefined ? NO_FIELDS : SCHEMAS[queryName]);
  const bodySchema: z.ZodType | null = bodyName === undefined ? null : SCHEMAS[bodyName];
  return async (c: Context<ApiEnv>): Promise<Response> => {
    const query = readQuery(c);
    if (!query.ok) return problem(query.error);
    const body = bodySchema === null ? NOTHING : await readJson(c, bodySchema);
    if (!body.ok) return problem(body.error);
    // A space may stand around an id: pasted, or put there by `requestOf`.
    const at = Object.fromEntries(Object.entries(c.req.param()).map(([name, id]) => [name, id.trim()]));
    const reply = await run({ at, query: query.value, body: body.value }, c);
    return reply instanceof Response ? reply : answer(reply, () => statuses[0] ?? 200);
  };
};

/** Answers from the requested scope, or from the project's scope. Unknown ids may be in other scopes. [SP-2] */
const scoped =
  (
    route: PlacedRoute,
    here: PlainHandler,
    thereIn: (door: ScopeDoor) => PlainHandler,
    byScope: ByScope,
  ): PlainHandler =>
  async (input, c) => {
    const asked = c.req.header('cairn-scope');
    const chosen = await byScope.choose(route, asked, input);
    if (!chosen.ok) return chosen;
    if (chosen.value !== null) return thereIn(chosen.value)(input, c);
    let reply = await here(input, c);
    const isMissing = (one: Reply<unknown>) => isNotFound(route, one) || isNoneOfPart(input, one);
    let rest = isMissing(reply) ? input : unanswered(route, input, reply);
    if (asked !== undefined || rest === null) return reply;
    for (const other of await byScope.others(route, input)) {
      const there = await thereIn(other)(rest, c);
      if (isMissing(there)) continue;
      reply = isOk(reply) && isOk(there) ? joinAnswers(route.path, reply.value, there.value) : there;
      rest = unanswered(route, rest, there);
      if (rest === null) return reply;
    }
    return reply;
  };

const isOk = (reply: Reply<unknown>): reply is { readonly ok: true; readonly value: unknown } =>
  !(reply instanceof Response) && reply.ok;

/** Returns the input with the ids that the reply does not answer. Null if it answers all. */
const unanswered = (route: PlacedRoute, input: PlainInput, reply: Reply<unknown>): PlainInput | null => {
  const body = isOk(reply) ? bodyForOthers(route.path, input.body, reply.value) : null;
  return body === null ? null : { ...input, body };
};

/** Whether a request by a part of an id found nothing. */
const isNoneOfPart = ({ query }: PlainInput, reply: Reply<unknown>): boolean => {
  const { part }: { readonly part?: unknown } = { ...Object(query) };
  if (part === undefined || reply instanceof Response || !reply.ok) return false;
  const { total }: { readonly total?: unknown } = { ...Object(reply.value) };
  return total === 0;
};

/** A file without a vault has no handovers, so it says `not_in_vault` of each. [SE-7] */
const isNotFound = ({ path }: PlacedRoute, reply: Reply<unknown>): boolean => {
  if (reply instanceof Response) return reply.status === 404;
  if (reply.ok) return false;
  const { kind } = reply.error;
  return kind === 'not_found' || (kind === 'not_in_vault' && path.startsWith('/v1/handovers/'));
};

/** Ends a route's wait for the sync server at the row's time limit, unless the body has its own limit. [RL-46] */
const waiting =
  (run: PlainHandler, serverMsMax: number): PlainHandler =>
  (input, c) => {
    const { timeoutS }: { readonly timeoutS?: unknown } = { ...Object(input.body) };
    const isEndless = timeoutS !== undefined || serverMsMax === Number.POSITIVE_INFINITY;
    const over = isEndless ? null : AbortSignal.timeout(serverMsMax);
    c.set('until', AbortSignal.any([c.req.raw.signal, ...(over === null ? [] : [over])]));
    const answered = Promise.resolve(run(input, c));
    if (over === null) return answered;
    const late = new Promise<Reply<unknown>>((resolve) => {
      const sentence = `The server did not finish within ${serverMsMax / 1_000} s. Try again later.`;
      over.addEventListener('abort', () => resolve(err(cairnError('timeout', sentence, true))));
    });
    return Promise.race([answered, late]);
  };

/** Makes a parser of query strings. The schema says which names are lists and which are flags. */
const queryReader = (schema: z.ZodObject) => {
  const namesOf = (isOne: (field: unknown) => boolean): readonly string[] =>
    Object.entries(schema.shape).flatMap(([name, field]) => (isOne(within(field)) ? [name] : []));
  const lists = namesOf((field) => field instanceof z.ZodArray);
  const flags = namesOf((field) => field instanceof z.ZodBoolean);
  return (c: Context) => {
    const fields = Object.entries(c.req.queries()).map(([name, values]) => {
      if (lists.includes(name)) return [name, values];
      const last = values.at(-1) ?? '';
      return [name, flags.includes(name) ? (FLAGS.get(last) ?? last) : last];
    });
    return parseInput(Object.fromEntries(fields), schema);
  };
};

const within = (field: unknown): unknown =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault
    ? within(field.unwrap())
    : field;

/** Parses a body at the border, once. Errors are sentences. */
const readJson = async <T>(c: Context, schema: z.ZodType<T>): Answer<T> => {
  const read = await readText(c);
  if (!read.ok) return read;
  const text = read.value;
  let json: unknown;
  try {
    json = text === '' ? {} : JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    return refuseInput(`The request's body is not valid JSON: ${withoutContent(reason)}.`);
  }
  return parseInput(json, schema);
};

/** Reads the body as text. It must be UTF-8. [RL-23] */
export const readText = async (c: Context): Answer<string> => {
  const bytes = Buffer.from(await c.req.arrayBuffer());
  if (!isUtf8(bytes)) return err(notUtf8(bytes));
  return ok(bytes.toString('utf8'));
};

const notUtf8 = (bytes: Buffer): CairnError =>
  cairnError(
    'invalid_input',
    `The request's body is not UTF-8 text: byte ${validBytesOf(bytes)} is wrong. Send UTF-8.`,
  );

/** Returns the number of bytes of the longest valid beginning. */
const validBytesOf = (bytes: Buffer): number => {
  let valid = 0;
  let invalid = bytes.length;
  while (valid < invalid) {
    const middle = Math.ceil((valid + invalid) / 2);
    if (canBegin(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle - 1;
  }
  return valid;
};

/** Whether the bytes are the beginning of a UTF-8 text. */
const canBegin = (bytes: Buffer): boolean =>
  orElse(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }) !== null, false);

/** Cuts V8's message at the comma after which it quotes the input. */
const withoutContent = (reason: string): string => reason.split(/, "|, \.\.\./)[0] ?? reason;
/** Any other word stays as it is, so that the schema refuses it. Read as false, it would mean the opposite. */
const FLAGS = new Map([
  ['', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);
