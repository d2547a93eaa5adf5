/**
 * Reads any Markdown notes. Every list item of the first level (with its indented lines) and every paragraph becomes a memory, tagged by
 * the heading above. Skips comments and the block of `cairn export --managed`. [IM-1]
 */
import { bad, type Found, left, record } from './found.ts';
import { slug } from './loose.ts';
import { MANAGED_BEGIN, MANAGED_END } from './managed-block.ts';

export interface LineReader {
  line(line: string, at: number): readonly Found[];
  end(): readonly Found[];
}

/** Reads a whole text. `place` names it in messages. */
export const notesIn = (text: string, place: string): readonly Found[] => {
  const reader = createNotesReader();
  const found = text.split('\n').flatMap((line, at) => reader.line(line, at + 1));
  return [...found, ...reader.end()].map((one) => ('place' in one ? { ...one, place } : one));
};

const HEADING = /^ {0,3}#{1,6}\s(.*)$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])\s+(.*)$/;
const RULE = /^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+)$/;
const FENCE = /^\s*(```+|~~~+)/;
/** `@docs/style.md` alone on a line: an agent's file includes another one. */
const INCLUDE = /^@[^\s@]+$/;

interface Block {
  readonly kind: 'item' | 'paragraph';
  /** The column in which an item's text begins. An item that begins there or behind it belongs to this one. */
  readonly column: number;
  readonly lines: string[];
  readonly place: string;
}

/** `tagOf`: converts a heading to a tag; null for none. */
export const createNotesReader = (tagOf: (heading: string) => string | null = slug): LineReader => {
  let tag: string | null = null;
  let block: Block | null = null;
  let fence: string | null = null;
  /** A block of Cairn or a comment that is skipped until it ends. `place`: where it begins. */
  let skipped: { readonly what: 'block of Cairn' | 'comment'; readonly place: string } | null = null;

  const flush = (): readonly Found[] => {
    const text = block === null ? '' : dedent(block.lines).trim();
    const place = block?.place ?? '';
    block = null;
    if (text === '') return [];
    if (INCLUDE.test(text)) return [left('references to other files')];
    return [record(place, { content: text, ...(tag === null ? {} : { tags: [tag] }) })];
  };

  const begin = (text: string, at: number, column: number | null): readonly Found[] => {
    const found = flush();
    const kind = column === null ? 'paragraph' : 'item';
    block = { kind, column: column ?? Number.POSITIVE_INFINITY, lines: [text], place: `line ${at}` };
    return found;
  };

  const continueOr = (line: string, at: number): readonly Found[] => {
    const belongs =
      block !== null && (block.kind === 'paragraph' ? block.lines.at(-1) !== '' : isBelow(line, block));
    if (!belongs || block === null) return begin(line, at, null);
    block.lines.push(line);
    return [];
  };

  const readLine = (line: string, at: number): readonly Found[] => {
    const opened = FENCE.exec(line)?.[1]?.slice(0, 3);
    if (fence !== null) {
      if (opened === fence) fence = null;
      return continueOr(line === '' ? ' ' : line, at);
    }
    if (opened !== undefined) {
      fence = opened;
      return continueOr(line, at);
    }
    const heading = HEADING.exec(line);
    if (heading !== null || RULE.test(line)) {
      const found = flush();
      if (heading !== null) tag = tagOf(titleIn(heading[1] ?? ''));
      return found;
    }
    const item = ITEM.exec(line);
    if (item !== null) {
      const [, indent = '', mark = '', text = ''] = item;
      if (block !== null && indent.length >= block.column) return continueOr(line, at);
      return begin(text, at, indent.length + mark.length + 1);
    }
    if (line.trim() !== '') return continueOr(line, at);
    block?.lines.push('');
    return [];
  };

  const readManaged = (line: string, at: number): readonly Found[] => {
    if (line.startsWith(MANAGED_END)) {
      skipped = null;
      return [left('the block that Cairn keeps in it')];
    }
    skipped ??= { what: 'block of Cairn', place: `line ${at}` };
    return [];
  };

  /** Returns the line without the comments at its beginning; null if nothing else is in it. */
  const uncommented = (line: string, at: number): string | null => {
    let rest = line;
    while (skipped !== null || rest.trimStart().startsWith('<!--')) {
      const end = rest.indexOf('-->');
      skipped = end < 0 ? (skipped ?? { what: 'comment', place: `line ${at}` }) : null;
      if (end < 0) return null;
      rest = rest.slice(end + '-->'.length);
    }
    return rest === line || rest.trim() !== '' ? rest : null;
  };

  return {
    line: (raw, at) => {
      const line = raw.replace(/\r$/, '');
      if (fence !== null) return readLine(line, at);
      const isManaged = skipped === null ? line.startsWith(MANAGED_BEGIN) : skipped.what !== 'comment';
      if (isManaged) return readManaged(line, at);
      const rest = uncommented(line, at);
      return rest === null ? [] : readLine(rest, at);
    },
    end: () => [
      ...flush(),
      ...(skipped === null
        ? []
        : [bad(skipped.place, `its ${skipped.what} does not end, so nothing below it was read`)]),
    ],
  };
};

/** Removes the number signs that may close a heading. */
const titleIn = (heading: string): string => {
  const title = heading.trim();
  let end = title.length;
  while (title[end - 1] === '#') end--;
  return title.slice(0, end).trimEnd();
};

/** Returns true for an indented line, and for a lazy continuation of an item. */
const isBelow = (line: string, block: Block): boolean => /^\s/.test(line) || block.lines.at(-1) !== '';

/** Removes the common indentation of all lines but the first. */
const dedent = (lines: readonly string[]): string => {
  const [first = '', ...more] = lines;
  let common = Number.POSITIVE_INFINITY;
  for (const line of more)
    if (line.trim() !== '') common = Math.min(common, line.length - line.trimStart().length);
  return [first, ...more.map((line) => line.slice(common))].join('\n');
};
