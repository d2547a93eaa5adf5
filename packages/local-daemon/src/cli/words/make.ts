/** Makes the rows of the tables of commands. */
import type { ArgumentSpec, CommandSpec, OptionSpec } from '../command.ts';

type Further<T> = Partial<Omit<T, 'name' | 'help'>>;

export const flag = (name: string, help: string, further: Further<OptionSpec> = {}): OptionSpec => ({
  ...{ name, kind: 'flag', help },
  ...further,
});

/** `value`: the placeholder in the help. */
export const text = (
  name: string,
  value: string,
  help: string,
  further: Further<OptionSpec> = {},
): OptionSpec => ({ ...{ name, kind: 'text', value, help }, ...further });

export const time = (name: string, help: string, further: Further<OptionSpec> = {}): OptionSpec =>
  text(name, 'TIME', help, { kind: 'time', ...further });

export const choice = (
  name: string,
  value: string,
  choices: readonly string[],
  help: string,
): OptionSpec => ({ name, kind: 'choice', value, choices, help });

export const int = (
  name: string,
  [min, max]: readonly [number, number],
  help: string,
  further: Further<OptionSpec> = {},
): OptionSpec => ({ ...{ name, kind: 'int', value: 'N', min, max, help }, ...further });

export const argument = (
  name: string,
  takes: ArgumentSpec['takes'],
  help: string,
  further: Further<ArgumentSpec> = {},
): ArgumentSpec => ({ name, takes, help, ...further });

type Words = Omit<CommandSpec, 'arguments' | 'options'> & Partial<CommandSpec>;

/** Adds empty lists to a command without arguments or options. */
export const commands = (words: readonly Words[]): readonly CommandSpec[] =>
  words.map((one) => ({ arguments: [], options: [], ...one }));
