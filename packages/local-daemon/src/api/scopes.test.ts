import { createEngineBench, mustBe } from '@cairn/core/testing';
import { cairnError, err, ok, requestOf } from '@cairn/schema';
import { ALL_ROUTES } from '@cairn/schema/routes';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createGate } from '../services/gate.ts';
import { mountRoutes } from './answers.ts';
import type { ApiEnv } from './guard-door.ts';
import { createByScope, scopeHandlers } from './scopes.ts';

const ID = 'm_01k9xrw0000000000000000000';
const scope = Object.create(null);
const byScope = createByScope(
  Object.assign(Object.create(null), { isEmpty: () => false, all: async () => [scope] }),
  () => Object.create(null),
);
const routeOf = (name: string) =>
  ALL_ROUTES.find(({ method, path }) => `${method} ${path}` === name) ?? expect.fail(name);
const othersOf = async (name: string, body: unknown): Promise<number> =>
  (await byScope.others(routeOf(name), { body })).length;

test('[SP-2] an id is searched for in all files; no key is forgotten and no words are searched for there', async () => {
  expect(await othersOf('POST /v1/forget', { ids: [ID] })).toBe(1);
  expect(await othersOf('POST /v1/forget', { key: 'port' })).toBe(0);
  expect(await othersOf('POST /v1/trash/restore', { ids: [ID] })).toBe(1);
  expect(await othersOf('POST /v1/trash/restore', {})).toBe(0);
  expect(await othersOf('POST /v1/why', { text: ID })).toBe(1);
  expect(await othersOf('POST /v1/why', { text: 'The shop ships on Friday' })).toBe(0);
  expect(await othersOf('GET /v1/memories/by-key', undefined)).toBe(1);
});

test('[SP-2] an import whose default project is of a scope is still divided by record, unless a scope is named', async () => {
  const team = Object.assign(Object.create(null), { gate: createGate() });
  const { choose } = createByScope(
    Object.assign(Object.create(null), {
      isEmpty: () => false,
      ...{ named: async () => ok(team), of: async () => ok(team) },
    }),
    () => Object.create(null),
  );
  const chosen = async (name: string, asked?: string) =>
    (await mustBe(choose(routeOf(name), asked, { query: {}, body: { project: 'shop' } })))?.gate ?? null;
  expect(await chosen('POST /v1/import')).toBeNull();
  expect(await chosen('POST /v1/import', 'team')).toBe(team.gate);
  expect(await chosen('POST /v1/memories')).toBe(team.gate);
});

test('[SP-2] ids of several files are forgotten and restored in one request', async () => {
  const doorOf = ({ write }: ReturnType<typeof createEngineBench>) => ({
    gate: createGate(),
    handlers: Object.assign(Object.create(null), {
      'POST /v1/forget': ({ body }: { body: object }) => write.forget(body),
      'POST /v1/trash/restore': ({ body }: { body: { ids: string[] } }) =>
        write.restoreRemoved({ by: 'here', ids: body.ids }),
    }),
  });
  const files = [createEngineBench(), createEngineBench(), createEngineBench()];
  const [own, ...scopes] = files.map(doorOf);
  const app = new Hono<ApiEnv>();
  if (own !== undefined)
    mountRoutes(app, own.handlers, own.gate, { choose: async () => ok(null), others: async () => scopes });
  const post = async (path: string, body: object) =>
    (await app.request(path, { method: 'POST', body: JSON.stringify(body) })).json();
  const ids: string[] = [];
  for (const [at, { write, time }] of files.entries()) {
    time.skip(at);
    ids.push((await mustBe(write.remember({ content: `In file ${at}` }))).id);
  }
  expect(await post('/v1/forget', { ids: [...ids, 'm_nowhere'], trash: true })).toEqual({
    forgotten: ids,
    notFound: ['m_nowhere'],
  });
  const restored = ids.map((from) => ({ from, id: expect.any(String) }));
  expect(await post('/v1/trash/restore', { ids })).toEqual({ restored, skipped: [] });
  for (const [at, { read }] of files.entries())
    expect((await mustBe(read.list({}))).memories).toMatchObject([{ content: `In file ${at}` }]);
});

test('[SP-2, SE-7] a handover is taken from the file that has it, also beside files without a vault', async () => {
  expect(await othersOf('POST /v1/handovers/:id/take', undefined)).toBe(1);
  const doorOf = (answer: unknown) => ({
    gate: createGate(),
    handlers: Object.assign(Object.create(null), { 'DELETE /v1/handovers/:id': async () => answer }),
  });
  const outside = doorOf(err(cairnError('not_in_vault', 'no vault')));
  const missing = doorOf(err(cairnError('not_found', 'not here')));
  const dropped = doorOf(ok({ dropped: 'p_1' }));
  const statusOf = async (others: readonly (typeof outside)[]): Promise<number> => {
    const app = new Hono<ApiEnv>();
    const byFile = { choose: async () => ok(null), others: async () => others };
    mountRoutes(app, outside.handlers, outside.gate, byFile);
    return (await app.request('/v1/handovers/p_1', { method: 'DELETE' })).status;
  };
  expect(await statusOf([outside, missing, dropped])).toBe(200);
  expect(await statusOf([missing])).not.toBe(200);
});

test('[SP-1] a scope may have the name of a route, such as "times"', async () => {
  const asked: unknown[] = [];
  const noting = async (...given: readonly unknown[]) => ok(asked.push(...given));
  const handlers = scopeHandlers(Object.assign(Object.create(null), { remove: noting, use: noting }));
  const app = new Hono<ApiEnv>();
  mountRoutes(app, Object.assign(Object.create(null), handlers), createGate(), null);
  const at = { name: 'times' };
  const removed = requestOf('DELETE /v1/scopes/:name', { at });
  expect((await app.request(removed.path, { method: removed.method })).status).toBe(200);
  const used = requestOf('POST /v1/scopes/:name/projects', { at, body: { project: 'shop' } });
  await app.request(used.path, { method: used.method, body: JSON.stringify(used.body) });
  expect(asked).toEqual(['times', 'times', { project: 'shop' }]);
});
