// Writes docs/http-api.md from the endpoints of the daemon. `--check`: exits 1 when the page is not what it would write.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ApiOperation, apiOperations } from '@cairn/local-daemon/openapi';
import { jsonSchemaOf, memorySchema } from '@cairn/schema';

const page = fileURLToPath(new URL('../docs/http-api.md', import.meta.url));

type Json = Readonly<Record<string, unknown>>;

const HEAD = `# The daemon's HTTP API

<!-- Written by \`node scripts/http-reference.ts\` from the schemas that the daemon checks by; not by hand. -->

Every program of this device may ask the daemon, and the command line, the agents and the SDK do. [docs/sdk.md](sdk.md) is the easy way
in TypeScript; this page is for everything else.

- Where: \`daemon.json\` in Cairn's folder (\`CAIRN_HOME\`, else the XDG data folder's \`cairn\`) has \`port\`, on 127.0.0.1, and \`socket\`, a Unix socket. \`cairn up\` starts the daemon when none runs.
- Who: \`Authorization: Bearer …\` with the text of \`daemon.token\` beside it. A request of a web page of another origin is refused.
- What: JSON, UTF-8. Times are ISO 8601 in UTC. Unknown fields in a request are refused; an answer may get more of them with a newer version.
- Values of a query are text: \`true\` or \`1\` for a boolean; what is a list is repeated.
- A problem is an RFC 9457 document (\`application/problem+json\`) with \`kind\`, a sentence in \`detail\` that says what to do, and \`retryable\`. Every endpoint can answer 401 \`unauthorized\`, 503 \`stopping\` (try again: the next daemon starts by itself) and 500 \`internal\`.
- \`GET /openapi.json\` is the same as an OpenAPI 3.1 document.
`;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Shown once, and by its name everywhere else. */
const MEMORY = JSON.stringify(jsonSchemaOf(memorySchema, 'output'));

/** A JSON schema as a TypeScript type, which is shorter to read. */
const typeText = (schema: unknown, indent: string): string => {
  if (!isObject(schema)) return 'unknown';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const several = listOf(schema.anyOf ?? schema.oneOf);
  if (several.length > 0) return several.map((one) => typeText(one, indent)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ');
  if (schema.type === 'array') {
    const item = typeText(schema.items, indent);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object' || 'properties' in schema) return objectText(schema, indent);
  if (schema.type === 'integer' || schema.type === 'number') return numberText(schema);
  return typeof schema.type === 'string' ? schema.type : 'unknown';
};

const numberText = (schema: Json): string => {
  const { minimum, maximum, exclusiveMinimum } = schema;
  const isBounded = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  const name = schema.type === 'integer' ? 'int' : 'number';
  if (isBounded)
    return `${name} /* ${exclusiveMinimum === undefined ? minimum : `above ${exclusiveMinimum}`} to ${maximum} */`;
  return name;
};

const objectText = (schema: Json, indent: string): string => {
  if (indent !== '' && JSON.stringify(schema) === MEMORY) return 'Memory';
  const fields = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (fields.length === 0) {
    if (!isObject(schema.additionalProperties)) return '{}';
    return `{ [name: string]: ${typeText(schema.additionalProperties, indent)} }`;
  }
  const required = listOf(schema.required);
  const lines = fields.map(
    ([name, field]) =>
      `${indent}  ${name}${required.includes(name) ? '' : '?'}: ${typeText(field, `${indent}  `)};`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
};

const operationText = (operation: ApiOperation): string => {
  const { method, path, summary, details, query, body, statuses, response, mediaType, problems } = operation;
  const type = mediaType === 'application/json' ? '' : `${mediaType} `;
  const parts = [
    ...(query === null ? [] : [`query ${typeText(query, '')}`]),
    ...(body === null || typeText(body, '') === '{}' ? [] : [`body ${typeText(body, '')}`]),
    `${statuses.join(', ')} ${type}${typeText(response, '')}`,
  ];
  const kinds = problems.map(
    ({ status, kinds: some }) => `${status} ${some.map((kind) => `\`${kind}\``).join(' ')}`,
  );
  return [
    `### \`${method.toUpperCase()} ${path}\``,
    [summary, details].filter((text) => text !== null).join(' '),
    `\`\`\`ts\n${parts.join('\n')}\n\`\`\``,
    ...(kinds.length === 0 ? [] : [`Problems: ${kinds.join(', ')}.`]),
  ].join('\n\n');
};

/** The whole page. */
export const httpReference = (): string => {
  const groups = apiOperations().map(
    ({ title, operations }) => `## ${title}\n\n${operations.map(operationText).join('\n\n')}\n`,
  );
  const memory = `In the types below, \`int\` is a whole number, and a memory is\n\n\`\`\`ts\nMemory ${typeText(JSON.parse(MEMORY), '')}\n\`\`\`\n`;
  return [HEAD, memory, ...groups].join('\n');
};

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  const text = httpReference();
  if (!process.argv.includes('--check')) writeFileSync(page, text);
  else if (readFileSync(page, 'utf8') !== text) {
    process.stderr.write(
      'docs/http-api.md differs from the endpoints: run `node scripts/http-reference.ts`\n',
    );
    process.exitCode = 1;
  }
}
