/** The endpoints as an OpenAPI 3.1 document, whose schemas are those that the daemon checks by. Loaded when asked for. */
import {
  DAEMON_ERROR_STATUS,
  type DaemonErrorKind,
  type JsonSchema,
  jsonBody,
  jsonSchemaOf,
  openApiPath,
  pathParameters,
  problemDocument,
  queryParameters,
} from '@cairn/schema';
import * as z from 'zod';
import { DAEMON_ENDPOINTS, STORE_ENDPOINTS, SYNC_ENDPOINTS } from './device-endpoints.ts';
import { type Endpoint, EVERYWHERE } from './endpoint.ts';
import { MEMORY_ENDPOINTS } from './memory-endpoints.ts';
import { PAGE_ENDPOINTS } from './page-endpoints.ts';
import { PROFILE_ENDPOINTS } from './profile-endpoints.ts';
import { SCHEDULE_ENDPOINTS } from './schedule-endpoints.ts';
import { SESSION_ENDPOINTS } from './session-endpoints.ts';
import { SETTINGS_ENDPOINTS } from './settings-endpoints.ts';

/** In the order of the reference page. */
export const ENDPOINT_GROUPS: readonly {
  readonly title: string;
  readonly endpoints: readonly Endpoint[];
}[] = [
  { title: 'Memories', endpoints: MEMORY_ENDPOINTS },
  { title: 'Profiles', endpoints: PROFILE_ENDPOINTS },
  { title: 'Schedules', endpoints: SCHEDULE_ENDPOINTS },
  { title: 'Sessions', endpoints: SESSION_ENDPOINTS },
  { title: 'Settings', endpoints: SETTINGS_ENDPOINTS },
  { title: 'Store', endpoints: STORE_ENDPOINTS },
  { title: 'Sync and devices', endpoints: SYNC_ENDPOINTS },
  { title: 'Daemon', endpoints: DAEMON_ENDPOINTS },
  { title: 'The page', endpoints: PAGE_ENDPOINTS },
];

/** Every kind of problem that an endpoint answers, by status, in the order of the kinds. */
export const problemsOf = (endpoint: Endpoint): ReadonlyMap<number, readonly DaemonErrorKind[]> => {
  const readsInput = endpoint.body !== undefined || endpoint.query !== undefined;
  const kinds = new Set<DaemonErrorKind>([
    ...(readsInput ? (['invalid_input'] as const) : []),
    ...(endpoint.problems ?? []),
    ...(endpoint.isOpen === true ? [] : EVERYWHERE),
  ]);
  return Map.groupBy(kinds, (kind) => DAEMON_ERROR_STATUS[kind]);
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

const successOf = (status: number, description: string, content: object) =>
  status === 204 ? { description: 'Nothing to say.' } : { description, content };

const operation = (endpoint: Endpoint) => {
  const { path, query, body, statuses = [200], response, summary, details, isOpen } = endpoint;
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  const content = {
    [endpoint.mediaType ?? 'application/json']: { schema: jsonSchemaOf(response, 'output') },
  };
  return {
    summary,
    ...(details === undefined ? {} : { description: details }),
    ...(isOpen === true ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: jsonBody(body) }),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [status, successOf(status, summary, content)])),
      ...Object.fromEntries(
        [...problemsOf(endpoint)].map(([status, kinds]) => [status, problemResponse(kinds)]),
      ),
    },
  };
};

const problemSchema = problemDocument.extend({ kind: z.string(), retryable: z.boolean() });

export const openApiDocument = (version: string) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const { title, endpoints } of ENDPOINT_GROUPS)
    for (const endpoint of endpoints) {
      const path = openApiPath(endpoint.path);
      paths[path] = { ...paths[path], [endpoint.method]: { tags: [title], ...operation(endpoint) } };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn daemon',
      version,
      license: { name: 'MIT' },
      description:
        'The memory of this device, over loopback or a Unix socket. `daemon.json` in the folder of Cairn says where, `daemon.token` has the bearer token.',
    },
    servers: [
      {
        url: 'http://127.0.0.1:{port}',
        variables: { port: { default: '4949', description: 'of daemon.json' } },
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

/** An endpoint as a page for people shows it; null where it has none. */
export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly details: string | null;
  readonly query: JsonSchema | null;
  readonly body: JsonSchema | null;
  readonly statuses: readonly number[];
  readonly response: JsonSchema;
  readonly mediaType: string;
  /** Without those that every endpoint has. */
  readonly problems: readonly { readonly status: number; readonly kinds: readonly DaemonErrorKind[] }[];
}

const apiOperation = (endpoint: Endpoint): ApiOperation => ({
  method: endpoint.method,
  path: endpoint.path,
  summary: endpoint.summary,
  details: endpoint.details ?? null,
  query: endpoint.query === undefined ? null : jsonSchemaOf(endpoint.query, 'output'),
  body: endpoint.body === undefined ? null : jsonSchemaOf(endpoint.body, 'input'),
  statuses: endpoint.statuses ?? [200],
  response: jsonSchemaOf(endpoint.response, 'output'),
  mediaType: endpoint.mediaType ?? 'application/json',
  problems: [...problemsOf(endpoint)].flatMap(([status, kinds]) => {
    const own = kinds.filter((kind) => !EVERYWHERE.includes(kind));
    return own.length === 0 ? [] : [{ status, kinds: own }];
  }),
});

export const apiOperations = () =>
  ENDPOINT_GROUPS.map(({ title, endpoints }) => ({ title, operations: endpoints.map(apiOperation) }));
