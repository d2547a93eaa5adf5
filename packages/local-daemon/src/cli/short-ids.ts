/** Ids as people write them: whole, by their beginning or end, or `@2` for a row of the last list. */
import { err, isEntityId, ok, type Result } from '@cairn/schema';
import type { CommandSpec, ParsedArgs } from './command.ts';
import { type Failure, failure } from './failure.ts';
import type { Io } from './io.ts';
import { rowOfList } from './last-list.ts';
import { shortTime } from './output/short-time.ts';
import { oneLine } from './style.ts';

const ROW = /^@([1-9]\d{0,5})$/;
/** `@1-50`, where several ids may stand. */
const ROWS = /^@([1-9]\d{0,5})-@?([1-9]\d{0,5})$/;
const PART = /^(?:[a-z]_)?[a-z0-9]{4,26}$/;
/** As many as are named where a part fits several. */
const NAMED_MAX = 5;

/** The same arguments with whole ids. An id that nothing fits stays as it is: the daemon says that there is none. */
export const withWholeIds = async (
  spec: CommandSpec,
  given: ParsedArgs,
  io: Io,
): Promise<Result<ParsedArgs, Failure>> => {
  if (!spec.arguments.some(({ names }) => names === 'memory')) return ok(given);
  const args: string[] = [];
  for (const [at, arg] of given.args.entries()) {
    const { names, takes } = spec.arguments[at] ?? spec.arguments.at(-1) ?? {};
    const several = takes === 'some' || takes === 'any';
    for (const one of names === 'memory' && several ? rowsIn(arg.trim()) : [arg]) {
      const whole = names === 'memory' ? await wholeId(one.trim(), io) : ok(one);
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

/** What is no id stays as it is. */
export const wholeId = async (text: string, io: Io): Promise<Result<string, Failure>> => {
  const row = ROW.exec(text)?.[1];
  if (row !== undefined) return rowOfList(Number(row), io);
  // As people copy it from an example or a table that was cut.
  const part = text.toLowerCase().replace(/^…|…$/g, '');
  if (isEntityId(part) || !PART.test(part)) return ok(text);
  const listed = await io.ask('GET /v1/memories', { query: { part, all: true, limit: NAMED_MAX } });
  if (!listed.ok) return listed;
  const { memories, total } = listed.value;
  const [only] = memories;
  if (only === undefined) return ok(text);
  if (total === 1) return ok(only.id);
  const named = memories.map(
    ({ id, content, createdAt }) => `  ${id}  ${shortTime(createdAt, io.nowMs)}  ${oneLine(content, 40)}`,
  );
  const more = total > memories.length ? [`  and ${total - memories.length} more`] : [];
  return err(
    failure(
      'usage',
      [`"${text}" fits ${total} memories. Write more of the id:`, ...named, ...more].join('\n'),
    ),
  );
};
