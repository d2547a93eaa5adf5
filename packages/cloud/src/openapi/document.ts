/** Builds an OpenAPI 3.1 document of the endpoints from the server's own schemas. */
import {
  jsonBody,
  jsonSchemaOf,
  openApiPath,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  pathParameters,
  problemDocument,
  queryParameters,
  SERVER_ERROR_KINDS,
} from '@cairn/schema';
import type { Endpoint } from '../routes/endpoint.ts';
import { ENDPOINTS } from '../routes/endpoints.ts';

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
  const content = { [mediaType]: { schema: jsonSchemaOf(response, 'output') } };
  return {
    summary,
    ...(token === 'none' ? {} : { security: [{ [token]: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: jsonBody(body) }),
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
    const path = openApiPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint) };
  }
  const problem = jsonSchemaOf(problemDocument, 'output');
  const kinds = { type: 'string', enum: SERVER_ERROR_KINDS };
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
          description:
            'RFC 9457. `kind` is the kind of problem. docs/protocol.md says what to do about each kind.',
          content: {
            'application/problem+json': {
              schema: { allOf: [problem, { properties: { kind: kinds } }] },
            },
          },
        },
      },
    },
  };
};
