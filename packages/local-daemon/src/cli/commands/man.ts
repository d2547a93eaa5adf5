import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import type { Io } from '../io.ts';
import { manualOf } from '../man/manual.ts';
import type { Manual } from '../man/roff.ts';
import { runOnTerminal } from '../terminal-program.ts';

/** On a terminal as `man` shows it; else the page's source, as a package takes it. */
export const manOf =
  (groups: Manual['groups']): Run =>
  async (_, io) => {
    const roff = manualOf(groups, new Date(io.nowMs).toISOString().slice(0, 10));
    const isShown = io.isOutTerminal && io.canAsk && !io.json && (await show(roff, io));
    return ok({ json: { roff }, human: () => (isShown ? '' : roff) });
  };

/** A path with a slash is a file for every `man`, also where `-l` is unknown. */
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
