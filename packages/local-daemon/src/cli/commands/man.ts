import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@cairn/schema';
import { SETTINGS } from '../../config-table.ts';
import type { CommandGroup, Run } from '../command.ts';
import type { Io } from '../io.ts';
import { manualPage } from '../man/roff.ts';
import { runOnTerminal } from '../terminal-program.ts';

/** Shows the page with `man` on a terminal. Elsewhere prints its source, which packages install. */
export const manOf =
  (groups: readonly CommandGroup[]): Run =>
  async (_, io) => {
    const roff = manualOf(groups, new Date(io.nowMs).toISOString().slice(0, 10));
    const isShown = io.isOutTerminal && io.canAsk && (await show(roff, io));
    return ok({ json: { roff }, human: () => (isShown ? '' : roff) });
  };

/** Returns whether `man` showed the page. Every `man` accepts a path with a slash as a file, even without the option `-l`. */
const show = async (roff: string, io: Io): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-'));
  try {
    const file = join(folder, 'cairn.1');
    writeFileSync(file, roff);
    return (await runOnTerminal('man', [file], io)) === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const ENVIRONMENT: Parameters<typeof manualPage>[2] = [
  [
    'CAIRN_HOME',
    'one folder for everything of this device: database, settings, keys, socket, logs; default: the XDG folders',
  ],
  ...SETTINGS.flatMap(({ env, about, byDefault, fromEnv }) =>
    env === undefined || fromEnv !== undefined ? [] : [[env, `${about}; default: ${byDefault}`] as const],
  ),
  ['CAIRN_EMBED', '"off": find by words only'],
  ['CAIRN_SETUP_TOKEN', 'the token that opens the first vault of a server'],
  ['CAIRN_BYPASS', '"1": hooks do nothing'],
  ['NO_COLOR, FORCE_COLOR', 'never, or always, use colours; NO_COLOR wins'],
];

export const manualOf = (groups: readonly CommandGroup[], date: string): string =>
  manualPage(groups, date, ENVIRONMENT);
