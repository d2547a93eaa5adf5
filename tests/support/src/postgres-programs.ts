import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** Programs of one Postgres installation, and the user that runs them. Postgres refuses to run as root. */
export type PostgresPrograms = {
  readonly initdb: string;
  readonly postgres: string;
  readonly user: { readonly uid: number; readonly gid: number } | null;
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

const numbered = (base: string, prefix = ''): string[] => {
  try {
    return readdirSync(base)
      .filter((name) => name.startsWith(prefix) && /\d/.test(name))
      .sort((a, b) => Number.parseFloat(b.slice(prefix.length)) - Number.parseFloat(a.slice(prefix.length)))
      .map((name) => join(base, name, 'bin'));
  } catch {
    return [];
  }
};

const folders = (): string[] => [
  ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ...numbered('/usr/lib/postgresql'),
  ...numbered('/usr', 'pgsql-'),
  ...numbered('/opt/homebrew/opt', 'postgresql@'),
  ...numbered('/usr/local/opt', 'postgresql@'),
  '/usr/local/pgsql/bin',
];

const userNamed = (name: string): { uid: number; gid: number } | null => {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
  } catch {
    return null;
  }
};

/** Finds `initdb` and `postgres`, or returns why they are missing. */
export const findPostgres = (): PostgresPrograms | { readonly missing: string } => {
  const folder = folders().find(
    (path) => isExecutable(join(path, 'initdb')) && isExecutable(join(path, 'postgres')),
  );
  if (folder === undefined) return { missing: 'no initdb and postgres in PATH or the usual folders' };
  const programs = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  if (process.getuid?.() !== 0) return { ...programs, user: null };
  const user = userNamed('postgres') ?? userNamed('nobody');
  return user === null
    ? { missing: 'root cannot run Postgres, and there is no other user' }
    : { ...programs, user };
};

const isTraversable = (path: string): boolean => {
  const mode = statSync(path).mode;
  const parent = dirname(path);
  return (mode & 0o001) !== 0 && (parent === path || isTraversable(parent));
};

/** Returns a folder for temporary data that another user can reach. */
export const traversableTmp = (): string => {
  const candidates = [tmpdir(), '/tmp', '/var/tmp'];
  return candidates.find((path) => isTraversable(path)) ?? tmpdir();
};
