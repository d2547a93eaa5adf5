/**
 * Finds the user of a bearer's token, by the word of an identity provider. A session that is genuine, present, and of a lasting
 * user answers that user, the same one every time. `refused` says in a sentence what is wrong with the token; `unavailable`
 * that the provider's keys cannot be had now, and that trying again may help. Nothing is remembered of a token. [SY-A4]
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
