/** `cairn trash`: lists what was forgotten on this device, restores it, or erases it for good. [M-16] */
import { ok, type RemovedResult, type Result } from '@cairn/schema';
import type { Outcome, Run } from '../command.ts';
import { confirm } from '../confirm.ts';
import { type Failure, fail, failure, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { rememberList, rowOfList } from '../last-list.ts';
import { columns } from '../output/columns.ts';
import { memories, shortTime } from '../output/short-time.ts';
import { oneLine } from '../style.ts';

const ROW_CELLS = 200;

export const trash: Run = async (_, io) => {
  const done = await io.ask('GET /v1/trash');
  if (!done.ok) return done;
  const { memories: kept, total } = done.value;
  const isNumbered = rememberList(
    kept.map(({ id }) => id),
    io,
  );
  const rows = kept.map(({ id, content, removedAt, until }, at) => [
    isNumbered ? `@${at + 1}` : id,
    shortTime(removedAt, io.nowMs),
    until.slice(0, 10),
    oneLine(content, ROW_CELLS),
  ]);
  const head = [
    { title: isNumbered ? '' : 'id', whole: true },
    { title: 'forgotten', wraps: true },
    { title: 'kept until', whole: true },
    { title: 'memory', wraps: true },
  ] as const;
  const more = total > kept.length ? [`… and ${total - kept.length} more`] : [];
  return ok({
    json: done.value,
    human: (style) => (total === 0 ? '' : [columns(head, rows, style), ...more].join('\n')),
    notes: [
      total === 0
        ? 'The trash is empty. Memories that are forgotten on this device stay in it for 30 days.'
        : '`cairn trash restore ID` saves one again; `cairn trash empty` erases all of them for good.',
    ],
  });
};

export const restore: Run = async (given, io) => {
  if (given.flag('all') !== (given.args.length === 0)) return misuse('Give ids of `cairn trash`, or --all.');
  const ids = await idsOf(given.args, io);
  if (!ids.ok) return ids;
  const done = await io.ask('POST /v1/trash/restore', {
    body: ids.value.length === 0 ? {} : { ids: ids.value },
  });
  if (!done.ok) return done;
  const { restored, skipped } = done.value;
  const kept =
    skipped.length === 0
      ? ''
      : ` ${memories(skipped.length)} stay in the trash, because ${skipped.length === 1 ? 'its key has' : 'their keys have'} a newer value.`;
  const absent = absentOf(ids.value, restored.length + skipped.length, 'the trash');
  return ok({
    json: done.value,
    human: (style) =>
      [
        `${style.green('Saved')} ${memories(restored.length)} again.${kept}`,
        ...restored.map(({ id }) => style.dim(`  ${id}`)),
      ].join('\n'),
    ...(skipped.length > 0 ? { exit: 5 } : {}),
    ...absent,
  });
};

export const empty: Run = async (given, io) => {
  const listed = await io.ask('GET /v1/trash');
  if (!listed.ok) return listed;
  const ids = wholeAmong(given.args, listed.value.memories, io);
  if (!ids.ok) return ids;
  const count = ids.value.length === 0 ? listed.value.total : ids.value.length;
  if (count === 0) return ok({ json: { ended: 0 }, human: () => '', notes: ['The trash is empty.'] });
  const asked = await confirm(given, io, `Erase ${memories(count)} for good? This cannot be undone.`);
  if (!asked.ok) return asked;
  const chosen = await chosenOf(ids.value, listed.value, () => io.ask('GET /v1/trash'));
  if (!chosen.ok) return chosen;
  const done = await io.ask('POST /v1/trash/empty', { body: chosen.value });
  if (!done.ok) return done;
  const { ended } = done.value;
  return ok({
    json: done.value,
    human: () => `Erased ${memories(ended)} for good.`,
    ...absentOf(ids.value, ended, 'the trash'),
  });
};

/**
 * Without ids, returns those that were counted: more may be forgotten before the answer. A list that is cut means all, if a second look
 * still counts the same.
 */
export const chosenOf = async (
  ids: readonly string[],
  { memories: kept, total }: RemovedResult,
  look: () => Promise<Result<RemovedResult, Failure>>,
): Promise<Result<{ readonly ids?: string[] }, Failure>> => {
  if (ids.length > 0) return ok({ ids: [...ids] });
  if (kept.length === total) return ok({ ids: kept.map(({ id }) => id) });
  const now = await look();
  if (!now.ok) return now;
  const isSame = now.value.total === total && now.value.memories[0]?.id === kept[0]?.id;
  return isSame ? ok({}) : fail('cancelled', changed(now.value.total));
};

const changed = (total: number): string =>
  `Nothing was deleted: there are ${memories(total)} now. Run the command again.`;

/** Returns the failure of a command that did not find all of the ids. The daemon passes over unknown ones. */
export const absentOf = (ids: readonly string[], found: number, where: string): Partial<Outcome> =>
  ids.length <= found
    ? {}
    : {
        failure: failure(
          'not_found',
          `${ids.length - found} of the ids ${ids.length - found === 1 ? 'is' : 'are'} not in ${where}.`,
        ),
        exit: 5,
      };

const idsOf = async (words: readonly string[], io: Io): Promise<Result<readonly string[], Failure>> => {
  if (words.length === 0) return ok([]);
  const listed = await io.ask('GET /v1/trash');
  return listed.ok ? wholeAmong(words, listed.value.memories, io) : listed;
};

/**
 * Resolves rows of the last list and parts of ids of kept memories. An unknown word stays as it is. The daemon passes over unknown
 * ids, and refuses a request in which all are unknown.
 */
export const wholeAmong = (
  words: readonly string[],
  kept: RemovedResult['memories'],
  io: Io,
): Result<readonly string[], Failure> => {
  const ids: string[] = [];
  for (const word of words) {
    const id = idOf(word.trim(), kept, io);
    if (!id.ok) return id;
    ids.push(id.value);
  }
  return ok([...new Set(ids)]);
};

const PART_MIN = 4;

const idOf = (word: string, kept: RemovedResult['memories'], io: Io): Result<string, Failure> => {
  const row = /^@([1-9]\d{0,5})$/.exec(word)?.[1];
  if (row !== undefined) return rowOfList(Number(row), io);
  const part = word.toLowerCase().replace(/^…|…$/g, '');
  const fits = part.length < PART_MIN ? [] : kept.filter(({ id }) => fitsId(id, part));
  const [only] = fits;
  if (fits.length < 2) return ok(only?.id ?? word);
  return misuse(`"${word}" matches ${fits.length} memories. Write more of the id.`);
};

const fitsId = (id: string, part: string): boolean =>
  id.startsWith(part) || id.slice(2).startsWith(part) || id.endsWith(part);
