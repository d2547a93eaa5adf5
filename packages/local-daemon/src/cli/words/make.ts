/** Makes the rows of the tables of commands. */
import type { ArgumentSpec, CommandSpec, OptionSpec } from '../command.ts';

type Further<T> = Partial<Omit<T, 'name' | 'help'>>;

export const flag = (name: string, help: string, further: Further<OptionSpec> = {}): OptionSpec => ({
  ...{ name, kind: 'flag', help },
  ...further,
});

/** `named`: the name and the placeholder of its value in the help, such as `tag TAG`. */
export const text = (named: string, help: string, further: Further<OptionSpec> = {}): OptionSpec => {
  const [name = '', value = ''] = named.split(' ');
  return { ...{ name, kind: 'text', value, help }, ...further };
};

export const time = (name: string, help: string, further: Further<OptionSpec> = {}): OptionSpec =>
  text(`${name} TIME`, help, { kind: 'time', ...further });

export const choice = (named: string, choices: readonly string[], help: string): OptionSpec =>
  text(named, help, { kind: 'choice', choices });

export const int = (
  name: string,
  [min, max]: readonly [number, number],
  help: string,
  further: Further<OptionSpec> = {},
): OptionSpec => ({ ...{ name, kind: 'int', value: 'N', min, max, help }, ...further });

/** `usage`: the name as the help shows it, such as `ID`, `[ID]` if it is optional, `ID…` for some, `[ID…]` for any number. */
export const argument = (usage: string, help: string, further: Further<ArgumentSpec> = {}): ArgumentSpec => ({
  name: usage.replace(/[[\]…]/g, ''),
  takes: takenBy(usage),
  help,
  ...further,
});

const takenBy = (usage: string): ArgumentSpec['takes'] => {
  if (usage.endsWith('…]')) return 'any';
  return usage.endsWith('…') ? 'some' : usage.endsWith(']') ? 'optional' : 'one';
};

export type Words = Omit<CommandSpec, 'path' | 'arguments' | 'options'> & Partial<CommandSpec>;

/** `words`: commands by their path. Adds empty lists to a command without arguments or options. */
export const commands = (words: Readonly<Record<string, Words>>): readonly CommandSpec[] =>
  Object.entries(words).map(([path, one]) => ({ path, arguments: [], options: [], ...one }));
