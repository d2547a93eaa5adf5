// Validates the bundle of Claude Desktop with its makers' tool.

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Got, getAgent } from './npm-agents.ts';

const MCPB = { name: 'mcpb', npm: '@anthropic-ai/mcpb', program: 'mcpb' };
const VERSION = '2.1.2';
const manifest = join(
  dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  'integrations/claude-desktop/manifest.json',
);

/** Validates the bundle. `fault` is the tool's error; null when there is none. */
export const judgeBundle = (
  cache: string,
): Extract<Got, { kind: 'missing' }> | { readonly kind: 'judged'; readonly fault: string | null } => {
  const got = getAgent(MCPB, VERSION, cache);
  if (got.kind === 'missing') return got;
  const { status, stdout, stderr } = spawnSync(got.path, ['validate', manifest], { encoding: 'utf8' });
  return { kind: 'judged', fault: status === 0 ? null : `${stdout}${stderr}` };
};
