// Installs the agents from npm, each into a folder for its version. They take 1.5 GB, once.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from './agent.ts';

const INSTALL_MS_MAX = 600_000;

export const cacheFolder = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'cairn-agents');

export type Got =
  | { readonly kind: 'program'; readonly path: string }
  | { readonly kind: 'missing'; readonly why: string };

/** Installs an agent. `version` is a version for npm. No install script runs except the one that the agent names. */
export const getAgent = (
  { name, npm, program, script }: Pick<Agent, 'name' | 'npm' | 'program' | 'script'>,
  version: string,
  cache: string,
): Got => {
  const folder = join(cache, `${name}-${version}`);
  const path = join(folder, 'node_modules/.bin', program);
  if (existsSync(path) && version !== 'latest') return { kind: 'program', path };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    `${npm}@${version}`,
  ];
  const run = (command: string, words: readonly string[]) =>
    spawnSync(command, words, {
      ...{ cwd: folder, encoding: 'utf8', timeout: INSTALL_MS_MAX, stdio: ['ignore', 'ignore', 'pipe'] },
    });
  const { status, error, stderr } = run('npm', args);
  const isPlaced =
    script === undefined || run(process.execPath, [join('node_modules', npm, script)]).status === 0;
  if (status === 0 && isPlaced && existsSync(path)) return { kind: 'program', path };
  rmSync(folder, { recursive: true, force: true });
  const said = /^npm (?:error|ERR!) (?!code)(.*)$/m.exec(stderr)?.[1];
  return { kind: 'missing', why: error?.message ?? said ?? `npm ended with ${status}` };
};
