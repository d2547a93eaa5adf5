import { expect, test } from 'vitest';
import { requestOf } from './call.ts';
import { ALL_ROUTES, findRoute } from './index.ts';

const ROUTES = [
  'GET /v1/memories/:id',
  'GET /v1/schedules/:id',
  'POST /v1/sessions/:id/end',
  'DELETE /v1/documents/:id',
] as const;

test('[OA-1] an id leads to the route of its call, whatever its text', () => {
  const names = ALL_ROUTES.map(({ path }) => path.split('/').at(-1) ?? '');
  const fixed = names.filter((name) => !name.startsWith(':'));
  for (const id of ['', '.', '..', '%2e', 'a/b', 'a?b#c', '\ud800', ...fixed]) {
    for (const route of ROUTES) {
      const { method, path } = requestOf(route, { at: { id } });
      // The daemon resolves steps, as every reader of an address does.
      const found = findRoute(method, new URL(path, 'http://127.0.0.1').pathname);
      expect(`${found?.method} ${found?.path}`, JSON.stringify(id)).toBe(route);
    }
  }
});
