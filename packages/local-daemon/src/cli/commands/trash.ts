/** `cairn trash`: lists what was forgotten on this device, restores it, or erases it for good. [M-16] */
import { ok, type RemovedResult, type Result } from '@cairn/schema';
import { confirm } from '../ask.ts';
import { answered, type Outcome, type Run } from '../command.ts';
import { type Answer, type Failure, fail, failure, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { rememberList, rowOfList } from '../last-list.ts';
import { columns, whole, wrapping } from '../output/columns.ts';
import { memories, shortTime } from '../output/short-time.ts';
import { joined, oneLine, type Style } from '../style.ts';

export const trash: Run = (_, io) =>
  answered(io.ask('GET /v1/trash'), (listed) => {
    const isNumbered = rememberList(listed.memories, io);
    return {
      human: (style) => (listed.total === 0 ? '' : keptTable(listed, { isNumbered }, style, io.nowMs)),
      notes: [
        listed.total === 0
          ? 'The trash is empty. Memories that are forgotten on this device stay in it for 30 days.'
          : '`cairn trash restore ID` saves one again; `cairn trash empty` erases all of them for good.',
      ],
    };
  });

const ROW_CELLS = 200;

/** Lists memories that are kept for some days. With `isNumbered`, by their rows in the list that this terminal remembers. */
export const keptTable = (
  { memories: kept, total }: RemovedResult,
  { isNumbered = false, hasDevices = false },
  style: Style,
  nowMs: number,
): string => {
  const rows = kept.map(({ id, content, removedAt, until, device }, at) => [
    isNumbered ? `@${at + 1}` : id,
    shortTime(removedAt, nowMs),
    ...(hasDevices ? [device ?? ''] : []),
    until.slice(0, 10),
    oneLine(content, ROW_CELLS),
  ]);
  const head = [
    whole(isNumbered ? '' : 'id'),
    wrapping('forgotten'),
    ...(hasDevices ? [wrapping('by')] : []),
    ...[whole('kept until'), wrapping('memory')],
  ];
  return joined('\n', [
    columns(head, rows, style),
    total > kept.length ? `… and ${total - kept.length} more` : '',
  ]);
};

export const restore: Run = async (given, io) => {
  if (given.flag('all') !== (given.args.length === 0)) return misuse('Give ids of `cairn trash`, or --all.');
  const listed = given.flag('all') ? null : await io.ask('GET /v1/trash');
  if (listed?.ok === false) return listed;
  const ids = wholeAmong(given.args, listed?.value.memories ?? [], io);
  if (!ids.ok) return ids;
  const body = ids.value.length === 0 ? {} : { ids: ids.value };
  return answered(io.ask('POST /v1/trash/restore', { body }), ({ restored, skipped }) => ({
    human: (style) =>
      [
        `${style.green('Saved')} ${memories(restored.length)} again.${skippedText(skipped.length, 'in the trash')}`,
        ...restored.map(({ id }) => style.dim(`  ${id}`)),
      ].join('\n'),
    ...(skipped.length > 0 ? { exit: 5 } : {}),
    ...absentOf(ids.value, restored.length + skipped.length, 'the trash'),
  }));
};

export const skippedText = (skipped: number, where: string): string =>
  skipped === 0
    ? ''
    : ` ${memories(skipped)} ${skipped === 1 ? 'stays' : 'stay'} ${where}, because ${skipped === 1 ? 'its key has' : 'their keys have'} a newer value.`;

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
  return answered(io.ask('POST /v1/trash/empty', { body: chosen.value }), ({ ended }) => ({
    human: () => `Erased ${memories(ended)} for good.`,
    ...absentOf(ids.value, ended, 'the trash'),
  }));
};

/**
 * Without ids, returns those that were counted: more may be forgotten before the answer. A list that is cut means all, if a second look
 * still counts the same.
 */
export const chosenOf = async (
  ids: readonly string[],
  { memories: kept, total }: RemovedResult,
  look: () => Answer<RemovedResult>,
): Answer<{ readonly ids?: string[] }> => {
  if (ids.length > 0) return ok({ ids: [...ids] });
  if (kept.length === total) return ok({ ids: kept.map(({ id }) => id) });
  const now = await look();
  if (!now.ok) return now;
  const isSame = now.value.total === total && now.value.memories[0]?.id === kept[0]?.id;
  if (isSame) return ok({});
  return fail(
    'cancelled',
    `Nothing was deleted: there are ${memories(now.value.total)} now. Run the command again.`,
  );
};

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
