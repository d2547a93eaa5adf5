/** Checks the project that a sync server names. The person sees the project first, because a password would be sent there. Pure. [SY-A6] */
import { type AboutResponse, type Checked, ok, refuse } from '@cairn/schema';
import { plainAddressRisk } from '../server-address.ts';
import type { Project } from './project-auth.ts';

export interface Named {
  readonly server: string;
  readonly project: Project;
}

export const namedProject = (server: string, { accounts }: AboutResponse): Checked<Project> => {
  if (accounts === null)
    return refuse(
      'not_found',
      `${server} has no accounts, so there is nothing to sign in to. Its vaults are made with its setup token (\`cairn vault create --setup-token -\`) and joined with a code.`,
    );
  if (accounts.provider !== 'supabase')
    return refused(
      `accounts of a kind that this program does not know (${accounts.provider.replace(/[^\w .:/-]/g, '?')})`,
    );
  const url = URL.canParse(accounts.url) ? new URL(accounts.url) : null;
  if (url === null || url.origin !== accounts.url.replace(/\/$/, '') || url.username !== '')
    return refused('a project without a proper address');
  if (plainAddressRisk(url.origin) !== null)
    return refused(`the project ${url.origin}, whose connection is not encrypted`);
  if (!/^[\x21-\x7e]+$/.test(accounts.publishableKey)) return refused('a project without a proper key');
  return ok({ url: url.origin, publishableKey: accounts.publishableKey });
};

/**
 * Checks that the server still names `shown`, the project that the person saw before typing a secret. A server can answer each request
 * differently.
 */
export const asShown = (named: Named, shown: string): Checked<Named> =>
  named.project.url === shown
    ? ok(named)
    : refuse(
        'not_allowed',
        `${named.server} gives another project than a moment ago. Nothing was sent there. Ask the person who runs it, then run \`cairn login\` again.`,
      );

const refused = (what: string): Checked<never> =>
  refuse('not_allowed', `The server names ${what}. Nothing was sent there. Ask the person who runs it.`);

/** Returns a warning to show before a secret is typed. Null when there is none. */
export const signInRisk = (server: string): string | null => {
  const risk = plainAddressRisk(server);
  return risk === null
    ? null
    : `${risk} The server could give the project of somebody else: sign in only if you know the project's address.`;
};
