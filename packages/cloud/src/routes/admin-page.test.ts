import { createHash } from 'node:crypto';
import { err } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { type AdminDoorDeps, createAdminDoor } from '../services/admin-door.ts';
import { createTally } from '../services/request-tally.ts';
import { createServerView, type DatabaseDeps, type ServerViewDeps } from '../services/server-view.ts';
import { type AppWorldOptions, createAppWorld } from '../testing/app-world.ts';
import { createMemorySyncStore } from '../testing/memory-store.ts';
import { createWorld, unwrap } from '../testing/sync-world.ts';

const TOKEN = 'the-token-of-the-operator';
const HOSTILE = '<script>alert(1)</script>"\'&\u202e<img src=x onerror=alert(2)>';

const viewOf = (
  store: DatabaseDeps['store'],
  world: ReturnType<typeof createWorld>,
  { tally = createTally(world.nowMs), ...changes }: Partial<DatabaseDeps & ServerViewDeps> = {},
) =>
  createServerView({
    databases: [
      {
        name: 'first',
        kind: 'Postgres',
        store,
        admin: {
          bytes: async () => 12_345_678,
          vaults: async () => ({ vaults: [], total: 0 }),
        },
        backups: null,
        unavailable: () => null,
        ...changes,
      },
    ],
    nowMs: world.nowMs,
    whyNotReady: async () => null,
    tally,
    version: '1.2.3',
  });

const doorOf = (store: AdminDoorDeps['store'], { nowMs }: ReturnType<typeof createWorld>) =>
  createAdminDoor(TOKEN, { clock: { nowMs }, store });

const createPage = (seed: string, options: AppWorldOptions = {}) => {
  const store = createMemorySyncStore();
  const world = createWorld(store, seed);
  const app = createAppWorld(seed, {
    store,
    adminPage: { door: doorOf(store, world), look: viewOf(store, world) },
    ...options,
  });
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.app.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Host: 'localhost', ...headers },
    });
  const login = (token: string, headers: Record<string, string> = {}) =>
    form('/admin/login', { token }, headers);
  const look = (cookie: string) => app.app.request('/admin', { headers: { Cookie: cookie } });
  return { ...app, form, login, look };
};

const cookieOf = (response: Response): string =>
  (response.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';

describe('the status page', () => {
  test('[AD-1] is not there without a token set', async () => {
    const { app } = createAppWorld('admin/off');
    for (const [method, path] of [
      ['GET', '/admin'],
      ['POST', '/admin/login'],
      ['POST', '/admin/logout'],
    ] as const)
      expect((await app.request(path, { method })).status).toBe(404);
  });

  test('[AD-2] shows a form to strangers, and the page to a person who typed the token', async () => {
    const { login, look } = createPage('admin/in');
    const stranger = await look('');
    expect([stranger.status, (await stranger.text()).includes('type="password"')]).toEqual([401, true]);
    const wrong = await login(`${TOKEN}x`);
    expect([wrong.status, wrong.headers.get('Set-Cookie')]).toEqual([401, null]);
    expect(await wrong.text()).toContain('This is not the token');

    const entered = await login(` ${TOKEN} `);
    expect([entered.status, entered.headers.get('Location')]).toEqual([303, '../admin']);
    const set = entered.headers.get('Set-Cookie') ?? '';
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Max-Age=28800']) expect(set).toContain(part);
    expect([set.includes('Secure'), set.includes(TOKEN)]).toEqual([false, false]);
    expect((await login(TOKEN, { 'X-Test-Tls': '1' })).headers.get('Set-Cookie')).toContain('Secure');
    const page = await look(cookieOf(entered));
    expect(page.status).toBe(200);
    const text = await page.text();
    for (const part of ['1.2.3', 'Postgres', '12.3 MB', 'ready']) expect(text).toContain(part);
  });

  test('[AD-4] below a path of a proxy, every link, form, redirect and cookie stays below it', async () => {
    const { login, look, form } = createPage('admin/prefix');
    const seenAt = 'https://example.org/cairn/admin';
    const leads = async (response: Response, path: string) => {
      const links = [...(await response.text()).matchAll(/(?:href|action)="([^"]+)"/g)];
      return links.map(([, to = '']) => new URL(to, `${seenAt}${path}`).href);
    };
    expect(await leads(await look(''), '')).toEqual([`${seenAt}/login`]);
    expect(await leads(await login('wrong'), '/login')).toEqual([`${seenAt}/login`]);
    const entered = await login(TOKEN);
    const [to, set] = [entered.headers.get('Location') ?? '', entered.headers.get('Set-Cookie') ?? ''];
    expect([new URL(to, `${seenAt}/login`).href, set.includes('Path')]).toEqual([seenAt, false]);
    expect(await leads(await look(cookieOf(entered)), '')).toEqual([`${seenAt}/logout`, seenAt]);
    const left = await form('/admin/logout', {}, { Cookie: cookieOf(entered) });
    expect(new URL(left.headers.get('Location') ?? '', `${seenAt}/logout`).href).toBe(seenAt);
  });

  test('[AD-2] a proxy that does not pass the host on takes the form from no browser', async () => {
    const { login } = createPage('admin/host');
    const through = { Host: '127.0.0.1:8787', Origin: 'https://sync.example.org' };
    expect((await login(TOKEN, { ...through, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303);
    expect((await login(TOKEN, { ...through, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await login(TOKEN, through)).status).toBe(403);
  });

  test('[AD-2] a cookie ends after eight hours, with another token, and when it was tampered with', async () => {
    let nowMs = 1_700_000_000_000;
    const deps = { clock: { nowMs: () => nowMs }, store: createMemorySyncStore() };
    const door = createAdminDoor(TOKEN, deps);
    const isIn = async (cookie: string | undefined, at = door) => unwrap(await at.isIn(cookie));
    const cookie = unwrap(await door.enter(TOKEN)) ?? '';
    for (const none of [undefined, '', '1.2']) expect(await isIn(none)).toBe(false);
    expect(await isIn(cookie)).toBe(true);
    const [began = '', seal = ''] = cookie.split('.');
    expect(await isIn(`${Number(began) + 1}.${seal}`)).toBe(false);
    expect(await isIn(`${began}.${seal.replace(/^./, (c) => (c === '0' ? '1' : '0'))}`)).toBe(false);
    expect(await isIn(cookie, createAdminDoor(`${TOKEN}2`, deps))).toBe(false);
    nowMs += 8 * 3_600_000 - 1;
    expect(await isIn(cookie)).toBe(true);
    nowMs += 1;
    expect(await isIn(cookie)).toBe(false);
    nowMs -= 48 * 3_600_000;
    expect(await isIn(cookie)).toBe(false);
  });

  test('[AD-2, RL-34] signing out ends every session that has begun, and no later one', async () => {
    const { login, look, form } = createPage('admin/out');
    const [stolen, other] = [cookieOf(await login(TOKEN)), cookieOf(await login(TOKEN))];
    expect([(await look(stolen)).status, (await look(other)).status]).toEqual([200, 200]);
    expect((await form('/admin/logout', {}, { Cookie: stolen })).status).toBe(303);
    expect([(await look(stolen)).status, (await look(other)).status]).toEqual([401, 401]);
    const later = cookieOf(await login(TOKEN));
    expect((await look(later)).status).toBe(200);
    // A cookie that has ended, or none, signs nobody out.
    await form('/admin/logout', {}, { Cookie: stolen });
    await form('/admin/logout', {});
    expect((await look(later)).status).toBe(200);
  });

  test('[RL-34] replicas whose clocks differ agree on who is out', async () => {
    const store = createMemorySyncStore();
    const [ahead, behind] = [30_000, 0].map((ms) =>
      createAdminDoor(TOKEN, { store, clock: { nowMs: () => 1_700_000_000_000 + ms } }),
    );
    if (ahead === undefined || behind === undefined) throw new Error('there are two');
    const first = unwrap(await ahead.enter(TOKEN)) ?? '';
    expect(unwrap(await behind.isIn(first))).toBe(true);
    unwrap(await behind.leave(first));
    for (const door of [ahead, behind]) expect(unwrap(await door.isIn(first))).toBe(false);
    unwrap(await ahead.leave(unwrap(await ahead.enter(TOKEN)) ?? ''));
    const next = unwrap(await behind.enter(TOKEN)) ?? '';
    for (const door of [ahead, behind]) expect(unwrap(await door.isIn(next))).toBe(true);
  });

  test('[AD-2] wrong tokens are counted by address, and then the right one waits too', async () => {
    const { login } = createPage('admin/limited', { limits: { failuresPerAddressPerMinute: 2 } });
    const codes = [];
    for (const token of ['a', 'b', 'c', TOKEN]) codes.push((await login(token)).status);
    expect(codes).toEqual([401, 401, 429, 429]);
    expect((await login(TOKEN, { 'X-Test-Address': '192.0.2.7' })).status).toBe(303);
  });

  test("[AD-2] another site's form is refused, and a long one is not read", async () => {
    const { login, form } = createPage('admin/foreign');
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]) {
      expect((await login(TOKEN, { ...headers })).status).toBe(403);
      expect((await form('/admin/logout', {}, { ...headers })).status).toBe(403);
    }
    expect((await login(TOKEN, { Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' })).status).toBe(
      303,
    );
    expect((await login('x'.repeat(5_000))).status).toBe(413);
    const out = await form('/admin/logout', {});
    expect([out.status, out.headers.get('Set-Cookie')]).toEqual([303, expect.stringContaining('Max-Age=0')]);
  });

  test('[AD-3] its policy allows one style sheet and nothing else, whatever is shown', async () => {
    const { login, look } = createPage('admin/policy');
    const cookie = cookieOf(await login(TOKEN));
    for (const response of [await look(''), await look(cookie), await login('wrong')]) {
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      const text = await response.text();
      const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(policy).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      );
      expect(text).not.toMatch(/<script|style=|\son\w+=|https?:\/\//);
      expect(response.headers.get('X-Frame-Options')).toBe('DENY');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  test('[AD-1, AD-3] vaults, devices and lag are there, hostile names are text, and no content is', async () => {
    const store = createMemorySyncStore();
    const world = createWorld(store, 'admin/hostile');
    const { first, info } = await world.createVault();
    const items = [1, 2, 3].map(() => world.newItem(first.id));
    unwrap(await first.push(items));
    const renamed: DatabaseDeps['store'] = {
      ...store,
      read: (work) =>
        store.read((reads) =>
          work({
            ...reads,
            devices: async (id) => (await reads.devices(id)).map((row) => ({ ...row, name: HOSTILE })),
          }),
        ),
    };
    const summary = {
      id: info.vault,
      kind: 'sealed',
      head: 4,
      registers: 4,
      tombstones: 0,
      registersMax: null,
      devices: 1,
      lastSeenAt: null,
      createdAt: world.nowMs(),
    } as const;
    const tally = createTally(world.nowMs);
    const quiet = tally.counting({ request: () => undefined, failure: () => undefined });
    for (const problem of ['rate_limited', 'unauthorized', 'rate_limited', null])
      quiet.request({
        requestId: 'r',
        method: 'GET',
        route: '/x',
        status: 200,
        tookMs: 1,
        vault: null,
        device: null,
        problem,
        reason: null,
      });
    const view = viewOf(renamed, world, {
      tally,
      admin: { bytes: async () => 1, vaults: async () => ({ vaults: [summary], total: 120 }) },
    });
    const { login, look } = createPage('admin/hostile', {
      adminPage: { door: doorOf(store, world), look: view },
    });
    const text = await (await look(cookieOf(await login(TOKEN)))).text();
    expect(text).toContain(`<code>${info.vault}</code>`);
    expect(text).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(text).not.toMatch(/<script|<img/);
    expect(text).toMatch(/<code>rate_limited<\/code><\/td>\s*<td data-title="times" class="n">2</);
    expect(text).toContain('119 that were not seen as lately');
    for (const { payload } of items) expect(text).not.toContain(String(payload));
  });

  test('[AD-1] says that the database is away, instead of failing', async () => {
    const store = createMemorySyncStore();
    const world = createWorld(store, 'admin/away');
    const gone = viewOf(store, world, {
      admin: {
        bytes: async () => 0,
        vaults: async () => {
          throw new Error('gone');
        },
      },
      unavailable: () => 'connection refused',
    });
    const { login, look } = createPage('admin/away', {
      adminPage: { door: doorOf(store, world), look: gone },
    });
    const away = await look(cookieOf(await login(TOKEN)));
    expect([away.status, (await away.text()).includes('busy or cannot be reached')]).toEqual([503, true]);
  });

  test('[RL-34] while the database is away nobody is let in, and signing out says that it failed', async () => {
    const store = createMemorySyncStore();
    const world = createWorld(store, 'admin/unknown');
    const failing = async () => err({ kind: 'unavailable' as const, reason: 'gone' });
    let isAway = false;
    const flaky: AdminDoorDeps['store'] = {
      read: (work) => (isAway ? failing() : store.read(work)),
      transaction: (work) => (isAway ? failing() : store.transaction(work)),
    };
    const { login, look, form } = createPage('admin/unknown', {
      adminPage: { door: doorOf(flaky, world), look: viewOf(store, world) },
    });
    const cookie = cookieOf(await login(TOKEN));
    isAway = true;
    expect((await look(cookie)).status).toBe(503);
    expect((await login(TOKEN)).status).toBe(503);
    const out = await form('/admin/logout', {}, { Cookie: cookie });
    expect([out.status, out.headers.get('Set-Cookie')]).toEqual([503, null]);
    isAway = false;
    expect((await look(cookie)).status).toBe(200);
  });
});
