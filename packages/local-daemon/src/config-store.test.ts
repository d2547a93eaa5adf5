import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { parseStore } from './config-store.ts';

const parse = (url: string, token?: string) =>
  parseStore(undefined, {
    CAIRN_STORE_URL: url,
    ...(token === undefined ? {} : { CAIRN_STORE_TOKEN: token }),
  });
const sentence = (url: string, token?: string): string => {
  const parsed = parse(url, token);
  return parsed.ok ? `taken: ${parsed.value?.url}` : parsed.error.message;
};

test.each([
  ['libsql://name.turso.io', 'https://name.turso.io', false],
  ['libsql://name.turso.io/', 'https://name.turso.io', false],
  ['wss://db.example.org/dev/one/', 'https://db.example.org/dev/one', false],
  ['https://db.example.org:8443', 'https://db.example.org:8443', false],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', false],
  ['http://localhost:8080/dev/one', 'http://localhost:8080/dev/one', false],
  ['libsql://[::1]:8080?tls=0', 'http://[::1]:8080', false],
  ['ws://10.0.0.4:8080', 'http://10.0.0.4:8080', true],
  ['libsql://db.example.org?tls=0', 'http://db.example.org', true],
])('[ST-3] %s is asked at %s', (spelled, url, isOpen) => {
  expect(parse(spelled, 'a-token')).toEqual({ ok: true, value: { url, token: 'a-token', isOpen } });
});

test.each([
  ['file:///home/me/cairn.db', /set CAIRN_HOME/],
  ['/home/me/cairn.db', /set CAIRN_HOME/],
  ['C:\\cairn.db', /set CAIRN_HOME/],
  ['cairn.db', /set CAIRN_HOME/],
  ['postgres://db.example.org/x', /begins with postgres:\/\//],
  ['libsql://name.turso.io?authToken=s3cret', /holds a secret.*CAIRN_STORE_TOKEN/],
  ['https://me:s3cret@db.example.org', /holds a secret/],
  ['https://db.example.org?x=1', /only `\?tls=0`/],
  ['https://db.example.org#x', /only `\?tls=0`/],
])('[ST-3] %s is refused with a sentence that tells no secret', (spelled, expected) => {
  expect(sentence(spelled)).toMatch(expected);
  expect(sentence(spelled)).not.toContain('s3cret');
});

test('[ST-3] a token needs an address, and has to be one', () => {
  expect(parseStore(undefined, {})).toEqual({ ok: true, value: null });
  expect(parseStore(undefined, { CAIRN_STORE_URL: ' ' })).toEqual({ ok: true, value: null });
  const alone = parseStore(undefined, { CAIRN_STORE_TOKEN: 's3cret' });
  expect(alone.ok ? '' : alone.error.message).toMatch(/no CAIRN_STORE_URL/);
  const broken = sentence('https://db.example.org', 'two\nlines-s3cret');
  expect(broken).toMatch(/CAIRN_STORE_TOKEN/);
  expect(broken).not.toContain('s3cret');
});

test('[ST-3] config.json names it too, and the environment comes first', () => {
  const file = JSON.stringify({ store: { url: 'libsql://file.turso.io', token: 'from-file' } });
  const from = (env: Record<string, string>) => parseConfig({ file, path: '/c', env, hostName: 'h' });
  expect(from({})).toMatchObject({ value: { store: { url: 'https://file.turso.io', token: 'from-file' } } });
  // A token goes to the server that it was written down for, and to no other.
  expect(from({ CAIRN_STORE_URL: 'http://localhost:8080' })).toMatchObject({
    value: { store: { token: null } },
  });
  expect(from({ CAIRN_STORE_URL: 'http://localhost:8080', CAIRN_STORE_TOKEN: 'from-env' })).toMatchObject({
    value: { store: { url: 'http://localhost:8080', token: 'from-env' } },
  });
});
