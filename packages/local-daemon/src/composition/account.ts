/** Composes the account service from the server's facts, the project's Auth and the vault. */
import type { Answer } from '@cairn/core';
import { type AboutResponse, err, refuse } from '@cairn/schema';
import type { Project } from '../services/account/project-auth.ts';
import type { SessionFile } from '../services/account/session-file.ts';
import type { EventBus } from '../services/events.ts';
import { serverErrorToCairn } from '../services/server-error.ts';
import type { VaultDeps } from '../services/vault-deps.ts';

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

export const accountParts = ({ engine, linkTo }: Pick<VaultDeps, 'engine' | 'linkTo'>) => ({
  authOf: async (project: Project) =>
    (await import('../adapters/supabase-auth.ts')).createSupabaseAuth(project),
  aboutOf: async (server: string): Answer<AboutResponse> => {
    const link = linkTo(server, async () => null);
    try {
      const about = await link.api.about();
      if (about.ok) return about;
      if (about.error.kind === 'not_found') return refuse('not_found', TOO_OLD);
      return err(serverErrorToCairn(about.error));
    } finally {
      link.close();
    }
  },
  vaultServer: async () => (await engine().syncFacts()).vault?.server ?? null,
  countMemories: async () => (await engine().counts()).memories,
  readOnly: () => engine().readOnly,
});
