import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const tools = join(root, '.tools');
/** Node from npm, used when the one on this machine is too old. The launchers in bin/ also contain this path. */
export const toolsNode = join(tools, 'node_modules', 'node', 'bin', 'node');
export const toolsPnpm = join(tools, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
