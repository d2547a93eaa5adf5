/** Dependencies of many services. Each service takes those that it uses. */
import type {
  Clock,
  Crypto,
  createReadEngine,
  createWriteEngine,
  Engine,
  Keyring,
  Timers,
} from '@cairn/core';
import type { EventBus } from './events.ts';
import type { Gate } from './gate.ts';
import type { Housekeeper } from './housekeeping/housekeeping.ts';
import type { Log } from './log.ts';
import type { PairingMemory } from './pairing-notes.ts';
import type { ProjectFinder } from './resolve-project.ts';

/** Calls of the engine except those on its file. Tests have them over a store in memory. */
export type EngineCalls = ReturnType<typeof createReadEngine> & ReturnType<typeof createWriteEngine>;

export interface SharedDeps {
  /** Returns the engine. Called each time, because a restore replaces the engine. */
  readonly engine: () => Engine;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly nowMs: () => number;
  /** Milliseconds of a clock that never steps back. */
  readonly steadyMs: () => number;
  readonly timers: Timers;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly events: EventBus;
  readonly keyring: Keyring;
  readonly notes: PairingMemory;
  /** Loads on first use, so a device in no vault never loads it. */
  readonly crypto: () => Promise<Crypto>;
  readonly projects: ProjectFinder;
  readonly housekeeper: Housekeeper;
  /** Aborts when the daemon begins to stop. */
  readonly stopSignal: AbortSignal;
  readonly log: Log;
}
