/** Where this program lies, and what brought it: npm's package, or a checkout. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ProgramPlace {
  readonly root: string;
  /** The package's name on a registry; null: a checkout. */
  readonly packageName: string | null;
  /** What the registry of MCP calls it: a package of the same name that does not say so is another program. */
  readonly mcpName: string | null;
  /** Whether it is npm's for all folders, and not a dependency of one project. */
  readonly isGlobal: boolean;
}

export const programPlace = (): ProgramPlace => {
  const folder = dirname(fileURLToPath(import.meta.url));
  const above = dirname(folder);
  if (!existsSync(join(above, 'bin', 'cairn.cjs')))
    return { root: rootAbove(folder), packageName: null, mcpName: null, isGlobal: false };
  const { name, mcpName } = JSON.parse(readFileSync(join(above, 'package.json'), 'utf8'));
  // npm's own folder has no package of a person beside it.
  const isGlobal = !existsSync(join(dirname(dirname(above)), 'package.json'));
  return { root: above, packageName: String(name), mcpName: String(mcpName), isGlobal };
};

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'bin', 'cairn')) || dirname(folder) === folder
    ? folder
    : rootAbove(dirname(folder));
