/** What `npm run bench -- retrieval --json` prints. */
import type { BlockFigures } from './felt/economy.ts';
import type { FactTasks, PerMode, SharedStoreTasks } from './felt/felt.ts';
import type { Kind } from './kinds.ts';
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
  /** What a person feels; see `felt/`. Facts and saves are always of our own making, the rest is of the data above. */
  readonly felt: FactTasks & {
    readonly leakage: Readonly<Record<Kind, SharedStoreTasks['leakage']>>;
    readonly abstention: Readonly<Record<Kind, SharedStoreTasks['abstention']>>;
    readonly economy: Readonly<Record<Kind, PerMode<readonly BlockFigures[]>>>;
  };
}
