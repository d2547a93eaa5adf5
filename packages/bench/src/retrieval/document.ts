/** What `npm run bench -- retrieval --json` prints. */
import type { ByCategory, RankingFigures } from './metrics.ts';
import type { PerSystem } from './systems.ts';

export interface RetrievalDocument {
  readonly data: {
    /** Of the file's bytes; of synthetic data, of its JSON. */
    readonly sha256: string;
    readonly source: 'file' | 'synthetic';
    readonly conversations: number;
    readonly questions: number;
  };
  readonly facts: PerSystem<ByCategory<RankingFigures>>;
}
