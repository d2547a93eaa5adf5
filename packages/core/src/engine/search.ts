/** Search: question → plans → the first that finds anything → substrings → nothing, with a reason. [F-1, F-5, F-6, F-9, M-8] */
import {
  type CairnError,
  cairnError,
  err,
  LIMITS,
  ok,
  type Result,
  type SearchHit,
  type SearchInput,
  type SearchResult,
} from '@cairn/schema';
import { cleanText, countChars } from '../memory/clean-text.ts';
import { rowToMemory } from '../memory/to-memory.ts';
import { twinKey } from '../merge/visibility.ts';
import type { Clock } from '../ports/clock.ts';
import type { MemoryRow, ReadStore, Scope, TextQuery } from '../ports/store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
import { planQueries, rowBudget } from '../search/plan.ts';
import { type ParsedQuery, parseQuery } from '../search/query.ts';
import { textScore } from '../search/score.ts';
import { bestChunk } from '../search/snippet.ts';
import type { Answer } from './api.ts';
import { rowsAt } from './body-at.ts';
import { parseScope } from './read-scope.ts';

export interface ReadDeps {
  readonly store: ReadStore;
  readonly clock: Clock;
}

export const search = async (deps: ReadDeps, input: SearchInput): Answer<SearchResult> => {
  const startedAt = deps.clock.nowMs();
  const question = parseQuestion(input.query);
  if (!question.ok) return question;
  const scope = parseScope(input);
  if (!scope.ok) return scope;
  const limit = input.limit ?? LIMITS.searchLimitDefault;
  const found = await find(deps.store, question.value, scope.value, limit);
  const hits = await hitsOf(deps.store, found, scope.value, question.value, input.explain === true);
  const elsewhere = found.by === 'words' ? [] : await countElsewhere(deps.store, question.value, scope.value);
  const reason = reasonOf(found, hits.length, input.mode);
  return ok({
    results: hits,
    elsewhere: [...elsewhere],
    tookMs: Math.max(0, deps.clock.nowMs() - startedAt),
    ...(reason === null ? {} : { reason }),
  });
};

const parseQuestion = (raw: string): Result<ParsedQuery, CairnError> => {
  const cleaned = cleanText(raw.toWellFormed());
  if (!cleaned.ok || cleaned.value === '') {
    return err(cairnError('invalid_input', 'Say what to search for: the query is empty.'));
  }
  const chars = countChars(cleaned.value);
  if (chars > LIMITS.queryCharsMax) {
    return err(
      cairnError(
        'invalid_input',
        `The query is ${chars.toLocaleString('en-US')} characters long; the limit is ${LIMITS.queryCharsMax.toLocaleString('en-US')}. Ask with fewer words.`,
      ),
    );
  }
  return ok(parseQuery(cleaned.value));
};

interface Found {
  readonly by: 'words' | 'substring' | 'nothing';
  readonly rows: readonly { readonly row: MemoryRow; readonly bm25: number | null }[];
  /** The plan that found them. */
  readonly query: TextQuery | null;
  readonly indexDamaged: boolean;
}

const find = async (store: ReadStore, question: ParsedQuery, scope: Scope, limit: number): Promise<Found> => {
  const byWords = await findByWords(store, question, scope, limit);
  if (byWords.rows.length > 0) return byWords;
  const rows = await store.matchLike(question.literals, scope, limit);
  return {
    by: rows.length > 0 ? 'substring' : 'nothing',
    rows: rows.map((row) => ({ row, bm25: null })),
    query: null,
    indexDamaged: byWords.indexDamaged,
  };
};

/** A damaged index is not "no results": the caller goes on with substrings, and says so. [F-6] */
const findByWords = async (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
  limit: number,
): Promise<Found> => {
  try {
    for (const query of await plansFor(store, question, scope)) {
      const matches = await store.matchText(query, scope, limit);
      if (matches.length === 0) continue;
      const rows = matches.map(({ memory, bm25 }) => ({ row: memory, bm25 }));
      return { by: 'words', rows, query, indexDamaged: false };
    }
    return { by: 'nothing', rows: [], query: null, indexDamaged: false };
  } catch (error) {
    if (!isStoreFailure(error) || error.storeFailure !== 'index_corrupt') throw error;
    return { by: 'nothing', rows: [], query: null, indexDamaged: true };
  }
};

const plansFor = async (
  store: ReadStore,
  { terms }: ParsedQuery,
  scope: Scope,
): Promise<readonly TextQuery[]> => {
  if (terms.length === 0) return [];
  const size = await store.size();
  const frequencies = await store.documentFrequencies(terms, rowBudget(size) + 1);
  return planQueries({ terms, frequencies, size, projects: scope.projects });
};

/** What a substring hit is worth: less than most hits by words. */
const SUBSTRING_SCORE = 0.5;

const hitsOf = async (
  store: ReadStore,
  found: Found,
  scope: Scope,
  question: ParsedQuery,
  explain: boolean,
): Promise<SearchHit[]> => {
  const rows = found.rows.map(({ row }) => row);
  const shown = scope.asOf === undefined ? rows : shownOnce(await rowsAt(store, rows, scope.asOf));
  const bm25Of = new Map(found.rows.map(({ row, bm25 }) => [row.id, bm25]));
  return shown.map((row, at) => {
    const bm25 = bm25Of.get(row.id) ?? null;
    const score = found.query === null ? null : textScore(found.query, bm25);
    const terms = found.query?.terms ?? question.literals.map((literal) => literal.toLowerCase());
    const hit: SearchHit = {
      ...rowToMemory(row),
      score: score ?? SUBSTRING_SCORE,
      textScore: score,
      vectorScore: null,
      chunk: bestChunk(row.content, terms),
    };
    if (!explain) return hit;
    return { ...hit, why: { rank: at + 1, by: found.by, bm25, terms, asked: found.query?.match ?? null } };
  });
};

/** What is shown by its twin now may have been current beside it then. [SY-M8] */
const shownOnce = (rows: readonly MemoryRow[]): readonly MemoryRow[] => {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = row.key === null ? twinKey(row.contentHash, row) : row.id;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};

/** M-8: words that are not here may be elsewhere. */
const countElsewhere = async (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
): Promise<SearchResult['elsewhere']> => {
  if (scope.projects === undefined) return [];
  const { projects: _, ...everywhere } = scope;
  try {
    const [query] = await plansFor(store, question, everywhere);
    return query === undefined ? [] : [...(await store.countElsewhere(query, scope))];
  } catch (error) {
    if (!isStoreFailure(error) || error.storeFailure !== 'index_corrupt') throw error;
    return [];
  }
};

const reasonOf = (found: Found, hits: number, mode: SearchInput['mode']): string | null => {
  const reasons = [
    ...(found.indexDamaged ? ['The search index is damaged: run `cairn doctor --fix`.'] : []),
    ...(mode === 'vector' ? ['There is no embedder yet, so this searched by words.'] : []),
    ...(hits === 0 ? ['Nothing that is current holds these words.'] : []),
    ...(hits > 0 && found.by === 'substring'
      ? ['No word matched as a whole; these hold the text somewhere.']
      : []),
  ];
  return reasons.length === 0 ? null : reasons.join(' ');
};
