// A person signs in on two devices, over a Postgres with Supabase's roles. Through the API they see only their own data.

import { openSupabaseProject } from '@cairn/cloud/testing';
import {
  accountResult,
  inviteResult,
  joinResult,
  saveResult,
  syncResult,
  vaultCreateResult,
} from '@cairn/schema';
import { startSupabaseAuth } from '@cairn/test-support';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, server } from './cairn.ts';

const pg = testPostgres();
const WAIT = ['sync', '--wait', '--timeout', '30'];

describe.skipIf(pg === null)('accounts on Postgres', () => {
  test('[SY-A7] [SY-A4] a vault belongs to the account that was signed in, and outlives it', async () => {
    const url = (await pg?.createDatabase()) ?? '';
    const [project, auth] = await Promise.all([openSupabaseProject(url), startSupabaseAuth()]);
    const sync = await server({
      DATABASE_URL: url,
      SUPABASE_URL: auth.url,
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_tests',
    });
    onTestFinished(() => sync.end().then(project.close).then(auth.close));
    const { id: ada } = auth.accounts.add('ada@example.org', 'one password');
    const { id: ben } = auth.accounts.add('ben@example.org', 'another password');
    const signedIn = async (name: string, email: string, password: string): Promise<Device> => {
      const own = await device(name);
      onTestFinished(() => own.end());
      const login = ['login', '--server', sync.url, '--email', email, '--password'];
      await own.json(accountResult, login, { input: password });
      return own;
    };
    const [laptop, desktop, other] = await Promise.all([
      signedIn('laptop', 'ada@example.org', 'one password'),
      signedIn('desktop', 'ada@example.org', 'one password'),
      signedIn('other', 'ben@example.org', 'another password'),
    ]);
    // The server has never seen the key that signed these sessions. They are refreshed, and the vault is made.
    auth.rotateKey();
    await laptop.json(vaultCreateResult, ['vault', 'create', '--readable']);
    await other.json(vaultCreateResult, ['vault', 'create', '--readable']);
    const { code } = await laptop.json(inviteResult, ['invite']);
    await desktop.json(joinResult, ['join', code.split('@')[0] ?? '']);
    await desktop.json(saveResult, ['save', 'Ada keeps bees']);
    await desktop.json(syncResult, WAIT);
    expect((await project.memoriesOf(ada)).map(({ content }) => content)).toEqual(['Ada keeps bees']);
    expect(await project.memoriesOf(ben)).toEqual([]);

    auth.accounts.remove('ada@example.org');
    const gone = await laptop.run(['whoami']);
    expect(gone).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^This account was deleted in the project/),
    });
    await laptop.json(saveResult, ['save', 'The honey stands in the cellar']);
    await laptop.json(syncResult, WAIT);
    await desktop.json(syncResult, WAIT);
    expect((await desktop.run(['search', 'honey'])).out).toContain('cellar');
  });
});
