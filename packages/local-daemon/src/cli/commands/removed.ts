/** `cairn sync removed`: lists, restores or deletes copies of memories that other devices forgot in bulk. [TR-3] */
import { ok, type RemovedResult, type Result } from '@cairn/schema';
import type { Outcome, Run } from '../command.ts';
import { confirm } from '../confirm.ts';
import { type Failure, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { columns } from '../output/columns.ts';
import { memories, shortTime } from '../output/short-time.ts';
import { oneLine } from '../style.ts';
import { absentOf, chosenOf, wholeAmong } from './trash.ts';

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

const ROW_CELLS = 200;

const list = async (io: Io): Promise<Result<Outcome, Failure>> => {
  const done = await io.ask('GET /v1/sync/removed');
  if (!done.ok) return done;
  const { memories: kept, total } = done.value;
  const rows = kept.map(({ id, content, removedAt, until, device }) => [
    id,
    shortTime(removedAt, io.nowMs),
    device ?? '',
    until.slice(0, 10),
    oneLine(content, ROW_CELLS),
  ]);
  const head = [
    { title: 'id', whole: true },
    { title: 'forgotten', wraps: true },
    { title: 'by', wraps: true },
    { title: 'kept until', whole: true },
    { title: 'memory', wraps: true },
  ] as const;
  const more = total > kept.length ? [`… and ${total - kept.length} more`] : [];
  return ok({
    json: done.value,
    human: (style) =>
      total === 0
        ? NOTHING
        : [
            columns(head, rows, style),
            ...more,
            '`cairn sync removed --restore` saves them again, `--drop` deletes them now.',
          ].join('\n'),
  });
};

const restore = async (ids: readonly string[], io: Io): Promise<Result<Outcome, Failure>> => {
  const body = ids.length === 0 ? {} : { ids };
  const done = await io.ask('POST /v1/sync/removed/restore', { body });
  if (!done.ok) return done;
  const { restored, skipped } = done.value;
  const kept =
    skipped.length === 0
      ? ''
      : ` ${memories(skipped.length)} stay set aside, because ${skipped.length === 1 ? 'its key has' : 'their keys have'} a newer value.`;
  return ok({
    json: done.value,
    human: () => `Saved ${memories(restored.length)} again.${kept}`,
    ...absentOf(ids, restored.length + skipped.length, WHERE),
  });
};

const drop = async (
  ids: readonly string[],
  kept: RemovedResult,
  io: Io,
): Promise<Result<Outcome, Failure>> => {
  const chosen = await chosenOf(ids, kept, () => io.ask('GET /v1/sync/removed'));
  if (!chosen.ok) return chosen;
  const done = await io.ask('POST /v1/sync/removed/drop', { body: chosen.value });
  if (!done.ok) return done;
  const { ended } = done.value;
  return ok({
    json: done.value,
    human: () => `Deleted the copies of ${memories(ended)}.`,
    ...absentOf(ids, ended, WHERE),
  });
};
