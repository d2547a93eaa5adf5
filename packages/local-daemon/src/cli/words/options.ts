/** Options and arguments that several commands share. */
import { ASKED_NAMES, type AskedName, MEMORY_NAMES, SOURCES } from '@cairn/schema';
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
export const meta: OptionSpec = {
  name: 'meta',
  kind: 'texts',
  value: 'KEY=VALUE',
  help: 'a field of your own; may be repeated',
};
const askedName = (name: AskedName): OptionSpec => {
  const { value, person } = MEMORY_NAMES[name].asked;
  return { name, kind: 'text', value, help: person };
};
/** An option for each name that a save accepts. */
export const askedNames = ASKED_NAMES.map(askedName);
export const namespace = askedName('namespace');
export const key = askedName('key');
/** Filters of a list or a search. */
export const memoryFilters: readonly OptionSpec[] = [
  { name: 'pinned', kind: 'flag', help: 'only pinned ones' },
  {
    name: 'since',
    kind: 'time',
    day: 'begin',
    value: 'TIME',
    help: 'made at that time or later: 2026-01-31, yesterday, 3d',
  },
  {
    name: 'until',
    kind: 'time',
    day: 'end',
    value: 'TIME',
    help: 'made at that time or before; a day counts whole',
  },
  { name: 'agent', kind: 'text', value: 'AGENT', help: 'only what this agent saved' },
  {
    name: 'source',
    kind: 'choice',
    value: 'SOURCE',
    choices: SOURCES,
    help: 'only memories from a person (user), from an agent, or noticed by Cairn (auto)',
  },
];
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
  help: "this device's name; default: the machine's",
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
  help: `how many at most; default: ${standard}`,
});
export const id = {
  name: 'ID',
  takes: 'one',
  names: 'memory',
  help: 'the id of a memory, its beginning or end, or @1 for the first of the last list',
} as const;
