// Runs every command on data of a hostile sender. No command may fail, panic or take too long.

import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listResult } from '@cairn/schema';
import { type Device, device, withMembers } from '../../e2e/cairn.ts';
import { inTime } from './in-time.ts';
import { hasTerminal, runInTerminal } from './terminal.ts';

const COMMAND_MS_MAX = 2_000;
/** Limit for commands that copy the whole database or read it again. */
const WHOLE_MS_MAX = 20_000;

type Command = readonly string[];
const DAMAGED = /damaged|panicked|should not happen|went wrong inside/i;

export const READS: readonly Command[] = [
  ['list', '--all'],
  ['search', 'tea'],
  ['context'],
  ['export'],
  ['export', '--format', 'md'],
  ['export', '--format', 'json'],
  ['status'],
  ['stats'],
  ['usage', '--days', '30'],
  ['review'],
  ['review', '-n', '1000', '--json'],
  ['tags'],
  ['projects'],
  ['trash'],
  ['profile'],
  ['profile', 'history'],
  ['profile', 'rules'],
  ['profile', 'tools'],
  ['schedule', 'list'],
  ['schedule', 'list', '--all'],
  ['session', 'list', '--all'],
  ['summarise'],
  ['compact'],
  ['context', '-p', 'tea'],
  ['context', '--max-tokens', '32000'],
  ['sync', 'verify'],
  ['sync', 'removed'],
  ['devices'],
  ['why', 'the staging database'],
  ['list', '--json', '-n', '1000'],
  ['search', 'the staging database', '--json'],
];

/** Commands on a person's own memory, in this order. */
export const wholeOf = ({ home }: Device, id: string): readonly Command[] => [
  ...[
    ['get', id],
    ['history', id],
    ['why', id],
    ['pin', id],
    ['unpin', id],
    ['tag', id, '+maple'],
  ],
  ...[['tags', 'rename', 'maple', 'oak', '--yes'], ['save', '-p', '.', 'Tea is green'], ['doctor']],
  ...[
    ['profile', 'set', 'displayName', 'Ada'],
    ['profile', 'rules', 'add', 'style', 'Be brief'],
    ['diff', '--all'],
  ],
  ...[
    ['session', 'append', 'notes', 'user: the staging database is slow'],
    ['session', 'show', 'notes'],
  ],
  ...[
    ['session', 'task', 'notes', 'Tea'],
    ['session', 'compact', 'notes', '--keep', '1'],
  ],
  ...[
    ['session', 'restore', 'notes'],
    ['session', 'list'],
    ['session', 'delete', 'notes', '--yes'],
  ],
  ['schedule', 'add', 'Say what is open', '--every', '2h', '--name', 'open'],
  ['backup', join(home, `copy-${Date.now()}.db`)],
];

/** All changes that can be made to a memory from outside. */
export const changesOf = (id: string): readonly Command[] =>
  id.startsWith('s_')
    ? [
        ...[
          ['schedule', 'show', id],
          ['schedule', 'runs', id],
          ['schedule', 'edit', id, '--every', '3h'],
        ],
        ...[
          ['schedule', 'pause', id],
          ['schedule', 'resume', id],
          ['schedule', 'take', id],
        ],
      ]
    : [
        ...[
          ['get', id],
          ['history', id],
          ['why', id],
          ['tag', id, '+maple'],
          ['pin', id],
          ['unpin', id],
        ],
        ...[
          ['review', 'keep', id],
          ['review', 'accept', id],
          ['supersede', id, `Another text than ${id}`],
        ],
      ];

/** Checks the exit code, output and time of each command. */
export const faultsOf = async (
  one: Device,
  commands: readonly Command[],
  exits: readonly number[] = [0],
): Promise<readonly string[]> => {
  const cwd = branchOf(one);
  const faults: string[] = [];
  for (const args of commands) {
    const msMax = args[0] === 'backup' || args[0] === 'import' ? WHOLE_MS_MAX : COMMAND_MS_MAX;
    const { done, ms } = await inTime(() => one.run(args, { cwd }), msMax);
    const { code, out, err } = done;
    const name = `cairn ${args.join(' ')}`;
    if (code === null || !exits.includes(code))
      faults.push(`${name} exits with ${code}: ${err}${out.slice(0, 2_000)}`);
    if (DAMAGED.test(`${out}${err}`)) faults.push(`${name} says: ${err}${out.slice(0, 300)}`);
    if (ms > msMax) faults.push(`${name} takes ${ms} ms`);
  }
  return faults;
};

/** Makes a git folder on a branch, as `cairn diff` needs it. */
const branchOf = ({ home }: Device): string => {
  const folder = join(home, 'tea');
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/fix\n');
  return folder;
};

/** Edits with an editor that appends a full stop to each line. */
export const editFault = async (one: Device, id: string): Promise<readonly string[]> => {
  if (!hasTerminal) return [];
  const { code, out } = await runInTerminal(one, ['edit', id], {}, { EDITOR: '/usr/bin/sed -i s/$/./' });
  return code === 0 && /maple\./.test((await one.run(['list', '-n', '1000'])).out)
    ? []
    : [`cairn edit exits with ${code}: ${out}`];
};

/** Renames every tag, exports everything into a new home, forgets it there and imports it again. */
export const returnedFaults = async (one: Device): Promise<readonly string[]> => {
  const { tags } = await one.json(withMembers('tags'), ['tags']);
  const names = Array.isArray(tags) ? tags.map(({ tag }) => String(tag)) : [];
  const renames = names
    .slice(0, 20)
    .map((tag, at) => ['tags', 'rename', '--yes', '--', tag, `tag ${at} of ${basename(one.home)}`]);
  const file = join(one.home, 'all.ndjson');
  const faults = [...(await faultsOf(one, [...renames, ['export', '-o', file]]))];
  // Some lines could not have been saved here. Each is named, and only that line is refused.
  const again: Command = ['import', file, '--profile', '--yes'];
  faults.push(...(await faultsOf(one, [again], [0, 5])));
  const other = await device('another');
  try {
    faults.push(...(await faultsOf(other, [again], [0, 5])), ...(await faultsOf(other, READS_ALONE)));
    const { memories } = await other.json(listResult, ['list', '-n', '1000']);
    if (!memories.some(({ content }) => content.includes('maple')))
      faults.push(`An import of ${file} lost what a person saved`);
    const ids = memories.slice(0, 10).map(({ id }) => id);
    const back: readonly Command[] = [['forget', ...ids], ['trash'], ['trash', 'restore', ...ids]];
    faults.push(...(await faultsOf(other, [...back, ['trash', 'empty', '--yes'], ['doctor']])));
  } finally {
    await other.end();
  }
  return faults;
};

const READS_ALONE = READS.filter(([first]) => first !== 'sync' && first !== 'devices');
