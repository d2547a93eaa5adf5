/** Composes the account service from the server's facts, the project's Auth and the vault. */
import type { Engine } from '@cairn/core';
import { err, ok, refuse } from '@cairn/schema';
import type { AccountDeps } from '../services/account/account.ts';
import type { SessionFile } from '../services/account/session-file.ts';
import type { EventBus } from '../services/events.ts';
import { serverErrorToCairn } from '../services/server-error.ts';
import type { SyncService } from '../services/sync.ts';
import type { VaultDeps } from '../services/vault-deps.ts';

interface Parts {
  readonly engine: () => Engine;
  readonly sync: SyncService;
  readonly linkTo: VaultDeps['linkTo'];
  readonly file: SessionFile;
}

/** Publishes an event for every change of the stored sign-in. */
export const withEvents = (file: SessionFile, events: Pick<EventBus, 'publish'>): SessionFile => ({
  read: file.read,
  write: (signIn) => {
    file.write(signIn);
    events.publish({ kind: 'account' });
  },
});

const TOO_OLD =
  'This server is too old for accounts, or it is not a Cairn server. Make a vault with its setup token, or join one with a code.';

export const accountParts = ({
  engine,
  sync,
  linkTo,
  file,
}: Parts): Omit<AccountDeps, 'nowMs' | 'randomBytes'> => ({
  file,
  authOf: async (project) => (await import('../adapters/supabase-auth.ts')).createSupabaseAuth(project),
  aboutOf: async (server) => {
    const link = linkTo(server, async () => null);
    try {
      const about = await link.api.about();
      if (about.ok) return ok(about.value);
      if (about.error.kind === 'not_found') return refuse('not_found', TOO_OLD);
      return err(serverErrorToCairn(about.error));
    } finally {
      link.close();
    }
  },
  vaultServer: async () => (await engine().syncFacts()).vault?.server ?? null,
  countMemories: async () => (await engine().counts()).memories,
  readOnly: () => engine().readOnly,
  sync,
});
