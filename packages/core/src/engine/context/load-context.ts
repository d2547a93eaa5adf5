/** What a session starts with. Being injected is no access: nothing is counted here. [CX-1, CX-6, M-6] */
import { type ContextInput, type ContextResult, LIMITS, ok } from '@cairn/schema';
import { estimateTokenCount } from 'tokenx';
import { memoryBlock } from '../../context/memory-block.ts';
import { rankForContext } from '../../context/rank.ts';
import { USAGE_TEXT } from '../../context/usage-text.ts';
import { parseName } from '../../memory/draft.ts';
import type { ContextQuery, ReadStore } from '../../ports/store.ts';
import type { Answer } from '../api.ts';

/** Of what was looked at most so many are considered beside the newest. [M-6] */
const MOST_ACCESSED = 50;
/** An entry with its source and date costs more than this, so no more rows than the budget divided by it can show. */
const TOKENS_PER_ENTRY_MIN = 8;
const rowsFor = (tokensMax: number, maxTokens: number): number =>
  Math.ceil(Math.min(tokensMax, maxTokens) / TOKENS_PER_ENTRY_MIN);

export const loadContext = async (
  store: ReadStore,
  input: ContextInput,
  nowMs: number,
): Answer<ContextResult> => {
  const name = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!name.ok) return name;
  const project = name.value ?? null;
  const maxTokens = input.maxTokens ?? LIMITS.contextTokensDefault;
  const read = async (kind: ContextQuery['kind'], tokensMax: number) => {
    const newest = rowsFor(tokensMax, maxTokens);
    const query = { kind, project, livingAt: nowMs, newest, mostAccessed: MOST_ACCESSED };
    return rankForContext(await store.listForContext(query), nowMs);
  };
  const scope = { projects: project === null ? [null] : [project, null] };
  return ok(
    memoryBlock({
      pinned: await read('pinned', LIMITS.rawPinnedTokens),
      projectEntries: project === null ? [] : await read('project', LIMITS.rawProjectTokens),
      recent: await read('recent', LIMITS.rawRecentTokens),
      project,
      total: (await store.list({ ...scope, limit: 1 })).total,
      maxTokens,
      countTokens: estimateTokenCount,
      usageText: input.form === 'prompt' ? USAGE_TEXT : null,
    }),
  );
};
