/** Finds the commands that start this program without a PATH, because graphical programs have none. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Paths } from '@cairn/client/device';
import type { Launcher } from '../agents/installer.ts';

/** The launcher is in a folder above the sources and the bundles. Windows cannot run the launcher, so on Windows Node starts the bundles. */
export const findLauncher = (
  env: Readonly<Record<string, string | undefined>>,
  { home }: Pick<Paths, 'home'>,
): Launcher => {
  // An agent works in folders of its own, so it gets the absolute path.
  const kept: Readonly<Record<string, string>> = env.CAIRN_HOME ? { CAIRN_HOME: home } : {};
  const folder = dirname(fileURLToPath(import.meta.url));
  if (process.platform === 'win32') {
    const bundle = (name: string): string => join(folder, name);
    return {
      mcp: [process.execPath, bundle('mcp.cjs'), 'mcp'],
      hook: [process.execPath, bundle('cli.cjs')],
      env: kept,
    };
  }
  // The npm package's launcher is JavaScript. Without a PATH, its first line would find no Node.
  const packed = join(dirname(folder), 'bin', 'cairn.cjs');
  if (existsSync(packed)) {
    const program = [process.execPath, packed];
    const hook = [join(dirname(packed), 'cairn-hook'), ...program];
    return { mcp: [...program, 'mcp'], hook, env: kept };
  }
  const program = programAbove(folder);
  return { mcp: [program, 'mcp'], hook: [program], env: kept };
};

const programAbove = (folder: string): string => {
  const program = join(folder, 'bin', 'cairn');
  const above = dirname(folder);
  return existsSync(program) || above === folder ? program : programAbove(above);
};
