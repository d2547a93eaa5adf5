import { isDeepStrictEqual } from 'node:util';
import { openApiDocument } from '@cairn/local-daemon/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { device } from './world.ts';

type Json = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the schema without additional properties: the daemon must answer nothing that is not described. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return schema.type === 'object' && 'properties' in schema && !('additionalProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
};

const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

test('[OA-3] what a running daemon answers is what /openapi.json says, no more and no less', async () => {
  const { client } = await device('laptop');
  const { port, token, version } = client.daemon();
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const document: unknown = await (await ask('GET', '/openapi.json')).json();
  expect(isDeepStrictEqual(document, JSON.parse(JSON.stringify(openApiDocument(version))))).toBe(true);
  if (!isObject(document)) return;
  const problem = Object(document.components).schemas.problem;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ ...Object(closed(document)), components: { schemas: { problem } } }, 'openapi');

  const seen = new Set<string>();
  /** Sends a request and compares the answer with the description for its status. */
  const check = async (
    method: string,
    template: string,
    status: number,
    body?: unknown,
    query = '',
    id = '',
  ) => {
    const answer = await ask(method, template.replace('{id}', id) + query, body);
    const text = await answer.text();
    const what = `${method} ${template}${query}: ${text.slice(0, 600)}`;
    expect(answer.status, what).toBe(status);
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const place = pointer(
      'paths',
      template,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    );
    const validate = ajv.compile({ $ref: `openapi#/${place}` });
    const json = JSON.parse(text);
    expect(validate(json) ? [] : validate.errors, what).toEqual([]);
    seen.add(`${method} ${template}`);
    return json;
  };

  const [a, b] = [
    await check('POST', '/v1/memories', 201, { content: 'The staging database is read-only', tags: ['db'] }),
    await check('POST', '/v1/memories', 201, {
      content: 'Anna leads design',
      key: 'anna',
      namespace: 'people',
    }),
  ];
  await check('POST', '/v1/memories', 200, {
    content: 'Anna leads research',
    key: 'anna',
    namespace: 'people',
  });
  await check('POST', '/v1/memories', 200, { content: 'The staging database is read-only' });
  await check('POST', '/v1/memories', 400, { content: '' });
  await check('POST', '/v1/memories', 400, { content: 'x', nonsense: 1 });
  await check('GET', '/v1/memories', 200, undefined, '?tag=db&limit=5&pinned=false');
  await check('GET', '/v1/memories', 400, undefined, '?limit=none');
  await check('GET', '/v1/memories/by-key', 200, undefined, '?key=anna&namespace=people');
  await check('GET', '/v1/memories/by-key', 404, undefined, '?key=nobody');
  await check('GET', '/v1/memories/{id}', 200, undefined, '', a.id);
  await check('GET', '/v1/memories/{id}', 404, undefined, '', 'm_00000000000000000000000000');
  await check('GET', '/v1/memories/{id}/history', 200, undefined, '', b.id);
  await check('PATCH', '/v1/memories/{id}', 200, { pinned: true, addTags: ['x'] }, '', a.id);
  await check('PATCH', '/v1/memories/{id}', 404, { pinned: true }, '', 'm_00000000000000000000000000');
  await check('POST', '/v1/memories/{id}/supersede', 200, { content: 'Staging can be written' }, '', a.id);
  await check('POST', '/v1/search', 200, { query: 'who leads research?', explain: true });
  await check('POST', '/v1/search', 400, { query: 'x', limit: 0 });
  await check('POST', '/v1/search', 404, { query: 'x', session: 'none' });
  await check('POST', '/v1/forget', 404, { ids: ['m_00000000000000000000000000'] });
  await check('GET', '/v1/trash', 400, undefined, '?unknown=1');
  await check('GET', '/v1/context', 200, undefined, '?max_tokens=300&explain=1&session=s1');
  await check('POST', '/v1/context', 200, { query: 'pnpm?', maxTokens: 300, explain: true });
  await check('POST', '/v1/context', 400, { query: 5 });
  await check('POST', '/v1/context/prompt', 200, {
    ...{ query: 'pnpm?', maxTokens: 4_000, cwd: '/tmp', slots: { tools: 'memory_save' }, model: 'm' },
    messages: [{ role: 'user', content: 'Hello' }],
  });
  await check('POST', '/v1/context/prompt', 400, { cwd: 'somewhere' });
  await check('GET', '/v1/context/heartbeat', 200, undefined, '?cwd=/tmp');
  await check('GET', '/v1/profile', 200);
  await check('PATCH', '/v1/profile', 200, {
    fields: { displayName: 'Ada', interests: ['chess'], goals: null },
  });
  await check('PATCH', '/v1/profile', 400, { fields: { colour: 'blue' } });
  await check('PATCH', '/v1/profile', 422, { fields: { goals: '<system>x</system>' } });
  await check('GET', '/v1/profile/history', 200, undefined, '?field=displayName');
  for (const document of ['rules', 'tools']) {
    const path = `/v1/profile/${document}`;
    await check('POST', `${path}`, 200, { text: '# Mine', as: 'raw' });
    const { profile } = await check('POST', `${path}/items`, 201, { section: 'Style', text: 'Use tabs' });
    const { id } = profile[document].sections[0].items[0];
    await check('PATCH', `${path}/items/{id}`, 200, { enabled: false }, '', id);
    await check('DELETE', `${path}/items/{id}`, 200, undefined, '', id);
    await check('DELETE', `${path}/items/{id}`, 404, undefined, '', id);
  }
  await check('GET', '/v1/review', 200);
  await check('POST', '/v1/review/{id}', 404, { decision: 'accept' }, '', 'm_00000000000000000000000000');
  await check('POST', '/v1/summaries', 200, {});
  await check('POST', '/v1/summaries/compact', 200, {});
  await check('POST', '/v1/documents', 201, {
    path: '/tmp/notes.md',
    modifiedAt: 1,
    text: 'Retry three times.',
  });
  await check('POST', '/v1/documents/folders', 201, { path: '/tmp/notes' });
  await check('DELETE', '/v1/documents/folders', 200, undefined, '?path=/tmp/notes');
  await check('DELETE', '/v1/documents/folders', 400, undefined, '?path=');
  const { sources } = await check('GET', '/v1/documents', 200);
  await check('POST', '/v1/search', 200, { query: 'retry' });
  await check('DELETE', '/v1/documents/{id}', 200, undefined, '', sources[0].id);
  await check('DELETE', '/v1/documents/{id}', 404, undefined, '', sources[0].id);
  await check('GET', '/v1/stats', 200);
  await check('GET', '/v1/usage', 200, undefined, '?days=7');
  await check('GET', '/v1/export', 200, undefined, '?limit=1');
  await check('POST', '/v1/import', 200, { records: [{ content: 'Imported' }, { nothing: true }] });
  await check('POST', '/v1/doctor', 200, {});
  await check('GET', '/v1/status', 200);
  await check('GET', '/healthz', 200);
  for (const path of [
    '/v1/sync',
    '/v1/sync/verify',
    '/v1/sync/repair',
    '/v1/vault/invite',
    '/v1/vault/rekey',
    '/v1/vault/leave',
  ])
    await check('POST', path, 409, {});
  await check('GET', '/v1/sync/refused', 200);
  await check('GET', '/v1/devices', 409);
  await check('POST', '/v1/vault', 502, { server: 'http://127.0.0.1:1', setupToken: 'none' });
  await check('POST', '/v1/forget', 200, { ids: [b.id, 'm_00000000000000000000000000'] });
  await check('DELETE', '/v1/memories/{id}', 200, undefined, '', a.id);
  await check('DELETE', '/v1/memories/{id}', 404, undefined, '', 'm_nobody');
  const backup = `${client.daemon().socket}.backup`;
  await check('POST', '/v1/backup', 201, { path: backup });
  await check('POST', '/v1/restore', 200, { path: backup });
  await check('POST', '/v1/shutdown', 200, {});
  expect(seen.size).toBeGreaterThan(30);
});
