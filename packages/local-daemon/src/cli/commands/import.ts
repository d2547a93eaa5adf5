/** Reads memories from a file, in batches. The daemon checks each record by itself; a bad one stops no other. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { err, exhaustive, type ImportInput, type ImportResult, LIMITS, ok } from '@cairn/schema';
import type { Given, Outcome, Run } from '../command.ts';
import { type Failure, failure } from '../failure.ts';
import { createJsonReader } from '../formats/json.ts';
import { createMarkdownReader } from '../formats/markdown.ts';
import { createNdjsonReader } from '../formats/ndjson.ts';
import type { FileFormat, FoundRecord, RecordReader } from '../formats/record.ts';
import { formatByBeginning, isNotes } from '../formats/sniff.ts';
import type { Io } from '../io.ts';
import { createProgress } from '../progress.ts';
import { fileFailure } from '../text-file.ts';

/** Well below what the daemon takes in one request. */
const BATCH_BYTES_MAX = 4_194_304;
const FAILURES_SHOWN = 20;
/** A first line longer than this tells no more about the format. */
const BEGINNING_MAX = 65_536;

interface Totals {
  read: number;
  new: number;
  duplicate: number;
  skipped: number;
  failed: number;
  readonly failures: { index: number; place: string; reason: string }[];
}

export const importFile: Run = async (given, io) => {
  const name = given.arg(0);
  const batches = createBatches(given, io);
  const problem = await readAll(name, given, io, batches.take).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error) return fileFailure(name, error);
    throw error;
  });
  // What was read before the file's trouble is whole, so it is sent.
  const flushed = await batches.flush();
  const last = problem ?? flushed;
  batches.progress.end();
  const { totals } = batches;
  if (last !== null && totals.read === 0) return err(last);
  return ok(outcomeOf(totals, last, given.flag('dry-run')));
};

const outcomeOf = (totals: Totals, problem: Failure | null, isDryRun: boolean): Outcome => {
  const { failures, ...counts } = totals;
  const bad =
    counts.failed === 0
      ? null
      : failure('invalid_input', `${counts.failed} of ${counts.read} records could not be read.`);
  const partly = problem ?? bad;
  return {
    json: failures.length === 0 ? counts : { ...counts, failures },
    human: (style) =>
      [
        `${isDryRun ? 'Would import' : style.green('Imported')} ${counts.new} new of ${counts.read} read;`,
        `${counts.duplicate} already known, ${counts.skipped} skipped, ${counts.failed} failed.`,
      ].join(' '),
    notes: failures.map(({ place, reason }) => `${place}: ${reason}`),
    ...(partly === null ? {} : { failure: partly, exit: counts.read > counts.failed ? 5 : 1 }),
  };
};

const createBatches = (given: Given, io: Io) => {
  const totals: Totals = { read: 0, new: 0, duplicate: 0, skipped: 0, failed: 0, failures: [] };
  const progress = createProgress(io);
  const dryRun = given.flag('dry-run');
  let batch: Extract<FoundRecord, { kind: 'record' }>[] = [];
  let bytes = 0;
  let isBundle = false;

  const note = (index: number, place: string, reason: string): void => {
    totals.failed++;
    if (totals.failures.length < FAILURES_SHOWN) totals.failures.push({ index, place, reason });
  };

  const flush = async (): Promise<Failure | null> => {
    if (batch.length === 0) return null;
    const sent = batch;
    const before = totals.read - sent.length;
    batch = [];
    bytes = 0;
    const input: ImportInput = {
      records: sent.map(({ record }) => record),
      ...(dryRun ? { dryRun } : {}),
      ...(isBundle ? { bundle: true } : {}),
    };
    const done = await io.ask<ImportResult>('POST', '/v1/import', input);
    if (!done.ok) {
      totals.read -= sent.length;
      return done.error;
    }
    totals.new += done.value.new;
    totals.duplicate += done.value.duplicate;
    totals.skipped += done.value.skipped;
    const named = done.value.failures ?? [];
    for (const { index, reason } of named) note(before + index, sent[index]?.place ?? '', reason);
    totals.failed += Math.max(0, done.value.failed - named.length);
    progress.show(`${totals.read} read`);
    return null;
  };

  const take = async (found: FoundRecord, bundle: boolean): Promise<Failure | null> => {
    isBundle = bundle;
    if (found.kind === 'bad') {
      // Its own place in the file's order: what came before it goes first.
      const problem = await flush();
      if (problem === null) note(totals.read++, found.place, found.reason);
      return problem;
    }
    const size = JSON.stringify(found.record).length;
    if (size > BATCH_BYTES_MAX) {
      const problem = await flush();
      if (problem === null) note(totals.read++, found.place, 'much longer than a memory may be');
      return problem;
    }
    const isFull = batch.length >= LIMITS.importItemsPerRequestMax || bytes + size > BATCH_BYTES_MAX;
    const problem = isFull ? await flush() : null;
    if (problem !== null) return problem;
    batch.push(found);
    bytes += size;
    totals.read++;
    return null;
  };

  return { totals, progress, take, flush };
};

type Take = (found: FoundRecord, isBundle: boolean) => Promise<Failure | null>;

const readAll = async (name: string, given: Given, io: Io, take: Take): Promise<Failure | null> => {
  const stream = name === '-' ? process.stdin : createReadStream(resolve(io.cwd, name));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const named = formatGiven(given, name);
  let reader = named === null ? null : readerOf(named);
  let beginning = '';

  const feed = async (text: string, isEnd: boolean): Promise<Failure | null> => {
    beginning += text;
    const isTold = isEnd || beginning.includes('\n') || beginning.length > BEGINNING_MAX;
    if (reader === null && !isTold) return null;
    reader ??= readerOf(formatByBeginning(beginning));
    const found = [...reader.push(beginning), ...(isEnd ? reader.end() : [])];
    beginning = '';
    const problem = reader.problem();
    // A newer export is refused before anything of it is read.
    if (problem !== null && reader.isBundle() && !isEnd) return failure('bad_file', `${name}: ${problem}.`);
    for (const record of found) {
      const failed = await take(record, reader.isBundle());
      if (failed !== null) return failed;
    }
    return problem === null ? null : failure('bad_file', `${name}: ${problem}.`);
  };

  try {
    for await (const part of stream) {
      const problem = await feed(decoder.decode(Buffer.from(part), { stream: true }), false);
      if (problem !== null) return problem;
    }
    return await feed(decoder.decode(), true);
  } catch (error) {
    if (error instanceof TypeError) return failure('bad_file', `${name}: this is not UTF-8 text.`);
    throw error;
  }
};

const formatGiven = (given: Given, name: string): FileFormat | null => {
  const named = given.text('from');
  if (named === 'ndjson' || named === 'json' || named === 'md') return named;
  return isNotes(name) ? 'md' : null;
};

const readerOf = (format: FileFormat): RecordReader => {
  switch (format) {
    case 'ndjson':
      return createNdjsonReader();
    case 'json':
      return createJsonReader();
    case 'md':
      return createMarkdownReader();
    default:
      return exhaustive(format);
  }
};
