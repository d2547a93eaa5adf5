import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../world.ts';

const OPTIONS = ['--ignore-workspace', '--frozen-lockfile', '--ignore-scripts', '--reporter=silent'];

/**
 * Installs the packages of a peer's folder from its own lockfile, if they are missing. Returns false and prints why when that fails, for
 * example without a network. A quick run does not install them.
 */
export const isInstalled = async (
  { quick, say }: World,
  name: string,
  folder: string,
  packages: readonly string[],
): Promise<boolean> => {
  const isThere = (): boolean => packages.every((one) => existsSync(join(folder, 'node_modules', one)));
  if (!isThere() && !quick) {
    const child = spawn('pnpm', ['install', '--dir', folder, ...OPTIONS], { stdio: 'ignore' });
    // Whether it worked is told by the folder.
    await Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => undefined);
  }
  if (!isThere()) say(`${name} is not installed and is left out (a run without --quick installs it)`);
  return isThere();
};
