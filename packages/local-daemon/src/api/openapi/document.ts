/** Describes the routes as an OpenAPI 3.1 document made from the daemon's own schemas. Loaded on demand. */

import {
  DAEMON_ERRORS,
  type DaemonErrorKind,
  jsonBody,
  jsonSchemaOf,
  openApiPath,
  pathParameters,
  problemDocument,
  queryParameters,
} from '@cairn/schema';
import * as schemas from '@cairn/schema/route-schemas';
import { type PlacedRoute, placedRoutes, ROUTE_GROUPS, type Schemas } from '@cairn/schema/routes';
import * as z from 'zod';

/** Kinds of problems that every route with a token can answer with. */
const OF_EVERY_ROUTE: readonly DaemonErrorKind[] = ['unauthorized', 'restoring', 'stopping', 'internal'];

const SCHEMAS: Schemas = schemas;
const schemaOf = (name: keyof Schemas): z.ZodType => SCHEMAS[name];

/** Returns the kinds of problems that a route can answer with, by status. */
const problemsOf = (route: PlacedRoute): ReadonlyMap<number, readonly DaemonErrorKind[]> => {
  // A route without input also refuses a query, but an open route without input does not look at it.
  const checksInput = route.isOpen !== true || route.body !== undefined || route.query !== undefined;
  const kinds = new Set<DaemonErrorKind>([
    ...(checksInput ? (['invalid_input'] as const) : []),
    ...(route.problems ?? []),
    ...(route.isOpen === true ? [] : OF_EVERY_ROUTE),
  ]);
  return Map.groupBy(kinds, (kind) => DAEMON_ERRORS[kind][0]);
};

const problemResponse = (kinds: readonly DaemonErrorKind[]) => ({
  description: kinds.join(', '),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/problem' },
          { properties: { kind: { type: 'string', enum: kinds } } },
        ],
      },
    },
  },
});

const NO_CONTENT = { description: 'Success, without a body.' };

const operation = (route: PlacedRoute) => {
  const { path, query, body, statuses = [200], response, summary, details, isOpen } = route;
  const parameters = [...pathParameters(path), ...queryParameters(query && SCHEMAS[query])];
  const content = {
    [route.mediaType ?? 'application/json']: { schema: jsonSchemaOf(schemaOf(response), 'output') },
  };
  const success = { description: summary, content };
  return {
    summary,
    ...(details === undefined ? {} : { description: details }),
    ...(isOpen === true ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: jsonBody(schemaOf(body)) }),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [status, status === 204 ? NO_CONTENT : success])),
      ...Object.fromEntries(
        [...problemsOf(route)].map(([status, kinds]) => [status, problemResponse(kinds)]),
      ),
    },
  };
};

const problemSchema = problemDocument.extend({ kind: z.string(), retryable: z.boolean() });

export const openApiDocument = (version: string) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const { title, routes } of ROUTE_GROUPS)
    for (const route of placedRoutes(routes)) {
      const path = openApiPath(route.path);
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: { tags: [title], ...operation(route) } };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn daemon',
      version,
      license: { name: 'MIT' },
      description:
        'The memory of this device, over loopback or a Unix socket. `daemon.json` in the folder of Cairn has the port and the socket, `daemon.token` the bearer token.',
    },
    servers: [
      {
        url: 'http://127.0.0.1:{port}',
        variables: { port: { default: '4949', description: 'The port in daemon.json.' } },
      },
    ],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The text of daemon.token.' },
      },
      schemas: { problem: jsonSchemaOf(problemSchema, 'output') },
    },
  };
};

export type ApiOperation = ReturnType<typeof apiOperation>;

/** Describes a route for a page that people read. */
const apiOperation = (route: PlacedRoute) => ({
  method: route.method.toLowerCase(),
  path: route.path,
  summary: route.summary,
  details: route.details ?? null,
  query: route.query === undefined ? null : jsonSchemaOf(schemaOf(route.query), 'output'),
  body: route.body === undefined ? null : jsonSchemaOf(schemaOf(route.body), 'input'),
  statuses: route.statuses ?? [200],
  response: jsonSchemaOf(schemaOf(route.response), 'output'),
  mediaType: route.mediaType ?? 'application/json',
  /** Kinds of problems by status, without those of every route with a token. */
  problems: [...problemsOf(route)].flatMap(([status, kinds]) => {
    const own = kinds.filter((kind) => !OF_EVERY_ROUTE.includes(kind));
    return own.length === 0 ? [] : [{ status, kinds: own }];
  }),
});

export const apiOperations = () =>
  ROUTE_GROUPS.map(({ title, routes }) => ({ title, operations: placedRoutes(routes).map(apiOperation) }));
