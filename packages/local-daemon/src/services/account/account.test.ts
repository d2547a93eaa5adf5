import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type AboutResponse, type AccountSignInInput, type Checked, HOUR_MS } from '@cairn/schema';
import { startSupabaseAuth } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSessionFile } from '../../adapters/session-file.ts';
import { createSupabaseAuth } from '../../adapters/supabase-auth.ts';
import { createAccountService, isSignedOutOf } from './account.ts';

const SERVER = 'https://cairn.example.org';
const EMAIL = 'ada@example.org';
/** A sign-in at the project that the person was shown. */
const adaAt = (project: string, server = SERVER) => ({ server, project, email: EMAIL });

type Auth = Awaited<ReturnType<typeof startSupabaseAuth>>;

/** A device with its own session file. Its clock starts at `nowMs`, and the test moves it. */
const deviceAt = async (url: string, nowMs = Date.now()) => {
  let clockMs = nowMs;
  const path = join(await homeForTest(), 'session.json');
  const about = (accounts: AboutResponse['accounts']) => ({ accounts, serverTime: 0 });
  let said = about({ provider: 'supabase', url, publishableKey: 'sb_publishable_x' });
  const calls: string[] = [];
  const account = createAccountService({
    file: createSessionFile(path),
    authOf: async (project) => createSupabaseAuth(project),
    aboutOf: async () => ({ ok: true, value: said }),
    vaultServer: async () => SERVER,
    countMemories: async () => 3,
    readOnly: () => null,
    sync: {
      begin: async () => void calls.push('begin'),
      end: async () => void calls.push('end'),
      status: async () => ({ state: 'idle' }),
    },
    nowMs: () => clockMs,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  return {
    account,
    path,
    calls,
    advance: (ms: number) => {
      clockMs += ms;
    },
    name: (accounts: AboutResponse['accounts']) => {
      said = about(accounts);
    },
    refusal: async (input: AccountSignInInput) => sentenceOf(await account.signIn(input)),
  };
};

const sentenceOf = <T>(answer: Checked<T>): string =>
  answer.ok ? `accepted: ${JSON.stringify(answer.value)}` : `${answer.error.kind}: ${answer.error.message}`;

const project = async (options: Parameters<typeof startSupabaseAuth>[0] = {}) => {
  const auth = await startSupabaseAuth(options);
  onTestFinished(() => auth.close());
  return auth;
};

const signedIn = async (options: Parameters<typeof startSupabaseAuth>[0] = {}) => {
  const auth = await project(options);
  auth.accounts.add(EMAIL, 'secret-password');
  const own = await deviceAt(auth.url);
  const done = await own.account.signIn({ by: 'password', ...adaAt(auth.url), password: 'secret-password' });
  expect(done).toMatchObject({ ok: true, value: { state: 'signed_in', account: { email: EMAIL } } });
  return { auth, own };
};

const refreshes = (auth: Auth): number =>
  auth.requests().filter((path) => path.includes('refresh_token')).length;
const stateOf = async (own: Awaited<ReturnType<typeof deviceAt>>) => {
  const who = await own.account.who();
  if (!who.ok) throw new Error(who.error.message);
  return who.value;
};

describe('signing in', () => {
  test('[SY-A7] by code: one that is wrong, used or old is refused, and mail has its pace', async () => {
    const auth = await project();
    const { account, refusal, calls } = await deviceAt(auth.url);
    expect(await account.mailCode(adaAt(auth.url))).toEqual({ ok: true, value: { sent: true } });
    expect(sentenceOf(await account.mailCode(adaAt(auth.url)))).toMatch(
      /^rate_limited: The project sends no more mail .* Wait (59|60) s/,
    );
    const code = auth.accounts.codeFor(EMAIL);
    const other = code === '000000' ? '000001' : '000000';
    const isWrong = /^not_allowed: This code is wrong, was used before, or has expired\. .*`cairn login`/;
    expect(await refusal({ by: 'code', ...adaAt(auth.url), code: other })).toMatch(isWrong);
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await account.signIn({ by: 'code', ...adaAt(auth.url), code: spaced })).ok).toBe(true);
    expect(calls).toEqual(['begin']);
    expect(await refusal({ by: 'code', ...adaAt(auth.url), code })).toMatch(isWrong);
    auth.advance(61_000);
    await account.mailCode(adaAt(auth.url));
    auth.advance(HOUR_MS + 1_000);
    expect(await refusal({ by: 'code', ...adaAt(auth.url), code: auth.accounts.codeFor(EMAIL) })).toMatch(
      isWrong,
    );
  });

  test('[SY-A7] by password, and without an account where nobody may make one', async () => {
    const { auth, own } = await signedIn();
    expect(await own.refusal({ by: 'password', ...adaAt(auth.url), password: 'guess' })).toMatch(
      /^not_allowed: The address or the password is wrong/,
    );
    auth.accounts.closeSignup();
    expect(sentenceOf(await own.account.mailCode({ ...adaAt(auth.url), email: 'new@example.org' }))).toMatch(
      /^not_allowed: The project has no such account and accepts no new ones/,
    );
    expect((await stateOf(own)).state).toBe('signed_in');
  });

  test('[SY-A7] in a browser: a state works once, its code with its own verifier, and for ten minutes', async () => {
    const auth = await project();
    const { account, advance } = await deviceAt(auth.url);
    const begin = async () => {
      const begun = await account.beginBrowser({
        server: SERVER,
        project: auth.url,
        provider: 'github',
        port: 40_000,
      });
      if (!begun.ok) throw new Error(begun.error.message);
      const { url, state, path } = begun.value;
      const { searchParams } = new URL(url);
      expect(searchParams.get('code_challenge_method')).toBe('s256');
      expect(searchParams.get('redirect_to')).toBe(`http://127.0.0.1:40000${path}`);
      const answer = await fetch(url, { redirect: 'manual' });
      const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
      return { state, code };
    };
    const finish = async (state: string, code: string) =>
      sentenceOf(await account.signIn({ by: 'browser', state, code }));
    const [one, two, three] = [await begin(), await begin(), await begin()];
    expect(new Set([one.state, two.state, three.state]).size).toBe(3);
    expect(await finish(one.state, two.code)).toMatch(/^not_allowed: This answer belongs to another sign-in/);
    expect(await finish(one.state, one.code)).toMatch(
      /^not_allowed: This answer does not belong to a sign-in that waits/,
    );
    expect(await finish(two.state, two.code)).toMatch(/^accepted: .*octo@example.org/);
    expect(await finish('x', three.code)).toMatch(
      /^not_allowed: This answer does not belong to a sign-in that waits/,
    );
    advance(600_001);
    expect(await finish(three.state, three.code)).toMatch(
      /^not_allowed: This answer does not belong to a sign-in that waits/,
    );
    const other = await begin();
    auth.advance(300_001);
    expect(await finish(other.state, other.code)).toMatch(
      /^not_allowed: This took longer than the project allows/,
    );
  });

  test('[SY-A8] signing in again ends the session of before', async () => {
    const { auth, own } = await signedIn();
    const before = createSessionFile(own.path).read()?.session?.refreshToken ?? '';
    await own.account.signIn({ by: 'password', ...adaAt(auth.url), password: 'secret-password' });
    expect(auth.accounts.refresh(before)).toMatchObject({ error: { code: 'refresh_token_not_found' } });
    expect((await stateOf(own)).state).toBe('signed_in');
  });

  test('[SY-A6] a project that a server names is believed on https or loopback, and as a plain address', async () => {
    const { account, name } = await deviceAt('http://127.0.0.1:1');
    const named = async (url: string, provider = 'supabase') => {
      name({ provider, url, publishableKey: 'k' });
      return sentenceOf(await account.project(SERVER));
    };
    expect(await named('https://abc.supabase.co')).toMatch(/^accepted: .*"risk":null/);
    expect(await named('https://abc.supabase.co/')).toMatch(/^accepted: .*supabase.co","risk"/);
    for (const url of ['http://abc.supabase.co', 'http://127.0.0.1.evil.example'])
      expect(await named(url)).toMatch(
        /^not_allowed: .* whose connection is not encrypted\. Nothing was sent there/,
      );
    for (const url of [
      'https://a@b.example',
      'https://b.example/path',
      'file:///etc',
      'javascript:1',
      'x',
      '',
    ])
      expect(await named(url)).toMatch(/^not_allowed: The server names a project without a proper address/);
    expect(await named('https://abc.example', 'evil\u001b[2J')).toMatch(/^not_allowed: .*\(evil\?\?2J\)/);
    name(null);
    expect(sentenceOf(await account.project(SERVER))).toMatch(/^not_found: .* has no accounts/);
    name({ provider: 'supabase', url: 'https://abc.example', publishableKey: 'two\r\nlines' });
    expect(sentenceOf(await account.project(SERVER))).toMatch(/without a proper key/);
  });

  test('[SY-A6] a server without https, and one that names another project than before, is warned of', async () => {
    const { own } = await signedIn();
    const risk = async (server: string) => sentenceOf(await own.account.project(server));
    expect(await risk('http://cairn.example.org')).toMatch(
      /"risk":"[^"]*not an encrypted address[^"]*sign in only if/,
    );
    own.name({ provider: 'supabase', url: 'https://other.supabase.co', publishableKey: 'k' });
    expect(await risk(SERVER)).toMatch(/"risk":"[^"]* and now uses https:\/\/other\.supabase\.co/);
  });

  test('[SY-A6] a server that names another project than the one that was shown gets nothing sent there', async () => {
    const [auth, evil] = [await project(), await project()];
    evil.accounts.add(EMAIL, 'secret-password');
    const { account, name, refusal } = await deviceAt(auth.url);
    expect(await account.project(SERVER)).toMatchObject({ ok: true, value: { project: auth.url } });
    name({ provider: 'supabase', url: evil.url, publishableKey: 'k' });
    const shown = adaAt(auth.url);
    const { server } = shown;
    const refused = [
      await refusal({ by: 'password', ...shown, password: 'secret-password' }),
      await refusal({ by: 'code', ...shown, code: '123456' }),
      sentenceOf(await account.mailCode(shown)),
      sentenceOf(await account.beginBrowser({ server, project: auth.url, provider: 'github', port: 40_000 })),
    ];
    for (const said of refused)
      expect(said).toMatch(
        /^not_allowed: .* gives another project than a moment ago\. Nothing was sent there/,
      );
    expect([...auth.requests(), ...evil.requests()]).toEqual([]);
  });
});

describe('a session', () => {
  test.each([-10, 10])(
    '[SY-A8] is refreshed before its end, by a clock that is %i years off',
    async (years) => {
      const auth = await project();
      auth.accounts.add(EMAIL, 'secret-password');
      const own = await deviceAt(auth.url, Date.now() + years * 365 * 24 * HOUR_MS);
      await own.account.signIn({ by: 'password', ...adaAt(auth.url), password: 'secret-password' });
      const first = await own.account.tokenFor(SERVER);
      expect(await own.account.tokenFor(SERVER)).toEqual(first);
      own.advance(HOUR_MS - 59_000);
      auth.advance(HOUR_MS - 59_000);
      const [second, third] = await Promise.all([own.account.tokenFor(SERVER), own.account.tokenFor(SERVER)]);
      expect(second.ok && second.value).not.toEqual(first.ok && first.value);
      expect(third).toEqual(second);
      expect(refreshes(auth)).toBe(1);
      expect((await stateOf(own)).checked).toBe(true);
      expect(await own.account.tokenFor('https://elsewhere.example')).toEqual({ ok: true, value: null });
    },
  );

  test('[SY-A8] that is over by the project alone is refreshed once it is refused', async () => {
    const { auth, own } = await signedIn();
    auth.advance(2 * HOUR_MS);
    expect(await stateOf(own)).toMatchObject({ state: 'signed_in', checked: true });
    expect(refreshes(auth)).toBe(1);
  });

  test('[SY-A8] outlives an answer that was lost, and a network that was away', async () => {
    const { auth, own } = await signedIn();
    own.advance(HOUR_MS);
    auth.loseAnswer();
    expect(sentenceOf(await own.account.tokenFor(SERVER))).toMatch(/^server_unreachable: /);
    auth.advance(HOUR_MS);
    expect((await own.account.tokenFor(SERVER)).ok).toBe(true);
    expect(refreshes(auth)).toBe(2);
    auth.setUp(false);
    expect(await stateOf(own)).toMatchObject({
      state: 'signed_in',
      checked: false,
      message: expect.stringMatching(/HTTP 503.*then try again/),
    });
    own.advance(2 * HOUR_MS);
    expect(sentenceOf(await own.account.tokenFor(SERVER))).toMatch(/^server_unreachable: /);
    auth.setUp(true);
    expect((await own.account.tokenFor(SERVER)).ok).toBe(true);
  });

  test('[SY-A8] whose refresh token was used by a copy of the file is ended, and says so', async () => {
    const { auth, own } = await signedIn();
    const stolen = createSessionFile(own.path).read()?.session?.refreshToken ?? '';
    own.advance(HOUR_MS);
    await own.account.tokenFor(SERVER);
    own.advance(HOUR_MS);
    await own.account.tokenFor(SERVER);
    auth.advance(HOUR_MS);
    expect(auth.accounts.refresh(stolen)).toMatchObject({ error: { code: 'refresh_token_already_used' } });
    own.advance(HOUR_MS);
    auth.advance(HOUR_MS);
    expect(sentenceOf(await own.account.tokenFor(SERVER))).toMatch(
      /^not_allowed: This session was also used elsewhere.*logout --everywhere/,
    );
    expect(await stateOf(own)).toMatchObject({ state: 'ended' });
  });

  test('[SY-A8] that was ended elsewhere, or whose account is gone, is over here too, and says which', async () => {
    const { auth, own } = await signedIn();
    auth.accounts.endSessionsOf(EMAIL);
    expect(await stateOf(own)).toMatchObject({
      state: 'ended',
      message: expect.stringMatching(/ended by a sign-out on another device\. `cairn login`/),
    });
    expect(own.calls).toEqual(['begin']);
    await own.account.signIn({ by: 'password', ...adaAt(auth.url), password: 'secret-password' });
    auth.accounts.remove(EMAIL);
    expect(await stateOf(own)).toMatchObject({
      state: 'ended',
      message: expect.stringMatching(
        /^This account was deleted in the project\. Memories and vaults are still here/,
      ),
    });
    expect(own.account.server()).toBeNull();
  });

  test('[SY-A8] of a project that signs with its shared secret is a session all the same', async () => {
    const { own } = await signedIn({ algorithm: 'HS256' });
    expect(await stateOf(own)).toMatchObject({ state: 'signed_in', checked: true });
  });

  test('[SY-A9] is ended here and in the project by a sign-out, or here alone when that is away', async () => {
    const { auth, own } = await signedIn();
    const refreshToken = createSessionFile(own.path).read()?.session?.refreshToken ?? '';
    const out = await own.account.signOut(false);
    expect(out).toEqual({
      ok: true,
      value: { wasSignedIn: true, ended: true, memories: 3, message: null, syncs: null },
    });
    expect(auth.accounts.refresh(refreshToken).ok).toBe(false);
    expect(own.calls).toEqual(['begin', 'end']);
    expect(own.account.status()).toEqual({ state: 'signed_out', server: SERVER });
    expect(await own.account.tokenFor(SERVER)).toEqual({ ok: true, value: null });
    expect((await own.account.signOut(false)).ok).toBe(true);
    await own.account.signIn({ by: 'password', ...adaAt(auth.url), password: 'secret-password' });
    auth.setUp(false);
    const away = await own.account.signOut(true);
    expect(away).toMatchObject({
      value: { ended: false, message: expect.stringMatching(/is still open there/) },
    });
    expect(own.account.status().state).toBe('signed_out');
    own.account.entered(SERVER);
    expect(own.account.status()).toEqual({ state: 'none', server: null });
  });

  test('[SY-A9] signed out of the server of the vault lasts through sign-ins to others', async () => {
    const { auth, own } = await signedIn();
    const signInTo = (server: string) =>
      own.account.signIn({ by: 'password', ...adaAt(auth.url, server), password: 'secret-password' });
    /** Reads the file, as a restarted daemon does. */
    const isPaused = () => isSignedOutOf(createSessionFile(own.path).read(), SERVER);
    await own.account.signOut(false);
    for (const other of ['https://b.example', 'https://c.example']) {
      await signInTo(other);
      expect([own.account.server(), isPaused()]).toEqual([other, true]);
      await own.account.signOut(false);
      expect([own.account.status().state, isPaused()]).toEqual(['signed_out', true]);
    }
    await signInTo(SERVER);
    expect([own.account.server(), isPaused()]).toEqual([SERVER, false]);

    await own.account.signOut(false);
    await signInTo('https://b.example');
    own.account.entered('https://c.example');
    expect(isPaused()).toBe(true);
    own.account.entered(SERVER);
    expect([own.account.server(), isPaused()]).toEqual(['https://b.example', false]);
  });
});

test.each([
  ['HTML', 200, '<html>Sign in to the hotel</html>', /answered: /],
  ['another JSON', 200, '{"session":{"access_token":"a\\nb"}}', /answered: /],
  ['no key', 401, '{"message":"Invalid API key"}', /SUPABASE_PUBLISHABLE_KEY/],
  ['a redirect', 307, '', /cannot be reached/],
  ['more than it should', 200, 'x'.repeat(2_000_000), /its answer is too long/],
  ['what a terminal would obey', 400, '{"error_code":"odd","msg":"\\u001b[2Jhi"}', /answered: .*hi/],
])('[SY-A7] a project that answers %s is told of in a sentence', async (_, status, body, sentence) => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(status, { Location: '/elsewhere', 'Content-Type': 'application/json' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  const url = `http://127.0.0.1:${port}`;
  const { refusal } = await deviceAt(url);
  const said = await refusal({ by: 'password', ...adaAt(url), password: 'secret-password' });
  expect(said).toMatch(sentence);
  expect(said).toMatch(/^server_/);
  expect(asked).toBe(1);
  for (const never of ['secret-password', '\u001b', '\n']) expect(said).not.toContain(never);
});
