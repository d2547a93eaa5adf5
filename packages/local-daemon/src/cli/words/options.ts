/** Options and arguments that several commands have. */
import type { OptionSpec } from '../command.ts';

export const tag: OptionSpec = {
  name: 'tag',
  short: 't',
  kind: 'texts',
  value: 'TAG',
  help: 'a tag; may be repeated',
};
export const project: OptionSpec = {
  name: 'project',
  short: 'p',
  kind: 'text',
  value: 'PROJECT',
  help: 'a project; "." is the one of this folder',
};
export const namespace: OptionSpec = {
  name: 'namespace',
  kind: 'text',
  value: 'NAME',
  help: 'where a key lives, for example "entity/people"',
};
export const key: OptionSpec = {
  name: 'key',
  kind: 'text',
  value: 'KEY',
  help: 'the name of a fact that has one value',
};
export const yes: OptionSpec = { name: 'yes', short: 'y', kind: 'flag', help: 'do not ask' };
export const server: OptionSpec = {
  name: 'server',
  kind: 'text',
  value: 'URL',
  help: "the sync server's address",
};
export const deviceName: OptionSpec = {
  name: 'name',
  kind: 'text',
  value: 'DEVICE',
  help: "this device's name; the machine's unless given",
};
export const timeout = (help: string): OptionSpec => ({
  name: 'timeout',
  kind: 'int',
  value: 'S',
  min: 1,
  max: 86_400,
  help,
});
export const limit = (max: number, standard: number): OptionSpec => ({
  name: 'limit',
  short: 'n',
  kind: 'int',
  value: 'N',
  min: 1,
  max,
  help: `how many at most; ${standard} unless given`,
});
export const id = {
  name: 'ID',
  takes: 'one',
  names: 'memory',
  help: 'the id of a memory, its beginning or end, or @1 for the first of the last list',
} as const;
