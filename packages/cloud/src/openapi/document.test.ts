import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createPrometheus } from '../adapters/prometheus.ts';
import { ENDPOINTS } from '../routes/endpoints.ts';
import { createAppWorld } from '../testing/app-world.ts';
import { openApiDocument } from './document.ts';

const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.looseObject({}) }))),
});

describe('/openapi.json', () => {
  test('[OP-9] has every route that the server has, and no other', async () => {
    const page = createPrometheus({ version: '1', connectionsMax: 1 });
    const metrics = { counted: page, page, token: 'sixteen-letters-' };
    const { app, request } = createAppWorld('openapi', { metrics });
    const routes = new Set(
      app.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`])),
    );
    const listed = ENDPOINTS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(listed.toSorted()).toEqual([...routes].toSorted());
    const response = await request('GET', '/openapi.json');
    const { paths } = documentSchema.parse(await response.json());
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.toSorted()).toEqual(listed.toSorted());
  });

  test('[OP-9] its schemas are those that the server checks by, bodies closed and responses open', () => {
    const { paths, components } = openApiDocument('1.2.3');
    const text = JSON.stringify(paths['/v1/push']);
    expect(text).toContain('"maxItems":500');
    expect(text).toContain('"enum":["ok","stale","gone","clock_ahead","too_big","old_key","malformed"]');
    expect(JSON.stringify(paths['/v1/pull'])).toContain('"name":"cursor"');
    expect(JSON.stringify(paths['/v1/pairing'])).toContain('"additionalProperties":false');
    expect(JSON.stringify(components)).toContain('"epoch_changed"');
  });

  test('[OP-9] docs/protocol.md names every endpoint of the protocol', () => {
    const page = readFileSync(new URL('../../../../docs/protocol.md', import.meta.url), 'utf8');
    const missing = ENDPOINTS.filter(
      ({ method, path }) =>
        !page.includes(`\`${method.toUpperCase()} ${path}\``) &&
        !page.includes(`\`${method.toUpperCase()} ${path}?`),
    );
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
