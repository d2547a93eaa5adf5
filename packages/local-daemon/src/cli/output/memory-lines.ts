/** A memory as two lines: what it says, then where it stands. */
import type { Memory } from '@cairn/schema';
import { oneLine, printable, type Style } from '../style.ts';
import { cellsOf, wrapCells } from './cells.ts';
import { shortTime } from './short-time.ts';

const LINE_MAX = 200;

/** `text` is shown in place of the whole content. */
export const memoryLines = (
  memory: Memory,
  style: Style,
  nowMs: number,
  { text = memory.content, mark = '•', aside = '' } = {},
): string => {
  const room = (style.width ?? LINE_MAX) - mark.length - 2 - (aside === '' ? 0 : cellsOf(aside) + 2);
  const first = `${style.cyan(mark)} ${oneLine(text, Math.max(20, room))}${aside === '' ? '' : `  ${style.dim(aside)}`}`;
  return [first, ...factLines(memoryFacts(memory, nowMs), style, mark.length + 1)].join('\n');
};

/** Where something stands, below what it says, and within the terminal's width. */
export const factLines = (text: string, style: Style, indent: number): readonly string[] =>
  wrapCells(text, style.width === null ? null : Math.max(20, style.width - indent)).map(
    (line) => `${' '.repeat(indent)}${style.dim(line)}`,
  );

/** "m_01k… · today 14:05 · #tooling · github.com/x/y · pinned" */
const memoryFacts = (memory: Memory, nowMs: number): string =>
  [
    memory.id,
    shortTime(memory.updatedAt, nowMs),
    memory.tags.map((tag) => `#${printable(tag)}`).join(' '),
    memory.key === null ? '' : `${printable(memory.namespace ?? 'default')}: ${printable(memory.key)}`,
    shortProject(memory.project ?? ''),
    memory.pinned ? 'pinned' : '',
    memory.supersededBy === null ? '' : 'superseded',
    memory.trust === 'held' ? 'held for review' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');

/** A project without a remote is known by the hash of its first commit, of which the beginning is enough to tell it apart. */
export const shortProject = (project: string): string =>
  printable(project).replace(/^(git:[0-9a-f]{12})[0-9a-f]+$/, '$1…');
