/** Collects the figures of `cairn status` and `cairn stats`. */
import type {
  AccountStatus,
  EmbedderStatus,
  ExtractionStatus,
  StatsResult,
  StatusResult,
  SyncStatus,
} from '@cairn/schema';
import { type LostTailNote, stillTold } from './lost-tail-status.ts';
import { REMOTE_OFF } from './remote-store.ts';
import type { SharedDeps } from './shared-deps.ts';
import type { ModelState } from './summaries/ask-model.ts';

export interface StatusDeps extends Pick<SharedDeps, 'engine' | 'nowMs'> {
  readonly sync: { status(): Promise<SyncStatus> };
  readonly account: { status(): AccountStatus };
  readonly languageModel: { state(): ModelState | null };
  readonly embedding: { status(): Promise<EmbedderStatus | null> };
  readonly extraction: { status(): Promise<ExtractionStatus> };
  /** Returns the failures of hooks in the last week. */
  readonly hookHealth: () => StatusResult['hooks'];
  readonly database: string;
  /** The server that holds the database. Null when the database is a file. [ST-3] */
  readonly remote: { readonly url: string } | null;
  readonly lostTail: LostTailNote | null;
  readonly version: string;
  readonly pid: number;
  readonly port: () => number;
  readonly startedAtMs: number;
}

export const readStatus = async (deps: StatusDeps): Promise<StatusResult> => {
  const engine = deps.engine();
  const [{ memories, summaries, unsummarised }, bytes, sync, facts, embedder, extraction] = await Promise.all(
    [
      engine.counts(),
      engine.bytes(),
      deps.sync.status(),
      engine.syncFacts(),
      deps.embedding.status(),
      deps.extraction.status(),
    ],
  );
  return {
    version: deps.version,
    daemon: { pid: deps.pid, port: deps.port(), uptimeS: (deps.nowMs() - deps.startedAtMs) / 1_000 },
    store: {
      path: deps.remote?.url ?? deps.database,
      url: deps.remote?.url ?? null,
      remote: deps.remote !== null,
      off: deps.remote === null ? [] : REMOTE_OFF,
      bytes: bytes.file + bytes.wal,
      ...{ memories, summaries, unsummarised },
      lostTail: stillTold(deps.lostTail, deps.nowMs()),
    },
    sync,
    account: deps.account.status(),
    models: { llm: llmStatus(deps.languageModel.state()), embedder },
    extraction,
    hooks: deps.hookHealth(),
    device: facts.device ?? { id: '', name: '' },
  };
};

const llmStatus = (state: ModelState | null): StatusResult['models']['llm'] => {
  if (state === null) return null;
  const { lastError } = state;
  return {
    models: [...state.models],
    state: state.state,
    lastError:
      lastError === null ? null : { message: lastError.message, at: new Date(lastError.atMs).toISOString() },
  };
};

export const readStats = async ({ engine }: Pick<StatusDeps, 'engine'>): Promise<StatsResult> => {
  const [stats, bytes] = await Promise.all([engine().stats(), engine().bytes()]);
  return { ...stats, store: { bytes: bytes.file, walBytes: bytes.wal } };
};
