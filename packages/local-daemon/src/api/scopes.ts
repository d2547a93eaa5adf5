/** Handlers of scopes. Also chooses the scope that answers a request. [SP-1, SP-2] */
import { isEntityId, ok, writtenId } from '@cairn/schema';
import { PERSONAL } from '../services/scopes/scope-file.ts';
import type { ScopeServices, Scopes } from '../services/scopes/scopes.ts';
import type { ByScope, Handlers, ScopeDoor } from './answers.ts';

/** Routes about the daemon as a whole, and routes that choose the scope themselves. */
const HERE = /^\/v1\/(?:scopes|settings|profile|shutdown|hooks|context\/heartbeat|open)(?:\/|$)/;
const BY_ID =
  /^\/v1\/(?:(?:memories|sessions|documents|transcripts|review|schedules|handovers)\/:id|(?:memories|memories\/by-key)$)/;
const HEADER_CHARS_MAX = 64;

export const createByScope = <S extends ScopeServices>(
  scopes: Scopes<S>,
  handlersFor: (services: S) => Handlers,
): ByScope => {
  const doors = new WeakMap<S, ScopeDoor>();
  const doorOf = (services: S): ScopeDoor => {
    const known = doors.get(services);
    if (known !== undefined) return known;
    const made = { handlers: handlersFor(services), gate: services.gate };
    doors.set(services, made);
    return made;
  };
  return {
    async choose({ path }, asked, { query, body }) {
      if (HERE.test(path) || asked === PERSONAL) return ok(null);
      // The project of an import is only that of records without one, and the handler divides the records.
      if (asked === undefined && (scopes.isEmpty() || path === '/v1/import')) return ok(null);
      const found =
        asked === undefined
          ? await scopes.of(placeIn(body) ?? placeIn(query) ?? {})
          : await scopes.named(asked.slice(0, HEADER_CHARS_MAX));
      return found.ok ? ok(found.value === null ? null : doorOf(found.value)) : found;
    },
    others: async ({ path }, { body }) =>
      scopes.isEmpty() || !isById(path, body) ? [] : (await scopes.all()).map(doorOf),
  };
};

/**
 * Whether the request names ids, which other scopes may have. A key to forget is not looked for there, because another
 * team's value would be forgotten. Neither are words.
 */
const isById = (path: string, body: unknown): boolean => {
  const { ids, key, text }: Readonly<Record<string, unknown>> = { ...Object(body) };
  if (path === '/v1/forget' || path === '/v1/trash/restore') return ids !== undefined && key === undefined;
  if (path === '/v1/why') return typeof text === 'string' && isEntityId(writtenId(text));
  return BY_ID.test(path);
};

const placeIn = (input: unknown): { readonly project: string; readonly cwd?: string } | null => {
  const { project, cwd }: Readonly<Record<string, unknown>> = { ...Object(input) };
  if (typeof project !== 'string' || project === '') return null;
  return typeof cwd === 'string' ? { project, cwd } : { project };
};

export const scopeHandlers = (scopes: Scopes | null) => {
  const here = (): Scopes => {
    if (scopes === null) throw new Error('a scope has no scopes');
    return scopes;
  };
  // A name that is taken in other routes comes with a space, as their ids do.
  return {
    'GET /v1/scopes': async () => ok(await here().list()),
    'POST /v1/scopes': ({ body }) => here().add(body.name),
    'DELETE /v1/scopes/:name': ({ at }) => here().remove(at.name),
    'POST /v1/scopes/:name/projects': ({ at, body }) => here().use(at.name, body),
    'POST /v1/scopes/:name/memories': ({ at, body }, c) =>
      here().move(body.ids, at.name, c.req.header('cairn-scope') ?? null),
  } satisfies Partial<Handlers>;
};
