/** `cairn`: reads the command line, runs one command, and prints its outcome once. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { settleHome } from '@cairn/client/device';
import { escapedUnsafe, ok, orElse, printable } from '@cairn/schema';
import { PERSONAL, scopeName } from '../services/scopes/scope-file.ts';
import { type Outcome, type ParsedLine, quickParse, withoutScope } from './command.ts';
import { type ExitCode, exitCodeOf, type Failure, failure } from './failure.ts';
import { inScope } from './in-scope.ts';
import { wrapCells } from './output/cells.ts';
import { createProcessIo, type ProcessIo, terminalStyle } from './process-io.ts';
import { withWholeIds } from './short-ids.ts';
import type { Style } from './style.ts';
import { diskFailure } from './text-file.ts';
import { QUICK_COMMANDS } from './words/quick-commands.ts';

const parse = async (argv: readonly string[]): Promise<ParsedLine> =>
  quickParse(argv, QUICK_COMMANDS) ?? (await import('./program.ts')).parseCommandLine(argv, terminalStyle());

/** Whether the arguments were text. Node replaces bytes that are not UTF-8 with U+FFFD; only Linux gives the bytes themselves. [RL-23] */
const areArgumentsText = (argv: readonly string[]): boolean =>
  !argv.some((one) => one.includes('\ufffd')) ||
  orElse(() => isUtf8(readFileSync('/proc/self/cmdline')), true);

const NOT_TEXT = failure(
  'invalid_input',
  'An argument is not UTF-8 text. Write it in UTF-8, or give the text on standard input, as UTF-8 too.',
);

const main = async (given: readonly string[]): Promise<ExitCode> => {
  settleHome();
  const { scope, rest: argv } = withoutScope(given);
  // A reader that left early (`| head`) is no error.
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`cairn: The output cannot be written (${error.message}).\n`);
    process.exit(1);
  });
  // The exit code still says how it ended.
  process.stderr.on('error', () => undefined);
  const line: ParsedLine = areArgumentsText(argv)
    ? await parse(argv)
    : { kind: 'failure', failure: NOT_TEXT, json: argv.includes('--json') };
  if (line.kind === 'text') {
    process.stdout.write(
      line.json ? document(isatty(1), { help: stripVTControlCharacters(line.text) }) : line.text,
    );
    return 0;
  }
  const isOneScope = scope === PERSONAL || scopeName(scope ?? '') !== null;
  if (scope !== undefined && (!isOneScope || withoutScope(argv).scope !== undefined))
    return printFailure(createProcessIo(line.json), failure('usage', '--scope takes the name of one scope.'));
  const surroundings = createProcessIo(line.json, scope);
  try {
    if (line.kind === 'failure') return await printFailure(surroundings, line.failure);
    const hasIds = line.spec.arguments.some(({ names }) => names !== undefined);
    const whole = hasIds ? await withWholeIds(line.spec, line.given, surroundings.io) : ok(line.given);
    if (!whole.ok) return await printFailure(surroundings, whole.error);
    const run = await line.spec.load();
    const result = await run(whole.value, surroundings.io);
    if (!result.ok) return await printFailure(surroundings, result.error);
    return result.value === null ? 0 : await printOutcome(surroundings, result.value);
  } finally {
    surroundings.close();
  }
};

const printOutcome = async ({ io }: ProcessIo, outcome: Outcome): Promise<ExitCode> => {
  const { json, notes = [], failure: partly } = outcome;
  if (io.json) await io.out(document(io.isOutTerminal, withError(json, partly)));
  else {
    const text = outcome.human(io.outStyle());
    if (text !== '') await io.out(text.endsWith('\n') ? text : `${text}\n`);
    for (const note of notes) if (note) io.note(wrapped(printable(inScope(note, io.scope)), io.noteStyle));
  }
  if (partly !== undefined) io.note(messageOf(io, partly));
  return outcome.exit ?? (partly === undefined ? 0 : exitCodeOf(partly.kind));
};

const printFailure = async ({ io }: ProcessIo, problem: Failure): Promise<ExitCode> => {
  if (io.json && !isUnattendedHook) await io.out(document(io.isOutTerminal, withError({}, problem)));
  io.note(messageOf(io, problem));
  return exitCodeOf(problem.kind);
};

const withError = (json: unknown, problem: Failure | undefined): unknown =>
  problem === undefined || typeof json !== 'object'
    ? json
    : { ...json, error: { kind: problem.kind, message: problem.message } };

/** Returns JSON text. Characters that would move a terminal's cursor or reverse text are escaped. [TR-13] */
const document = (isForEyes: boolean, json: unknown): string =>
  `${escapedUnsafe(JSON.stringify(json, null, isForEyes ? 2 : undefined))}\n`;

const messageOf = ({ noteStyle: style, scope }: ProcessIo['io'], { message }: Failure): string =>
  wrapped(`${style.red('cairn:')} ${printable(inScope(message, scope)).replace(LONG_WORD, '$1…')}`, style);

/** Matches a word longer than any path. A message shows only its first 80 characters. */
const LONG_WORD = /(\S{80})\S{4096,}/gu;

/** The least columns for the text of an indented line. */
const MIN_ROOM = 12;

/** Breaks lines between words, where the terminal would. Commands and paths without spaces stay whole. */
const wrapped = (text: string, { width }: Style): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      const room = width === null ? null : Math.max(MIN_ROOM, width - indent.length);
      return wrapCells(line.slice(indent.length), room).map((part) => indent + part);
    })
    .join('\n');

/** Whether an agent runs a hook. It may read an exit code other than 0 as a refusal. A person on a terminal sees the error. [HK-2] */
const isUnattendedHook = withoutScope(process.argv.slice(2)).rest[0] === 'hook' && !isatty(0);

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = isUnattendedHook ? 0 : code;
  },
  async (error: unknown) => {
    if (isUnattendedHook) return;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.exitCode = await printFailure(
      createProcessIo(process.argv.includes('--json')),
      diskFailure(error) ?? failure('internal', `This should not happen. ${message}`),
    );
  },
);
