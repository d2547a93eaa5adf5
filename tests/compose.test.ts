import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Service = {
  readonly build?: string;
  readonly image?: string;
  readonly pull_policy?: string;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly user?: string;
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[]; readonly start_period?: string };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const compose: Compose = parse(read('docker-compose.yml'));
const withPostgres: Compose = parse(read('deploy/postgres.yml'));
const withOwn: Compose = parse(read('deploy/own-postgres.yml'));
/** Compose's own tag: it removes the ports of the first file. */
const RESET = { tag: '!reset', collection: 'seq', resolve: () => [] } as const;
const withReplicas = parse(read('deploy/replicas.yml'), { customTags: [RESET] });
const files = [compose, withPostgres];
/** The services of a file, by name. */
const services = [
  ...Object.entries(compose.services),
  ...Object.entries(withPostgres.services).filter(([name]) => !(name in compose.services)),
];
const secretNames = files.flatMap(({ secrets }) => Object.keys(secrets)).sort();
const service = (name: string, file = compose): Service => {
  const found = file.services[name];
  if (found === undefined) throw new Error(`there is no service ${name}`);
  return found;
};

describe('docker-compose.yml', () => {
  test('[OP-13] starts the server on its embedded database by default, and nothing else', () => {
    const byDefault = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined);
    expect(byDefault.map(([name]) => name)).toEqual(['api']);
    expect(service('api').volumes).toEqual(['data:/data', 'backups:/backups']);
    expect(service('api').environment).not.toHaveProperty('DATABASE_URL_FILE');
  });

  test('[OP-13] has Postgres in a second file, for the same service', () => {
    expect(service('postgres', withPostgres).image).toBe('postgres:17');
    expect(service('postgres', withPostgres).healthcheck?.test.join(' ')).toContain('pg_isready');
    const api = service('api', withPostgres);
    expect(api.environment).toEqual({ DATABASE_URL_FILE: '/run/secrets/database_url' });
    expect(api.depends_on?.postgres?.condition).toBe('service_healthy');
  });

  test('[OP-13] has a Postgres that is elsewhere in a third file, by a secret', () => {
    const secret = '/run/secrets/own_database_url';
    expect(service('api', withOwn)).toEqual({
      environment: { DATABASE_URL_FILE: secret },
      secrets: ['own_database_url'],
      extra_hosts: ['host.docker.internal:host-gateway'],
    });
    expect(withOwn.secrets.own_database_url?.file).toBe('./deploy/secrets/own_database_url');
    expect(read('deploy/setup.sh')).toContain('make own_database_url ');
  });

  test('[OP-17] has several servers in a fourth file, without a port of this machine, and Caddy finds them all', () => {
    expect(withReplicas).toEqual({
      services: {
        api: {
          scale: `\${CAIRN_REPLICAS:-2}`,
          ports: [],
          environment: { CAIRN_DRAIN_SECONDS: `\${CAIRN_DRAIN_SECONDS:-5}` },
        },
      },
    });
    expect(read('deploy/Caddyfile')).toContain('dynamic a api 8787');
  });

  /** Settings that a line in .env does not change. The image or a volume sets them, or they are for several servers. */
  const FIXED = [
    'CAIRN_SERVER_HOST',
    'CAIRN_SERVER_PORT',
    'CAIRN_SERVER_DATA',
    'CAIRN_BACKUP_FOLDER',
    'DATABASE_DIRECT_URL',
  ];

  test('[OP-13] every documented setting of the server reaches the container, by .env or as a secret', () => {
    const table =
      read('docs/operations.md')
        .split(/^## /m)
        .find((part) => part.startsWith('Settings')) ?? '';
    const documented = [...table.matchAll(/^\| (`[A-Z_`, ]+`) /gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/[A-Z_]+/g)].map(([name]) => name),
    );
    expect(documented.length).toBeGreaterThan(17);
    const given = [compose, withPostgres, withOwn].flatMap((file) =>
      Object.entries(service('api', file).environment ?? {}),
    );
    const reaches = (name: string): boolean =>
      given.some(
        ([variable, value]) =>
          (variable === name && value.startsWith(`\${${name}:-`)) ||
          (variable === `${name}_FILE` && value.startsWith('/run/secrets/')),
      );
    expect(documented.filter((name) => !reaches(name)).toSorted()).toEqual(FIXED.toSorted());
    for (const name of FIXED.slice(0, 3)) expect(read('Dockerfile')).toContain(`${name}=`);
  });

  test('[OP-13] the longest drain, and the ten seconds of a stop, fit into what a stop is given', () => {
    const [, longest] = /DRAIN_S_MAX = (\d+);/.exec(read('packages/cloud/src/config.ts')) ?? [];
    const grace = Number.parseInt(service('api').stop_grace_period ?? '', 10);
    expect(grace).toBeGreaterThanOrEqual(Number(longest) + 10);
  });

  test('[OP-13] builds its image and asks no registry for it, and has no line that new versions of compose warn of', () => {
    expect(service('api')).toMatchObject({ build: '.', image: 'cairn-server', pull_policy: 'build' });
    for (const file of files) expect(file).not.toHaveProperty('version');
  });

  test('has TLS in a profile, and publishes beyond this machine nothing but that', () => {
    expect(service('caddy').profiles).toEqual(['tls']);
    for (const [name, { ports = [] }] of services) {
      if (name !== 'caddy') for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
    }
    expect(service('postgres', withPostgres).ports).toBeUndefined();
    expect(service('caddy').depends_on?.api?.condition).toBe('service_healthy');
  });

  test.each(services)(
    'confines %s',
    (name, { user, init, read_only, tmpfs, cap_drop, security_opt, ...rest }) => {
      expect({ init, read_only, cap_drop, security_opt }).toEqual({
        init: true,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(tmpfs).toContain('/tmp');
      expect(rest.stop_grace_period).toMatch(/^\d+s$/);
      expect(rest).toMatchObject({ mem_limit: expect.any(String), pids_limit: 200 });
      if (name !== 'caddy') expect(user).toMatch(/^(1000:1000|postgres)$/);
    },
  );

  test('passes every secret by file', () => {
    const all = files.flatMap((file) => Object.entries(file.services));
    const used = new Set(all.flatMap(([, { secrets = [] }]) => secrets));
    expect([...used].sort()).toEqual(secretNames);
    for (const [name, { environment = {} }] of all) {
      for (const [variable, value] of Object.entries(environment)) {
        // A publishable key is no secret: the server sends it to every caller.
        if (/TOKEN|PASSWORD|SECRET|(?<!PUBLISHABLE_)KEY|DATABASE_URL/.test(variable)) {
          expect(variable, name).toMatch(/_FILE$/);
          expect(value, name).toMatch(/^\/run\/secrets\//);
        }
      }
    }
    for (const name of used) expect(read('deploy/setup.sh')).toContain(`make ${name} `);
    expect(read('.gitignore')).toContain('deploy/secrets/');
    expect(read('.dockerignore')).toMatch(/^deploy$/m);
  });

  test('declares every volume and mounts files that exist', () => {
    const mounts = services
      .flatMap(([, { volumes = [] }]) => volumes)
      .map((mount) => mount.split(':')[0] ?? '');
    for (const mount of mounts) {
      if (mount.startsWith('./')) expect(existsSync(join(root, mount)), mount).toBe(true);
      else expect({ ...compose.volumes, ...withPostgres.volumes }, mount).toHaveProperty(mount);
    }
  });

  test('asks the same address for health that the image serves', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile).toContain('ENTRYPOINT ["/cairn/bin/cairn-server"]');
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toContain('CAIRN_SERVER_PORT=8787');
    expect(service('api').healthcheck?.test.join(' ')).toContain('http://127.0.0.1:8787/healthz');
  });
});

describe('Dockerfile', () => {
  test('[OP-5] opens what it copies to the user that the server runs as, whatever the umask of the clone', () => {
    const [installed, build, ...later] = read('Dockerfile')
      .split(/^FROM /m)
      .slice(1);
    expect(build).toMatch(/^COPY \. \.\n(?:#.*\n)?RUN chmod -R go=u-w LICENSE package.json bin packages /m);
    for (const stage of later) expect(stage).not.toMatch(/^COPY (?!--from=)/m);
    const [, ...copied] = later.at(-1)?.match(/--from=build \/cairn\/(\S+)/g) ?? [];
    for (const path of copied) expect(path).toMatch(/cairn\/(LICENSE|package.json|bin|packages)\b/);
    expect(installed).not.toMatch(/^COPY \. /m);
  });

  test('installs what every package names before it copies what changes more often', () => {
    const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
    for (const path of [...packages, 'tests/support'])
      expect(read('Dockerfile')).toContain(`COPY ${path}/package.json ${path}/\n`);
  });
});

describe('deploy/setup.sh', () => {
  const folderForTest = async () => {
    const home = await homeForTest();
    const path = join(home, 'deploy');
    mkdirSync(path);
    for (const name of ['setup.sh', 'Caddyfile']) copyFileSync(join(root, 'deploy', name), join(path, name));
    const secrets = join(path, 'secrets');
    return {
      run: (...args: readonly string[]) =>
        spawnSync('sh', [join(path, 'setup.sh'), ...args], { encoding: 'utf8', input: '' }),
      runWith: (input: string, ...args: readonly string[]) =>
        spawnSync('sh', [join(path, 'setup.sh'), ...args], { encoding: 'utf8', input }),
      env: () => parseEnv(readFileSync(join(home, '.env'), 'utf8')),
      envText: () => readFileSync(join(home, '.env'), 'utf8'),
      add: (line: string) => appendFileSync(join(home, '.env'), `${line}\n`),
      text: (name: string) => readFileSync(join(secrets, name), 'utf8'),
      secrets,
    };
  };

  const EMBEDDED = {
    COMPOSE_PATH_SEPARATOR: ':',
    COMPOSE_FILE: 'docker-compose.yml',
    CAIRN_SERVER_PORT: '8787',
  };

  test('[OP-13] writes every setting to .env, keeps it and what was added, and changes what is answered', async () => {
    const { run, env, add } = await folderForTest();
    expect(run()).toMatchObject({ status: 0 });
    expect(env()).toEqual(EMBEDDED);
    add('CAIRN_REGISTRATION=open');
    expect(run('--postgres', '--domain', 'sync.example.org')).toMatchObject({ status: 0, stderr: '' });
    const served = {
      ...EMBEDDED,
      COMPOSE_FILE: 'docker-compose.yml:deploy/postgres.yml',
      COMPOSE_PROFILES: 'tls',
      CAIRN_DOMAIN: 'sync.example.org',
      CAIRN_TRUST_PROXY: '1',
      CAIRN_REGISTRATION: 'open',
    };
    expect(env()).toEqual(served);
    expect(run().stdout).toContain('kept');
    expect(env()).toEqual(served);
    expect(run('--port', '8799')).toMatchObject({ status: 0 });
    expect(env()).toEqual({ ...served, CAIRN_SERVER_PORT: '8799' });
    run('--domain', 'none', '--embedded', '--port', '8787');
    expect(env()).toEqual({ ...EMBEDDED, CAIRN_REGISTRATION: 'open' });
  });

  test('[OP-13] keeps what a person set for a proxy, and comments', async () => {
    const { run, env, envText, add } = await folderForTest();
    run();
    add('# nginx on 10.0.0.2\nCAIRN_TRUST_PROXY=1');
    expect(run('--port', '8799')).toMatchObject({ status: 0 });
    expect(run('--port', '8800')).toMatchObject({ status: 0 });
    expect(env()).toEqual({ ...EMBEDDED, CAIRN_SERVER_PORT: '8800', CAIRN_TRUST_PROXY: '1' });
    expect(envText().match(/^#.*/gm)).toEqual([
      expect.stringContaining('Written by deploy/setup.sh'),
      '# nginx on 10.0.0.2',
    ]);
  });

  test("[OP-13] keeps a person's own files of docker compose, and names the one that docker would read by itself", async () => {
    const { run, env, envText, secrets } = await folderForTest();
    const home = join(secrets, '../..');
    run();
    const named = envText().replace('=docker-compose.yml', '=docker-compose.yml:mine/labels.yml');
    writeFileSync(join(home, '.env'), named);
    expect(run('--postgres')).toMatchObject({ status: 0, stderr: '' });
    expect(env().COMPOSE_FILE).toBe('docker-compose.yml:deploy/postgres.yml:mine/labels.yml');
    writeFileSync(join(home, 'docker-compose.override.yml'), 'services: {}\n');
    for (const port of ['8799', '8800']) {
      expect(run('--embedded', '--port', port)).toMatchObject({ status: 0 });
      expect(env().COMPOSE_FILE).toBe('docker-compose.yml:mine/labels.yml:docker-compose.override.yml');
    }
  });

  test('[OP-13] takes the URL of a Postgres elsewhere from standard input, once, and says so when there is none', async () => {
    const { run, runWith, env, text } = await folderForTest();
    run();
    for (const input of ['', 'db.example.org\n'])
      expect(runWith(input, '--own-postgres')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('own_database_url'),
      });
    expect(env()).toEqual(EMBEDDED);
    const url = 'postgres://postgres.ref:x@pooler.example.org:5432/postgres';
    expect(runWith(`${url}\n`, '--own-postgres')).toMatchObject({ status: 0, stderr: '' });
    expect(env().COMPOSE_FILE).toBe('docker-compose.yml:deploy/own-postgres.yml');
    expect(text('own_database_url')).toBe(url);
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(text('own_database_url')).toBe(url);
  });

  test('[OP-17] takes how many servers there are, and refuses what does not go together', async () => {
    const { run, env } = await folderForTest();
    expect(run('--replicas', '2')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('belongs to one server'),
    });
    expect(run('--postgres', '--replicas', '2')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('behind Caddy'),
    });
    expect(run('--postgres', '--domain', 'localhost', '--replicas', 'many')).toMatchObject({ status: 2 });
    expect(run('--postgres', '--domain', 'localhost', '--replicas', '3')).toMatchObject({ status: 0 });
    const files = 'docker-compose.yml:deploy/postgres.yml:deploy/replicas.yml';
    expect(env()).toMatchObject({ COMPOSE_FILE: files, CAIRN_REPLICAS: '3' });
    expect(run('--port', '8799')).toMatchObject({ status: 0 });
    expect(env()).toMatchObject({ COMPOSE_FILE: files, CAIRN_REPLICAS: '3' });
    expect(run('--replicas', '1')).toMatchObject({ status: 0 });
    expect(env()).toMatchObject({ COMPOSE_FILE: 'docker-compose.yml:deploy/postgres.yml' });
    expect(env()).not.toHaveProperty('CAIRN_REPLICAS');
  });

  test('[OP-13] refuses what is no name or port with a sentence, and changes nothing', async () => {
    const { run, env } = await folderForTest();
    run();
    expect(run('--domain', 'https://x.example')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not a name'),
    });
    for (const port of ['x', '0', '65536', '99999999999999999999'])
      expect(run('--port', port)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('is not a port'),
      });
    expect(run('--other')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('sh deploy/setup.sh [--domain'),
    });
    expect(env()).toEqual(EMBEDDED);
  });

  test('makes every secret once, in a closed folder, and keeps what is there', async () => {
    const { run, text, secrets } = await folderForTest();
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(secrets).sort()).toEqual(secretNames);
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const before = secretNames.map(text);
    expect(text('database_url')).toContain(`:${text('postgres_password')}@`);
    expect(run().stdout).not.toContain('made');
    expect(secretNames.map(text)).toEqual(before);
  });

  test('makes an empty secret again, and says what to do about a folder that Docker made in its place', async () => {
    const { run, text, secrets } = await folderForTest();
    run();
    truncateSync(join(secrets, 'admin_token'));
    expect(run().stdout).toContain('made');
    expect(text('admin_token')).toMatch(/^[0-9a-f]{64}$/);
    const fresh = await folderForTest();
    const inItsPlace = join(fresh.secrets, 'setup_token');
    mkdirSync(inItsPlace, { recursive: true });
    expect(fresh.run()).toMatchObject({ status: 1, stderr: expect.stringContaining('remove it (rmdir)') });
    rmdirSync(inItsPlace);
    expect(fresh.run()).toMatchObject({ status: 0 });
  });
});
