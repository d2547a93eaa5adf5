/** The server's use cases without HTTP, for the routes and the simulator. */
import type { AccountSessions } from './ports/account-sessions.ts';
import type { Registration } from './ports/sync-store.ts';
import { createCollect } from './services/collect.ts';
import type { ServiceDeps } from './services/deps.ts';
import { createDevices } from './services/devices.ts';
import { createDigests } from './services/digests.ts';
import { createEpochLimit } from './services/epoch-limit.ts';
import { createKeyring } from './services/keyring.ts';
import { createPairing } from './services/pairing.ts';
import { createPull } from './services/pull.ts';
import { createPush } from './services/push.ts';
import { createRecovery } from './services/recovery.ts';
import { createSessions } from './services/session.ts';
import { createVaults } from './services/vaults.ts';

export interface SyncServerDeps extends Omit<ServiceDeps, 'epochLimit'> {
  readonly registration: Registration;
  /** Without it, no Supabase session opens a vault. [SY-A4] */
  readonly sessions?: AccountSessions;
  /** Default: `LIMITS.registersPerVaultMax`. [SY-A5] */
  readonly registersPerVaultMax?: number;
}

/** Every use case returns a `Result`. No input of a client and no failure of the database makes a use case throw. */
export const createSyncServer = (given: SyncServerDeps) => {
  const deps = { ...given, epochLimit: createEpochLimit(given.clock) };
  return {
    ...createSessions(deps),
    ...createVaults(deps),
    ...createDevices(deps),
    ...createDigests(deps),
    ...createKeyring(deps),
    ...createPairing(deps),
    ...createCollect(deps),
    push: createPush(deps),
    pull: createPull(deps),
    recovery: createRecovery(deps),
    nowMs: (): number => deps.clock.nowMs(),
  };
};

export type SyncServer = ReturnType<typeof createSyncServer>;
