/** Endpoints as OpenAPI 3.1, whose schemas are those that the programs check by. Both the daemon's and the server's. */
import * as z from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Zod cannot say our ids and stamps, which are text, as JSON schema. A request to us is closed; what we answer is
 * open, because a newer program may say more.
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

/** A path's parameters as a router writes them: `:id`. */
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

/** Values of a query are text; the schema shown is that of what the text stands for. */
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
