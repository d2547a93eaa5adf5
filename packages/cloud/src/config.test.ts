import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';

const parse = (env: Record<string, string>, files: Record<string, string> = {}) =>
  parseConfig({
    env,
    homeFolder: '/home/someone',
    readText: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('ENOENT');
      return text;
    },
  });

describe('configuration', () => {
  test('has defaults for everything', () => {
    expect(parse({})).toEqual({
      ok: true,
      value: {
        host: '127.0.0.1',
        port: 8787,
        database: { kind: 'pglite', folder: '/home/someone/.local/share/cairn-server' },
        setupToken: null,
        registration: 'closed',
        trustProxy: false,
      },
    });
  });

  test('every value may come from a file, and an empty one counts as not set', () => {
    const env = {
      DATABASE_URL_FILE: '/run/url',
      CAIRN_SETUP_TOKEN_FILE: '/run/token',
      CAIRN_SERVER_PORT: '',
    };
    const files = { '/run/url': 'postgres://u:p@h/db\n', '/run/token': 'sixteen-characters-and-more\n' };
    expect(parse(env, files)).toMatchObject({
      ok: true,
      value: {
        port: 8787,
        database: { kind: 'postgres', url: 'postgres://u:p@h/db', prepare: true },
        setupToken: 'sixteen-characters-and-more',
      },
    });
  });

  test('the data folder follows XDG, and CAIRN_SERVER_DATA goes first', () => {
    const folder = (env: Record<string, string>) => {
      const config = parse(env);
      return config.ok && config.value.database.kind === 'pglite' ? config.value.database.folder : null;
    };
    expect(folder({ XDG_DATA_HOME: '/data' })).toBe('/data/cairn-server');
    expect(folder({ XDG_DATA_HOME: '/data', CAIRN_SERVER_DATA: '/mine' })).toBe('/mine');
  });

  test.each([
    [{ CAIRN_SERVER_PORT: 'http' }, 'CAIRN_SERVER_PORT has to be a number from 0 to 65535.'],
    [{ CAIRN_SERVER_PORT: '65536' }, 'CAIRN_SERVER_PORT has to be a number from 0 to 65535.'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL has to be a URL like postgres://user:password@host:5432/name.',
    ],
    [{ CAIRN_SETUP_TOKEN: 'two words' }, 'CAIRN_SETUP_TOKEN may not hold spaces.'],
    [{ CAIRN_REGISTRATION: 'maybe' }, 'CAIRN_REGISTRATION has to be open or closed.'],
    [{ CAIRN_TRUST_PROXY: 'yes' }, 'CAIRN_TRUST_PROXY has to be 1 or 0.'],
    [{ DATABASE_URL_FILE: '/nowhere' }, 'DATABASE_URL_FILE names /nowhere, which cannot be read.'],
    [
      { CAIRN_SETUP_TOKEN: 'sixteen-characters-and-more', CAIRN_SETUP_TOKEN_FILE: '/x' },
      'CAIRN_SETUP_TOKEN and CAIRN_SETUP_TOKEN_FILE are both set: set one of them.',
    ],
  ])('a mistake is a sentence that says what to set: %j', (env, sentence) => {
    expect(parse(env)).toEqual({ ok: false, error: [sentence] });
  });
});
