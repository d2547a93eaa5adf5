/** Housekeeping over fake time that stores nothing. */
import { createHousekeeping, type Housekeeping } from '../services/housekeeping/housekeeping.ts';

type Deps = Parameters<typeof createHousekeeping>[0];

export const idleHousekeeping = (time: Deps['clock'] & Deps['timers']): Housekeeping =>
  createHousekeeping({
    engine: () => ({ readOnly: null, systemTimes: async () => [], noteSystemRun: async () => undefined }),
    clock: time,
    timers: time,
    random: { bytes: (count) => new Uint8Array(count) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
