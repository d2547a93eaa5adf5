/** Engine calls that must succeed while something else is measured. */
import type { Engine } from '@cairn/core';
import type { SaveInput, SaveResult, SearchInput, SearchResult } from '@cairn/schema';
import type { Embedding } from '../embedding.ts';

export const mustSave = async (engine: Engine, input: SaveInput): Promise<SaveResult> => {
  const saved = await engine.remember({ source: 'agent', ...input });
  if (!saved.ok) throw new Error(`${input.content}: ${saved.error.message}`);
  return saved.value;
};

export type Search = (input: SearchInput) => Promise<SearchResult>;

/** Returns a search as the daemon runs it: with the question's vector, when there is an embedder. */
export const searchOf =
  (engine: Engine, embedding: Embedding | null = null): Search =>
  async (input) => {
    const isByMeaning = embedding !== null && input.mode !== 'text';
    const meaning = isByMeaning ? await embedding.meaningOf(input.query) : undefined;
    const found = await engine.search(input, meaning);
    if (!found.ok) throw new Error(`${input.query}: ${found.error.message}`);
    return found.value;
  };
