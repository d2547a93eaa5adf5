/** Ids as people write them: whole, by their beginning or end, or `@2` for a row of the last list. */
import { err, isEntityId, ok, type Result } from '@cairn/schema';
import type { CommandSpec, ParsedArgs } from './command.ts';
import { type Failure, failure } from './failure.ts';
import type { Io } from './io.ts';
import { rowOfList } from './last-list.ts';
import { shortTime } from './output/short-time.ts';
import { oneLine } from './style.ts';

const ROW = /^@([1-9]\d{0,5})$/;
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
    const { names } = spec.arguments[at] ?? spec.arguments.at(-1) ?? {};
    const whole = names === 'memory' ? await wholeId(arg.trim(), io) : ok(arg);
    if (!whole.ok) return whole;
    args.push(whole.value);
  }
  return ok({ ...given, args, arg: (at) => args[at] ?? '' });
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
