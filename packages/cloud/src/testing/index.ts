export { putRegisters, storedOf } from './harm.ts';
export { createMemorySyncStore, type MemorySyncStore } from './memory-store.ts';
export type { MemoryTables } from './memory-tables.ts';
export { openPostgresSyncStore } from './postgres-sync-store.ts';
export { openReadableLoad, openReadableView, type ReadableVault } from './readable-view.ts';
export { openSupabaseProject, prepareSupabase } from './supabase-project.ts';
export { createWorld, type TestDevice } from './sync-world.ts';
