/** The reasons why a hit is there: which list found it, the raw parts of its score, how they were weighed. */

import type { Candidates } from './candidates.engine.ts';
import type { Ranked } from './rank.ts';

export const reasonsOf = <Row>(
  { bm25, textScore, vectorScore, isExact }: Ranked<Row>,
  { by, ranking }: Pick<Candidates<Row>, 'by' | 'ranking'>,
) => ({
  by: bm25 === null && textScore === null && vectorScore !== null ? 'meaning' : by,
  bm25,
  ...(ranking.by === 'words' ? {} : { cosine: vectorScore }),
  ...(ranking.by === 'both' ? { fusion: ranking.fusion, isExact } : {}),
});
