/** Finds the format of a file by `--from`, by its name, then by its beginning. */
import { parseJson } from '@cairn/schema';
import type { ExportFormat, ImportFormat } from '../format-names.ts';
import { chatExport, isChat, isClaudeMemory, isClaudeProject } from './chat-exports.ts';
import { CLAUDE_MEM_LISTS, claudeMem } from './claude-mem.ts';
import { createForeignMapper } from './foreign.ts';
import { isObject, type Mapper } from './found.ts';
import { createGeminiMapper, GEMINI_HEADS, isGeminiHead, isGeminiMessage } from './gemini.ts';
import { type FileFacts, formatOf, mapperOf, notOf } from './known.ts';
import { createOpencodeMapper, isOpencodeMessage } from './opencode.ts';
import { serverMemory } from './server-memory.ts';
import { SETTING_LISTS } from './settings.ts';

/** The container of a file's records: one JSON object a line, one JSON document, text, an archive, a database. */
export type Container = 'lines' | 'document' | 'markdown' | 'zip' | 'sqlite';

/** Returns the format of a file to write by the ending of its name; null if the ending names none. */
export const formatByName = (path: string): ExportFormat | null => {
  const ending = endingOf(path);
  if (ending === 'md' || ending === 'markdown') return 'md';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  return ending === 'json' ? 'json' : null;
};

export const endingOf = (path: string): string => /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';

export const isMarkdown = (from: ImportFormat | null): from is 'md' | 'basic-memory' =>
  from === 'md' || from === 'basic-memory';

/** `beginning` has the whole first line, unless that line is very long. */
export const containerOf = (name: string, beginning: Uint8Array, from: ImportFormat | null): Container => {
  const head = Buffer.from(beginning.subarray(0, 16)).toString('latin1');
  if (head.startsWith('PK\u0003\u0004') || head.startsWith('PK\u0005\u0006')) return 'zip';
  if (head.startsWith('SQLite format 3\u0000')) return 'sqlite';
  if (from === 'ndjson') return 'lines';
  if (from === 'json') return 'document';
  const text = bareText(Buffer.from(beginning).toString('utf8'));
  const ending = endingOf(name);
  const isNotes = isMarkdown(from) || (['md', 'mdc', 'markdown', 'txt'].includes(ending) && from === null);
  if (isNotes && !JSON_BEGINS.test(text)) return 'markdown';
  if (['jsonl', 'ndjson'].includes(ending)) return 'lines';
  return containerByText(text);
};

/** Returns the text without a byte order mark and without white space at its beginning. */
export const bareText = (text: string): string => text.replace(/^\ufeff/, '').trimStart();

/** Stricter than the first character, because a note may begin with a link in brackets. */
const JSON_BEGINS = /^(?:\[\s*[{"\]]|\{\s*["}])/;

/** Returns the container by the text alone, because many programs write one document a line as `.json`. */
export const containerByText = (beginning: string): Container => {
  const text = bareText(beginning);
  if (text.startsWith('[')) return 'document';
  if (!text.startsWith('{')) return 'markdown';
  const [line = ''] = text.split('\n', 1);
  const first = parseJson(line);
  // One project or conversation has lists of its own. A very long line is cut off here.
  const isPart = isObject(first) ? isChat(first) || isClaudeProject(first) : line === text && PART.test(line);
  if (isPart) return 'lines';
  if (!isObject(first)) return 'document';
  const isList = ([name, value]: [string, unknown]): boolean =>
    Array.isArray(value) && (value.length === 0 ? LISTS.includes(name) : value.every(isObject));
  // A line of a knowledge graph also has a list, of observations. It differs by its `type`.
  return first.type === undefined && Object.entries(first).some(isList) ? 'document' : 'lines';
};

/** The beginning of a file with one project or conversation of Claude.ai. */
const PART = /^\{\s*"uuid"\s*:.*"(?:docs|chat_messages)"\s*:\s*\[/;

/** Members of an outer object whose lists are read. */
export const LISTS: readonly string[] = [
  ...['memories', 'results', 'records', 'items', 'entities', 'relations'],
  ...['conversations', 'projects', 'messages'],
  ...[...CLAUDE_MEM_LISTS, ...SETTING_LISTS],
];
/** Members that tell which program wrote the document. */
export const HEADS: readonly string[] = ['format', 'version', 'info', ...GEMINI_HEADS];

/** True if the content decides the format: `--from` names only the container, or nothing. */
const isByContent = (from: ImportFormat | null): from is 'json' | 'ndjson' | null =>
  from === null || from === 'json' || from === 'ndjson';

export const linesMapper = (from: ImportFormat | null, file: FileFacts): Mapper => {
  if (!isByContent(from)) return onlyOf(from, file);
  let chosen: Mapper | null = null;
  return {
    take: (value, place, list) => {
      chosen ??= mapperOf(formatOf(value, null) ?? 'ndjson', file);
      return chosen.take(value, place, list);
    },
    end: () => chosen?.end?.() ?? [],
  };
};

/** Refuses the file if its first value does not have the format. [RL-33] */
const onlyOf = (format: ImportFormat, file: FileFacts): Mapper => {
  const mapper = mapperOf(format, file);
  let isOne = false;
  return {
    ...(mapper.head === undefined ? {} : { head: mapper.head }),
    take: (value, place, list) => {
      const looks = isOne ? format : formatOf(value, list);
      isOne = looks === format;
      return isOne ? mapper.take(value, place, list) : [{ kind: 'broken', reason: notOf(format, looks) }];
    },
    end: () => (isOne ? (mapper.end?.() ?? []) : [{ kind: 'broken', reason: notOf(format, null) }]),
  };
};

/** The lists of one document may have different formats. */
export const documentMapper = (from: ImportFormat | null, file: FileFacts): Mapper => {
  if (!isByContent(from)) return onlyOf(from, file);
  const foreign = createForeignMapper();
  const opencode = createOpencodeMapper();
  const gemini = createGeminiMapper(file.folder);
  const ofHead = (member: string): Mapper => {
    if (member === 'info') return opencode;
    return isGeminiHead(member) ? gemini : foreign;
  };
  return {
    head: (member, value) => ofHead(member).head?.(member, value) ?? [],
    end: () => gemini.end?.() ?? [],
    take: (value, place, list) => {
      if (list === 'messages' && isOpencodeMessage(value)) return opencode.take(value, place, list);
      if (list === 'messages' && isGeminiMessage(value)) return gemini.take(value, place, list);
      if (list === 'entities' || list === 'relations') return serverMemory.take(value, place, list);
      if (list !== null && CLAUDE_MEM_LISTS.includes(list)) return claudeMem.take(value, place, list);
      const isExport = isChat(value) || isClaudeProject(value) || isClaudeMemory(value);
      return isExport ? chatExport.take(value, place, list) : foreign.take(value, place, list);
    },
  };
};
