// A device of a released program, or of this one, filled with some data of every kind.

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** A fixed folder that does not depend on a person or a machine, because its path is indexed. */
export const WORK = '/tmp/cairn-release';

/** Environment without settings of this machine. */
export const cleanEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(CAIRN_|DATABASE_|NODE_)/.test(name)),
);

export const deviceAt = (checkout: string, name: string) => {
  const env = { ...cleanEnv, CAIRN_HOME: join(WORK, name), CAIRN_PORT: '0', CAIRN_EMBED: 'off' };
  const cairn = async (args: readonly string[]): Promise<string> =>
    (await run(join(checkout, 'bin/cairn'), [...args], { cwd: WORK, env })).stdout;
  return {
    cairn,
    json: async (args: readonly string[]): Promise<{ id?: string; code?: string }> =>
      JSON.parse(await cairn([...args, '--json'])),
    /** Returns null for a release without the command. */
    ask: async (args: readonly string[]): Promise<unknown> => {
      try {
        return JSON.parse(await cairn([...args, '--json']));
      } catch {
        return null;
      }
    },
  };
};

export type Device = ReturnType<typeof deviceAt>;

export const fill = async ({ json, cairn, ask }: Device): Promise<void> => {
  const tea = await json([
    'save',
    'Prefers tea in the afternoon',
    '--pin',
    '--tag',
    'habits',
    '--tag',
    'food',
  ]);
  const port = await json(['save', 'The gateway listens on port 4100', '--tag', 'network']);
  await json(['supersede', port.id ?? '', 'The gateway listens on port 4200']);
  await json(['save', 'Deploys go out on Tuesday', '--key', 'deploy-day', '--namespace', 'team/rules']);
  await json(['save', 'Deploys go out on Thursday', '--key', 'deploy-day', '--namespace', 'team/rules']);
  const doomed = await json(['save', 'The spare key lies under the marigold']);
  await json(['forget', doomed.id ?? '', '--yes']);
  await json(['save', 'Grüße aus Köln, 東京 and 🦊: kept byte for byte']);
  await cairn(['tag', tea.id ?? '', '+later']);
  mkdirSync(join(WORK, 'docs'), { recursive: true });
  writeFileSync(join(WORK, 'docs/harbour.md'), '# Harbour\n\nThe harbour opens at seven.\n');
  await ask(['index', join(WORK, 'docs')]);
  await ask(['session', 'append', 'notes', 'user: Which port does billing use?', 'assistant: 8080.']);
  await ask(['profile', 'set', 'displayName', 'Ada']);
  await ask(['schedule', 'add', 'Sum up the week', '--name', 'week', '--cron', '0 16 * * 5', '--tz', 'UTC']);
};
