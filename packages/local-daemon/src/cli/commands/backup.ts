/** Backs up and restores the database. The daemon opens the files, so paths are made absolute here. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { COMPARING_LIMITS, DAY_MS, type RestorePlan, type RestoreResult } from '@cairn/schema';
import { confirm, confirmOnTerminal } from '../ask.ts';
import { answered, type Run } from '../command.ts';
import { type Answer, misuse } from '../failure.ts';
import { count, memories, shortBytes, shortSpan, shortTime } from '../output/short-time.ts';
import { watched } from '../progress.ts';
import { restoreWithout } from '../restore-without.ts';
import { joined } from '../style.ts';

export const backup: Run = async (given, io) => {
  const path = resolve(io.cwd, given.arg(0));
  const before = sizeOf(path);
  const bytesTotal = sizeOf(io.paths.database);
  const asked = io.ask('POST /v1/backup', { body: { path } }, { timeoutMs: 0 });
  const made = watched(io, asked, () => {
    const bytes = sizeOf(path) - before;
    return bytes >= bytesTotal
      ? { done: 0, total: 0, text: 'checking the copy' }
      : { done: bytes, total: bytesTotal, text: shortBytes(bytes) };
  });
  return answered(made, ({ bytes, memories: n, path: to }) => ({
    human: (style) => `${style.green('Backed up')} ${memories(n)} to ${to} (${shortBytes(bytes)}, checked).`,
  }));
};

export const restore: Run = async (given, io) => {
  const path = resolve(io.cwd, given.arg(0));
  const asked = await io.ask('POST /v1/restore/plan', { body: { path } }, { timeoutMs: 0 });
  const without = asked.ok ? null : await restoreWithout(io, asked.error);
  const plan = without === null ? asked : await without.plan(path);
  if (!plan.ok) return plan;
  const isShared = io.scope !== null && plan.value.isFromOutside === true;
  if (isShared && given.flag('yes'))
    return misuse(`${sharedText(io.scope)} Run the command at a terminal without --yes to confirm it.`);
  // In a vault, newer changes of other devices override parts of the backup. So even a script has to confirm.
  const ask = plan.value.vault === null ? confirmOnTerminal : confirm;
  const question = joined(' ', [isShared ? sharedText(io.scope) : '', whatItDoes(plan.value, io.nowMs)]);
  if (given.flag('yes') && !io.json) io.note(question);
  const agreed = await ask(given, io, `${question} Restore it?`);
  if (!agreed.ok) return agreed;
  const restoring: Answer<RestoreResult> =
    without?.restore(path) ?? io.ask('POST /v1/restore', { body: { path } }, { timeoutMs: 0 });
  // The backup is checked and then swapped in one step, so there is no progress to count.
  const done = watched(io, restoring, (elapsedMs) => ({
    ...{ done: 0, total: 0 },
    text: `checking ${shortBytes(sizeOf(path))} and putting it in place, ${shortSpan(elapsedMs / 1_000)}`,
  }));
  return answered(done, ({ memories: n, previous }) => ({
    human: (style) =>
      `${style.green('Restored')} ${memories(n)}. The previous database is kept for ${KEPT_DAYS} days, or until you forget a memory for good: ${previous}.`,
  }));
};

/** A backup of no vault may be one of the personal file. [SP-1] */
const sharedText = (scope: string | null): string =>
  `This backup is of no vault, so it may have personal memories. Everybody in the vault of "${scope}" will be able to read them.`;

const KEPT_DAYS = COMPARING_LIMITS.removedKeptMs / DAY_MS;

/** Returns the sentences that say what a restore will do. [RL-30, RL-43] */
const whatItDoes = (plan: RestorePlan, nowMs: number): string => {
  const { memories: n, changedAt, present, vault, identity, unsent } = plan;
  const of = changedAt === null ? '' : `, last changed ${shortTime(changedAt, nowMs)}`;
  const here =
    present === null ? 'which cannot be opened and is kept' : `(${memories(present)}), which is kept`;
  const swap = `The backup (${memories(n)}${of}) replaces the database of this device${present === null ? ',' : ''} ${here} aside for ${KEPT_DAYS} days.`;
  if (vault === null) return swap;
  if (identity === 'outside')
    return `${swap} The backup was made before this device joined the vault ${vault}, so afterwards this device belongs to no vault. Run \`cairn join\` to join again, and \`cairn devices revoke\` on another device to remove the old entry.`;
  return joined(' ', [
    swap,
    identity === 'same'
      ? `This device stays the same device of its vault ${vault}.`
      : `The sync position of this device is lost, so it becomes a new device of its vault ${vault}, and its old entry is removed from the list.`,
    'Sync then fetches every change that the vault has: memories that were saved since, and memories that were forgotten.',
    unsent === 0 ? '' : `${count(unsent, 'change')} that the vault does not have yet will be sent as well.`,
    identity === 'same' ? '' : 'Changes that this device had not sent are lost.',
    'Sessions, documents and summaries exist only on this device, and return to the state of the backup.',
  ]);
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
