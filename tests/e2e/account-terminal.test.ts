// Signing in on a real terminal: what it asks, what it shows, and what it hides.

import { type SupabaseAuth, startSupabaseAuth, waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, type Server, server } from './cairn.ts';
import { hasTmux, openTerminal } from './terminal.ts';

let auth: SupabaseAuth;
let sync: Server;
beforeAll(async () => {
  auth = await startSupabaseAuth();
  sync = await server({ SUPABASE_URL: auth.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_tests' });
});
afterAll(() => sync.end().then(auth.close));

const terminalOf = async (name: string) => {
  const own: Device = await device(name);
  const terminal = openTerminal(120, own.home, {
    CAIRN_HOME: own.home,
    CAIRN_PORT: '0',
    CAIRN_EMBED: 'off',
    // Keeps agents that are installed on this machine out of the test.
    HOME: own.home,
  });
  onTestFinished(async () => {
    terminal.end();
    await own.end();
  });
  return { own, terminal };
};

const mailedTo = async (email: string): Promise<string> => {
  await waitUntil(() => auth.accounts.codeFor(email) !== '', { what: 'the mail', timeoutMs: 30_000 });
  return auth.accounts.codeFor(email);
};

describe.skipIf(!hasTmux)('signing in on a terminal', () => {
  test('[SY-A7] asks again for a code that was mistyped, and never shows one', async () => {
    const { own, terminal } = await terminalOf('typed');
    const typed = terminal.type(`cairn login --server ${sync.url} --email ada@example.org`);
    await terminal.waitFor(/The code of the mail/);
    const code = await mailedTo('ada@example.org');
    const wrong = code === '123987' ? '123986' : '123987';
    terminal.press(wrong, 'Enter');
    await terminal.waitFor(/This code is wrong, was used before[\s\S]*◆ +The code of the mail/);
    terminal.press(code, 'Enter');
    const { lines, code: exit } = await terminal.ended(typed);
    expect(exit).toBe(0);
    const seen = lines.join('\n');
    expect(seen).toMatch(/Signed in as ada@example.org/);
    for (const never of [code, wrong]) expect(seen).not.toContain(never);
    expect((await own.run(['whoami'])).out).toContain('ada@example.org');
  });

  test('[SY-A7] asks again for a mistyped password, and not where another one would not help', async () => {
    auth.accounts.add('cleo@example.org', 'the-one-they-mean');
    auth.accounts.unconfirm('cleo@example.org');
    const { terminal } = await terminalOf('unconfirmed');
    const typed = terminal.type(`cairn login --server ${sync.url} --email cleo@example.org --password`);
    await terminal.waitFor(/Your password/);
    terminal.press('a-mistyped-one', 'Enter');
    await terminal.waitFor(/The address or the password is wrong[\s\S]*◆ +Your password/);
    terminal.press('the-one-they-mean', 'Enter');
    await terminal.waitFor(/This address was not confirmed yet: open the link/);
    const { lines, code } = await terminal.ended(typed);
    expect(code).toBe(4);
    expect(lines.join('\n').match(/Your password/g)).toHaveLength(2);
  });

  test('[SY-A7] init offers it where the server has accounts, and makes the vault with it', async () => {
    const { own, terminal } = await terminalOf('init');
    const line = `cairn init --agent none --model none --vault create --server ${sync.url}`;
    const typed = terminal.type(line);
    await terminal.waitFor(/Do this\?/);
    terminal.press('y', 'Enter');
    await terminal.waitFor(/This server makes vaults for accounts.*Sign in now\?/);
    terminal.press('y', 'Enter');
    await terminal.waitFor(/How do you sign in\?/);
    terminal.press('Enter');
    await terminal.waitFor(/Your e-mail address/);
    terminal.press('ben@example.org', 'Enter');
    await terminal.waitFor(/The code of the mail/);
    terminal.press(await mailedTo('ben@example.org'), 'Enter');
    await terminal.waitFor(/Write these 24 words down/);
    terminal.press('C-c');
    await terminal.ended(typed);
    const status = await own.run(['status']);
    expect(status.out).toMatch(/vault +v_/);
    expect(status.out).toMatch(/signed in at/);
  });
});
