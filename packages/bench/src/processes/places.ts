/** Paths of the built programs, and the environment for measured processes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const built = (path: string): string => {
  const full = join(root, path);
  if (!existsSync(full)) throw new Error(`${path} is not built. Run \`npm run setup\`.`);
  return full;
};

export const daemonProgram = (): string => built('packages/local-daemon/dist/daemon.js');
export const serverProgram = (): string => built('packages/cloud/dist/server.js');
/** Returns the path of the launcher that people run. */
export const cliProgram = (): string => built('bin/cairn');

/** Compile cache that `bin/cairn` uses. With it, measured processes start as fast as installed ones. */
const compileCache = join(root, '.tools/compile-cache');

/** Returns this process's environment with `more`, but without the user's settings of Cairn, Node, npm and Postgres. */
export const cleanEnv = (more: Readonly<Record<string, string>>): Record<string, string> => {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || /^(CAIRN_|NODE_|XDG_|npm_|DATABASE_URL)/.test(name) ? [] : [[name, value]],
  );
  const cache = existsSync(compileCache) ? { NODE_COMPILE_CACHE: compileCache } : {};
  return { ...Object.fromEntries(kept), ...cache, ...more };
};
