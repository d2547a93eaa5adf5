/** Parser of all commands. Help begins with examples, and messages suggest the word that was meant. */
import { VERSION } from '@cairn/client/device';
import { err, ok, type Result } from '@cairn/schema';
import { Command, CommanderError, Option } from 'commander';
import {
  beginsWith,
  type CommandGroup,
  type CommandSpec,
  type OptionSpec,
  optionNames,
  type ParsedLine,
  type RawValue,
  readGiven,
  usageOf,
  withoutScope,
} from './command.ts';
import { type Failure, failure } from './failure.ts';
import { meantText } from './meant.ts';
import { cellsOf, padCells, wrapCells } from './output/cells.ts';
import { createStyle, type Style } from './style.ts';
import { ALL_COMMANDS, COMMAND_GROUPS } from './words/groups.ts';

/** The commands that most people need most days: `cairn --help`. `cairn help all` has every one. */
const EVERYDAY: readonly { readonly title: string; readonly paths: readonly string[] }[] = [
  { title: 'Begin', paths: ['init', 'install', 'import'] },
  { title: 'Memories', paths: ['save', 'search', 'list', 'get', 'edit', 'forget', 'review'] },
  { title: 'Devices', paths: ['invite', 'join'] },
  { title: 'See the state', paths: ['status', 'open', 'doctor'] },
];

const TOP_EXAMPLES = [
  'cairn init',
  'cairn save "Prefers pnpm to npm"',
  'cairn search "which package manager"',
  'cairn install',
  'cairn invite',
];

/** Reads a command line. Never prints and never ends the process. */
export const parseCommandLine = (
  given: readonly string[],
  style: Style = createStyle(false, null),
): ParsedLine => {
  const argv = withVersionCommand(withoutScope(given).rest);
  const end = argv.indexOf('--');
  // `cairn tag` has tags after `--`. There `--json` is still the option, because no tag can be "-json".
  const json = (end < 0 || argv[0] === 'tag' ? argv : argv.slice(0, end)).includes('--json');
  const alone = argv.every((word) => word === '--json') ? readGiven(OVERVIEW, [], {}) : null;
  if (alone?.ok) return { kind: 'run', spec: OVERVIEW, given: alone.value, json };
  if (isForAll(argv)) return { kind: 'text', text: page(COMMAND_GROUPS, [], style), json };
  const parsing = createParsing(style, argv[0]);
  try {
    parsing.program.parse(withDashedWords(withKnownHelp(argv)), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text: parsing.output(), json };
    return { kind: 'failure', failure: failure('usage', sentenceOf(error, argv)), json };
  }
  const found = parsing.found();
  if (found === null) return { kind: 'text', text: parsing.program.helpInformation(), json };
  return found.ok
    ? { kind: 'run', spec: found.value.spec, given: found.value.given, json }
    : { kind: 'failure', failure: found.error, json };
};

/** Writes `cairn --version` as the command that can print JSON. */
const withVersionCommand = (argv: readonly string[]): readonly string[] => {
  const words = argv.filter((word) => word !== '--json');
  const [word = ''] = words;
  const isVersion = words.length === 1 && ['-v', '-V', '--version'].includes(word);
  return isVersion ? argv.map((one) => (one === word ? 'version' : one)) : argv;
};

/** Drops the help flag of an unknown command. Otherwise the parser would print the help of all commands instead of naming the word. */
const withKnownHelp = (argv: readonly string[]): readonly string[] => {
  const [word = '-'] = argv;
  const isKnown =
    word.startsWith('-') || word === 'help' || ALL_COMMANDS.some((spec) => beginsWith(spec, word));
  return isKnown ? argv : argv.filter((one) => one !== '--help' && one !== '-h');
};

/**
 * Commands whose words may begin with a dash: pasted lines of a context, tags to take away. The pattern matches their options. These
 * take no value, so the words may be reordered.
 */
const DASHED: ReadonlyMap<string, RegExp> = new Map([
  ['why', /^--?[\w-]+$/],
  ['tag', /^(?:--[\w-]+|-h)$/],
]);

/** Puts `--` before the words of such a command that are no options. */
const withDashedWords = (argv: readonly string[]): readonly string[] => {
  const [word = '', ...words] = argv;
  const option = DASHED.get(word);
  if (option === undefined || words.includes('--')) return argv;
  return [
    word,
    ...words.filter((one) => option.test(one)),
    '--',
    ...words.filter((one) => !option.test(one)),
  ];
};

/** Returns true if every command is asked for, not only the everyday ones. */
const isForAll = (argv: readonly string[]): boolean => {
  const words = argv.filter((word) => word !== '--json');
  const [first = '', second = ''] = words;
  const asks = ['help', '--help', '-h'].includes(first);
  return asks && words.length === 2 && ['all', '--all'].includes(second);
};

/** `cairn` without a command. */
const OVERVIEW: CommandSpec = {
  path: '',
  summary: 'Show the state, and what to do next',
  examples: ['cairn'],
  arguments: [],
  options: [],
  load: async () => (await import('./commands/overview.ts')).overview,
};

type Found = Result<Omit<Extract<ParsedLine, { kind: 'run' }>, 'kind' | 'json'>, Failure>;

const createParsing = (style: Style, word: string | undefined) => {
  let text = '';
  let found: Found | null = null;
  const program = new Command('cairn');
  const settle = (command: Command, examples: readonly string[]): Command =>
    command
      .exitOverride()
      .configureOutput({
        writeOut: (part) => (text += part),
        writeErr: (part) => (text += part),
        getOutHelpWidth: () => style.width ?? WIDTH,
        // Style decides about colours, also where this library would not use any.
        getOutHasColors: () => true,
      })
      .configureHelp({
        subcommandTerm: (under) => `${under.name()} ${under.usage()}`,
        styleTitle: style.bold,
        styleOptionText: style.cyan,
        styleArgumentText: style.cyan,
        displayWidth: cellsOf,
        // By default this library does not wrap on a narrow terminal, and the terminal then breaks words.
        minWidthToWrap: 20,
        ...(isNarrow(style)
          ? { formatItem: (term, _, text) => belowTerm(term, text, style).join('\n') }
          : {}),
      })
      .helpOption('-h, --help', 'show this')
      .helpCommand(false)
      .addHelpText('before', examplesText(examples, style));
  settle(program, TOP_EXAMPLES)
    .configureHelp({ formatHelp: () => topHelp(style) })
    .version(VERSION, '-V, --version', 'show the version')
    .option('--json', 'one JSON document on standard output');
  // `cairn help [COMMAND]` is hidden from the list, like every other spelling of --help.
  program.helpCommand('help [COMMAND]');
  for (const spec of commandsFor(word)) {
    const [first = '', second] = spec.path.split(' ');
    const parent = second === undefined ? program : groupOf(program, first, settle);
    const command = settle(parent.command(second ?? first), spec.examples);
    describe(command, spec).action(() => {
      const raw = rawValues(spec, command.opts());
      const given = readGiven(spec, command.args, raw);
      found = given.ok ? ok({ spec, given: given.value }) : err(given.error);
    });
  }
  return { program, output: () => text, found: (): Found | null => found };
};

/** Returns the commands to build. Building all takes longer than running one. An unknown first word may mean any. */
const commandsFor = (word: string | undefined): readonly CommandSpec[] => {
  const named = ALL_COMMANDS.filter((spec) => beginsWith(spec, word));
  return named.length > 0 ? named : ALL_COMMANDS;
};

/** Returns the parent of commands of two words: a pure group like `vault`, or a command like `devices`. */
const groupOf = (
  program: Command,
  name: string,
  settle: (command: Command, examples: readonly string[]) => Command,
): Command => {
  const known = program.commands.find((command) => command.name() === name);
  if (known !== undefined) return known;
  const examples = below(name).flatMap((spec) => spec.examples);
  return settle(program.command(name), examples).usage('COMMAND [options]');
};

const below = (group: string): readonly CommandSpec[] =>
  ALL_COMMANDS.filter(({ path }) => path.startsWith(`${group} `));

const commandLines = (spec: CommandSpec, style: Style): readonly string[] =>
  termLines(usageOf({ ...spec, options: [] }), spec.summary, style);

const topHelp = (style: Style): string => {
  const everyday = EVERYDAY.map(({ title, paths }) => ({
    title,
    commands: paths.flatMap((path) => ALL_COMMANDS.filter((spec) => spec.path === path)),
  }));
  return page(everyday, termLines('cairn help all', 'every command', style), style);
};

const page = (groups: readonly CommandGroup[], further: readonly string[], style: Style): string =>
  [
    wrapCells(ABOUT, style.width ?? WIDTH).join('\n'),
    `${style.bold('Usage:')} cairn COMMAND [options]`,
    ...groups.map(({ title, commands }) =>
      [style.bold(title), ...commands.flatMap((spec) => commandLines(spec, style))].join('\n'),
    ),
    [
      style.bold('Everywhere'),
      ...further,
      ...termLines('--json', 'one JSON document on standard output', style),
      ...termLines('--scope NAME', 'before the command: the scope to work on; `personal` for none', style),
      ...termLines('-h, --help', 'examples and options of a command', style),
      ...termLines('-V, --version', 'show the version', style),
    ].join('\n'),
    `${wrapCells(EXIT_CODES, style.width ?? WIDTH).join('\n')}\n`,
  ].join('\n\n');

const ABOUT = 'One memory for all of your AI agents, on all of your devices.';
const EXIT_CODES =
  'Exit codes: 0 ok, 1 error, 2 usage, 3 daemon unreachable, 4 not allowed, 5 partial or conflict.';
/** The width of help that is not printed on a terminal. */
const WIDTH = 80;
const TERM_WIDTH = 18;
/** Below this width, two columns would break most words. */
const NARROW = 60;

const widthOf = (style: Style): number => style.width ?? WIDTH;
const isNarrow = (style: Style): boolean => widthOf(style) < NARROW;

const belowTerm = (term: string, text: string, style: Style): readonly string[] => [
  `  ${term}`,
  ...wrapCells(text, Math.max(12, widthOf(style) - 6)).map((line) => `      ${line}`),
];

/** Returns the lines of a term and its text. A term that is longer than its column has a separate line. */
const termLines = (term: string, text: string, style: Style): readonly string[] => {
  if (isNarrow(style)) return belowTerm(style.cyan(term), text, style);
  const [first = '', ...more] = wrapCells(text, widthOf(style) - TERM_WIDTH - 4);
  const indent = ' '.repeat(TERM_WIDTH + 4);
  const head = `  ${style.cyan(padCells(term, TERM_WIDTH))}`;
  return cellsOf(term) > TERM_WIDTH
    ? [head, ...[first, ...more].map((line) => indent + line)]
    : [`${head}  ${first}`, ...more.map((line) => indent + line)];
};

const describe = (command: Command, spec: CommandSpec): Command => {
  // Arguments are counted by the command's own table, so that both parsers say the same.
  const { summary, aliases = [] } = spec;
  const also = aliases.length === 0 ? '' : ` Also: ${aliases.map((word) => `cairn ${word}`).join(', ')}.`;
  command
    .summary(summary)
    .description(`${summary}.${also}`)
    .aliases(aliases.map((words) => words.split(' ').at(-1) ?? words))
    .allowExcessArguments();
  for (const { name, takes, help } of spec.arguments)
    command.argument(takes === 'some' || takes === 'any' ? `[${name}...]` : `[${name}]`, help);
  command.usage(usageOf(spec, ''));
  for (const option of spec.options) command.addOption(optionOf(option));
  return command.option('--json', 'one JSON document on standard output');
};

const optionOf = (spec: OptionSpec): Option => {
  const names = optionNames(spec);
  const option = new Option(spec.kind === 'flag' ? names : `${names} <${spec.value ?? 'VALUE'}>`, spec.help);
  if (spec.kind !== 'texts') return option;
  return option.argParser((value: string, before: readonly string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
};

const rawValues = (
  spec: CommandSpec,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, RawValue>> => {
  const raw: Record<string, RawValue> = {};
  for (const option of spec.options) {
    const value = values[optionOf(option).attributeName()];
    if (typeof value === 'string' || typeof value === 'boolean') raw[option.name] = value;
    if (Array.isArray(value)) raw[option.name] = value.map(String);
  }
  return raw;
};

const examplesText = (examples: readonly string[], { bold, dim }: Style): string =>
  examples.length === 0
    ? ''
    : `${bold('Examples:')}\n${examples.map((line) => `  ${dim('$')} ${line}`).join('\n')}\n`;

const sentenceOf = (error: CommanderError, argv: readonly string[]): string => {
  // A group's name was typed alone.
  if (error.code === 'commander.help') return unfinished(argv);
  const message = error.message.replace(/^error: /, '').replace('\n(Did you mean', ' (Did you mean');
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  const closed = /[.?)]$/.test(sentence) ? sentence : `${sentence}.`;
  if (error.code === 'commander.optionMissingArgument') return withoutValue(closed);
  if (error.code === 'commander.unknownOption')
    return `${closed} Text that begins with a dash comes after "--".`;
  if (error.code === 'commander.unknownCommand')
    return `${message.includes('Did you mean') ? closed : otherWord(sentence, argv)} \`cairn help all\` lists the commands.`;
  return closed;
};

/** Rewords a message like "Option '-t, --tag <TAG>' argument missing." */
const withoutValue = (sentence: string): string => {
  const [, names, name, value] = /'((?:-\w, )?(--[\w-]+)) <(.+)>'/.exec(sentence) ?? [];
  return names === undefined ? sentence : `${names}: the value is missing. Write ${name} ${value}.`;
};

const unfinished = (argv: readonly string[]): string => {
  const [word = '', asked] = argv.filter((one) => !one.startsWith('-'));
  if (word === 'help' && asked !== undefined)
    return `${otherWord(`Unknown command '${asked}'`, [asked])} \`cairn help all\` lists the commands.`;
  const words = below(word).map(({ path }) => path.slice(word.length + 1));
  return `\`cairn ${word}\` needs one of: ${words.join(', ')}. \`cairn ${word} --help\` has examples.`;
};

/** Adds the command that was probably meant. Also knows names from other programs. */
const otherWord = (sentence: string, [first = '']: readonly string[]): string => {
  const paths = ALL_COMMANDS.map(({ path }) => path);
  const word = /'(.+)'/.exec(sentence)?.[1] ?? '';
  const meant = word === first ? meantText(word, paths) : '';
  return meant === '' ? `${sentence}.` : `${sentence}${meant}`;
};
