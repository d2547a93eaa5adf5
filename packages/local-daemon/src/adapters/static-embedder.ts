/**
 * The embedder that comes with Cairn: a table of token vectors, which the first call reads. A text takes microseconds, so it runs
 * in the daemon's own thread and a search never waits for it. What it is made of: packages/static-embedder. [F-3]
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Embedder } from '@cairn/core';
import { err, fromOutside, ok } from '@cairn/schema';
import { embedText, readTable, type Table } from '@cairn/static-embedder';

/** Changes with every table. */
export const STATIC_MODEL = 'cairn-static-2';

/** F-4, measured: docs/retrieval.md. */
const FUSION = { rule: 'cosine', vectorWeight: 0.5, cosineMin: 0.2, sureFrom: 0.62 } as const;

/** A text of a thousand characters takes a tenth of a millisecond, so that a call holds the thread for some 10 ms at the most. */
const BATCH_MAX = 128;

/** As sources it is a file of the package; in a bundle all parts lie in one folder. */
const tableFile = (): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../static-embedder/data/tokens.bin' : './tokens.bin',
    import.meta.url,
  );

export const hasStaticEmbedder = (file: URL = tableFile()): boolean => existsSync(file);

export const createStaticEmbedder = (file: URL = tableFile()): Embedder => {
  let reading: Promise<Table> | null = null;
  let failing = false;
  return {
    model: STATIC_MODEL,
    fusion: FUSION,
    batchMax: BATCH_MAX,
    hasVocabulary: true,
    async embed(texts) {
      try {
        reading ??= readFile(file).then(readTable);
        const table = await reading;
        failing = false;
        return ok(texts.map((text) => embedText(table, text) ?? new Float32Array(table.dimensions)));
      } catch (error) {
        reading = null;
        failing = true;
        const message = error instanceof Error ? error.message : String(error);
        return err({ message: fromOutside(message), retryable: true, retryAfterMs: null });
      }
    },
    // The first call takes no longer than a search may wait.
    state: () => (failing ? 'failing' : 'ready'),
    close: async () => undefined,
  };
};
