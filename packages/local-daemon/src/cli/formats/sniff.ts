/** Which format a file has, by its name, then by its beginning. */
import { type FileFormat, isObject, parseJson } from './record.ts';

/** By the name of a file that is written. */
export const formatByName = (path: string): FileFormat | null => {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === 'md' || ending === 'markdown') return 'md';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  return ending === 'json' ? 'json' : null;
};

/** `.json` says little: many programs put a document a line under that name. */
export const isNotes = (path: string): boolean => /\.(md|markdown|txt)$/i.test(path);

/** `beginning` holds the first line whole, or is long. */
export const formatByBeginning = (beginning: string): FileFormat => {
  const text = beginning.replace(/^\ufeff/, '').trimStart();
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'md';
  const first = parseJson(text.split('\n')[0] ?? '');
  if (!isObject(first)) return 'json';
  return Object.values(first).some(
    (value) => Array.isArray(value) && value.every(isObject) && value.length > 0,
  ) || Array.isArray(first.memories)
    ? 'json'
    : 'ndjson';
};
