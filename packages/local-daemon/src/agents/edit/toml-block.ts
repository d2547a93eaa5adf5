/**
 * Edits one table of a TOML file, with its sub-tables, as a block of lines. All other bytes stay. The file is parsed
 * before and after the edit. A file that cannot be parsed is refused, and only Cairn's table may differ. [IN-2]
 */

import { isRecord } from '@cairn/schema';
import { parse, stringify, TomlError } from 'smol-toml';
import { type Edited, edited, isSame, refused } from './edited.ts';

export type TomlTable = {
  readonly [key: string]: string | readonly string[] | { readonly [key: string]: string };
};

export interface TomlPiece {
  /** Path of the table, such as `['mcp_servers', 'cairn']`. */
  readonly path: readonly [string, string];
  readonly table: TomlTable;
  readonly isOurs: (value: unknown) => boolean;
}

export const putToml = (text: string, piece: TomlPiece): Edited => {
  const before = parsed(text);
  if (before.kind === 'refused') return before;
  const name = piece.path.join('.');
  const present = at(before.value, piece.path);
  if (present === undefined) return checked(appended(text, blockText(text, piece)), before.value, piece);
  if (!piece.isOurs(present))
    return refused(`there is a [${name}] already that Cairn has not written; rename or remove it`);
  if (isSame(present, piece.table)) return edited(text);
  const span = blockSpan(text, piece.path);
  if (span === null)
    return refused(`"${name}" is not written as [${name}] at the start of a line; remove it by hand`);
  const block = blockText(text, piece);
  const own = text.slice(span.start, span.end);
  const tail = own.slice(own.trimEnd().length);
  return checked(text.slice(0, span.start) + block + tail + text.slice(span.end), before.value, piece);
};

export const takeToml = (text: string, piece: TomlPiece): Edited => {
  const before = parsed(text);
  if (before.kind === 'refused') return before;
  const present = at(before.value, piece.path);
  if (present === undefined || !piece.isOurs(present)) return edited(text);
  const span = blockSpan(text, piece.path);
  if (span === null)
    return refused(`"${piece.path.join('.')}" is not written as a table of its own; remove it by hand`);
  const after = withoutBlock(text, span);
  const rest = parsed(after);
  if (rest.kind === 'refused') return rest;
  return at(rest.value, piece.path) === undefined && isRestSame(before.value, rest.value, piece)
    ? edited(after)
    : refused('it is written in a way that cannot be edited safely; remove our table by hand');
};

/**
 * Removes sub-tables of a foreign table, such as an agent's notes about hooks that are removed. A sub-table in another
 * notation stays. [IN-3]
 */
export const dropToml = (text: string, path: TomlPiece['path'], names: readonly string[]): string =>
  names.reduce((left, name) => {
    const before = parsed(left);
    const span = blockSpan(left, [...path, name]);
    if (before.kind === 'refused' || span === null) return left;
    const after = withoutBlock(left, span);
    const rest = parsed(after);
    return rest.kind === 'parsed' && isSame(rest.value, withoutName(before.value, path, name)) ? after : left;
  }, text);

/** Returns the names in a table of a file, or an empty list if the file cannot be parsed or has no such table. */
export const tomlNames = (text: string, path: TomlPiece['path']): readonly string[] => {
  const read = parsed(text);
  const table = read.kind === 'parsed' ? at(read.value, path) : undefined;
  return isRecord(table) ? Object.keys(table) : [];
};

type Table = Readonly<Record<string, unknown>>;
type Parsed = { readonly kind: 'parsed'; readonly value: Table } | Extract<Edited, { kind: 'refused' }>;

const parsed = (text: string): Parsed => {
  try {
    return { kind: 'parsed', value: { ...parse(text.replace(/^\uFEFF/, '')) } };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? 'it is not TOML';
    return { kind: 'refused', reason: `line ${error.line}, column ${error.column}: ${reason}` };
  }
};

const at = (root: Table, [first, second]: TomlPiece['path']): unknown => {
  const outer = root[first];
  return isRecord(outer) ? outer[second] : undefined;
};

const without = (root: Table, { path: [first, second] }: TomlPiece): Table => {
  const outer = root[first];
  if (!isRecord(outer)) return {};
  const { [second]: _, ...rest } = outer;
  return rest;
};

/** Whether two files differ only in Cairn's table. */
const isRestSame = (a: Table, b: Table, piece: TomlPiece): boolean => {
  const [first] = piece.path;
  const { [first]: _, ...others } = a;
  const { [first]: __, ...othersInB } = b;
  return isSame(others, othersInB) && isSame(without(a, piece), without(b, piece));
};

/** Removes a name from a table. Tables that become empty are removed too, because they have no text of their own. */
const withoutName = (root: Table, [first, second]: TomlPiece['path'], name: string): Table => {
  const { [first]: outer, ...others } = root;
  if (!isRecord(outer) || !isRecord(outer[second])) return root;
  const { [name]: _, ...left } = outer[second];
  const { [second]: __, ...besides } = outer;
  const inner = Object.keys(left).length === 0 ? besides : { ...outer, [second]: left };
  return Object.keys(inner).length === 0 ? others : { ...root, [first]: inner };
};

/** Refuses an edit that changed anything except Cairn's table. */
const checked = (text: string, before: Table, piece: TomlPiece): Edited => {
  const after = parsed(text);
  if (after.kind === 'refused') return refused(`our table does not fit in: ${after.reason}`);
  return isSame(at(after.value, piece.path), piece.table) && isRestSame(before, after.value, piece)
    ? edited(text)
    : refused('it is written in a way that cannot be edited safely; add our table by hand');
};

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** Returns the text of the table without a final line end. */
const blockText = (text: string, { path: [first, second], table }: TomlPiece): string =>
  stringify({ [first]: { [second]: table } })
    .trim()
    .replace(/\n+/g, '\n')
    .split('\n')
    .filter((line) => line !== `[${first}]`)
    .join(eolOf(text));

/** Appends the block after a blank line. The file keeps or lacks its final line end as before. */
const appended = (text: string, block: string): string => {
  const eol = eolOf(text);
  if (text === '' || text === '\uFEFF') return `${text}${block}${eol}`;
  return /\n$/.test(text) ? `${text}${eol}${block}${eol}` : `${text}${eol}${eol}${block}`;
};

const withoutBlock = (text: string, { start, end }: Span): string => {
  const head = text.slice(0, start);
  const tail = text.slice(end);
  if (tail !== '') return head + tail;
  const endsOpen = !/\n$/.test(text);
  return head.replace(endsOpen ? /(?:\r?\n){1,2}$/ : /(?<=\n)\r?\n$/, '');
};

interface Span {
  readonly start: number;
  readonly end: number;
}

const HEADER = /^[ \t]*\[\[?[^\]\n]+\]\]?/;

/**
 * Returns the span of the block. It ends before the next header that is no sub-table, or at the end of the file.
 * Comments directly before that header are not part of it.
 */
const blockSpan = (text: string, path: readonly string[]): Span | null => {
  const lines = text.split(/(?<=\n)/);
  const isOwn = (line: string): boolean =>
    headerOf(line)?.slice(0, path.length).join('\u0000') === path.join('\u0000');
  const from = lines.findIndex(isOwn);
  if (from < 0) return null;
  const next = lines.findIndex((line, index) => index > from && HEADER.test(line) && !isOwn(line));
  let to = next < 0 ? lines.length : next;
  while (to > from + 1 && /^\s*(?:#|$)/.test(lines[to - 1] ?? '')) to--;
  // Blank lines at the end of the file are part of the block.
  if (lines.slice(to).every((line) => /^\s*$/.test(line))) to = lines.length;
  // A blank line after the block is removed with the block.
  const hasGap = /^\s*$/.test(lines[to] ?? 'x');
  return { start: offsetOf(lines, from), end: offsetOf(lines, hasGap ? to + 1 : to) };
};

const offsetOf = (lines: readonly string[], count: number): number =>
  lines.slice(0, count).reduce((sum, line) => sum + line.length, 0);

/** Parses `[a . "b"]` to `a` and `b`. Returns null if the line is no header. */
const headerOf = (line: string): readonly string[] | null => {
  const inner = /^[ \t]*\[([^[\]\n]+)\][ \t]*(?:#.*)?\r?\n?$/.exec(line)?.[1];
  if (inner === undefined) return null;
  // An open quotation reaches to the end, so that none is searched twice.
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)(?:"|\\?$)|'([^']*)'|[\w-]+/g)].map(
    ([bare, basic, literal]) => basic?.replace(/\\(["\\])/g, '$1') ?? literal ?? bare,
  );
};
