/** Lists the files that Cairn made on this device, because the folder of `CAIRN_HOME` may contain others. [OP-19] */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Paths } from '@cairn/client/device';
import { orElse } from '@cairn/schema';
import { EMBEDDER_FILE } from '../services/embedders/added-embedder.ts';
import { BACKUP_FILES } from './backup-folder.ts';
import { removeIfEmpty } from './config-files.ts';

/** Folders in the data folder, deeper ones first, with patterns of our files' names. Another program may have files in them. */
const FOLDERS: readonly (readonly [string, RegExp])[] = [
  ['hooks/spool', /^\d{15}-.*\.(?:json|part)$/],
  ['hooks/called', /^[a-z-]+\.[a-z-]+$/],
  ['hooks', /^failures\.log$/],
  ['backups', BACKUP_FILES],
  ['lists', /^\d+-\d+$/],
  ['scopes', /^\.[a-z0-9-]+$/],
  ['embedders', /^\.(?:onnxruntime-.*\.wasm|.*\.new)$/],
];
const FILES = [
  ...['cairn.db', 'config.json', 'daemon.headers', 'daemon.json', 'daemon.lock', 'daemon.sock'],
  ...['daemon.token', 'integrations.json', 'keys.json', 'pending-join.json', 'session.json', 'store-holder'],
];
/**
 * What our names continue with: side files, locks, temporary copies and replaced databases. A person's own copy, such as cairn.db.bak,
 * has another name.
 */
const ADDED =
  /^(?:-(?:wal|shm|journal|lost)|\.(?:kernel|lock|new|restoring|before-upgrade|before-restore-[0-9TZ-]+|inode-\d+|[0-9a-f]{12}|[0-9a-f]{16}))*$/;
const isOurs = (name: string): boolean =>
  FILES.some((file) => name.startsWith(file) && ADDED.test(name.slice(file.length)));

const entriesOf = (folder: string): readonly string[] => orElse(() => readdirSync(folder), []);

type Places = Pick<Paths, 'home' | 'folders' | 'logs' | 'embedders'>;

const filesIn = (folder: string, isWanted: (name: string) => boolean): readonly string[] =>
  entriesOf(folder)
    .filter(isWanted)
    .map((name) => join(folder, name));

/** Returns the names of all scopes. */
export const scopesIn = ({ home }: Pick<Places, 'home'>): readonly string[] =>
  entriesOf(join(home, 'scopes')).filter((name) => existsSync(join(home, 'scopes', name, 'scope.json')));

/** Returns whole paths of files, and of the folders of added embedders. */
export const dataFiles = ({ home, folders, logs, embedders }: Places): readonly string[] => [
  ...new Set([
    ...FOLDERS.flatMap(([name, pattern]) => filesIn(join(home, name), (one) => pattern.test(one))),
    ...filesIn(embedders, (name) => existsSync(join(embedders, name, EMBEDDER_FILE))),
    ...scopesIn({ home }).map((name) => join(home, 'scopes', name)),
    ...folders.filter((folder) => folder !== logs).flatMap((folder) => filesIn(folder, isOurs)),
    ...filesIn(logs, (name) => /^daemon\.log(?:\.\d+)?$/.test(name)),
  ]),
];

/** Deletes the files of `dataFiles`, and folders that are then empty. Returns the paths that stay in the data folders. */
export const deleteData = (paths: Places): readonly string[] => {
  for (const path of dataFiles(paths)) rmSync(path, { recursive: true, force: true });
  const within = FOLDERS.map(([name]) => join(paths.home, name));
  const folders = [paths.logs, ...within, ...paths.folders.filter((folder) => folder !== paths.logs)];
  // In the XDG folders, the logs are one folder deeper.
  const parents = basename(dirname(paths.logs)) === 'cairn' ? [dirname(paths.logs)] : [];
  for (const folder of [...folders, ...parents]) removeIfEmpty(folder);
  return paths.folders.flatMap((folder) => filesIn(folder, () => true));
};

/** Returns completions and manual pages at the paths that the help names, if they begin like Cairn's. */
export const shellFiles = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const home = homedir();
  const places = [
    {
      path: join(env.XDG_CONFIG_HOME || join(home, '.config'), 'fish/completions/cairn.fish'),
      begins: '# Completions of cairn for fish',
    },
    {
      path: join(env.XDG_DATA_HOME || join(home, '.local/share'), 'man/man1/cairn.1'),
      begins: '.TH CAIRN 1',
    },
  ];
  return places
    .filter(({ path, begins }) => textOf(path).trimStart().startsWith(begins))
    .map(({ path }) => path);
};

/** Returns lines that a person added as the help says, as `FILE: LINE`. The person has to remove them. */
export const shellLines = (): readonly string[] =>
  ['.bashrc', '.bash_profile', '.profile', '.zshrc'].flatMap((name) => {
    const path = join(homedir(), name);
    return textOf(path)
      .split('\n')
      .filter((line) => /cairn completion/.test(line))
      .map((line) => `${path}: ${line.trim()}`);
  });

const textOf = (path: string): string => orElse(() => readFileSync(path, 'utf8'), '');
