// Vaults opened by a Supabase session: the real programs, and an Auth server with real signing keys.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  inviteResult,
  joinResult,
  saveResult,
  searchResult,
  statusResult,
  syncResult,
  vaultCreateResult,
} from '@cairn/schema';
import { newSessionKey, type SupabaseAuth, signSession, startSupabaseAuth } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, type Server, server } from './cairn.ts';

const ADA = '6b1f0b7e-7a39-4c0c-9f0e-3f7a5f1d2c3b';
const BEN = '0c9a1a52-2f5e-4c65-8a1b-6f1c5a3e7d90';
const WAIT = ['sync', '--wait', '--timeout', '30'];

describe('a server with a Supabase project', () => {
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
  const create = (source: string) => ['vault', 'create', '--server', sync.url, '--supabase-token', source];

  test('[SY-A4] a session opens a vault, on standard input or in a file; others see nothing of it', async () => {
    const [laptop, other] = await Promise.all([fresh('laptop'), fresh('other')]);
    const made = await laptop.json(vaultCreateResult, create('-'), { input: `${auth.sessionOf(ADA)}\n` });
    await laptop.json(saveResult, ['save', 'Ada keeps bees']);
    await laptop.json(syncResult, WAIT);
    const file = join(other.home, 'session.txt');
    writeFileSync(file, auth.sessionOf(BEN), { mode: 0o600 });
    const its = await other.json(vaultCreateResult, create(file));
    expect(its.vault).not.toBe(made.vault);
    await other.json(syncResult, WAIT);
    expect((await other.json(searchResult, ['search', 'bees'])).results).toEqual([]);

    const desktop = await fresh('desktop');
    const { code } = await laptop.json(inviteResult, ['invite']);
    const joined = await desktop.run(['join', code, '--server', sync.url, '--json']);
    expect(joined.code, joined.err).toBe(0);
    expect(joinResult.parse(JSON.parse(joined.out)).vault).toBe(made.vault);
    expect((await desktop.json(searchResult, ['search', 'bees'])).results).toHaveLength(1);
    expect(sync.log()).not.toContain('setup token');
  });

  test('[SY-A4] a session that is no good is not allowed, exit 4, and the device stays outside', async () => {
    const own = await fresh('refused');
    const claims = auth.claimsOf(ADA, Date.now());
    const cases: readonly (readonly [string, RegExp])[] = [
      [signSession(newSessionKey('key-1'), claims), /signature of this session is wrong/],
      [signSession(auth.key, { ...claims, exp: 1_700_000_000 }), /has expired/],
      [
        signSession(auth.key, { ...claims, iss: 'https://other.supabase.co/auth/v1' }),
        /another Supabase project/,
      ],
    ];
    for (const [session, sentence] of cases) {
      const { kind, message } = await own.fails(4, create('-'), { input: session });
      expect(kind).toBe('not_allowed');
      expect(message).toMatch(sentence);
    }
    const setup = ['vault', 'create', '--server', sync.url, '--setup-token', 'guess'];
    expect((await own.fails(4, setup)).message).toContain('--supabase-token');
    expect((await own.json(statusResult, ['status'])).sync.vault).toBeNull();
  });

  test('a token on the command line, none at all, and two ways at once are usage, exit 2', async () => {
    const own = await fresh('usage');
    const session = auth.sessionOf(ADA);
    const literal = await own.fails(2, create(session));
    expect(literal.message).toMatch(/takes "-" or the path of a file/);
    expect(literal.message).not.toContain(session);
    expect((await own.fails(2, create('-'), { input: '' })).message).toMatch(/access token is missing/);
    expect((await own.fails(2, [...create('-'), '--setup-token', 'x'])).message).toMatch(
      /exclude each other/,
    );
    expect((await own.fails(1, create('nowhere.txt'))).message).toContain('no such file');
  });
});
