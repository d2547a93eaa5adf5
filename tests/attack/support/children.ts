// Watches which programs the daemons and the server start during an attack, and with which environment. It only reads files of `/proc`,
// so it starts nothing itself.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { root } from '../../e2e/cairn.ts';

/** Rows of docs/security.md whose programs a daemon or a server may start by itself, with a pattern for each. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  'packages/local-daemon/src/adapters/child-embedder.ts':
    /\/(?:embedder(?:-onnx|\/onnx-main)?)\.(?:js|cjs|ts)$/,
};

const EVERY_MS = 50;

/** Returns the table that says which program may start which, and with what environment. */
export const securityTable = (): string => readFileSync(join(root, 'docs/security.md'), 'utf8');

/** Names of variables for the words of the column "environment". A star matches any end of a name. */
const ENVIRONMENTS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  'the person': [
    ...['HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'LC_*', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'PATH'],
  ],
  'their session': [
    ...['XDG_*', 'DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'WSL_*'],
  ],
  'their terminal': ['TERM', 'COLORTERM'],
  '`CAIRN_*`': ['CAIRN_*'],
  '`NODE_*`': ['NODE_*', 'MALLOC_ARENA_MAX'],
  '`NODE_EXTRA_CA_CERTS`': ['NODE_EXTRA_CA_CERTS'],
  '`npm_config_*`': ['npm_config_*', 'NPM_CONFIG_*'],
  proxies: [
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'ALL_PROXY',
    'http_proxy',
    'https_proxy',
    'no_proxy',
    'all_proxy',
  ],
  language: ['LANG', 'LANGUAGE', 'LC_*'],
  zone: ['TZ'],
  // Threads are not processes.
  "this process's": ['*'],
  certificates: ['SSL_CERT_FILE', 'SSL_CERT_DIR'],
};
/** Variables that the shell and Node's channel always set. */
const ALWAYS = ['PWD', 'OLDPWD', 'SHLVL', '_', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'];

/** Returns the names that a program's row in docs/security.md lists. Throws when the row is missing or has another form. */
export const environmentIn = (table: string, path: string): readonly string[] => {
  const row = table.split('\n').find((line) => line.startsWith(`| \`${path}\``));
  const cell = row?.split('|')[3]?.trim();
  if (cell === undefined) throw new Error(`docs/security.md has no row of ${path}`);
  return cell.split(', ').flatMap((word) => {
    const names = ENVIRONMENTS[word];
    if (names === undefined) throw new Error(`nobody knows which variables "${word}" of ${path} are`);
    return names;
  });
};

/** Returns the variables of a process that its row does not list. Empty when the process has ended or belongs to another user. */
export const unlistedVariables = (pid: number | string, listed: readonly string[]): readonly string[] =>
  readOrEmpty(`/proc/${pid}/environ`)
    .split('\0')
    .flatMap((one) => (one === '' ? [] : [one.slice(0, Math.max(0, one.indexOf('=')))]))
    .filter((name) => ![...listed, ...ALWAYS].some((known) => isNamed(name, known)));

const isNamed = (name: string, known: string): boolean =>
  known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known;

interface Watched {
  readonly name: string;
  readonly pid: () => number | null;
}

export interface ChildrenWatch {
  /** Ends the watch. Returns what was started and is not allowed, each once. */
  end(): readonly string[];
}

export const watchChildren = (watched: readonly Watched[], everyMs = EVERY_MS): ChildrenWatch => {
  const seen = new Set<string>();
  const table = securityTable();
  const look = (): void => {
    for (const { name, pid } of watched) {
      const parent = pid();
      if (parent === null) continue;
      for (const child of childrenOf(parent)) {
        const words = wordsOf(child);
        if (isNotYetItself(child, words, parent)) continue;
        // A process that has already ended only leaves its name.
        const said = words.join(' ') || commOf(child);
        const row = Object.entries(ALLOWED).find(([, known]) => words.some((word) => known.test(word)))?.[0];
        if (row === undefined) {
          seen.add(`${name} runs another program: ${said}`);
          continue;
        }
        const open = unlistedVariables(child, environmentIn(table, row));
        if (open.length > 0) seen.add(`${name} gives ${said} what ${row} does not list: ${open.join(', ')}`);
      }
    }
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    end: () => {
      clearInterval(timer);
      look();
      return [...seen];
    },
  };
};

/** Watches until the test ends. The test fails when a watched program starts one that it may not start. */
export const watchInTest = (watched: readonly Watched[]): void => {
  const watch = watchChildren(watched);
  onTestFinished(() => expect(watch.end()).toEqual([]));
};

/** Names of Node processes. Node gives its first thread the second name once it runs. */
const NODE = ['node', 'MainThread'];

/**
 * Whether the child does not have its own command line yet. Between `fork` and `exec` it has its parent's, and within `exec` or after
 * its end it has none. A Node program is checked once it runs; any other program is identified by its name even then.
 */
const isNotYetItself = (child: string, words: readonly string[], parent: number): boolean =>
  words.length === 0 ? NODE.includes(commOf(child)) : words.join(' ') === wordsOf(parent).join(' ');

const wordsOf = (pid: number | string): readonly string[] =>
  readOrEmpty(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);

const commOf = (pid: string): string => readOrEmpty(`/proc/${pid}/comm`).trim();

/** Returns the children of all threads; empty where there is no `/proc`. */
const childrenOf = (pid: number): readonly string[] => {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  try {
    return readdirSync(tasks).flatMap((task) =>
      readOrEmpty(`${tasks}/${task}/children`).split(' ').filter(Boolean),
    );
  } catch {
    // The process has just ended.
    return [];
  }
};

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Returns the programs of the table that no attack may start, or whose row is missing. */
export const unlisted = (table: string): readonly string[] =>
  Object.keys(ALLOWED).filter((path) => !table.includes(`\`${path}\``));
