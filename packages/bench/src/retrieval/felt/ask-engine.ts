/** Engine calls that must succeed while something else is measured. */
import type { Engine } from '@cairn/core';
import { createFinding } from '@cairn/local-daemon/finding';
import type { SaveInput, SaveResult, SearchInput, SearchResult } from '@cairn/schema';
import type { Embedding } from '../embedding.ts';

export const mustSave = async (engine: Engine, input: SaveInput): Promise<SaveResult> => {
  const saved = await engine.remember({ source: 'agent', ...input });
  if (!saved.ok) throw new Error(`${input.content}: ${saved.error.message}`);
  return saved.value;
};

/** Returns the daemon's own way to find, with the question's vector and the embedder's judgement, when there is an embedder. */
export const findingOf = (engine: Engine, embedding: Embedding | null) =>
  createFinding({
    engine: () => engine,
    meaningOf: async ({ query, mode }) =>
      embedding === null || mode === 'text' ? { kind: 'none', reason: null } : embedding.meaningOf(query),
    ...(embedding === null ? {} : { judge: embedding.judge }),
  });

export type Search = (input: SearchInput) => Promise<SearchResult>;

/** Returns a search as the daemon runs it: with the question's vector, when there is an embedder. */
export const searchOf =
  (engine: Engine, embedding: Embedding | null = null): Search =>
  async (input) => {
    const found = await findingOf(engine, embedding).search(input);
    if (!found.ok) throw new Error(`${input.query}: ${found.error.message}`);
    return found.value;
  };
