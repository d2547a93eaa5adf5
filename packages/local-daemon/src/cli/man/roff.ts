/** Writes the manual page from the words of the help. Uses macros of man(7) that groff and mandoc both know. */
import type { CommandSpec, OptionSpec } from '../command.ts';
import { usageOf } from '../command.ts';

export interface Manual {
  readonly version: string;
  /** A day, such as `2026-11-22`. */
  readonly date: string;
  readonly about: string;
  readonly groups: readonly { readonly title: string; readonly commands: readonly CommandSpec[] }[];
  readonly environment: readonly (readonly [name: string, what: string])[];
  readonly exitCodes: readonly (readonly [code: string, what: string])[];
}

export const manualPage = (manual: Manual): string => {
  const { version, date, about, groups, environment, exitCodes } = manual;
  return [
    `.TH CAIRN 1 ${quoted(date)} ${quoted(`Cairn ${version}`)} ${quoted('User Commands')}`,
    '.SH NAME',
    `cairn \\- ${escaped(lowerFirst(about))}`,
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
    ...exitCodes.flatMap(([code, what]) => tagged(code, what)),
    '',
  ].join('\n');
};

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

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');
