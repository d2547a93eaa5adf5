/** The document that `npm run bench -- retrieval --json` prints. */
import type { BlockFigures } from './felt/economy.ts';
import type { FactTasks, PerMode, SharedStoreTasks } from './felt/felt.ts';
import type { PerKind } from './kinds.ts';
import type { ByCategory, RankingFigures, SessionFigures } from './metrics.ts';
import type { PerSystem } from './systems.ts';

export interface RetrievalDocument {
  readonly data: {
    /** The hash of the file's bytes; of synthetic data, of its JSON. */
    readonly sha256: string;
    readonly source: 'file' | 'synthetic';
    readonly conversations: number;
    readonly questions: number;
  };
  /** The embedder's model; null when none is installed, and then all of ours rank by words alone. */
  readonly embedder: string | null;
  /** Turns of sessions. */
  readonly turns: PerSystem<ByCategory<RankingFigures>>;
  /** The sessions of those turns: each stands where its best turn stands. */
  readonly sessions: PerSystem<ByCategory<SessionFigures>>;
  /** Memories that were learnt. */
  readonly facts: PerSystem<ByCategory<RankingFigures>>;
  /** Failures that a person feels; see `felt/`. Facts and saves are always of our own making, the rest is of the data above. */
  readonly felt: FactTasks & {
    readonly leakage: PerKind<SharedStoreTasks['leakage']>;
    readonly abstention: PerKind<SharedStoreTasks['abstention']>;
    readonly economy: PerKind<PerMode<readonly BlockFigures[]>>;
  };
}
