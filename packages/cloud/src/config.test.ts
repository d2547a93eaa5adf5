import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';
import { poolerAdvice } from './config-database.ts';

const errorCodes: Readonly<Record<string, string>> = {
  '/folder': 'EISDIR',
  '/closed': 'EACCES',
  '/broken': 'EIO',
};

const parse = (env: Record<string, string>, files: Record<string, string> = {}) =>
  parseConfig({
    env,
    homeFolder: '/home/someone',
    readText: (path) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error(path), { code: errorCodes[path] ?? 'ENOENT' });
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
        otherDatabases: [],
        supabase: null,
        setupToken: null,
        registration: 'closed',
        trustProxy: false,
        metricsToken: null,
        adminToken: null,
        backups: null,
        logLevel: 'info',
        logFormat: null,
        drainMs: 0,
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
        database: {
          kind: 'postgres',
          url: 'postgres://u:p@h/db',
          directUrl: 'postgres://u:p@h/db',
          prepare: true,
        },
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

  test('settings of other programs are none of its business, and each of its own is accepted', () => {
    expect(parse({ CAIRN_HOME: '/x', CAIRN_DOMAIN: 'a.example' }).ok).toBe(true);
    const env = {
      CAIRN_METRICS_TOKEN: 'sixteen-letters-',
      CAIRN_ADMIN_TOKEN: 'sixteen_letters_',
      CAIRN_LOG_LEVEL: 'debug',
      CAIRN_LOG_FORMAT: 'text',
      CAIRN_DRAIN_SECONDS: '60',
      CAIRN_BACKUP_FOLDER: '/backups',
      CAIRN_BACKUP_HOURS: '6',
    };
    const value = {
      metricsToken: 'sixteen-letters-',
      adminToken: 'sixteen_letters_',
      logLevel: 'debug',
      logFormat: 'text',
      drainMs: 60_000,
    };
    expect(parse(env)).toMatchObject({ ok: true, value });
  });

  test.each([
    [{ CAIRN_SERVER_PORT: 'http' }, 'CAIRN_SERVER_PORT has to be a number from 0 to 65535.'],
    [{ CAIRN_SERVER_PORT: '65536' }, 'CAIRN_SERVER_PORT has to be a number from 0 to 65535.'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL has to be a URL like postgres://user:password@host:5432/name.',
    ],
    [
      { DATABASE_URL: 'postgres://u:p#x@h:5432/db' },
      'DATABASE_URL cannot be read as a URL: percent-encode special characters of the password, such as # as %23.',
    ],
    [
      { DATABASE_URL: 'postgres://u:p@h:6543/db', DATABASE_DIRECT_URL: 'postgres://u:p@h:6543/db' },
      'DATABASE_DIRECT_URL names the pooler in transaction mode (port 6543), which cannot LISTEN: give the direct connection or the pooler in session mode, both on port 5432.',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://u:p@h/db' },
      'DATABASE_DIRECT_URL is set without DATABASE_URL: set DATABASE_URL as well.',
    ],
    [
      { SUPABASE_URL: 'abc.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1' },
      "SUPABASE_URL has to be the project's address, like https://abcdefgh.supabase.co.",
    ],
    [
      { SUPABASE_URL: 'https://abc.supabase.co' },
      "SUPABASE_URL needs SUPABASE_PUBLISHABLE_KEY too: the dashboard's Project Settings, API Keys, has it (sb_publishable_…).",
    ],
    [
      { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1' },
      'SUPABASE_PUBLISHABLE_KEY is set without SUPABASE_URL: set both, or neither.',
    ],
    [
      { SUPABASE_JWT_ISSUER: 'https://abc.supabase.co/auth/v1' },
      'SUPABASE_JWT_ISSUER is set without SUPABASE_URL: set both, or neither.',
    ],
    [{ CAIRN_SETUP_TOKEN: 'sixteen letters and a space' }, 'CAIRN_SETUP_TOKEN may not hold spaces.'],
    [
      { CAIRN_ADMIN_TOKEN: 'short' },
      'CAIRN_ADMIN_TOKEN has to have at least 16 characters: `openssl rand -hex 32` makes one.',
    ],
    [{ CAIRN_REGISTRATION: 'maybe' }, 'CAIRN_REGISTRATION has to be open or closed.'],
    [{ CAIRN_TRUST_PROXY: 'yes' }, 'CAIRN_TRUST_PROXY has to be 1 or 0.'],
    [
      { CAIRN_SETUP_TOKEN: 'fifteen-letters' },
      'CAIRN_SETUP_TOKEN has to have at least 16 characters: `openssl rand -hex 32` makes one.',
    ],
    [
      { CAIRN_METRICS_TOKEN: 'short' },
      'CAIRN_METRICS_TOKEN has to have at least 16 characters: `openssl rand -hex 32` makes one.',
    ],
    [{ CAIRN_LOG_LEVEL: 'loud' }, 'CAIRN_LOG_LEVEL has to be one of debug, info, warn, error, silent.'],
    [{ CAIRN_LOG_FORMAT: 'xml' }, 'CAIRN_LOG_FORMAT has to be json or text.'],
    [{ CAIRN_DRAIN_SECONDS: '61' }, 'CAIRN_DRAIN_SECONDS has to be a number of seconds from 0 to 60.'],
    [{ CAIRN_BACKUP_FOLDER: 'backups' }, 'CAIRN_BACKUP_FOLDER has to be an absolute path.'],
    [{ CAIRN_BACKUP_HOURS: '0' }, 'CAIRN_BACKUP_HOURS has to be a number of hours from 1 to 168.'],
    [
      { CAIRN_BACKUP_EVERY: '1' },
      'CAIRN_BACKUP_EVERY is no setting. See cairn-server --help for their names.',
    ],
    [{ CAIRN_DRAIN_SECONDS: '-1' }, 'CAIRN_DRAIN_SECONDS has to be a number of seconds from 0 to 60.'],
    [{ CAIRN_DATABASE_PREPARE: 'no' }, 'CAIRN_DATABASE_PREPARE has to be 1 or 0.'],
    [
      { CAIRN_SERVER_PROT: '80' },
      'CAIRN_SERVER_PROT is no setting. See cairn-server --help for their names.',
    ],
    [{ DATABASE_URL_FILE: '/nowhere' }, 'DATABASE_URL_FILE names /nowhere, which is not there.'],
    [{ DATABASE_URL_FILE: '/folder' }, 'DATABASE_URL_FILE names /folder, which is a folder.'],
    [{ DATABASE_URL_FILE: '/closed' }, 'DATABASE_URL_FILE names /closed, which this user may not read.'],
    [{ DATABASE_URL_FILE: '/broken' }, 'DATABASE_URL_FILE names /broken, which cannot be read.'],
    [
      { CAIRN_SETUP_TOKEN: 'sixteen-characters-and-more', CAIRN_SETUP_TOKEN_FILE: '/x' },
      'CAIRN_SETUP_TOKEN and CAIRN_SETUP_TOKEN_FILE are both set: set one of them.',
    ],
  ])('[OP-5] a mistake is a sentence that says what to set: %j', (env, sentence) => {
    expect(parse(env)).toEqual({ ok: false, error: [sentence] });
  });

  test('[OP-5] an empty file of a secret is said to be empty', () => {
    expect(parse({ CAIRN_SETUP_TOKEN_FILE: '/t' }, { '/t': ' \n' })).toEqual({
      ok: false,
      error: ['CAIRN_SETUP_TOKEN_FILE names /t, which is empty.'],
    });
  });

  test('[OP-5] a user without a home names the folder, or a Postgres', () => {
    const homeless = (env: Record<string, string>) =>
      parseConfig({ env, homeFolder: null, readText: () => '' });
    expect(homeless({})).toEqual({
      ok: false,
      error: [
        'CAIRN_SERVER_DATA is not set, and this user has no home: set it to a folder for the database.',
      ],
    });
    expect(homeless({ CAIRN_SERVER_DATA: '/data' })).toMatchObject({
      value: { database: { folder: '/data' } },
    });
    expect(homeless({ DATABASE_URL: 'postgres://h/db' })).toMatchObject({ ok: true });
  });

  test('[SY-L3] a pooler in transaction mode is known by its port or by the setting, and LISTEN goes around it', () => {
    const database = (env: Record<string, string>) => {
      const config = parse(env);
      return config.ok && config.value.database.kind === 'postgres' ? config.value.database : null;
    };
    const pooler = 'postgres://u:p@pooler.example.org:6543/db';
    const direct = 'postgres://u:p@db.example.org:5432/db';
    expect(database({ DATABASE_URL: pooler })).toMatchObject({ prepare: false, directUrl: null });
    expect(database({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct })).toMatchObject({
      url: pooler,
      prepare: false,
      directUrl: direct,
    });
    // A PgBouncer that keeps prepared statements, on whatever port.
    expect(database({ DATABASE_URL: pooler, CAIRN_DATABASE_PREPARE: '1' })?.prepare).toBe(true);
    const plain = database({ DATABASE_URL: direct, CAIRN_DATABASE_PREPARE: '0' });
    expect(plain).toMatchObject({ prepare: false, directUrl: null });
    expect(plain === null ? null : poolerAdvice(plain)).toContain('Set DATABASE_DIRECT_URL');
    const listening = database({ DATABASE_URL: direct });
    expect(listening === null ? 'none' : poolerAdvice(listening)).toBeNull();
  });

  test('[SY-A4] a Supabase project is its address and its publishable key, never a secret one', () => {
    const url = 'https://abc.supabase.co';
    const parsed = parse({ SUPABASE_URL: `${url}/`, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1' });
    expect(parsed.ok && parsed.value.supabase).toEqual({
      url,
      publishableKey: 'sb_publishable_1',
      issuer: `${url}/auth/v1`,
    });
    const inside = parse({
      SUPABASE_URL: 'http://kong:8000',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
      SUPABASE_JWT_ISSUER: 'https://my.example.org/auth/v1',
    });
    expect(inside.ok && inside.value.supabase?.issuer).toBe('https://my.example.org/auth/v1');
    const legacy = `e30.${Buffer.from('{"role":"service_role"}').toString('base64url')}.c2ln`;
    for (const key of ['sb_secret_1', legacy]) {
      const refused = parse({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key });
      expect(refused.ok ? [] : refused.error).toEqual([expect.stringContaining('holds a secret key')]);
    }
  });

  test('variables of Kubernetes for a service of this name are no settings', () => {
    const linked = {
      CAIRN_SERVER_SERVICE_HOST: '10.0.0.1',
      CAIRN_SERVER_SERVICE_PORT: '8787',
      CAIRN_SERVER_SERVICE_PORT_HTTP: '8787',
      CAIRN_SERVER_PORT: 'tcp://10.0.0.1:8787',
      CAIRN_SERVER_PORT_8787_TCP: 'tcp://10.0.0.1:8787',
      CAIRN_SERVER_PORT_8787_TCP_ADDR: '10.0.0.1',
    };
    expect(parse(linked)).toEqual(parse({}));
  });

  test('[OP-20] CAIRN_DATABASES names more databases, and a wrong one is said', () => {
    const url = { DATABASE_URL: 'postgres://h/one' };
    const given = parse({
      ...url,
      CAIRN_DATABASES: 'two=postgres://u:p@h/two\n three=postgresql://h:6543/three ',
    });
    expect(given).toMatchObject({
      value: {
        otherDatabases: [
          { name: 'two', database: { url: 'postgres://u:p@h/two', prepare: true } },
          { name: 'three', database: { prepare: false, directUrl: null } },
        ],
      },
    });
    const wrong: readonly [Record<string, string>, string][] = [
      [{ CAIRN_DATABASES: 'two=postgres://h/two' }, 'without DATABASE_URL'],
      [{ ...url, CAIRN_DATABASES: 'two' }, 'has to be words like'],
      [{ ...url, CAIRN_DATABASES: 'Two=postgres://h/two' }, 'has to be words like'],
      [{ ...url, CAIRN_DATABASES: 'first=postgres://h/two' }, 'cannot name a database "first"'],
      [{ ...url, CAIRN_DATABASES: 'two=postgres://h/2 two=postgres://h/3' }, '"two" twice'],
    ];
    for (const [env, sentence] of wrong)
      expect(parse(env)).toMatchObject({ ok: false, error: [expect.stringContaining(sentence)] });
  });
});
