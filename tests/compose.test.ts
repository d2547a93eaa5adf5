import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

type Service = {
  readonly build?: string;
  readonly image: string;
  readonly user?: string;
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly restart?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[]; readonly start_period?: string };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
};
type Compose = {
  readonly version: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const compose: Compose = parse(read('docker-compose.yml'), { merge: true });
const services = Object.entries(compose.services);
const service = (name: string): Service => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return found;
};

const SERVERS = ['api', 'api-postgres', 'migrate'];

describe('docker-compose.yml', () => {
  test('starts the server on its embedded database by default, and nothing else', () => {
    const byDefault = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
    expect(byDefault).toEqual(['api']);
    expect(service('api').volumes).toEqual(['data:/data']);
    expect(service('api').environment).not.toHaveProperty('DATABASE_URL_FILE');
  });

  test('has Postgres, migrated before the server starts, in a profile', () => {
    for (const name of ['postgres', 'migrate', 'api-postgres'])
      expect(service(name).profiles).toEqual(['postgres']);
    expect(service('postgres').image).toBe('postgres:17');
    expect(service('postgres').healthcheck?.test.join(' ')).toContain('pg_isready');
    expect(service('migrate').command).toEqual(['migrate']);
    expect(service('migrate').restart).toBe('no');
    expect(service('migrate').depends_on?.postgres?.condition).toBe('service_healthy');
    expect(service('api-postgres').depends_on?.migrate?.condition).toBe('service_completed_successfully');
  });

  test('has TLS in a profile, and publishes beyond this machine nothing but that', () => {
    expect(service('caddy').profiles).toEqual(['tls']);
    for (const [name, { ports = [] }] of services) {
      if (name !== 'caddy') for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
    }
    expect(service('postgres').ports).toBeUndefined();
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
      if (name !== 'caddy') expect(user).toMatch(/^(1000:1000|postgres)$/);
    },
  );

  test.each(SERVERS)('runs %s from the image that is built here', (name) => {
    expect(service(name)).toMatchObject({ build: '.', image: 'cairn-server' });
  });

  test('passes every secret by file', () => {
    const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets));
    expect([...used].sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const [name, { environment = {} }] of services) {
      for (const [variable, value] of Object.entries(environment)) {
        if (/TOKEN|PASSWORD|SECRET|KEY|DATABASE_URL/.test(variable)) {
          expect(variable, name).toMatch(/_FILE$/);
          expect(value, name).toMatch(/^\/run\/secrets\//);
        }
      }
    }
    for (const name of used) expect(read('deploy/make-secrets.sh')).toContain(`make ${name} `);
    expect(read('.gitignore')).toContain('deploy/secrets/');
    expect(read('.dockerignore')).toContain('deploy/secrets');
  });

  test('declares every volume and mounts files that exist', () => {
    const mounts = services
      .flatMap(([, { volumes = [] }]) => volumes)
      .map((mount) => mount.split(':')[0] ?? '');
    for (const mount of mounts) {
      if (mount.startsWith('./')) expect(existsSync(join(root, mount)), mount).toBe(true);
      else expect(compose.volumes, mount).toHaveProperty(mount);
    }
  });

  test('asks the same address for health that the image serves', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile).toContain('ENTRYPOINT ["/cairn/bin/cairn-server"]');
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toContain('CAIRN_SERVER_PORT=8787');
    for (const name of ['api', 'api-postgres']) {
      expect(service(name).healthcheck?.test.join(' ')).toContain('http://127.0.0.1:8787/healthz');
    }
  });
});

describe('Dockerfile', () => {
  test('[OP-5] opens what it copies to the user that the server runs as, whatever the umask of the clone', () => {
    const [build, ...later] = read('Dockerfile')
      .split(/^FROM /m)
      .slice(1);
    expect(build).toMatch(/^COPY \. \.\n(?:#.*\n)?RUN chmod -R go=u-w \. /m);
    for (const stage of later) expect(stage).not.toMatch(/^COPY (?!--from=)/m);
  });
});

describe('deploy/make-secrets.sh', () => {
  const folderForTest = async () => {
    const path = await homeForTest();
    for (const name of ['make-secrets.sh', 'Caddyfile'])
      copyFileSync(join(root, 'deploy', name), join(path, name));
    const secrets = join(path, 'secrets');
    return {
      run: () => spawnSync('sh', [join(path, 'make-secrets.sh')], { encoding: 'utf8' }),
      text: (name: string) => readFileSync(join(secrets, name), 'utf8'),
      secrets,
    };
  };

  test('makes every secret once, in a closed folder, and keeps what is there', async () => {
    const { run, text, secrets } = await folderForTest();
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(secrets).sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const before = Object.keys(compose.secrets).map(text);
    expect(text('database_url')).toContain(`:${text('postgres_password')}@`);
    expect(run().stdout).not.toContain('made');
    expect(Object.keys(compose.secrets).map(text)).toEqual(before);
  });

  test('makes an empty secret anew, and says what to do about a folder that Docker made in its place', async () => {
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
