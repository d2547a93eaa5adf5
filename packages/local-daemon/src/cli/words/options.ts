/** Options and arguments that several commands share. */
import { ASKED_NAMES, type AskedName, MEMORY_NAMES, SOURCES } from '@cairn/schema';
import type { OptionSpec } from '../command.ts';
import { argument, choice, flag, int, text, time } from './make.ts';

export const tag = text('tag TAG', 'a tag; may be repeated', { short: 't', kind: 'texts' });
export const project = text('project PROJECT', 'a project; "." is the one of this folder', { short: 'p' });
export const keyProject = {
  ...project,
  help: 'of this project; "." is the one of this folder, "global" is none',
};
export const meta = text('meta KEY=VALUE', 'a field of your own; may be repeated', { kind: 'texts' });
const askedName = (name: AskedName): OptionSpec => {
  const { value, person } = MEMORY_NAMES[name].asked;
  return text(`${name} ${value}`, person);
};
/** An option for each name that a save accepts. */
export const askedNames = ASKED_NAMES.map(askedName);
export const namespace = askedName('namespace');
export const key = askedName('key');
/** Filters of a list or a search. */
export const memoryFilters: readonly OptionSpec[] = [
  flag('pinned', 'only pinned ones'),
  time('since', 'made at that time or later: 2026-01-31, yesterday, 3d', { day: 'begin' }),
  time('until', 'made at that time or before; a day counts whole', { day: 'end' }),
  text('agent AGENT', 'only what this agent saved'),
  choice(
    'source SOURCE',
    SOURCES,
    'only memories from a person (user), from an agent, or noticed by Cairn (auto)',
  ),
];
export const yes = flag('yes', 'do not ask', { short: 'y' });
export const server = text('server URL', "the sync server's address");
export const deviceName = text('name DEVICE', "this device's name; default: the machine's");
export const timeout = (help: string): OptionSpec => int('timeout', [1, 86_400], help, { value: 'S' });
export const limit = (max: number, standard: number): OptionSpec =>
  int('limit', [1, max], `how many at most; default: ${standard}`, { short: 'n' });
export const id = argument(
  'ID',
  'the id of a memory, its beginning or end, or @1 for the first of the last list',
  { names: 'memory' },
);
