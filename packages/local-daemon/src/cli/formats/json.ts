/**
 * One JSON document: our export, `{"format": …, "memories": […]}`, a list of records, or an object with a list named
 * memories, results, records or items. Read record by record, so that a file of any size fits.
 */
import type { Memory } from '@cairn/schema';
import {
  FORMAT,
  type FoundRecord,
  foreignRecord,
  headerVersion,
  isObject,
  parseJson,
  type RecordReader,
  VERSION,
  versionProblem,
} from './record.ts';

export const jsonHead = (exportedAt: string): string =>
  `${JSON.stringify({ kind: 'header', format: FORMAT, version: VERSION, exportedAt }).slice(0, -1)},"memories":[`;
export const jsonItem = (memory: Memory, at: number): string =>
  `${at === 0 ? '\n' : ',\n'}${JSON.stringify(memory)}`;
export const JSON_TAIL = '\n]}\n';

const LISTS = new Set(['memories', 'results', 'records', 'items']);

export const createJsonReader = (): RecordReader => {
  /** Text of the element or member being read. */
  let part = '';
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  /** Depth of the list of records; 0 while it has not begun, -1 when it is over. */
  let listDepth = 0;
  let read = 0;
  let isOver = false;
  let trouble: string | null = null;
  /** The members of the outer object that come before its list. */
  const head: Record<string, unknown> = {};

  const takeElement = (): readonly FoundRecord[] => {
    const text = part.trim();
    part = '';
    if (text === '') return [];
    read++;
    const place = `record ${read}`;
    const value = parseJson(text);
    if (value === undefined) return [{ kind: 'bad', place, reason: 'not JSON' }];
    if (headerVersion(head) !== null && isObject(value)) return [{ kind: 'record', place, record: value }];
    return [foreignRecord(value, place)];
  };

  const takeMember = (): void => {
    const member = parseJson(`{${part.trim().replace(/,$/, '')}}`);
    part = '';
    if (isObject(member)) Object.assign(head, member);
  };

  /** `"memories": ` with its bracket still to come. */
  const listName = (): string => {
    const name = /"([^"\\]*)"\s*:\s*$/.exec(part)?.[1];
    return name ?? '';
  };

  const open = (char: string): void => {
    depth++;
    const beginsList =
      char === '[' && listDepth === 0 && (depth === 1 || (depth === 2 && LISTS.has(listName())));
    if (beginsList) {
      listDepth = depth;
      part = '';
    } else if (depth > 1) part += char;
  };

  const close = (char: string): readonly FoundRecord[] => {
    const found = depth === listDepth ? takeElement() : [];
    if (depth === listDepth) listDepth = -1;
    else if (depth > 1) part += char;
    depth--;
    if (depth === 0) isOver = true;
    return found;
  };

  const readChar = (char: string): readonly FoundRecord[] => {
    if (inString) {
      part += char;
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = true;
      else if (char === '"') inString = false;
      return [];
    }
    if (depth === 0 && !/[\s\ufeff]/.test(char) && (isOver || (char !== '[' && char !== '{'))) {
      trouble = isOver ? 'something follows the end of the JSON document' : 'this is not JSON';
      return [];
    }
    if (char === '"') inString = true;
    if (char === '[' || char === '{') {
      open(char);
      return [];
    }
    if (char === ']' || char === '}') return close(char);
    if (char === ',' && depth === listDepth) return takeElement();
    if (char === ',' && depth === 1) takeMember();
    else if (depth > 0) part += char;
    return [];
  };

  return {
    push: (text) => {
      const found: FoundRecord[] = [];
      for (const char of text) {
        if (trouble !== null) break;
        found.push(...readChar(char));
      }
      return found;
    },
    end: () => {
      if (trouble === null && !isOver)
        trouble = depth === 0 ? 'this is not JSON' : 'the file ends in the middle';
      if (trouble === null && listDepth === 0)
        trouble = 'there is no list of memories in it ("memories", "results", "records" or "items")';
      return [];
    },
    isBundle: () => headerVersion(head) !== null,
    problem: () => trouble ?? versionProblem(headerVersion(head)),
  };
};
