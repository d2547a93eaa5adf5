/**
 * Finds the user of a bearer token that an identity provider signed. A genuine, unexpired and not anonymous session always gives the
 * same user. `refused` says in a sentence what is wrong with the token. `unavailable` means that the provider's keys cannot be read now;
 * a retry may help. No token is stored. [SY-A4]
 */
import type { AccountId, Result } from '@cairn/schema';

export type { AccountId };

export type SessionFailure =
  | { readonly kind: 'refused'; readonly detail: string }
  /** `reason` is for the log. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface AccountSessions {
  accountOf(token: string): Promise<Result<AccountId, SessionFailure>>;
}
