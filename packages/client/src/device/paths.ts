/**
 * The paths of all files of this device: in one folder if `CAIRN_HOME` is set, else in the XDG folders. Folders have mode 0700, files
 * 0600. Light, because every command loads it.
 */
import { join, resolve } from 'node:path';

export interface Paths {
  /** Holds all files. Without `CAIRN_HOME`, the configuration, the logs and usually the socket are elsewhere. */
  readonly home: string;
  readonly database: string;
  readonly config: string;
  readonly keys: string;
  /** The session of the person who is signed in. */
  readonly session: string;
  readonly pendingJoin: string;
  readonly daemonFile: string;
  readonly tokenFile: string;
  /** The token as headers that curl reads, for hooks. [HK-8] */
  readonly headersFile: string;
  readonly lock: string;
  /** The name of this home, if its memories are on a server. [ST-3] */
  readonly storeHolder: string;
  readonly logs: string;
  readonly log: string;
  /** Turns that hooks leave in files while no daemon answers. */
  readonly hooks: string;
  /** Copies of the database that the daemon makes by itself. */
  readonly backups: string;
  /** Embedders that were added, each in a folder of its own. */
  readonly embedders: string;
  /** Null if the platform has no sockets, or the path would be too long for one. */
  readonly socket: string | null;
  /** Folders to make, mode 0700, before anything is written. */
  readonly folders: readonly string[];
}

/** `sun_path` is 104 bytes on macOS, 108 on Linux, terminator included. */
export const SOCKET_PATH_BYTES_MAX = 100;

/** The usual place of data in a user's home folder. */
const DATA = '.local/share';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly homeDir: string;
  /** `process.platform` */
  readonly platform: string;
  /** The base of relative folders in the environment. */
  readonly cwd: string;
}

export const resolvePaths = ({ env, homeDir, platform, cwd }: Surroundings): Paths => {
  const set = (name: string): string | null => {
    const value = env[name];
    return value === undefined || value === '' ? null : resolve(cwd, value);
  };
  const own = set('CAIRN_HOME');
  const xdg = (name: string, fallback: string): string => join(set(name) ?? join(homeDir, fallback), 'cairn');
  const data = own ?? xdg('XDG_DATA_HOME', DATA);
  const config = own ?? xdg('XDG_CONFIG_HOME', '.config');
  const logs = own === null ? join(xdg('XDG_STATE_HOME', '.local/state'), 'logs') : join(own, 'logs');
  const runtimeRoot = set('XDG_RUNTIME_DIR');
  // Programs of one person may differ in the data folder, and then have two daemons in one runtime folder.
  const isUsual = data === join(homeDir, DATA, 'cairn');
  const runtime = own ?? (runtimeRoot === null || !isUsual ? data : join(runtimeRoot, 'cairn'));
  const socket = socketIn([runtime, data], platform);
  return {
    ...ownFiles(data),
    home: data,
    config: join(config, 'config.json'),
    daemonFile: join(data, 'daemon.json'),
    tokenFile: join(data, 'daemon.token'),
    headersFile: join(data, 'daemon.headers'),
    lock: join(data, 'daemon.lock'),
    logs,
    log: join(logs, 'daemon.log'),
    embedders: join(data, 'embedders'),
    socket,
    folders: [...new Set([data, config, logs, ...(socket?.startsWith(runtime) ? [runtime] : [])])],
  };
};

/** The files that each scope of this device has for itself. */
const ownFiles = (folder: string) => ({
  database: join(folder, 'cairn.db'),
  keys: join(folder, 'keys.json'),
  session: join(folder, 'session.json'),
  pendingJoin: join(folder, 'pending-join.json'),
  storeHolder: join(folder, 'store-holder'),
  hooks: join(folder, 'hooks'),
  backups: join(folder, 'backups'),
});

/** Returns the paths of one scope: a home inside the home. [SP-1] */
export const scopePaths = (paths: Paths, scope: string): Paths => ({
  ...paths,
  ...ownFiles(join(scopesFolder(paths), scope)),
});

export const scopesFolder = ({ home }: Pick<Paths, 'home'>): string => join(home, 'scopes');

const socketIn = (folders: readonly string[], platform: string): string | null => {
  if (platform === 'win32') return null;
  const fits = (path: string): boolean => new TextEncoder().encode(path).length <= SOCKET_PATH_BYTES_MAX;
  return folders.map((folder) => join(folder, 'daemon.sock')).find(fits) ?? null;
};
