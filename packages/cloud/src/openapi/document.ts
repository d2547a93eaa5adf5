/** The endpoints as an OpenAPI 3.1 document, whose schemas are those that the server checks by. */
import { PROTOCOL_HEADER, PROTOCOL_VERSION, problemDocument, SERVER_ERROR_STATUS } from '@cairn/schema';
import * as z from 'zod';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';

/** What zod cannot say as JSON schema are our ids and stamps, which are text. */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      if (zodSchema._zod.def.type === 'custom') made.type = 'string';
    },
  });
  return rest;
};

const PARAMETER = /:(\w+)/g;

const pathParameters = (path: string) =>
  [...path.matchAll(PARAMETER)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const queryParameters = (query: z.ZodObject | undefined) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchema(z.object({ value: schema }), 'output').properties?.value ?? {},
  }));

const protocolParameter = {
  name: PROTOCOL_HEADER,
  in: 'header',
  required: true,
  schema: { const: String(PROTOCOL_VERSION) },
};

const operation = (endpoint: Endpoint) => {
  const { path, query, body, status, response, token, summary, mediaType = 'application/json' } = endpoint;
  const versioned = path.startsWith('/v1/') ? [protocolParameter] : [];
  const parameters = [...versioned, ...pathParameters(path), ...queryParameters(query)];
  const content = { [mediaType]: { schema: jsonSchema(response, 'output') } };
  return {
    summary,
    ...(token === 'none' ? {} : { security: [{ [token]: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(body, 'input') } },
          },
        }),
    responses: {
      [status]: { description: summary, content },
      default: { $ref: '#/components/responses/problem' },
    },
  };
};

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });

export const openApiDocument = (version: string) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of ENDPOINTS) {
    const path = endpoint.path.replaceAll(PARAMETER, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint) };
  }
  const problem = jsonSchema(problemDocument, 'output');
  const kinds = { type: 'string', enum: Object.keys(SERVER_ERROR_STATUS) };
  return {
    openapi: '3.1.0',
    info: { title: 'Cairn sync server', version, license: { name: 'MIT' } },
    paths,
    components: {
      securitySchemes: {
        device: bearer('The token of a device.'),
        setup: bearer('The setup token of the server, or a session of an account.'),
        metrics: bearer('CAIRN_METRICS_TOKEN'),
      },
      responses: {
        problem: {
          description: 'RFC 9457; `kind` says which. docs/protocol.md has what to do.',
          content: {
            'application/problem+json': {
              schema: { ...problem, properties: { ...problem.properties, kind: kinds } },
            },
          },
        },
      },
    },
  };
};
