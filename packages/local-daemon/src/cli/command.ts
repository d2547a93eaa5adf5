/** The type of a command. Its words, arguments and options are data; its work is loaded on demand. */
import { parseArgs } from 'node:util';
import { DAY_MS, err, HOUR_MS, MINUTE_MS, ok, type Result, WEEK_MS } from '@cairn/schema';
import { type Answer, type ExitCode, type Failure, failure, misuse } from './failure.ts';
import type { Io } from './io.ts';
import { meantText } from './meant.ts';
import { joined, type Style } from './style.ts';

export interface OptionSpec {
  /** Name without dashes. */
  readonly name: string;
  readonly short?: string;
  /** `texts` may be repeated. A `time` begins with a year and is parsed by Date.parse. Commands get it as ISO 8601 in UTC. */
  readonly kind: 'flag' | 'text' | 'texts' | 'int' | 'choice' | 'time';
  /** The placeholder for the value in the help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** What the shell completes, where the name of the option does not say it. */
  readonly completes?: Asked;
  readonly min?: number;
  readonly max?: number;
  /** Whether a date without a time means the beginning or the end of that day, in the local time zone. Default: 00:00 UTC. */
  readonly day?: 'begin' | 'end';
  readonly help: string;
}

/** Lists that a completion asks the program for. The program asks a running daemon for most of them. */
export const ASKED = [
  'projects',
  'tags',
  'agents',
  'sessions',
  'ids',
  'schedules',
  'devices',
  'trash',
  'installers',
  'settings',
  // Names of settings. After such a name: its values.
  'assignments',
] as const;
export type Asked = (typeof ASKED)[number];

export interface ArgumentSpec {
  readonly name: string;
  readonly takes: 'one' | 'optional' | 'some' | 'any';
  /**
   * What the id identifies. A prefix or a suffix of the id is accepted. For a memory, `@2` (row 2 of the last list) is accepted too. For
   * the others, the name is accepted too.
   */
  readonly names?: 'memory' | 'device' | 'schedule' | 'session';
  /** What the shell completes. For `names` of memories and devices, the completion follows from `names`. */
  readonly completes?: Asked;
  readonly help: string;
}

export interface CommandSpec {
  /** Words of the command, such as `save` or `vault create`. */
  readonly path: string;
  /** Other words for the same command, each a full path. The help lists them. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly examples: readonly string[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  /** A sentence for a person who may have meant another command, and gave no argument. */
  readonly unlike?: string;
  load(): Promise<Run>;
}

/** Commands under a title of the help. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandSpec[];
}

/** A command's checked arguments and options. */
export interface ParsedArgs {
  readonly args: readonly string[];
  /** The argument's text; empty if it is optional and absent. */
  arg(at: number): string;
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[] | undefined;
  int(name: string): number | undefined;
}

export interface Outcome {
  /** The document of `--json`. */
  readonly json: unknown;
  /** The text for a person, on standard output. Empty prints nothing. */
  human(style: Style): string;
  /** Printed on standard error, for a person only. Empty ones are not printed. */
  readonly notes?: readonly Note[];
  /** Set if a part of the work was not done. */
  readonly failure?: Failure;
  /** The exit code, if it differs from the failure's own. */
  readonly exit?: ExitCode;
}

export type Note = string | false;

/** Asks, and makes the outcome of the answer. Its document is the answer, unless `said` gives another. */
export const answered = async <T>(
  asked: Answer<T>,
  said: (answer: T) => Said | Promise<Said>,
): Answer<Outcome> => {
  const answer = await asked;
  return answer.ok ? ok({ json: answer.value, ...(await said(answer.value)) }) : answer;
};

/** Does the work for each item. What was done is told with the first failure of another item. If all fail, there is only the failure. */
export const eachDone = async <T, U>(
  items: readonly T[],
  work: (item: T) => Answer<U>,
  said: (done: readonly U[]) => Outcome,
): Answer<Outcome> => {
  const done: U[] = [];
  let failed: Failure | null = null;
  for (const item of items) {
    const one = await work(item);
    if (one.ok) done.push(one.value);
    else failed ??= one.error;
  }
  if (failed !== null && done.length === 0) return err(failed);
  return ok({ ...said(done), ...(failed === null ? {} : { failure: failed, exit: 5 }) });
};

type Said = Omit<Outcome, 'json'> & { readonly json?: unknown };

/** Returns true if a command line that begins with this word may be this command. */
export const beginsWith = ({ path, aliases = [] }: CommandSpec, word: string | undefined): boolean =>
  word !== undefined && [path, ...aliases].some((words) => words.split(' ', 1)[0] === word);

/** Splits off a leading `--scope NAME`, so that commands need not handle it. [SP-2] */
export const withoutScope = (argv: readonly string[]): { scope?: string; rest: readonly string[] } => {
  const [first = '', second] = argv;
  if (first.startsWith('--scope=')) return { scope: first.slice('--scope='.length), rest: argv.slice(1) };
  return first === '--scope' ? { scope: second ?? '', rest: argv.slice(2) } : { rest: argv };
};

export type Run = (given: ParsedArgs, io: Io) => Answer<Outcome | null>;

export type RawValue = string | boolean | readonly string[] | undefined;

/** Checks the parsed words against the command's arguments and options. */
export const readGiven = (
  spec: CommandSpec,
  args: readonly string[],
  raw: Readonly<Record<string, RawValue>>,
  nowMs = Date.now(),
): Result<ParsedArgs, Failure> => {
  const counted = checkCount(spec, args) ?? checkNames(spec, args);
  if (counted !== null) return err(counted);
  const values = { ...raw };
  for (const option of spec.options) {
    const value = raw[option.name];
    const problem = [value ?? []]
      .flat()
      .filter((text) => typeof text === 'string')
      .map((text) => checkValue(option, text))
      .find((found) => found !== null);
    if (problem !== undefined) return misuse(`${optionNames(option)}: ${problem}`);
    if (option.kind !== 'time' || typeof value !== 'string') continue;
    const time = timeOf(option, value.trim(), nowMs);
    if (time === null)
      return misuse(
        `${optionNames(option)}: "${value}" is not a time. Write 2026-01-31, 2026-01-31T09:30:00Z, yesterday or 3d.`,
      );
    values[option.name] = time.toISOString();
  }
  return ok(parsedOf(args, values));
};

const parsedOf = (args: readonly string[], values: Readonly<Record<string, RawValue>>): ParsedArgs => {
  const read = <T>(name: string, of: (value: RawValue) => T): T => of(values[name]);
  return {
    args,
    arg: (at) => args[at] ?? '',
    flag: (name) => values[name] === true,
    text: (name) => read(name, (value) => (typeof value === 'string' ? value : undefined)),
    texts: (name) => read(name, (value) => (typeof value === 'object' ? value : undefined)),
    int: (name) => read(name, (value) => (typeof value === 'string' ? Number(value) : undefined)),
  };
};

const UNIT_MS = new Map([
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
  ['w', WEEK_MS],
]);
const SPAN_AGO =
  /^(\d{1,5})\s*(?:(m)(?:in(?:ute)?s?)?|(h)(?:ours?)?|(d)(?:ays?)?|(w)(?:eeks?)?)(?:\s+ago)?$/i;
/** Date.parse reads "3 fortnights ago" as a day of March 2001. */
const BEGINS_WITH_YEAR = /^\d{4}(?!\d|\.)/;

/** Reads `2026-01-31`, an ISO time, `today`, `yesterday`, and spans such as `3d` or `3 days ago`. Null for other text. */
const timeOf = ({ day }: OptionSpec, value: string, nowMs: number): Date | null => {
  const [, amount, ...units] = SPAN_AGO.exec(value) ?? [];
  const unitMs = UNIT_MS.get(units.find((letter) => letter !== undefined)?.toLowerCase() ?? '');
  if (unitMs !== undefined) return new Date(nowMs - Number(amount) * unitMs);
  const later = day === 'end' ? 1 : 0;
  const back = ['today', 'yesterday'].indexOf(value.toLowerCase());
  const now = new Date(nowMs);
  if (back !== -1) return new Date(now.getFullYear(), now.getMonth(), now.getDate() - back + later);
  if (!BEGINS_WITH_YEAR.test(value) || Number.isNaN(Date.parse(value))) return null;
  const [whole, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(value) ?? [];
  // JavaScript takes 30 February for 2 March.
  if (whole !== undefined && !isDay(Number(year), Number(month), Number(date))) return null;
  if (day === undefined || whole !== value) return new Date(value);
  return new Date(Number(year), Number(month) - 1, Number(date) + later);
};

const isDay = (year: number, month: number, date: number): boolean =>
  new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;

const checkCount = (spec: CommandSpec, args: readonly string[]): Failure | null => {
  const required = spec.arguments.filter(({ takes }) => takes === 'one' || takes === 'some');
  const missing = required[args.length];
  if (missing !== undefined)
    return failure(
      'usage',
      joined('', [
        `${missing.name} is missing. Usage: cairn ${usageOf(spec)}`,
        args.length === 0 && spec.unlike !== undefined ? `. ${spec.unlike}` : '',
      ]),
    );
  const endless = spec.arguments.some(({ takes }) => takes === 'some' || takes === 'any');
  if (endless || args.length <= spec.arguments.length) return null;
  const extra = args[spec.arguments.length] ?? '';
  return failure('usage', `"${extra}" is one argument too many. Usage: cairn ${usageOf(spec)}`);
};

/** Refuses an empty name. In a script, it usually comes from an unset variable, and it would mean this folder or all folders. */
const checkNames = (spec: CommandSpec, args: readonly string[]): Failure | null => {
  for (const [at, arg] of args.entries()) {
    const name = (spec.arguments[at] ?? spec.arguments.at(-1))?.name ?? '';
    if (NAMING.has(name) && arg.trim() === '')
      return failure('usage', `${name} is empty. Usage: cairn ${usageOf(spec)}`);
  }
  return null;
};

/** Names of arguments that identify something. An empty one is refused. */
const NAMING: ReadonlySet<string> = new Set([
  'ID',
  'CODE',
  'DEVICE',
  'FILE',
  'NAME',
  'NEW',
  'OLD',
  'PATH',
  'SESSION',
]);

/** Names of options that identify something. An empty one would mean all, or no project. */
const NAMED_BY: ReadonlySet<string> = new Set(['project', 'namespace', 'key', 'agent']);

/** Returns the usage line, such as `save TEXT… [options]`. */
export const usageOf = (spec: CommandSpec, path = spec.path): string =>
  joined(' ', [path, ...spec.arguments.map(argumentText), spec.options.length === 0 ? '' : '[options]']);

const argumentText = ({ name, takes }: ArgumentSpec): string =>
  ({ one: name, optional: `[${name}]`, some: `${name}…`, any: `[${name}…]` })[takes];

const checkValue = (option: OptionSpec, value: string): string | null => {
  const { kind, choices = [], min = 0, max = Number.MAX_SAFE_INTEGER } = option;
  if (NAMED_BY.has(option.name) && value.trim() === '') return 'it is empty. Leave it out or give a name.';
  if (kind === 'int') return checkInteger(value, min, max);
  if (choices.length === 0) return null;
  const words = kind === 'texts' ? value.split(',') : [value];
  return words.map((one) => checkChoice(one, choices)).find((problem) => problem !== null) ?? null;
};

/** Returns the spellings of an option, such as `-p, --project`. */
export const optionNames = ({ short, name }: OptionSpec): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}`;

const checkChoice = (value: string, choices: readonly string[]): string | null =>
  choices.includes(value)
    ? null
    : `"${value}" is not one of ${choices.join(', ')}.${meantText(value, choices)}`;

const checkInteger = (value: string, min: number, max: number): string | null => {
  const number = Number(value);
  if (/^-?\d+$/.test(value) && number >= min && number <= max) return null;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return `"${value}" is not a whole number ${range}.`;
};

/** Returns what a command is given by another command: texts of options. */
export const givenTexts = (texts: Readonly<Record<string, string>> = {}): ParsedArgs => parsedOf([], texts);

/** A parsed command line. `text`: the help, for standard output. */
export type ParsedLine =
  | { readonly kind: 'run'; readonly spec: CommandSpec; readonly given: ParsedArgs; readonly json: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly json: boolean }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly json: boolean };

/** The daemon's limit for one request, in bytes. A text that is too long for a memory is still sent: the daemon's message names the limit. */
const TEXT_BYTES_MAX = 8_388_608;

/** Returns the words of an argument, or standard input for "-". */
export const textOf = async (words: readonly string[], io: Io): Answer<string> =>
  words.length === 1 && words[0] === '-' ? io.readStdin(TEXT_BYTES_MAX) : ok(words.join(' '));

type ParseOption = { type: 'string' | 'boolean'; short?: string; multiple?: boolean };

/**
 * Parses the commands that agents call most, without the full parser, because loading that parser costs as much as the request.
 * Returns null for `--help`, a mistake and any other line that it cannot parse. The full parser then parses the same words.
 */
export const quickParse = (
  argv: readonly string[],
  specs: readonly CommandSpec[],
): Extract<ParsedLine, { kind: 'run' }> | null => {
  const spec = specs.find((one) => beginsWith(one, argv[0]));
  if (spec === undefined) return null;
  const options: Record<string, ParseOption> = { json: { type: 'boolean' } };
  for (const { name, short, kind } of spec.options)
    options[name] = {
      type: kind === 'flag' ? 'boolean' : 'string',
      multiple: kind === 'texts',
      ...(short === undefined ? {} : { short }),
    };
  try {
    const { values, positionals } = parseArgs({ args: argv.slice(1), options, allowPositionals: true });
    const raw: Record<string, RawValue> = {};
    for (const [name, value] of Object.entries(values))
      raw[name] = Array.isArray(value) ? value.map(String) : value;
    const given = readGiven(spec, positionals, raw);
    return given.ok ? { kind: 'run', spec, given: given.value, json: values.json === true } : null;
  } catch {
    return null;
  }
};
