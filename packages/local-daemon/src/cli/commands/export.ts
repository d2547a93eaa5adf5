/** Writes all memories, page by page. Versions that were superseded are part of it; forgotten ones are nowhere. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { err, exhaustive, LIMITS, type Memory, ok, type Result, type StatsResult } from '@cairn/schema';
import type { Given, Run } from '../command.ts';
import type { Failure } from '../failure.ts';
import { JSON_TAIL, jsonHead, jsonItem } from '../formats/json.ts';
import { markdownText } from '../formats/markdown-export.ts';
import { ndjsonHead, ndjsonItem } from '../formats/ndjson.ts';
import type { FileFormat } from '../formats/record.ts';
import { formatByName } from '../formats/sniff.ts';
import type { Io } from '../io.ts';
import { memories } from '../output/short-time.ts';
import { queryOf } from '../scope.ts';
import { fileFailure } from '../text-file.ts';

export const exportAll: Run = async (given, io) => {
  const file = given.text('output');
  const format = formatOf(given, io);
  if (file === undefined || file === '-') {
    const written = await writeAll(format, io, io.out);
    // The export itself is what standard output holds.
    return written.ok ? ok(null) : written;
  }
  const path = resolve(io.cwd, file);
  const written = await writeFile(path, format, io);
  if (!written.ok) return written;
  const n = written.value;
  return ok({
    json: { path, format, memories: n },
    human: (style) => `${style.green('Exported')} ${memories(n)} to ${path}.`,
  });
};

const formatOf = (given: Given, io: Io): FileFormat => {
  const named = given.text('format');
  if (named === 'ndjson' || named === 'json' || named === 'md') return named;
  const file = given.text('output');
  return (
    (file === undefined ? null : formatByName(file)) ?? (io.json && file === undefined ? 'json' : 'ndjson')
  );
};

type Write = (text: string) => Promise<void>;

/** Beside its place first, so that a half-written file never stands under the name. */
const writeFile = async (path: string, format: FileFormat, io: Io): Promise<Result<number, Failure>> => {
  const fresh = `${path}.part`;
  try {
    const file = openSync(fresh, 'w', 0o600);
    try {
      const written = await writeAll(format, io, async (text) => void writeSync(file, text));
      if (!written.ok) {
        rmSync(fresh, { force: true });
        return written;
      }
      renameSync(fresh, path);
      return written;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(fresh, { force: true });
    return err(fileFailure(path, error));
  }
};

const writeAll = async (format: FileFormat, io: Io, write: Write): Promise<Result<number, Failure>> => {
  const exportedAt = new Date(io.nowMs).toISOString();
  switch (format) {
    case 'ndjson': {
      const stats = await io.ask<StatsResult>('GET', '/v1/stats');
      if (!stats.ok) return stats;
      await write(ndjsonHead(exportedAt, stats.value.memories.total));
      return eachMemory(io, (memory) => write(ndjsonItem(memory)));
    }
    case 'json': {
      await write(jsonHead(exportedAt));
      const written = await eachMemory(io, (memory, at) => write(jsonItem(memory, at)));
      if (written.ok) await write(JSON_TAIL);
      return written;
    }
    case 'md': {
      const all: Memory[] = [];
      const read = await eachMemory(io, async (memory) => void all.push(memory));
      if (read.ok) await write(markdownText(all, exportedAt));
      return read;
    }
    default:
      return exhaustive(format);
  }
};

interface Page {
  readonly memories: readonly Memory[];
  readonly next: string | null;
}

const eachMemory = async (
  io: Io,
  take: (memory: Memory, at: number) => Promise<void>,
): Promise<Result<number, Failure>> => {
  let at = 0;
  let after: string | undefined;
  for (;;) {
    const page: Result<Page, Failure> = await io.ask<Page>(
      'GET',
      `/v1/export${queryOf({ after, limit: LIMITS.listLimitMax })}`,
    );
    if (!page.ok) return page;
    for (const memory of page.value.memories) await take(memory, at++);
    if (page.value.next === null) return ok(at);
    after = page.value.next;
  }
};
