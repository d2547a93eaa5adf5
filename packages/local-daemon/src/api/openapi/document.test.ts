import { LIMITS } from '@cairn/schema';
import { ALL_ROUTES } from '@cairn/schema/routes';
import { describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import type { ApiDeps } from '../deps.ts';
import { createDoorKeeper } from '../guard-door.ts';
import { openApiDocument } from './document.ts';

const document = openApiDocument('1.2.3');

/** Returns the app's routes. The app gets no dependencies, because nothing calls it. */
const routes = (): readonly string[] => {
  const none: ApiDeps = Object.create(null);
  const page = { isPage: () => false, refuses: () => null };
  const { routes: all } = createApp(none, createDoorKeeper({ token: 'none', port: () => 0, page }));
  return [
    ...new Set(all.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
  ];
};

describe("the daemon's /openapi.json", () => {
  test('[OA-1] has every route that the daemon has, and no other', () => {
    const listed = ALL_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(
      listed.toSorted(),
      'declare new routes in packages/schema/src/routes, then run `node scripts/http-reference.ts`',
    ).toEqual(routes().toSorted());
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.toSorted()).toEqual(listed.toSorted());
  });

  test('[OA-1] its schemas are those that the daemon checks by: what is sent is closed, what is answered open', () => {
    const save = JSON.stringify(document.paths['/v1/memories']?.post);
    expect(save).toContain('"additionalProperties":false');
    const { responses } = Object(document.paths['/v1/memories']?.post);
    expect(JSON.stringify(responses['201'])).not.toContain('"additionalProperties":false');
    expect(JSON.stringify(document.paths['/v1/search'])).toContain(`"maximum":${LIMITS.searchLimitMax}`);
    const { parameters } = Object(document.paths['/v1/memories/by-key']?.get);
    expect(parameters).toEqual([
      { name: 'key', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'namespace', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'project', in: 'query', required: false, schema: { type: 'string' } },
      { name: 'cwd', in: 'query', required: false, schema: { type: 'string' } },
    ]);
  });

  test('[OA-1] each route says which kinds of problems it answers, under their status', () => {
    const { responses } = Object(document.paths['/v1/memories/{id}']?.get);
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '404', '500', '502', '503']);
    expect(responses['404'].description).toBe('not_found');
    expect(Object.keys(Object(document.paths['/healthz']?.get).responses)).toEqual(['200']);
  });
});
