export { ed25519 } from './adapters/ed25519.ts';
export { createProcessHints } from './adapters/process-hints.ts';
export type { Clock, Random } from './ports/clock.ts';
export type { Audience, HintListener, Hints } from './ports/hints.ts';
export type { Signatures } from './ports/signatures.ts';
export type {
  Registration,
  StoreFailure,
  StoreReads,
  StoreTransaction,
  SyncStore,
} from './ports/sync-store.ts';
export type { Answer, Problem } from './services/problem.ts';
export type { PullRequest } from './services/pull.ts';
export type { Session } from './services/session.ts';
export { createSyncServer, type SyncServer, type SyncServerDeps } from './sync-server.ts';
