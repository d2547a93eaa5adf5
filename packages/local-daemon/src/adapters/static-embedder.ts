/**
 * The embedder that comes with Cairn: a table of token vectors, which the first call reads. A text takes microseconds, so it runs in the
 * daemon's main thread, and a search never waits for it. See packages/static-embedder. [F-3]
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Embedder } from '@cairn/core';
import { err, errorText, fromOutside, ok } from '@cairn/schema';
import { embedText, readTable, rerank, type Table } from '@cairn/static-embedder';

/** Changes with every table. */
export const STATIC_MODEL = 'cairn-static-5';

/** Measured in docs/retrieval.md. [F-4] */
const FUSION = {
  rule: 'cosine',
  vectorWeight: 0.55,
  cosineMin: 0.2,
  sureFrom: 0.45,
  sureAcrossFrom: 0.4,
  together: { cosine: 2, least: 1 },
} as const;

/** How much the judgement counts beside the score, and the judgement that changes nothing. Measured in docs/retrieval.md. [F-24] */
const JUDGED_SHARE = 0.03;
const ANSWERS = -1;

/** A text of a thousand characters takes a tenth of a millisecond, so a call blocks the thread for about 10 ms at most. */
const BATCH_MAX = 128;

/** In the source tree it is a file of the package. In a bundle all parts are in one folder. */
const tableFile = (): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../static-embedder/data/tokens.bin' : './tokens.bin',
    import.meta.url,
  );

export const hasStaticEmbedder = (): boolean => existsSync(tableFile());

export const createStaticEmbedder = (file: URL = tableFile()): Embedder => {
  let reading: Promise<Table> | null = null;
  let failing = false;
  const read = (): Promise<Table> => (reading ??= readFile(file).then(readTable));
  return {
    model: STATIC_MODEL,
    fusion: FUSION,
    batchMax: BATCH_MAX,
    hasVocabulary: true,
    isInstant: true,
    async embed(texts) {
      try {
        const table = await read();
        failing = false;
        return ok(texts.map((text) => embedText(table, text) ?? new Float32Array(table.dimensions)));
      } catch (error) {
        reading = null;
        failing = true;
        return err({ message: fromOutside(errorText(error)), retryable: true, retryAfterMs: null });
      }
    },
    async judge(question, texts) {
      // The question's vector comes first, so a table that cannot be read is told there.
      if (failing) return null;
      const candidates = texts.map(({ content, textScore, vectorScore }) => ({
        text: content,
        ...{ textScore: textScore ?? 0, cosine: vectorScore ?? 0 },
      }));
      return rerank(await read(), question, candidates).map((answers) => JUDGED_SHARE * (answers - ANSWERS));
    },
    // Even the first call is faster than a search may wait.
    state: () => (failing ? 'failing' : 'ready'),
    close: async () => undefined,
  };
};
