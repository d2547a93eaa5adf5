/** Describes the endpoints of the daemon and of the server as OpenAPI 3.1, from the schemas that check them. */
import * as z from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Converts a schema to JSON Schema. Zod cannot convert our ids and stamps, so they become strings. An input forbids unknown fields. An
 * output allows them, because a newer program may add fields.
 */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      if (zodSchema._zod.def.type === 'custom') made.type = 'string';
      if (io === 'output' && made.additionalProperties === false) delete made.additionalProperties;
    },
  });
  return rest;
};

/** A parameter in a router's path, such as `:id`. */
const PARAMETER = /:(\w+)/g;

export const openApiPath = (path: string): string => path.replaceAll(PARAMETER, '{$1}');

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export const pathParameters = (path: string): readonly ApiParameter[] =>
  [...path.matchAll(PARAMETER)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

/** Returns the parameters of a query. Each schema describes the parsed value, though a query sends text. */
export const queryParameters = (query: z.ZodObject | undefined): readonly ApiParameter[] =>
  Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: jsonSchemaOf(schema, 'output'),
  }));

export const jsonBody = (body: z.ZodType) => ({
  required: true,
  content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } },
});
