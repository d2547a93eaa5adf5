/** What must go well while something else is measured. */
import type { Engine } from '@cairn/core';
import type { SaveInput, SaveResult, SearchInput, SearchResult } from '@cairn/schema';

export const mustSave = async (engine: Engine, input: SaveInput): Promise<SaveResult> => {
  const saved = await engine.remember({ source: 'agent', ...input });
  if (!saved.ok) throw new Error(`${input.content}: ${saved.error.message}`);
  return saved.value;
};

export const mustSearch = async (engine: Engine, input: SearchInput): Promise<SearchResult> => {
  const found = await engine.search(input);
  if (!found.ok) throw new Error(`${input.query}: ${found.error.message}`);
  return found.value;
};
