/** Translates each refusal of the sync server into an error that says what to do. */
import type { TransportError } from '@cairn/core';
import { type CairnError, cairnError, exhaustive } from '@cairn/schema';

export const serverErrorToCairn = (error: TransportError): CairnError => {
  const { kind, message } = error;
  const notAllowed = (advice: string): CairnError => cairnError('not_allowed', `${message} ${advice}`.trim());
  const serverError = (retryable: boolean): CairnError => cairnError('server_error', message, retryable);
  switch (kind) {
    case 'unauthorized':
      return notAllowed(
        'The server does not know this device. If it was restored, another device of the vault brings this one back; else run `cairn leave`, then join again.',
      );
    case 'device_revoked':
      return notAllowed(
        'This device was revoked: run `cairn leave`, then join again with a code from another device.',
      );
    case 'registration_closed':
    case 'setup_token_wrong':
    case 'session_refused':
    case 'invitation_unknown':
    case 'invitation_expired':
    case 'invitation_refused':
    case 'challenge_failed':
      return notAllowed('');
    case 'not_found':
      return cairnError('not_found', message);
    case 'unreachable':
      return cairnError(
        'server_unreachable',
        `${message} Look at its address, whether it runs, and at this device's network; then try again.`,
        true,
      );
    case 'rate_limited':
      return cairnError('server_error', `${message} Wait a minute, then try again.`, true);
    case 'unavailable':
    case 'internal':
    case 'key_generation_conflict':
    case 'members_conflict':
    case 'conflict':
      return serverError(true);
    case 'protocol_too_old':
      return cairnError('server_error', `${message} Update Cairn on this device.`);
    case 'bad_answer':
    case 'malformed':
    case 'epoch_changed':
    case 'resync_required':
    case 'device_forked':
    case 'push_gap':
    case 'too_large':
    case 'quota_exceeded':
      return serverError(false);
    default:
      return exhaustive(kind);
  }
};
