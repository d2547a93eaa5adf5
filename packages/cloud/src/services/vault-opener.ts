/** Decides who may make a vault: the holder of the setup token, or a session's user, whose account then owns it. [SY-A4] */
import { LIMITS, ok, type Result } from '@cairn/schema';
import type { AccountId, AccountSessions } from '../ports/account-sessions.ts';
import type { Clock } from '../ports/clock.ts';
import type { Registration, ServerRow, StoreTransaction } from '../ports/sync-store.ts';
import { sha256Hex } from './hashing.ts';
import { type Answer, type Problem, problem } from './problem.ts';
import { isSameHash } from './session.ts';

export type VaultOpener =
  | { readonly kind: 'token'; readonly token: string | null }
  | { readonly kind: 'account'; readonly id: AccountId };

interface OpenerDeps {
  readonly clock: Clock;
  readonly registration: Registration;
  /** Null: this server accepts no sessions. */
  readonly sessions: AccountSessions | null;
}

/** A JSON object in base64url, twice, and a signature. A setup token never has this form. */
const SESSION = /^eyJ[\w-]*\.eyJ[\w-]*\.[\w-]*$/;

const SIGN_IN =
  'This server makes vaults only for users who are signed in: run `cairn login` first, or give a session with `cairn vault create --supabase-token -`.';

export const createVaultOpener = ({ clock, registration, sessions }: OpenerDeps) => {
  const accountOf = async (token: string): Answer<VaultOpener> => {
    if (sessions === null)
      return problem('session_refused', 'This server accepts its setup token, not a Supabase session.');
    const account = await sessions.accountOf(token);
    if (account.ok) return ok({ kind: 'account', id: account.value });
    return account.error.kind === 'refused'
      ? problem('session_refused', account.error.detail)
      : problem('unavailable', "Supabase's signing keys cannot be fetched now. Try again in a moment.", {
          retryAfterS: 5,
          reason: account.error.reason,
        });
  };

  const registered = (server: ServerRow, token: string | null): Result<null, Problem> => {
    if (server.hasVaults) {
      if ((server.registration ?? registration) === 'open') return ok(null);
      const advice =
        'This server has a vault already. Join that vault, or ask its operator for `cairn-server admin registration open`.';
      return problem('registration_closed', sessions === null ? advice : SIGN_IN);
    }
    const hash = server.setupTokenHash;
    if (hash !== null && token !== null && isSameHash(sha256Hex(token), hash)) return ok(null);
    const which = token === null ? 'The first vault needs the setup token' : 'This is not the setup token';
    const advice = `${which}: the one that the server printed when it first started. \`--setup-token -\` asks for it.`;
    return problem('setup_token_wrong', sessions === null ? advice : SIGN_IN);
  };

  return {
    /** Called before the transaction, because it may request the identity provider's keys. */
    openerOf: async (bearer: string | null): Answer<VaultOpener> =>
      bearer !== null && SESSION.test(bearer) ? accountOf(bearer) : ok({ kind: 'token', token: bearer }),

    /** Locks what decides it until the commit, so that concurrent requests are decided one after the other. */
    admit: async (tx: StoreTransaction, opener: VaultOpener): Answer<null> => {
      if (opener.kind === 'token') return registered(await tx.lockServer(), opener.token);
      const vaults = await tx.openAccount(opener.id, clock.nowMs());
      return vaults < LIMITS.vaultsPerAccountMax
        ? ok(null)
        : problem('quota_exceeded', `An account has at most ${LIMITS.vaultsPerAccountMax} vaults.`);
    },
  };
};

/** Returns whether an existing vault was made by the same opener. */
export const isOpenedBy = (account: AccountId | null, opener: VaultOpener): boolean =>
  account === (opener.kind === 'account' ? opener.id : null);
