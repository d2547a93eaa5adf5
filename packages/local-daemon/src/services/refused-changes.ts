/** Lists the changes that the server refused, each with its reason and its memory. [SY-U5] */
import type { Engine } from '@cairn/core';
import { entityKind, LIMITS, type RefusedResult } from '@cairn/schema';

export const readRefused = async (engine: Pick<Engine, 'deadLetters' | 'list'>): Promise<RefusedResult> => {
  const letters = await engine.deadLetters();
  const shown = letters.slice(0, LIMITS.listLimitDefault);
  const ids = [...new Set(shown.map(({ entity }) => entity))].filter((id) => entityKind(id) === 'memory');
  const found = ids.length === 0 ? null : await engine.list({ ids, all: true, limit: ids.length });
  const memories = new Map(found?.ok === true ? found.value.memories.map((one) => [one.id, one]) : []);
  return {
    changes: shown.map(({ entity, facet, verdict, at }) => ({
      id: entity,
      facet,
      reason: verdict,
      at: new Date(at).toISOString(),
      memory: memories.get(entity) ?? null,
    })),
    total: letters.length,
  };
};
