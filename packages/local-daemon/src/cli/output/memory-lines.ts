/** Formats a memory as two lines: its text, then its facts. */
import type { Memory } from '@cairn/schema';
import { joined, oneLine, printable, printableName, type Style } from '../style.ts';
import { cellsOf, wrapCells } from './cells.ts';
import { withMarks } from './marks.ts';
import { shortTime } from './short-time.ts';

const LINE_MAX = 200;

interface Shown {
  /** Shown in place of the whole content. */
  readonly text?: string;
  readonly aside?: string;
  /** The time that is shown. */
  readonly by?: 'createdAt' | 'updatedAt';
  /** Words to mark in the text. */
  readonly terms?: readonly string[];
  /** Row in a list that this terminal remembers, from 1. The id is then shown by its end. */
  readonly row?: number | null;
}

export const memoryLines = (
  memory: Memory,
  style: Style,
  nowMs: number,
  { text = memory.content, aside = '', by = 'createdAt', row = null, terms = [] }: Shown = {},
): string => {
  const room = (style.width ?? LINE_MAX) - 3 - (aside === '' ? 0 : cellsOf(aside) + 2);
  const first = `${style.cyan('•')} ${withMarks(oneLine(text, Math.max(20, room)), terms, style)}${aside === '' ? '' : `  ${style.dim(aside)}`}`;
  return [first, ...factLines(memoryFacts(memory, nowMs, by, row), style)].join('\n');
};

/** Formats the facts below a text, within the terminal's width. */
export const factLines = (text: string, { width, dim }: Style): readonly string[] =>
  wrapCells(text, width === null ? null : Math.max(20, width - 2)).map((line) => `  ${dim(line)}`);

/** The length of an id's end that tells ids of one store apart. Ids begin with the time and end with random characters. */
const ID_END = 7;

/** "m_01k… · today 14:05 · #tooling · github.com/x/y · pinned" */
const memoryFacts = (
  memory: Memory,
  nowMs: number,
  by: 'createdAt' | 'updatedAt',
  row: number | null,
): string =>
  joined(' · ', [
    row === null ? memory.id : `@${row} ${memory.id.slice(-ID_END)}`,
    shortTime(memory[by], nowMs),
    memory.tags.map((tag) => `#${printable(tag)}`).join(' '),
    keyText(memory),
    shortProject(memory.project ?? ''),
    memory.pinned ? 'pinned' : '',
    memory.supersededBy === null ? '' : 'superseded',
    memory.trust === 'held' ? 'held for review' : '',
  ]);

/** "facts: database", or nothing. Only saves on this device clean keys; values from elsewhere keep theirs. */
export const keyText = ({ namespace, key }: Pick<Memory, 'namespace' | 'key'>): string =>
  key === null ? '' : printableName(`${namespace ?? 'default'}: ${key}`);

/** A project without a remote is named by the hash of its first commit. The beginning of the hash is enough. */
export const shortProject = (project: string): string =>
  printable(project).replace(/^(git:[0-9a-f]{12})[0-9a-f]+$/, '$1…');
