/** Explains why a file is not read: it is not of the named format, or holds no memories. [RL-33] */
import { orElse, parseJson } from '@cairn/schema';
import { FORMAT_SAID, type ImportFormat } from '../format-names.ts';
import { isBasicMemory } from './basic-memory.ts';
import { splitFrontMatter } from './front-matter.ts';
import { formatOf, notOf } from './known.ts';
import { type Container, containerByText, endingOf, isMarkdown } from './sniff.ts';

export interface Beginning {
  readonly name: string;
  /** Whether the file comes from standard input, so its name says nothing. */
  readonly isStream: boolean;
  /** The whole first line, or a long part of it. */
  readonly bytes: Uint8Array;
  /** Whether this is the whole file. */
  readonly isWhole: boolean;
}

/** Returns a sentence without a full stop. Null if the file may have the named format. */
export const refusalOf = (
  file: Beginning,
  container: Container,
  from: ImportFormat | null,
): string | null => {
  // The content of an archive or database is checked when it is opened.
  if (container === 'zip' || container === 'sqlite') return notTextual(container, from);
  const binary = binaryKind(file.bytes);
  if (binary !== null) return `this is ${binary}, which is not read`;
  if (container !== 'lines' && !isText(file.bytes)) return NOT_TEXT;
  const text = Buffer.from(file.bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  // A power cut leaves zero bytes in a file of lines. They break one line and not the others.
  if (file.bytes.includes(0) && !(container === 'lines' && hasJson(text.split('\n')))) return NOT_TEXT;
  if (container !== 'markdown')
    return isMarkdown(from)
      ? notMarkdown(text, from)
      : (notSuchJson(file, text, from) ?? brokenLines(file, container, text));
  if (from !== null && !isMarkdown(from)) return `this is plain text, not ${FORMAT_SAID[from]}`;
  return notesRefusal(file, text, from);
};

const EMPTY = 'this file is empty';
const NOT_TEXT = 'this is not UTF-8 text: save it as UTF-8, then try again';

/** The first bytes of binary formats, in Latin-1. */
const BINARY: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF document'],
  ['\u0089PNG', 'a picture'],
  ['\u00ff\u00d8\u00ff', 'a picture'],
  ['GIF8', 'a picture'],
  ['\u007fELF', 'a program'],
  ['\u001f\u008b', 'a compressed file'],
  ['\u00fd7zXZ', 'a compressed file'],
  ['BZh', 'a compressed file'],
];

const binaryKind = (bytes: Uint8Array): string | null => {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  return BINARY.find(([magic]) => head.startsWith(magic))?.[1] ?? null;
};

/** Returns true for UTF-8. The last character may be cut off. */
const isText = (bytes: Uint8Array): boolean =>
  orElse(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }), null) !== null;

const notTextual = (container: 'zip' | 'sqlite', from: ImportFormat | null): string | null => {
  if (from !== 'json' && from !== 'ndjson' && !isMarkdown(from)) return null;
  const kind = container === 'zip' ? 'a zip archive' : 'a database';
  return `this is ${kind}, not ${FORMAT_SAID[from]}: leave out --from, and the format is detected`;
};

/** Refuses one document as a file of lines, and a file of lines as one document. */
const notSuchJson = ({ isWhole }: Beginning, text: string, from: ImportFormat | null): string | null => {
  const told = from === 'json' || from === 'ndjson' ? containerByText(text) : null;
  if (from === 'ndjson' && told === 'document')
    return 'this is one JSON document, not a value a line: --from json reads it';
  const isMany = !isWhole || text.trim().includes('\n');
  return from === 'json' && told === 'lines' && isMany
    ? 'this is a value of JSON a line, not one document: --from ndjson reads it'
    : null;
};

const notMarkdown = (text: string, from: 'md' | 'basic-memory'): string => {
  const looks = formatOf(parseJson(text.split('\n')[0] ?? ''), null) ?? 'json';
  return notOf(from, looks);
};

/** Refuses lines of which none is JSON. One readable line is enough, because a broken line does not stop the others. */
const brokenLines = ({ isWhole }: Beginning, container: Container, text: string): string | null => {
  if (container !== 'lines') return null;
  if (text.trim() === '') return EMPTY;
  const lines = text.split('\n');
  const whole = isWhole ? lines : lines.slice(0, -1);
  return whole.length === 0 || hasJson(whole) ? null : 'these lines are not JSON';
};

const hasJson = (lines: readonly string[]): boolean => lines.some((line) => parseJson(line) !== undefined);

/** Name endings of files with notes: Markdown, and editors' instruction files. */
const NOTES = new Set(['md', 'mdc', 'markdown', 'txt', 'cursorrules', 'windsurfrules']);
/** A heading, an item, a quote, or front matter. */
const MARK = /^[ \t]{0,8}(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |---$)/m;
const NAMED = 'its name does not end in .md, .mdc, .markdown or .txt';
const PIPED = 'if it holds notes, `cairn import - --from md` takes it from standard input';

const notesRefusal = (file: Beginning, text: string, from: ImportFormat | null): string | null => {
  const isNamed = NOTES.has(endingOf(file.name));
  if (!file.isStream && !isNamed && file.isWhole && text.trim() === '') return EMPTY;
  if (!file.isStream && !isNamed)
    return from === null ? `this is plain text, and ${NAMED}: ${PIPED}` : `${NAMED}: ${PIPED}`;
  if (file.isStream && from === null && text.trim() !== '' && !MARK.test(text))
    return 'this is plain text: if these are notes, add --from md';
  if (from !== 'basic-memory') return null;
  const front = splitFrontMatter(text);
  return front !== null && isBasicMemory(front)
    ? null
    : 'this note does not begin with a title and a type, as those of basic-memory do: --from md reads it';
};
