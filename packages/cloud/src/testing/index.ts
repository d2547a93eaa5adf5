export { createMemorySyncStore, type MemorySyncStore } from './memory-store.ts';
export type { MemoryTables } from './memory-tables.ts';
export { openPostgresSyncStore } from './postgres-sync-store.ts';
export { newSessionKey, type SupabaseAuth, signSession, startSupabaseAuth } from './supabase-auth.ts';
export { createWorld, type TestDevice } from './sync-world.ts';
