/** Holds the engine that the services use. There is one at a time, and only a restore replaces it. */
import { type Answer, type Engine, SYNC_VALUES, type SyncFacts, type SyncValues } from '@cairn/core';
import { ok } from '@cairn/schema';

export type EngineBox = ReturnType<typeof createEngineBox>;

export const createEngineBox = (openEngine: () => Answer<Engine>) => {
  let engine: Engine | null = null;
  return {
    /** Returns the engine. Throws between `close` and `open`. Meanwhile the gate lets no request through. */
    current: (): Engine => {
      if (engine === null) throw new Error('the engine is closed');
      return engine;
    },
    /** Returns the engine. Null while it is closed. */
    present: () => engine,
    open: async (): Answer<null> => {
      const opened = await openEngine();
      if (!opened.ok) return opened;
      engine = opened.value.readOnly?.kind === 'storage_newer' ? withoutSync(opened.value) : opened.value;
      return ok(null);
    },
    close: async (): Promise<void> => {
      const closing = engine;
      engine = null;
      await closing?.close();
    },
  };
};

/** ST-1: hides the sync state of a newer program's database, where it may have another meaning. */
const withoutSync = (engine: Engine): Engine => ({ ...engine, syncFacts: () => Promise.resolve(NO_FACTS) });

const NO_VALUES: SyncValues = Object.assign({}, ...SYNC_VALUES.map((key) => ({ [key]: null })));

export const NO_FACTS: SyncFacts = {
  ...NO_VALUES,
  again: 0,
  reseal: null,
  pending: 0,
  inflight: 0,
  dead: 0,
  quarantined: 0,
  refused: {},
  unread: {},
  unreadNamed: [],
  removed: 0,
};
