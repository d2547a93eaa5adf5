/** A JSON document a line: our export with its header line, or anybody's records. */
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

export const ndjsonHead = (exportedAt: string, memories: number): string =>
  `${JSON.stringify({ kind: 'header', format: FORMAT, version: VERSION, exportedAt, memories })}\n`;
export const ndjsonItem = (memory: Memory): string => `${JSON.stringify(memory)}\n`;

export const createNdjsonReader = (): RecordReader => {
  let rest = '';
  let line = 0;
  let version: number | null = null;
  let isFirst = true;

  const readLine = (raw: string): readonly FoundRecord[] => {
    line++;
    const text = (line === 1 ? raw.replace(/^\ufeff/, '') : raw).trim();
    if (text === '') return [];
    const place = `line ${line}`;
    const value = parseJson(text);
    const wasFirst = isFirst;
    isFirst = false;
    if (value === undefined) return [{ kind: 'bad', place, reason: 'not JSON' }];
    if (wasFirst && headerVersion(value) !== null) {
      version = headerVersion(value);
      return [];
    }
    if (version !== null && isObject(value)) return [{ kind: 'record', place, record: value }];
    return [foreignRecord(value, place)];
  };

  return {
    push: (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      return lines.flatMap(readLine);
    },
    end: () => readLine(rest),
    isBundle: () => version !== null,
    problem: () => versionProblem(version),
  };
};
