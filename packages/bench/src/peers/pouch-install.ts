/**
 * PouchDB and its HTTP server, pinned by a lockfile of their own outside the workspace: 250 packages that nobody who only
 * builds or tests Cairn needs. docs/decisions says why.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../peers/pouchdb/', import.meta.url));

/** The program of one of PouchDB's two processes. */
export const pouchProgram = (name: 'server' | 'client'): string => join(folder, `${name}.mjs`);

export const isPouchInstalled = (): boolean =>
  existsSync(join(folder, 'node_modules/pouchdb')) &&
  existsSync(join(folder, 'node_modules/express-pouchdb'));

/** False when it cannot be had, as on a machine without a network. Their native parts come ready-made. */
export const installPouch = async (): Promise<boolean> => {
  const options = ['--ignore-workspace', '--frozen-lockfile', '--ignore-scripts', '--reporter=silent'];
  const child = spawn('pnpm', ['install', '--dir', folder, ...options], { stdio: 'ignore' });
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => [1]);
  return code === 0 && isPouchInstalled();
};
