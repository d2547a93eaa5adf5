/** Where this program is, and how it was installed: as npm's package, or as a checkout. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ProgramPlace {
  readonly root: string;
  /** The package's name on a registry; null for a checkout. */
  readonly packageName: string | null;
  /** Package's name in the MCP registry. A package with the same npm name and another MCP name is another program. */
  readonly mcpName: string | null;
  /** Whether npm installed it globally, and not as a project's dependency. */
  readonly isGlobal: boolean;
}

export const programPlace = (): ProgramPlace => {
  const folder = dirname(fileURLToPath(import.meta.url));
  const above = dirname(folder);
  if (!existsSync(join(above, 'bin', 'cairn.cjs')))
    return { root: rootAbove(folder), packageName: null, mcpName: null, isGlobal: false };
  const { name, mcpName } = JSON.parse(readFileSync(join(above, 'package.json'), 'utf8'));
  // npm's global folder has no package.json of a person beside it.
  const isGlobal = !existsSync(join(dirname(dirname(above)), 'package.json'));
  return { root: above, packageName: String(name), mcpName: String(mcpName), isGlobal };
};

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'bin', 'cairn')) || dirname(folder) === folder
    ? folder
    : rootAbove(dirname(folder));
