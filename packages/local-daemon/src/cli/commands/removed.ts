/** `cairn sync removed`: lists, restores or deletes copies of memories that other devices forgot in bulk. [TR-3] */
import { ok, type RemovedResult } from '@cairn/schema';
import { confirm } from '../ask.ts';
import { answered, type Run } from '../command.ts';
import { misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { memories } from '../output/short-time.ts';
import { absentOf, chosenOf, keptTable, skippedText, wholeAmong } from './trash.ts';

export const removed: Run = async (given, io) => {
  const [restores, drops] = [given.flag('restore'), given.flag('drop')];
  if (restores && drops) return misuse('Give --restore or --drop, not both.');
  if (!restores && !drops)
    return given.args.length > 0 ? misuse('Ids go with --restore or --drop.') : list(io);
  const kept = await io.ask('GET /v1/sync/removed');
  if (!kept.ok) return kept;
  const ids = wholeAmong(given.args, kept.value.memories, io);
  if (!ids.ok) return ids;
  const many = ids.value.length === 0 ? kept.value.total : ids.value.length;
  if (many === 0)
    return ok({ json: restores ? { restored: [], skipped: [] } : { ended: 0 }, human: () => NOTHING });
  if (restores) return restore(ids.value, io);
  const asked = await confirm(given, io, `Delete the copies of ${memories(many)}? This cannot be undone.`);
  return asked.ok ? drop(ids.value, kept.value, io) : asked;
};

const NOTHING = 'Nothing was set aside.';
const WHERE = 'what was set aside';

const list = (io: Io): ReturnType<Run> =>
  answered(io.ask('GET /v1/sync/removed'), (listed) => ({
    human: (style) =>
      listed.total === 0
        ? NOTHING
        : `${keptTable(listed, { hasDevices: true }, style, io.nowMs)}\n\`cairn sync removed --restore\` saves them again, \`--drop\` deletes them now.`,
  }));

const restore = (ids: readonly string[], io: Io): ReturnType<Run> => {
  const body = ids.length === 0 ? {} : { ids };
  return answered(io.ask('POST /v1/sync/removed/restore', { body }), ({ restored, skipped }) => ({
    human: () => `Saved ${memories(restored.length)} again.${skippedText(skipped.length, 'set aside')}`,
    ...absentOf(ids, restored.length + skipped.length, WHERE),
  }));
};

const drop = async (ids: readonly string[], kept: RemovedResult, io: Io): ReturnType<Run> => {
  const chosen = await chosenOf(ids, kept, () => io.ask('GET /v1/sync/removed'));
  if (!chosen.ok) return chosen;
  return answered(io.ask('POST /v1/sync/removed/drop', { body: chosen.value }), ({ ended }) => ({
    human: () => `Deleted the copies of ${memories(ended)}.`,
    ...absentOf(ids, ended, WHERE),
  }));
};
