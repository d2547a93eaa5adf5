import { LIMITS, openResult } from '@cairn/schema';
import { ALL_ROUTES } from '@cairn/schema/routes';
import { describe, expect, test } from 'vitest';
import { createGate } from '../services/gate.ts';
import { createPageAccess } from '../services/page-access.ts';
import { createApp } from './app.ts';
import type { ApiDeps } from './deps.ts';
import { createDoorKeeper } from './guard-door.ts';
import { createPageDoor } from './page-door.ts';

const PORT = 4949;
const TOKEN = 'ab'.repeat(32);
const HOST = `127.0.0.1:${PORT}`;

const setUp = (
  files: Readonly<Record<string, string>> = { 'index.html': '<!doctype html>', 'a-1.js': '1' },
) => {
  let nowMs = 1_000_000;
  let made = 0;
  const access = createPageAccess({
    randomBytes: (count) => new Uint8Array(count).fill(++made),
    nowMs: () => nowMs,
  });
  const bundle = {
    read: async (name: string) => {
      const text = files[name];
      return text === undefined ? null : new TextEncoder().encode(text);
    },
  };
  const gate = createGate();
  const deps: ApiDeps = Object.assign(Object.create(null), {
    page: { files: bundle, access, port: () => PORT },
    stopSignal: new AbortController().signal,
    gate,
    log: { error: () => undefined },
    stats: async () => ({ counted: true }),
  });
  const port = () => PORT;
  const keeper = createDoorKeeper({ token: TOKEN, port, page: createPageDoor(access, port) });
  const app = createApp(deps, keeper);
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    app.request(`http://${HOST}${path}`, { method, headers: { host: HOST, ...headers } }, { door: 'tcp' });
  const open = async () => {
    const answer = await ask('/v1/open', { authorization: `Bearer ${TOKEN}` }, 'POST');
    return new URL(openResult.parse(await answer.json()).url);
  };
  const wait = (ms: number): void => {
    nowMs += ms;
  };
  /** Admits a page and returns the headers for its requests. */
  const enter = async () => {
    const { pathname, search } = await open();
    const answer = await ask(`${pathname}${search}`);
    const key = /^\/#key=([0-9a-f]{64})$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { cookie, 'x-cairn-page': key, 'sec-fetch-site': 'same-origin' };
  };
  return { ask, open, enter, wait, gate };
};

describe('the page', () => {
  test('[PG-1] is served without a secret, and says so plainly when it was not built', async () => {
    const { ask } = setUp();
    const page = await ask('/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const script = await ask('/assets/a-1.js');
    expect([script.status, script.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    for (const path of ['/assets/index.html', '/assets/none.js', '/assets/..%2Fdaemon.js'])
      expect((await ask(path)).status).toBe(404);
    const unbuilt = setUp({});
    const answer = await unbuilt.ask('/');
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npm run setup')]);
    const refused = await unbuilt.ask('/v1/open', { authorization: `Bearer ${TOKEN}` }, 'POST');
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('npm run setup')]);
  });

  test.each(['/', '/assets/a-1.js', '/open?ticket=x'])(
    '[PG-3] %s comes with a strict policy',
    async (path) => {
      const { headers } = await setUp().ask(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    },
  );

  test.each([
    ['another name for this machine', { host: `evil.example:${PORT}` }],
    ['another port', { host: '127.0.0.1:1' }],
    ['another origin', { origin: 'http://evil.example' }],
    ['the origin of another port', { origin: 'http://127.0.0.1:3000' }],
  ])('[PG-3] answers nothing to %s', async (_, headers) => {
    const { ask, enter } = setUp();
    for (const path of ['/', '/assets/a-1.js', '/open?ticket=x'])
      expect((await ask(path, headers)).status).toBe(401);
    expect((await ask('/v1/stats', { ...(await enter()), ...headers })).status).toBe(401);
  });
});

describe('a browser', () => {
  test('[PG-2] gets in once by a ticket, which becomes a cookie that no script and no other site can use', async () => {
    const { ask, open } = setUp();
    const { pathname, search } = await open();
    const first = await ask(`${pathname}${search}`);
    expect(first.status).toBe(303);
    expect(first.headers.get('set-cookie')).toMatch(
      /^cairn-page-4949=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const second = await ask(`${pathname}${search}`);
    expect([second.status, second.headers.get('set-cookie')]).toEqual([403, null]);
    expect(await second.text()).toContain('cairn open');
  });

  test('[PG-2] keeps its ticket when a program only asks for the headers', async () => {
    const { ask, open } = setUp();
    const { pathname, search } = await open();
    const head = await ask(`${pathname}${search}`, {}, 'HEAD');
    expect([head.status, head.headers.get('set-cookie')]).toEqual([405, null]);
    expect((await ask(`${pathname}${search}`)).status).toBe(303);
  });

  test('[PG-2] finds a ticket of a minute too old', async () => {
    const { ask, open, wait } = setUp();
    const [one, other] = [await open(), await open()];
    wait(LIMITS.pageTicketMsMax - 1);
    expect((await ask(`/open${one.search}`)).status).toBe(303);
    wait(1);
    expect((await ask(`/open${other.search}`)).status).toBe(403);
  });

  test('[PG-2] needs the cookie and the key, from the page itself', async () => {
    const { ask, enter } = setUp();
    const both = await enter();
    expect((await ask('/v1/stats', both)).status).toBe(200);
    const other = await enter();
    for (const headers of [
      { cookie: both.cookie },
      { 'x-cairn-page': both['x-cairn-page'] },
      { ...both, 'x-cairn-page': other['x-cairn-page'] },
      { ...both, 'x-cairn-page': '' },
      { ...both, cookie: both.cookie.replace(/=./, '=x') },
      { ...both, 'sec-fetch-site': 'same-site' },
      { ...both, 'sec-fetch-site': 'cross-site' },
      { ...both, 'sec-fetch-site': 'none' },
    ])
      expect((await ask('/v1/stats', headers)).status, JSON.stringify(headers)).toBe(401);
  });

  test('[PG-2] stays in for seven days, until it is shut out, and not past the end of the daemon', async () => {
    const { ask, enter, wait } = setUp();
    const headers = await enter();
    expect((await setUp().ask('/v1/stats', headers)).status).toBe(401);
    wait(LIMITS.pageSessionMsMax - 1);
    expect((await ask('/v1/stats', headers)).status).toBe(200);
    wait(1);
    expect((await ask('/v1/stats', headers)).status).toBe(401);
    const again = await enter();
    expect(await (await ask('/v1/open', again, 'DELETE')).json()).toEqual({ ended: 1 });
    expect((await ask('/v1/stats', again)).status).toBe(401);
  });

  test('[PG-2] makes room for others: the oldest sessions and tickets go', async () => {
    const { ask, enter, open } = setUp();
    const first = await enter();
    for (let n = 1; n < LIMITS.pageSessionsMax; n++) await enter();
    expect((await ask('/v1/stats', first)).status).toBe(200);
    await enter();
    expect((await ask('/v1/stats', first)).status).toBe(401);
    const ticket = await open();
    for (let n = 0; n < LIMITS.pageTicketsMax; n++) await open();
    expect((await ask(`/open${ticket.search}`)).status).toBe(403);
  });

  test.each([
    ['POST', '/v1/open'],
    ['POST', '/v1/shutdown'],
    ['POST', '/v1/backup'],
    ['POST', '/v1/restore'],
    ['POST', '/v1/vault'],
    ['POST', '/v1/hooks/codex/stop'],
    ['POST', '/mcp'],
    ['GET', '/v1/export'],
    ['POST', '/v1/sessions'],
    ['POST', '/v1/sessions/ses_a/summary'],
    ['POST', '/v1/sessions/ses_a/files'],
    ['PUT', '/v1/settings'],
    ['POST', '/v1/settings'],
    ['POST', '/v1/settings/test/x'],
    ['POST', '/v1/context/days'],
  ])('[PG-2] may not %s %s', async (method, path) => {
    const { ask, enter } = setUp();
    const answer = await ask(path, await enter(), method);
    expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('may not')]);
  });
});

test('[ST-2] while a backup is restored every route answers 503 with a sentence, and afterwards as before', async () => {
  const { ask, gate } = setUp();
  const over = Promise.withResolvers<void>();
  const restoring = gate.alone(() => over.promise);
  const token = { authorization: `Bearer ${TOKEN}` };
  const routes = ALL_ROUTES.filter(({ always }) => always !== true);
  for (const { method, path } of [...routes, { method: 'POST', path: '/mcp' }]) {
    const answer = await ask(path.replaceAll(/:\w+/g, 'x'), token, method);
    const said = [method, path, answer.status, await answer.text()];
    expect(said).toEqual([method, path, 503, expect.stringContaining('is being restored')]);
  }
  expect(routes.length).toBeGreaterThan(80);
  expect((await ask('/healthz')).status).toBe(200);
  over.resolve();
  await restoring;
  expect((await ask('/v1/stats', token)).status).toBe(200);
});
