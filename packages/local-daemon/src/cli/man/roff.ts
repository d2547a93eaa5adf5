/** Writes the manual page from the words of the help. Uses macros of man(7) that groff and mandoc both know. */
import { VERSION } from '@cairn/client/device';
import { type CommandGroup, type CommandSpec, type OptionSpec, usageOf } from '../command.ts';

type Rows = readonly (readonly [name: string, what: string])[];

const EXIT_CODES: Rows = [
  ['0', 'it was done'],
  ['1', 'an error'],
  ['2', 'a wrong command line, or input that breaks a limit'],
  ['3', 'the daemon cannot be reached'],
  ['4', 'not allowed: a refused code or token, a revoked device'],
  ['5', 'done in part, a conflict, or not in time'],
];

/** `date`: a day, such as `2026-11-22`. */
export const manualPage = (groups: readonly CommandGroup[], date: string, environment: Rows): string =>
  [
    `.TH CAIRN 1 ${quoted(date)} ${quoted(`Cairn ${VERSION}`)} ${quoted('User Commands')}`,
    '.SH NAME',
    `cairn \\- ${escaped('one memory for all of your AI agents, on all of your devices')}`,
    '.SH SYNOPSIS',
    '.B cairn',
    '.I COMMAND',
    '[options]',
    '.SH DESCRIPTION',
    ...paragraph(
      'Cairn keeps what agents and people should remember in one file on each device, and shares it between devices, sealed. A daemon owns the file; commands that need it start it. Without a command, cairn shows the state and what to do next.',
    ),
    ...groups.flatMap(({ title, commands }) => [
      `.SH ${quoted(`COMMANDS: ${title.toUpperCase()}`)}`,
      ...commands.flatMap(commandLines),
    ]),
    '.SH OPTIONS',
    ...tagged('--json', 'one JSON document on standard output; messages go to standard error'),
    ...tagged('-h, --help', 'examples and options of a command'),
    ...tagged('-V, --version', 'show the version'),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, what]) => tagged(name, what)),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, what]) => tagged(code, what)),
    '',
  ].join('\n');

const commandLines = (spec: CommandSpec): readonly string[] => [
  `.SS ${quoted(`cairn ${usageOf(spec)}`)}`,
  ...paragraph(`${spec.summary}.`),
  ...spec.arguments.flatMap(({ name, help }) => tagged(name, help)),
  ...spec.options.flatMap((option) => tagged(optionTerm(option), option.help)),
  '.PP',
  spec.examples.length === 1 ? 'Example:' : 'Examples:',
  '.PP',
  '.nf',
  ...spec.examples.map((example) => `    ${guarded(escaped(example))}`),
  '.fi',
];

const optionTerm = ({ name, short, kind, value = 'VALUE' }: OptionSpec): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${kind === 'flag' ? '' : ` ${value}`}`;

const tagged = (term: string, text: string): readonly string[] => [
  '.TP',
  `.B ${escaped(term)}`,
  guarded(escaped(text)),
];

const paragraph = (text: string): readonly string[] => ['.PP', guarded(escaped(text))];

/** Protects a line that begins with a control character. */
const guarded = (line: string): string => (/^[.']/.test(line) ? `\\&${line}` : line);

/** Quotes an argument of a macro: a quote in it is doubled. */
const quoted = (text: string): string => `"${escaped(text).replaceAll('"', '""')}"`;

const CHARACTERS: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  '…': '\\&...',
  '`': '\\(ga',
  "'": '\\(aq',
  '’': '\\(cq',
  '~': '\\(ti',
  '^': '\\(ha',
};

const escaped = (text: string): string =>
  text.replace(/[\\\-…`'’~^]/g, (one) => CHARACTERS[one] ?? one).replace(/\s+/g, ' ');
