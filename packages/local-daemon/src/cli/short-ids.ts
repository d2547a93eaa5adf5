/** Resolves ids as people write them: whole, by their beginning or end, or `@2` for a row of the last list. */
import { isDeviceId, isEntityId, LIMITS, ok } from '@cairn/schema';
import type { ArgumentSpec, CommandSpec, ParsedArgs } from './command.ts';
import { type Answer, mapped, misuse } from './failure.ts';
import type { Io } from './io.ts';
import { rowOfList } from './last-list.ts';
import { shortTime } from './output/short-time.ts';
import { joined, oneLine } from './style.ts';

const ROW = /^@([1-9]\d{0,5})$/;
/** `@1-50`, where several ids are allowed. */
const ROWS = /^@([1-9]\d{0,5})-@?([1-9]\d{0,5})$/;
const PART = /^(?:[a-z]_)?[a-z0-9]{4,26}$/;
/** The most ids that a message names if a part fits several. */
const NAMED_MAX = 5;

/** Returns the same arguments with whole ids. An unknown id stays as it is, and the daemon refuses it. */
export const withWholeIds = async (spec: CommandSpec, given: ParsedArgs, io: Io): Answer<ParsedArgs> => {
  const args: string[] = [];
  for (const [at, arg] of given.args.entries()) {
    const { names, takes } = spec.arguments[at] ?? spec.arguments.at(-1) ?? {};
    const several = takes === 'some' || takes === 'any';
    for (const one of names === 'memory' && several ? rowsIn(arg.trim()) : [arg]) {
      const whole =
        names === undefined
          ? ok(one)
          : await (names === 'memory' ? wholeId(one.trim(), io) : wholeName(names, one.trim(), io));
      if (!whole.ok) return whole;
      args.push(whole.value);
    }
  }
  return ok({ ...given, args, arg: (at) => args[at] ?? '' });
};

const rowsIn = (text: string): readonly string[] => {
  const [, first = '', last = ''] = ROWS.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return first === '' || to < from ? [text] : Array.from({ length: to - from + 1 }, (_, n) => `@${from + n}`);
};

type Kind = NonNullable<ArgumentSpec['names']>;

interface Named {
  readonly id: string;
  readonly name: string | null;
}

const LISTS: Readonly<Record<Exclude<Kind, 'memory'>, (io: Io) => Answer<readonly Named[]>>> = {
  device: ({ ask }) => mapped(ask('GET /v1/devices'), ({ devices }) => devices),
  schedule: ({ ask }) =>
    mapped(
      ask('GET /v1/schedules', { query: { limit: LIMITS.scheduleListMax } }),
      ({ schedules }) => schedules,
    ),
  session: ({ ask }) =>
    mapped(
      ask('GET /v1/sessions', { query: { limit: LIMITS.sessionsLimitMax } }),
      ({ sessions }) => sessions,
    ),
};

const PART_CHARS_MIN = 4;

/** Resolves a name or a part of an id. A name, which can be any text, has priority. An unknown word stays as it is. */
const wholeName = async (kind: Exclude<Kind, 'memory'>, text: string, io: Io): Answer<string> => {
  // Listing the devices may wait for the server, so a whole id needs no list.
  if (isDeviceId(text) || isEntityId(text)) return ok(text);
  const listed = await LISTS[kind](io);
  // Names cannot be resolved without the server. "There is no such device" would be wrong.
  if (!listed.ok) return listed;
  const part = text.toLowerCase().replace(/^…|…$/g, '');
  const exact = listed.value.filter(({ id, name }) => id === text || name === text);
  const found =
    exact.length > 0 || part.length < PART_CHARS_MIN
      ? exact
      : listed.value.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
  const [only] = found;
  if (only === undefined) return ok(text);
  if (found.length === 1) return ok(only.id);
  const named = found.slice(0, NAMED_MAX).map(({ id, name }) => `  ${id}  ${oneLine(name ?? '', 40)}`);
  return several(`"${text}" matches ${found.length} ${kind}s. Give the id:`, named, found.length);
};

const several = (head: string, named: readonly string[], total: number) =>
  misuse(joined('\n', [head, ...named, total > named.length ? `  and ${total - named.length} more` : '']));

/** Resolves an id. Other text stays as it is. */
export const wholeId = async (text: string, io: Io): Answer<string> => {
  const row = ROW.exec(text)?.[1];
  if (row !== undefined) return rowOfList(Number(row), io);
  // As copied from an example or from a cut table.
  const part = text.toLowerCase().replace(/^…|…$/g, '');
  if (isEntityId(part)) return ok(part);
  if (!PART.test(part)) return ok(text);
  const listed = await io.ask('GET /v1/memories', { query: { part, all: true, limit: NAMED_MAX } });
  if (!listed.ok) return listed;
  const { memories, total } = listed.value;
  const [only] = memories;
  if (only === undefined) return ok(text);
  if (total === 1) return ok(only.id);
  const named = memories.map(
    ({ id, content, createdAt }) => `  ${id}  ${shortTime(createdAt, io.nowMs)}  ${oneLine(content, 40)}`,
  );
  return several(`"${text}" matches ${total} memories. Write more of the id:`, named, total);
};
