/** The files that Cairn made on this device, and no other: a folder that `CAIRN_HOME` names may hold more. [OP-19] */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Paths } from '@cairn/client/device';
import { EMBEDDER_FILE } from '../services/embedders/added-embedder.ts';
import { BACKUP_FILES } from './backup-folder.ts';

/** Folders in the data's folder, deeper ones first, and the names that are ours in each: another program's may bear the same. */
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
/** Side files of the database, copies on the way to their place, and what was moved aside. */
const isOurs = (name: string): boolean =>
  FILES.some((file) => name === file || name.startsWith(`${file}.`) || name.startsWith(`${file}-`));

const entriesOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

type Places = Pick<Paths, 'home' | 'folders' | 'logs' | 'embedders'>;

const filesIn = (folder: string, isWanted: (name: string) => boolean): readonly string[] =>
  entriesOf(folder)
    .filter(isWanted)
    .map((name) => join(folder, name));

/** Whole paths of files, and of the folders of embedders that were added. */
export const dataFiles = ({ home, folders, logs, embedders }: Places): readonly string[] => [
  ...new Set([
    ...FOLDERS.flatMap(([name, pattern]) => filesIn(join(home, name), (one) => pattern.test(one))),
    ...filesIn(embedders, (name) => existsSync(join(embedders, name, EMBEDDER_FILE))),
    ...filesIn(join(home, 'scopes'), (name) => existsSync(join(home, 'scopes', name, 'scope.json'))),
    ...folders.filter((folder) => folder !== logs).flatMap((folder) => filesIn(folder, isOurs)),
    ...filesIn(logs, (name) => name.startsWith('daemon.')),
  ]),
];

/** Deletes them, and the folders that are empty then. The rest that stays in those folders. */
export const deleteData = (paths: Places): readonly string[] => {
  for (const path of dataFiles(paths)) rmSync(path, { recursive: true, force: true });
  const within = FOLDERS.map(([name]) => join(paths.home, name));
  const folders = [paths.logs, ...within, ...paths.folders.filter((folder) => folder !== paths.logs)];
  // Of the XDG folders the logs lie one folder deeper.
  const parents = basename(dirname(paths.logs)) === 'cairn' ? [dirname(paths.logs)] : [];
  for (const folder of [...folders, ...parents]) removeEmpty(folder);
  return paths.folders.flatMap((folder) => filesIn(folder, () => true));
};

const removeEmpty = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it, or it is gone.
  }
};

/** Where the help says to put completions and the manual page, and how each begins when it is Cairn's. */
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

/** Lines that a person wrote as the help says, which nobody takes out for them: `FILE: LINE`. */
export const shellLines = (): readonly string[] =>
  ['.bashrc', '.bash_profile', '.profile', '.zshrc'].flatMap((name) => {
    const path = join(homedir(), name);
    return textOf(path)
      .split('\n')
      .filter((line) => /cairn completion/.test(line))
      .map((line) => `${path}: ${line.trim()}`);
  });

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
