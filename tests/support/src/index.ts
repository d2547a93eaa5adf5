export { chromiumFlags, findChromium } from './chromium.ts';
export { type Fate, type FaultProxy, startFaultProxy, type Way } from './fault-proxy.ts';
export { freePort } from './free-port.ts';
export { type LibsqlServer, startLibsqlServer } from './libsql-server.ts';
export {
  type ModelBehaviour,
  type ModelRequest,
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from './model-server.ts';
export { type NetworkDrive, openNetworkDrive } from './network-drive.ts';
export { type HubBehaviour, type ModelHub, startModelHub } from './onnx/model-hub.ts';
export { type ModelFiles, type WordModelOptions, wordModel } from './onnx/word-model.ts';
export {
  connectPostgres,
  type PostgresHandle,
  type PostgresOptions,
  runSql,
  startPostgres,
} from './postgres.ts';
export { findPostgres, type PostgresPrograms, traversableTmp } from './postgres-programs.ts';
export { createStatementReader } from './postgres-wire.ts';
export {
  endProcess,
  type NeglectedChild,
  pidAlive,
  pidIn,
  startNeglectedChild,
} from './process-state.ts';
export { type RoundRobin, startRoundRobin } from './round-robin.ts';
export { SEED_PROGRAMS, seedStores } from './seed-stores.ts';
export { type SelfSigned, selfSigned } from './self-signed.ts';
export { type SupabaseAuth, startSupabaseAuth } from './supabase/auth-server.ts';
export {
  newSessionKey,
  type SessionKey,
  signLegacySession,
  signSession,
} from './supabase/session-keys.ts';
export { type TempHome, tempHome } from './temp-home.ts';
export { type WaitOptions, waitUntil } from './wait-until.ts';
export { wordVector } from './word-vectors.ts';
export { type ZipLies, zipOf } from './zip.ts';
