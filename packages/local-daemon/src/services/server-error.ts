/** Translates each refusal of the sync server into an error that says what to do. */
import type { TransportError } from '@cairn/core';
import { type CairnError, cairnError, type DaemonErrorKind } from '@cairn/schema';

interface Meaning {
  readonly kind?: DaemonErrorKind;
  readonly advice?: string;
  readonly isFinal?: false;
}

const REFUSED: Meaning = { kind: 'not_allowed' };
const PASSING: Meaning = { isFinal: false };

/** The refusals that are not a final `server_error` without advice. */
const MEANINGS: { readonly [K in TransportError['kind']]?: Meaning } = {
  unauthorized: {
    kind: 'not_allowed',
    advice:
      'The server does not know this device. If the server was restored, another device of the vault adds this one again. Else run `cairn leave` (memories stay), then join again. If the server lost all its data, run `cairn vault create` on one device after that, and join from the others.',
  },
  device_revoked: {
    kind: 'not_allowed',
    advice: 'Run `cairn leave` (memories stay), then `cairn join` with a code from another device.',
  },
  ...{ registration_closed: REFUSED, setup_token_wrong: REFUSED, session_refused: REFUSED },
  ...{ invitation_unknown: REFUSED, invitation_expired: REFUSED, invitation_refused: REFUSED },
  challenge_failed: REFUSED,
  not_found: { kind: 'not_found' },
  unreachable: {
    kind: 'server_unreachable',
    advice: "Check its address, whether it runs, and this device's network. Then try again.",
    isFinal: false,
  },
  rate_limited: { advice: 'Wait a minute, then try again.', isFinal: false },
  ...{ unavailable: PASSING, internal: PASSING, conflict: PASSING },
  ...{ key_generation_conflict: PASSING, members_conflict: PASSING },
  protocol_too_old: { advice: 'Update Cairn on this device.' },
};

export const serverErrorToCairn = ({ kind, message }: TransportError): CairnError => {
  const { kind: own = 'server_error', advice = '', isFinal = true } = MEANINGS[kind] ?? {};
  return cairnError(own, `${message} ${advice}`.trim(), !isFinal);
};
