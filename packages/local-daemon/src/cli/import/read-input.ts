/** Reads one input piece by piece: lines, records, rows or entries are passed to the mapping of their format. [IM-1] */
import { isUtf8 } from 'node:buffer';
import { exhaustive, FOLDER_LIMITS, LIMITS, parseJson } from '@cairn/schema';
import { DatabaseError, foreignTables } from '../../adapters/foreign-database.ts';
import { ArchiveError, type ZipEntry, zipEntries } from '../../adapters/zip-file.ts';
import type { ImportFormat } from '../format-names.ts';
import { basicMemoryFound, isBasicMemory } from '../formats/basic-memory.ts';
import { isLeftOut } from '../formats/claude-code.ts';
import { CLAUDE_MEM_STORE } from '../formats/claude-mem.ts';
import { type Found, left, type Mapper, record } from '../formats/found.ts';
import { type FrontMatter, splitFrontMatter } from '../formats/front-matter.ts';
import { type FileFacts, notOf } from '../formats/known.ts';
import { createMarkdownReader } from '../formats/markdown.ts';
import { isNoteFile, noteFound, ownNoteOf } from '../formats/note-file.ts';
import { OPENCODE_STORE } from '../formats/opencode.ts';
import { refusalOf } from '../formats/refusal.ts';
import { SEED_STORES } from '../formats/seeds.ts';
import { bareText, containerOf, documentMapper, HEADS, LISTS, linesMapper } from '../formats/sniff.ts';
import { fileReason } from '../text-file.ts';
import type { Input } from './input.ts';
import { type JsonItem, jsonItemsOf } from './json-items.ts';
import { linesOf } from './lines.ts';
import { cursorConversations } from './read-cursor.ts';
import { claudeNotesFolder, geminiFolder } from './session-folders.ts';

/** A longer first line tells no more about the format. */
const BEGINNING_BYTES = 1_048_576;

/** A system error about the file ends it, like any other problem with it. */
export async function* readInput(input: Input, from: ImportFormat | null): AsyncGenerator<Found> {
  try {
    const peeked = await peek(input.bytes());
    const { all } = peeked;
    try {
      yield* readContainer(input, peeked, from);
    } finally {
      await all.return(undefined);
    }
  } catch (error) {
    const isExpected = error instanceof ArchiveError || error instanceof DatabaseError;
    if (!isExpected && !(error instanceof Error && 'code' in error)) throw error;
    yield { kind: 'broken', reason: isExpected ? error.message : fileReason(error) };
  }
}

const readContainer = (
  input: Input,
  { beginning, isWhole, all }: Peeked,
  from: ImportFormat | null,
): AsyncIterable<Found> | Iterable<Found> => {
  const container = containerOf(input.name, beginning, from);
  const file = { name: input.name, isStream: input.path === null, bytes: beginning, isWhole };
  const refused = refusalOf(file, container, from);
  if (refused !== null) return [{ kind: 'broken', reason: refused }];
  switch (container) {
    case 'lines':
      return readLines(all, linesMapper(from, factsOf(input)));
    case 'document':
      return readDocument(all, documentMapper(from, factsOf(input)));
    case 'markdown':
      return readMarkdown(input, beginning, all, from);
    case 'zip':
      return input.path === null ? [NOT_STREAMED] : readArchive(input.path, from);
    case 'sqlite':
      return input.path === null ? [NOT_STREAMED] : readDatabase(input.path, from);
    default:
      return exhaustive(container);
  }
};

const factsOf = ({ name, path }: Input): FileFacts => ({
  name,
  folder: () => (path === null ? null : geminiFolder(path)),
});

const NOT_STREAMED: Found = {
  kind: 'broken',
  reason: 'an archive or a database cannot come by standard input: give its name',
};

type Peeked = Awaited<ReturnType<typeof peek>>;

/** Returns the beginning, usually with the whole first line, and a stream of everything including the beginning. */
const peek = async (bytes: AsyncIterable<Uint8Array>) => {
  const rest = bytes[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  while (length < BEGINNING_BYTES) {
    const { done, value } = await rest.next();
    isWhole = done === true;
    if (done === true) break;
    parts.push(value);
    length += value.length;
    if (value.includes(10) && length >= 65_536) break;
  }
  return { beginning: Buffer.concat(parts), isWhole, all: again(parts, rest) };
};

async function* again(
  parts: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
    for (;;) {
      const { done, value } = await rest.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}

async function* readLines(bytes: AsyncIterable<Uint8Array>, mapper: Mapper): AsyncGenerator<Found> {
  for await (const { number, text, reason, isCutOff } of linesOf(bytes)) {
    const place = `line ${number}`;
    if (text === null) yield { kind: 'bad', place, reason };
    else if (text.trim() === '') continue;
    else if (isLeftOut(text)) yield left('lines about files, settings and titles');
    else {
      const value = parseJson(text);
      if (value !== undefined) {
        const taken = mapper.take(value, place, null);
        yield* taken;
        if (taken.some(isEnd)) return;
      } else
        yield { kind: 'bad', place, reason: isCutOff ? 'not JSON: the file ends within it' : 'not JSON' };
    }
  }
  yield* mapper.end?.() ?? [];
}

async function* readDocument(bytes: AsyncIterable<Uint8Array>, mapper: Mapper): AsyncGenerator<Found> {
  for await (const one of jsonItemsOf(bytes, { lists: LISTS, heads: HEADS })) {
    const taken = one.kind === 'broken' ? [one] : taking(mapper, one);
    yield* taken;
    if (taken.some(isEnd)) return;
  }
  yield* mapper.end?.() ?? [];
}

const isEnd = ({ kind }: Found): boolean => kind === 'broken';

const taking = (mapper: Mapper, one: Exclude<JsonItem, { kind: 'broken' }>): readonly Found[] =>
  one.kind === 'head'
    ? (mapper.head?.(one.name, one.value) ?? [])
    : mapper.take(one.value, `record ${one.number}`, one.list);

async function* readMarkdown(
  input: Input,
  beginning: Buffer,
  all: AsyncIterable<Uint8Array>,
  from: ImportFormat | null,
): AsyncGenerator<Found> {
  const front = splitFrontMatter(beginning.toString('utf8'));
  const isOurs = front !== null && isNoteFile(front);
  if (isOurs || (front !== null && isBasicMemory(front)) || from === 'basic-memory') {
    const text = await wholeText(all);
    const whole = text === null ? null : (splitFrontMatter(text) ?? { fields: {}, body: text, line: 1 });
    if (whole === null) yield { kind: 'broken', reason: UNREADABLE };
    else if (isOurs) yield* noteFound(whole, 'the note', input.modifiedAt).map((one) => withNote(one, whole));
    else yield* basicMemoryFound(whole, input.name.replace(/\.\w+$/, ''));
    return;
  }
  // Notes tell nothing else: only their file and its time.
  const agent = input.path === null ? null : [...input.name].slice(0, LIMITS.agentCharsMax).join('');
  const cwd = input.path === null ? null : claudeNotesFolder(input.path);
  const reader = createMarkdownReader();
  for await (const { number, text, reason } of linesOf(all)) {
    if (text === null) yield { kind: 'bad', place: `line ${number}`, reason };
    else
      for (const one of reader.line(text, number))
        yield ofNotes(one, { agent, createdAt: input.modifiedAt }, cwd);
  }
  for (const one of reader.end()) yield ofNotes(one, { agent, createdAt: input.modifiedAt }, cwd);
}

/** Adds what the note says besides its text, of which a person may have changed some. */
const withNote = (found: Found, front: FrontMatter): Found => {
  const note = found.kind === 'record' || found.kind === 'edited' ? ownNoteOf(front) : null;
  return note === null ? found : Object.assign({}, found, { note });
};

const ofNotes = (
  found: Found,
  facts: { readonly agent: string | null; readonly createdAt: string | null },
  cwd: string | null,
): Found =>
  found.kind !== 'record' || found.isBundle === true
    ? found
    : { ...record(found.place, { ...found.record, ...facts }), ...(cwd === null ? {} : { cwd }) };

const UNREADABLE = `not UTF-8 text, or larger than ${FOLDER_LIMITS.importFileBytesMax.toLocaleString('en-US')} bytes`;

const wholeText = async (bytes: AsyncIterable<Uint8Array>): Promise<string | null> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    length += part.length;
    if (length > FOLDER_LIMITS.importFileBytesMax) return null;
    parts.push(part);
  }
  const all = Buffer.concat(parts);
  return isUtf8(all) ? all.toString('utf8').replace(/^\ufeff/, '') : null;
};

/** Entries with conversations, projects or memories. The others are pictures, pages and settings. */
const WANTED =
  /(?:^|\/)(?:conversations(?:-\d+)?|projects|memories)\.json$|(?:^|\/)(?:projects|memories)\/[^/]+\.json$/;

async function* readArchive(path: string, from: ImportFormat | null): AsyncGenerator<Found> {
  let isFound = false;
  let isRead = false;
  const broken: (Found & { readonly kind: 'bad' })[] = [];
  for await (const entry of zipEntries(path)) {
    if (!WANTED.test(entry.name)) {
      yield left('files of the archive that hold no conversations or memories');
      continue;
    }
    isFound = true;
    for await (const one of readEntry(entry, from)) {
      if (one.kind === 'broken') {
        broken.push({ kind: 'bad', place: entry.name, reason: one.reason });
        break;
      }
      isRead ||= 'place' in one;
      yield 'place' in one ? { ...one, place: `${entry.name}, ${one.place}` } : one;
    }
  }
  // One bad file does not stop the others. An archive with nothing else is refused.
  const [first] = broken;
  if (isRead) yield* broken;
  else if (first !== undefined) yield { kind: 'broken', reason: `${first.place}: ${first.reason}` };
  if (!isFound)
    yield { kind: 'broken', reason: 'there is no conversations.json or memories.json in the archive' };
}

/** An entry with a single object is one record. */
async function* readEntry(entry: ZipEntry, from: ImportFormat | null): AsyncGenerator<Found> {
  const { beginning, all } = await peek(entry.read());
  const mapper = documentMapper(from, { name: entry.name, folder: () => null });
  if (bareText(beginning.toString('utf8')).startsWith('[')) {
    yield* readDocument(all, mapper);
    return;
  }
  const text = await wholeText(all);
  const value = text === null ? undefined : parseJson(text);
  if (value === undefined) yield { kind: 'broken', reason: `this is not JSON, or ${UNREADABLE}` };
  else yield* mapper.take(value, 'record 1', null);
}

/** Databases of other programs, recognised by tables with columns that no other program has. */
const DATABASES = [CLAUDE_MEM_STORE, OPENCODE_STORE, ...SEED_STORES];

async function* readDatabase(path: string, from: ImportFormat | null): AsyncGenerator<Found> {
  const refused = (looks: ImportFormat): Found | null =>
    from === null || from === looks ? null : { kind: 'broken', reason: notOf(from, looks) };
  for (const { format, tables, needed, signature, columns, mapper } of DATABASES) {
    let present = 0;
    for await (const _ of foreignTables(path, tables, signature)) present++;
    if (present < needed) continue;
    const other = refused(format);
    if (other !== null) {
      yield other;
      return;
    }
    const { take } = mapper();
    for await (const { table, rows } of foreignTables(path, tables, columns)) {
      let number = 0;
      for (const row of rows()) yield* take(row, `${table}, row ${++number}`, table);
    }
    return;
  }
  const conversations = await cursorConversations(path, refused('cursor'));
  if (conversations !== null) yield* conversations;
  else
    yield {
      kind: 'broken',
      reason: 'the database has no tables of claude-mem, OpenCode, Cursor, ctx0, Navi, Nebo or Oxydra',
    };
}
