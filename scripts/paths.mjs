import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const tools = join(root, '.tools');
/** Node from npm, when the one on this machine is too old. The launchers in bin/ know this path too. */
export const toolsNode = join(tools, 'node_modules', 'node', 'bin', 'node');
export const toolsPnpm = join(tools, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
