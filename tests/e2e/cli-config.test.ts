// Settings on the command line: shown with their sources, changed at once, and never with a secret.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';
import { hasTmux, openTerminal } from './terminal.ts';

const SECRET = 'sk-very-secret-0123456789';

const own = async (name: string): Promise<Device> => {
  const made = await device(name);
  onTestFinished(() => made.end());
  return made;
};

interface Row {
  readonly key: string;
  readonly value: string | null;
  readonly from: string;
}
const isSet = ({ from }: Row): boolean => from === 'file';
const rowsOf = async (one: Device, env: Record<string, string> = {}) => {
  const { settings } = await one.json(withMembers('settings'), ['config'], { env });
  const rows: readonly Row[] = Array.isArray(settings) ? settings : [];
  return (key: string) => rows.find((row) => row.key === key);
};

test('[OP-18] each setting is listed with its value and where it comes from', async () => {
  const one = await own('config-list');
  const env = { CAIRN_LLM_MODEL: 'a,b' };
  await one.run(['config', 'set', 'extract', 'off']);
  const row = await rowsOf(one, env);
  expect(row('extract')).toMatchObject({ value: 'off', from: 'file' });
  expect(row('llm.models')).toMatchObject({ value: 'a,b', from: 'environment' });
  expect(row('sessions.rollShare')).toMatchObject({ value: null, default: '0.8', from: 'default' });
  expect((await one.run(['config', 'get', 'extract'])).out).toBe('off\n');
  expect((await one.run(['config', 'get', 'llm.tokensPerDay'])).out).toBe('200000\n');
  const both = await one.run(['config', 'set', 'llm.models', 'c'], { env });
  expect(both.err).toContain('CAIRN_LLM_MODEL in the environment overrides config.json');
});

test('[OP-18] a change is in use at once, in the engine too, and goes when it is unset', async () => {
  const one = await own('config-use');
  const due = async (session: string): Promise<unknown> => {
    const talk = Array.from({ length: 6 }, (_, n) => `user: ${'word '.repeat(129)}${n}`);
    const args = ['session', 'append', session, '--max-tokens', '1000', ...talk];
    return (await one.json(withMembers('due'), args)).due;
  };
  expect(await due('first')).toEqual(['flush']);
  await one.run(['config', 'set', 'sessions.flushShare', '0.95']);
  expect(await due('second')).toEqual([]);
  await one.run(['config', 'set', 'sessions.rollShare', '0.6']);
  expect(await due('third')).toEqual(['roll']);
  await one.run(['config', 'unset', 'sessions.flushShare']);
  await one.run(['config', 'unset', 'sessions.rollShare']);
  expect(await due('fourth')).toEqual(['flush']);
  expect(JSON.parse(readFileSync(join(one.home, 'config.json'), 'utf8'))).toEqual({});

  await one.run(['config', 'set', 'extract', 'off']);
  expect((await one.run(['status'])).out).toMatch(/extraction +off/);
});

test('[OP-18] a wrong key is told the nearest ones, a wrong value its range and an example', async () => {
  const one = await own('config-wrong');
  const said = async (...args: readonly string[]) => (await one.fails(2, ['config', ...args])).message;
  expect(await said('get', 'llm.model')).toContain('Did you mean llm.models?');
  expect(await said('get', 'apikey')).toContain('llm.apiKey or embeddings.apiKey');
  expect(await said('get', 'CAIRN_LLM_MODEL')).toContain('llm.models');
  expect(await said('set', 'embeddings.vectorWeight', '2')).toMatch(
    /"2" is not a number from 0 to 1\. For example: cairn config set embeddings\.vectorWeight 0\.5/,
  );
  expect(await said('set', 'backups', 'maybe')).toContain('is not on or off');
  expect(await said('set', 'sessions.rollShare', '0.4')).toContain('must be less than');
  expect(await said('set', 'llm.baseUrl', 'http://127.0.0.1:9/v1')).toContain('llm.models');
  expect(await said('set', 'projects.a', 'a')).toContain('that name already');
  expect(await said('set', 'embeddings.use', 'foo')).toMatch(
    /no embedder "foo"\. Choose built-in, endpoint,/,
  );
  expect(await said('set', 'embeddings.baseUrl', 'foo')).toMatch(
    /not an address\. For example: .* http:\/\/127/,
  );
  expect(await said('set', 'notifyCommand', '/no/such')).toContain('there is no file /no/such');
  expect(await said('set', 'notifyCommand', 'no-such-program')).toContain('give the absolute path');
  expect(await said('set', 'deviceName', 'x'.repeat(65))).toContain('is not text of at most 64 characters');
  expect(JSON.parse((await one.run(['config', '--json'])).out).settings.filter(isSet)).toEqual([]);
});

test('[OP-18] settings that are changed at the same time are all kept, and one that stops the daemon is named', async () => {
  const one = await own('config-together');
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(
    names.map((name) => one.run(['config', 'set', `projects.${name}`, `github.com/x/${name}`])),
  );
  const rows = await rowsOf(one);
  expect(names.map((name) => rows(`projects.${name}`)?.value)).toEqual(
    names.map((name) => `github.com/x/${name}`),
  );
  await one.run(['up']);
  const stopped = await one.fails(3, ['config', 'set', 'store.url', 'http://127.0.0.1:1']);
  expect(stopped.message).toMatch(/stored all the same: `cairn config unset store\.url` changes it back/);
  expect((await one.run(['config', 'unset', 'store.url'])).code).toBe(0);
  expect((await one.run(['list'])).code).toBe(0);
});

test('[OP-18] a secret is asked for, shown nowhere, and not sent to another address', async () => {
  const one = await own('config-secret');
  const set = (key: string, value?: string) =>
    one.run(['config', 'set', key, ...(value === undefined ? [] : [value])], { input: `${SECRET}\n` });
  expect((await one.fails(2, ['config', 'set', 'llm.apiKey', SECRET])).message).toContain(
    'leave the value out',
  );
  await set('llm.models', 'm');
  await set('llm.baseUrl', 'http://127.0.0.1:9/v1');
  expect((await set('llm.apiKey')).out).toBe('llm.apiKey ••••••\n');
  const config = () => readFileSync(join(one.home, 'config.json'), 'utf8');
  expect(config()).toContain(SECRET);
  for (const args of [['config'], ['config', 'get', 'llm.apiKey'], ['config', '--json']])
    expect(JSON.stringify(await one.run(args))).not.toContain(SECRET);
  const moved = await set('llm.baseUrl', 'http://127.0.0.1:8/v1');
  expect(moved.err).toContain('llm.apiKey belonged to the previous address and was removed');
  expect(config()).not.toContain(SECRET);
});

test.skipIf(!hasTmux)(
  '[OP-18] fits 40 and 80 columns, and asks for a secret without showing it',
  async () => {
    const one = await own('config-terminal');
    for (const columns of [40, 80]) {
      const terminal = openTerminal(columns, one.home, {
        ...{ CAIRN_HOME: one.home, CAIRN_PORT: '0', CAIRN_EMBED: 'off', HOME: one.home },
      });
      onTestFinished(() => terminal.end());
      const { code } = await terminal.run('cairn config 2>notes');
      expect([code, terminal.hasWrapped()]).toEqual([0, false]);
      // [TE-1] An error breaks between words too.
      await terminal.run('cairn config get llm.model');
      expect(terminal.hasWrapped()).toBe(false);
      const typed = terminal.type('cairn config set store.token');
      await terminal.waitFor(/its token/);
      terminal.press(...SECRET.split(''), 'Enter');
      // Without an address, a token has no use.
      const { lines } = await terminal.ended(typed);
      expect(lines.join('\n')).not.toContain(SECRET);
      expect(lines.join(' ')).toContain('no CAIRN_STORE_URL');
    }
  },
);
