// Signing in with real processes: the programs, a sync server, and a Supabase Auth double on loopback.

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  accountResult,
  accountSignOutResult,
  inviteResult,
  joinResult,
  saveResult,
  searchResult,
  statusResult,
  syncResult,
  vaultCreateResult,
} from '@cairn/schema';
import { type SupabaseAuth, startSupabaseAuth, waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, type Ran, type Server, server } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '30'];
const PASSWORD = 'correct horse battery staple';

let auth: SupabaseAuth;
let sync: Server;
beforeAll(async () => {
  auth = await startSupabaseAuth();
  sync = await server({ SUPABASE_URL: auth.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_tests' });
});
afterAll(() => sync.end().then(auth.close));

const fresh = async (name: string): Promise<Device> => {
  const made = await device(name);
  onTestFinished(() => made.end());
  return made;
};

/** A running command whose input is written and whose messages are read. */
const running = (own: Device, args: readonly string[]) => {
  const child = own.begin(args);
  const texts = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (texts.out += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (texts.err += part));
  const ended = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, ...texts })));
  return { child, texts, ended };
};

const byPassword = (own: Device, email: string, at = sync.url) =>
  own.json(accountResult, ['login', '--server', at, '--email', email, '--password'], {
    input: `${PASSWORD}\n`,
  });

const byCode = async (own: Device, email: string) => {
  const before = auth.accounts.codeFor(email);
  const login = running(own, ['login', '--server', sync.url, '--email', email, '--json']);
  await waitUntil(() => auth.accounts.codeFor(email) !== before, { what: 'the mail', timeoutMs: 20_000 });
  login.child.stdin?.end(`${auth.accounts.codeFor(email)}\n`);
  const ran = await login.ended;
  expect(ran.code, ran.err).toBe(0);
  return accountResult.parse(JSON.parse(ran.out));
};

const addressIn = async (login: ReturnType<typeof running>): Promise<string> => {
  await waitUntil(() => /^ {2}http\S+$/m.test(login.texts.err), { what: 'the address', timeoutMs: 20_000 });
  return /^ {2}(http\S+)$/m.exec(login.texts.err)?.[1] ?? '';
};

describe('two devices of a person', () => {
  test('[SY-A7] [SY-A9] sign in by code and in a browser, sync both ways, and sign out into silence', async () => {
    const [laptop, desktop] = await Promise.all([fresh('laptop'), fresh('desktop')]);
    expect(await byCode(laptop, 'octo@example.org')).toMatchObject({
      state: 'signed_in',
      account: { email: 'octo@example.org', server: sync.url, project: auth.url },
    });
    await laptop.json(vaultCreateResult, ['vault', 'create']);
    await laptop.json(saveResult, ['save', 'Ada keeps bees']);
    await laptop.json(syncResult, WAIT);

    const login = running(desktop, ['login', '--server', sync.url, '--provider', 'github', '--json']);
    const page = await fetch(await addressIn(login));
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/^Cairn received the answer/);
    const browser = await login.ended;
    expect(browser.code, browser.err).toBe(0);
    const { code } = await laptop.json(inviteResult, ['invite']);
    await desktop.json(joinResult, ['join', code]);
    await desktop.json(saveResult, ['save', 'The honey stands in the cellar']);
    await desktop.json(syncResult, WAIT);
    await laptop.json(syncResult, WAIT);
    expect((await desktop.json(searchResult, ['search', 'bees'])).results).toHaveLength(1);
    expect((await laptop.json(searchResult, ['search', 'honey'])).results).toHaveLength(1);

    const out = await laptop.json(accountSignOutResult, ['logout']);
    expect(out).toMatchObject({ wasSignedIn: true, ended: true, memories: 2, message: null });
    const quiet = await laptop.run(['save', 'Ada sold a hive']);
    expect(quiet).toMatchObject({ code: 0, err: '' });
    expect((await laptop.json(searchResult, ['search', 'hive'])).results).toHaveLength(1);
    const { sync: state, account } = await laptop.json(statusResult, ['status']);
    expect([state.state, state.pending, account?.state]).toEqual(['off', 1, 'signed_out']);
    expect((await laptop.run(['status'])).out).toMatch(/signed out, so memories stay on this device/);
    const asked = await laptop.fails(1, WAIT);
    expect(asked).toMatchObject({ kind: 'sync_stopped', message: expect.stringMatching(/cairn login/) });
    expect((await laptop.run(['doctor'])).code).toBe(0);
    await laptop.run(['down']);
    expect((await laptop.run(['whoami'])).code).toBe(1);
    expect((await laptop.json(statusResult, ['status'])).sync.state).toBe('off');
    await desktop.json(syncResult, WAIT);
    expect((await desktop.json(searchResult, ['search', 'hive'])).results).toEqual([]);

    auth.advance(61_000);
    await byCode(laptop, 'octo@example.org');
    await laptop.json(syncResult, WAIT);
    await desktop.json(syncResult, WAIT);
    expect((await desktop.json(searchResult, ['search', 'hive'])).results).toHaveLength(1);
    const who = await desktop.run(['whoami']);
    expect(who).toMatchObject({ code: 0 });
    expect(who.out).toContain(`octo@example.org at ${sync.url}`);
  });

  test('[SY-A7] a password opens a vault, and the address of the browser may be pasted from another machine', async () => {
    auth.accounts.add('ben@example.org', PASSWORD);
    const own = await fresh('password');
    const wrong = ['login', '--server', sync.url, '--email', 'ben@example.org', '--password'];
    const refused = await own.fails(4, wrong, { input: 'guess\n' });
    expect(refused.message).toMatch(/^The address or the password is wrong/);
    expect((await own.run(['whoami'])).out).toMatch(/^Nobody is signed in/);
    const ben = ['login', '--server', sync.url, '--email', 'ben@example.org'];
    expect((await own.run(ben, { input: '' })).out).toContain(`\`cairn ${ben.join(' ')} --code\``);
    await byPassword(own, 'ben@example.org');
    expect((await own.json(vaultCreateResult, ['vault', 'create'])).vault).toMatch(/^v_/);

    const far = await fresh('far');
    auth.consentAs(null);
    const no = running(far, ['login', '--server', sync.url, '--provider', 'github', '--json']);
    await fetch(await addressIn(no));
    auth.consentAs('octo@example.org');
    const declined = await no.ended;
    expect(declined.code).toBe(4);
    expect(declined.err).toMatch(
      /The sign-in was declined: The user denied the request\. Nothing was changed/,
    );
    const login = running(far, ['login', '--server', sync.url, '--provider', 'github', '--json']);
    const url = await addressIn(login);
    const answer = await fetch(url, { redirect: 'manual' });
    const address = answer.headers.get('location') ?? '';
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/signed-in\/[\w-]{32}\?code=/);
    // The addresses of another sign-in, and of this one.
    login.child.stdin?.write(`${address.replace(/signed-in\/./, 'signed-in/_')}\n${address}\n`);
    const { code, out, err } = await login.ended;
    expect({ code, err: err.includes('Error') }).toEqual({ code: 0, err: false });
    expect(accountResult.parse(JSON.parse(out)).account?.email).toBe('octo@example.org');
  });

  test('[SY-A8] the session lies in a file of its owner alone, and in nothing that is shown or sent', async () => {
    auth.accounts.add('cleo@example.org', PASSWORD);
    const own = await fresh('secrets');
    await byPassword(own, 'cleo@example.org');
    await own.json(vaultCreateResult, ['vault', 'create']);
    const path = join(own.home, 'session.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { session } = JSON.parse(readFileSync(path, 'utf8'));
    await own.run(['doctor', '--bundle', 'bundle.json']);
    await own.run(['backup', 'copy.db']);
    const shown = [
      ...(await Promise.all(
        [['status'], ['status', '--json'], ['whoami', '--json'], ['logs'], ['export']].map(
          async (args) => (await own.run(args)).out,
        ),
      )),
      ...['logs/daemon.log', 'bundle.json', 'copy.db'].map((name) =>
        readFileSync(join(own.home, name), 'latin1'),
      ),
      sync.log(),
    ].join('\n');
    for (const secret of [session.accessToken, session.refreshToken, PASSWORD]) {
      expect(secret.length).toBeGreaterThan(8);
      expect(shown).not.toContain(secret);
    }
    expect(readFileSync(join(own.home, 'bundle.json'), 'utf8')).not.toContain('cleo@example.org');
  });

  test('[SY-A8] two commands at once refresh once, and a sign-out everywhere ends both devices', async () => {
    auth.accounts.add('dora@example.org', PASSWORD);
    const [laptop, desktop] = await Promise.all([fresh('laptop'), fresh('desktop')]);
    await byPassword(laptop, 'dora@example.org');
    await byPassword(desktop, 'dora@example.org');
    auth.advance(2 * 3_600_000);
    const refreshes = () => auth.requests().filter((path) => path.includes('refresh_token')).length;
    const before = refreshes();
    const both = await Promise.all([laptop.run(['whoami']), laptop.run(['whoami']), laptop.run(['whoami'])]);
    expect(both.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(refreshes() - before).toBe(1);

    await laptop.json(accountSignOutResult, ['logout', '--everywhere']);
    const there = await desktop.run(['whoami', '--json']);
    expect(there.code).toBe(1);
    expect(accountResult.parse(JSON.parse(there.out))).toMatchObject({
      state: 'ended',
      message: expect.stringMatching(/sign-out on another device.*`cairn login`/),
    });
    const refused = await desktop.fails(4, ['vault', 'create', '--server', sync.url]);
    expect(refused.message).toMatch(/`cairn login` signs in again; memories stay on this device/);
  });

  test('[SY-A8] a session that has expired, and an account that was shut out, are told; both devices sync on', async () => {
    const project = await startSupabaseAuth();
    const own = await server({ SUPABASE_URL: project.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' });
    onTestFinished(() => own.end().then(project.close));
    project.accounts.limitSessions(8 * 3_600_000);
    project.accounts.add('eve@example.org', PASSWORD);
    const [laptop, desktop] = await Promise.all([fresh('laptop'), fresh('desktop')]);
    for (const one of [laptop, desktop]) await byPassword(one, 'eve@example.org', own.url);
    await laptop.json(vaultCreateResult, ['vault', 'create']);
    const { code } = await laptop.json(inviteResult, ['invite']);
    await desktop.json(joinResult, ['join', code.split('@')[0] ?? '']);

    project.advance(9 * 3_600_000);
    const over = await laptop.run(['whoami']);
    expect(over.out).toMatch(/^This session has expired\. `cairn login` signs in again/);
    expect(over.code).toBe(1);
    expect((await laptop.run(['status'])).out).toMatch(/account +the session is over; `cairn login`/);
    await byPassword(laptop, 'eve@example.org', own.url);
    expect((await laptop.run(['whoami'])).out).toContain('eve@example.org');

    project.accounts.ban('eve@example.org');
    expect((await laptop.run(['whoami'])).out).toMatch(
      /^This account was blocked in the project: ask the person who runs it\./,
    );
    const again = ['login', '--server', own.url, '--email', 'eve@example.org', '--password'];
    expect(await laptop.fails(4, again, { input: PASSWORD })).toMatchObject({
      message: expect.stringMatching(
        /^This account was blocked in the project: ask the person who runs it\./,
      ),
    });
    await laptop.json(saveResult, ['save', 'The spare key hangs in the shed']);
    for (const one of [laptop, desktop]) await one.json(syncResult, WAIT);
    expect((await desktop.run(['search', 'spare key'])).out).toContain('shed');
  });

  test('[SY-A6] a password goes to no other project than the one that was shown', async () => {
    const evil = await startSupabaseAuth();
    onTestFinished(() => evil.close());
    for (const at of [auth, evil]) at.accounts.add('fay@example.org', PASSWORD);
    let asked = 0;
    const liar = createServer((_request, response) => {
      asked += 1;
      const url = asked === 1 ? auth.url : evil.url;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify({
          accounts: { provider: 'supabase', url, publishableKey: 'sb_publishable_x' },
          serverTime: 0,
        }),
      );
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      liar.closeAllConnections();
      liar.close();
    });
    const { port }: Pick<AddressInfo, 'port'> = Object(liar.address());
    const own = await fresh('lied-to');
    const at = ['login', '--server', `http://127.0.0.1:${port}`];
    const person = ['--email', 'fay@example.org'];
    for (const way of [[...person, '--password'], [...person, '--code'], person, ['--provider', 'github']]) {
      asked = 0;
      const refused = await own.fails(4, [...at, ...way], { input: `${PASSWORD}\n` });
      expect(refused.message).toMatch(/another project than a moment ago\. Nothing was sent there/);
      expect(asked).toBe(2);
    }
    expect(evil.requests()).toEqual([]);
    expect((await own.run(['whoami'])).out).toMatch(/^Nobody is signed in/);
  });

  test('[SY-A7] the command for a mailed code is quoted for a shell', async () => {
    const own = await fresh('quoted');
    const email = "o'hara&co@example.org";
    const mailed = await own.run(['login', '--server', sync.url, '--email', email], { input: '' });
    expect(mailed.out).toContain(
      String.raw`cairn login --server ${sync.url} --email 'o'\''hara&co@example.org' --code`,
    );
  });

  test('[SY-A9] signing out of a device without a vault says nothing of sync', async () => {
    auth.accounts.add('hal@example.org', PASSWORD);
    const own = await fresh('no-vault');
    await byPassword(own, 'hal@example.org');
    expect((await own.run(['logout'])).out).toBe('Signed out. This device keeps its 0 memories.\n');
    expect((await own.run(['whoami'])).out).toBe(
      `You are signed out of ${sync.url}. Memories stay on this device.\n`,
    );
  });

  test('[SY-A9] signing in to another server does not sync again to the one that was signed out of', async () => {
    auth.accounts.add('gil@example.org', PASSWORD);
    const [own, other] = await Promise.all([
      fresh('two-servers'),
      server({ SUPABASE_URL: auth.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_tests' }),
    ]);
    onTestFinished(() => other.end());
    await byPassword(own, 'gil@example.org');
    await own.json(vaultCreateResult, ['vault', 'create']);
    await own.json(syncResult, WAIT);
    await own.json(accountSignOutResult, ['logout']);
    await own.json(saveResult, ['save', 'Gil keeps this to himself']);
    const paused = async () => {
      const { sync: state, account } = await own.json(statusResult, ['status']);
      expect([state.state, state.pending, account?.server]).toEqual(['off', 1, other.url]);
    };
    await byPassword(own, 'gil@example.org', other.url);
    await paused();
    expect((await own.fails(1, WAIT)).message).toMatch(/cairn login/);
    await own.run(['down']);
    expect((await own.run(['whoami'])).code).toBe(0);
    await paused();
    await byPassword(own, 'gil@example.org');
    await own.json(syncResult, WAIT);

    // The vault does not belong to this server, so its sync continues without a message.
    await byPassword(own, 'gil@example.org', other.url);
    const out = await own.run(['logout']);
    expect(out.out).toContain(`Signed out. Memories sync with ${sync.url} as before.`);
    expect((await own.run(['whoami'])).out).toContain(
      `signed out of ${other.url}. Memories sync with ${sync.url}`,
    );
    await own.json(saveResult, ['save', 'Gil tells everybody']);
    await own.json(syncResult, WAIT);
  });

  test('[SY-A9] nobody is signed in to a vault without an account, and it syncs all the same', async () => {
    const [own, bare] = await Promise.all([fresh('no-account'), server()]);
    onTestFinished(() => bare.end());
    expect((await own.run(['whoami'])).out).toContain('so memories stay on it');
    const create = ['vault', 'create', '--server', bare.url, '--setup-token', bare.setupToken];
    await own.json(vaultCreateResult, create);
    expect((await own.run(['whoami'])).out).toContain(
      `Nobody is signed in on this device. Memories sync with ${bare.url} without an account.`,
    );
  });

  test('[SY-A7] without a project, offline, and with a server of before, a sentence says what to do', async () => {
    const [own, bare] = await Promise.all([fresh('offline'), server()]);
    onTestFinished(() => bare.end());
    const none = await own.fails(1, ['login', '--server', bare.url, '--email', 'e@example.org']);
    expect(none.message).toMatch(/has no accounts, .* --setup-token/);
    expect((await own.fails(2, ['login', '--email', 'e@example.org'])).message).toMatch(/--server/);
    expect((await own.fails(2, ['login', '--server', sync.url])).message).toMatch(
      /^How to sign in is missing/,
    );
    auth.setUp(false);
    const away = await own.fails(1, ['login', '--server', sync.url, '--email', 'e@example.org']);
    auth.setUp(true);
    expect(away).toMatchObject({ kind: 'server_unreachable', message: expect.stringMatching(/HTTP 503/) });
    await bare.stop();
    const gone = await own.fails(1, ['login', '--server', bare.url, '--email', 'e@example.org']);
    expect(gone.kind).toBe('server_unreachable');
    expect(await own.run(['save', 'Works all the same'])).toMatchObject({ code: 0, err: '' });
  });
});
