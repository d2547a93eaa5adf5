/** Gives the service its files and its service manager on this machine. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findProgram, missingProgram, NEUTRAL_FOLDER, type Paths, programEnv } from '@cairn/client/device';
import { orElse } from '@cairn/schema';
import type { ServiceMachine } from '../services/system-service/system-service.ts';
import type { ServiceProgram } from '../services/system-service/unit.ts';

type Env = Readonly<Record<string, string | undefined>>;

const COMMAND_MS_MAX = 20_000;

export const createServiceMachine = (env: Env, paths: Paths): ServiceMachine => {
  const home = homedir();
  return {
    platform: process.platform,
    uid: process.getuid?.() ?? 0,
    folders: { config: env.XDG_CONFIG_HOME || join(home, '.config'), home, data: paths.home },
    read: (path) => {
      const bytes = orElse(() => readFileSync(path), null);
      // Windows' task file is UTF-16.
      const isWide = bytes?.[0] === 0xff && bytes[1] === 0xfe;
      return (isWide ? bytes.subarray(2).toString('utf16le') : bytes?.toString('utf8')) ?? null;
    },
    write: (path, text) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, path.endsWith('.xml') ? Buffer.from(`\uFEFF${text}`, 'utf16le') : text, {
        mode: 0o644,
      });
    },
    remove: (path) => rmSync(path, { force: true }),
    run: ([program = '', ...args]) => {
      const found = findProgram(program);
      if (found === null) return `${missingProgram(program)}.`;
      const done = spawnSync(found, args, {
        ...{ encoding: 'utf8', timeout: COMMAND_MS_MAX, windowsHide: true },
        ...{ cwd: NEUTRAL_FOLDER, env: programEnv('session', env) },
      });
      if (done.error !== undefined) return `${done.error.message}.`;
      if (done.status === 0) return null;
      return done.stderr.trim().split('\n').at(-1) || `exit ${done.status}.`;
    },
  };
};

/** Variables that say where and how the daemon runs. Secrets are left out: they belong in `config.json` or a file. */
const KEPT = ['CAIRN_PORT', 'CAIRN_EMBED', 'CAIRN_STORE_URL'];
/** Kept, too. They name a file or a folder. */
const KEPT_PATHS = [
  'CAIRN_HOME',
  'CAIRN_STORE_TOKEN_FILE',
  'NODE_EXTRA_CA_CERTS',
  'XDG_DATA_HOME',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
];

/** Returns how to start this program. All paths are absolute, because a service starts in another folder. */
export const serviceProgram = (env: Env, cwd: string, paths: Paths): ServiceProgram => ({
  node: process.execPath,
  program: realpathSync(process.argv[1] ?? ''),
  env: Object.fromEntries([
    ...KEPT_PATHS.flatMap((name) => (env[name] ? [[name, resolve(cwd, env[name])]] : [])),
    ...KEPT.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  ]),
  log: paths.log,
});
