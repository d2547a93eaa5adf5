/** Converts ranked memories to hits. [F-2, M-3] */
import type { SearchHit } from '@cairn/schema';
import { rowsAt } from '../engine/read/body-at.ts';
import { rowToMemory } from '../memory/to-memory.ts';
import { twinKey } from '../merge/visibility.ts';
import type { FoundMemory, MemoryRow, ReadStore, Scope } from '../ports/store.ts';
import type { Candidates } from './candidates.engine.ts';
import type { RankedMemory } from './memory-candidates.engine.ts';
import type { ParsedQuery } from './query.ts';
import type { Ranked } from './rank.ts';
import { bestChunk } from './snippet.ts';

/** The search whose hits are made. */
export interface AskedFor {
  readonly found: Pick<Candidates<FoundMemory>, 'by' | 'query' | 'ranking'>;
  readonly scope: Scope;
  readonly question: ParsedQuery;
  readonly explain: boolean;
}

export const memoryHits = async (
  store: ReadStore,
  ranked: readonly RankedMemory[],
  asked: AskedFor,
): Promise<SearchHit[]> => {
  const { query } = asked.found;
  const terms = query?.terms ?? asked.question.literals.map((literal) => literal.toLowerCase());
  const shown = asked.scope.asOf === undefined ? ranked : await rankedAt(store, ranked, asked.scope.asOf);
  return shown.map((one, at) => {
    const { row, textScore, vectorScore, score } = one;
    const chunk = bestChunk(row.content, terms);
    const hit: SearchHit = { ...rowToMemory(row), score, textScore, vectorScore, chunk };
    if (!asked.explain) return hit;
    return { ...hit, why: { rank: at + 1, ...reasonsOf(one, asked.found, terms) } };
  });
};

/** Replaces each row by its version at `asOf`, and drops memories that did not exist then. */
const rankedAt = async (
  store: ReadStore,
  ranked: readonly RankedMemory[],
  asOf: number,
): Promise<readonly RankedMemory[]> => {
  const then = await rowsAt(
    store,
    ranked.map(({ row }) => row),
    asOf,
  );
  const rows = new Map(shownOnce(then).map((row) => [row.id, row]));
  return ranked.flatMap((one) => {
    const row = rows.get(one.row.id);
    return row === undefined ? [] : [{ ...one, row }];
  });
};

/**
 * Deduplicates twins, because both twins may have been current at `asOf`, although one is hidden now. [SY-M8] Also leaves out what a
 * later move made, because a moved memory keeps its day.
 */
const shownOnce = (rows: readonly MemoryRow[]): readonly MemoryRow[] => {
  const seen = new Set<string>();
  const moved = new Set(rows.map(({ supersededBy, content }) => `${supersededBy} ${content}`));
  return rows.filter((row) => {
    const key = row.key === null ? twinKey(row.contentHash, row) : row.id;
    const isNew = !seen.has(key) && !moved.has(`${row.id} ${row.content}`);
    seen.add(key);
    return isNew;
  });
};

/** Returns the reasons of a hit: how it was found, the raw parts of its score, and their weights. */
export const reasonsOf = <Row>(
  { bm25, textScore, vectorScore, isExact, isNamed }: Ranked<Row> & { readonly isNamed: boolean },
  { by, ranking, query }: Pick<Candidates<Row>, 'by' | 'ranking' | 'query'>,
  terms: readonly string[],
) => ({
  by: bm25 === null && textScore === null && vectorScore !== null ? 'meaning' : by,
  bm25,
  ...(ranking.by === 'words' ? {} : { cosine: vectorScore }),
  ...(ranking.by === 'both' ? { fusion: ranking.fusion, isExact } : {}),
  ...{ isNamed, terms, asked: query?.match ?? null },
});
