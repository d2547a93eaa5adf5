/** The reaction of a device to each way in which a request can fail. */
import type { HealingReason } from '@cairn/schema';
import type { TransportErrorKind } from '../ports/transport.ts';

/**
 * `retry`: send the same bytes later. `halve`: send less, because the whole batch was refused and nothing was applied
 * [SY-U2]. `fork`: become another device [SY-E3]. `heal`: compare everything, because the histories differ [SY-E2,
 * SY-E4]. `ask_slowly`: another device may repair it. `ask_seldom`: a person or an update may repair it, or the answer
 * was a lie. It is retried with a growing delay. [TR-32]
 */
export type Reaction = 'retry' | 'halve' | 'fork' | 'heal' | 'ask_slowly' | 'ask_seldom';

export const REACTIONS: Readonly<Record<TransportErrorKind, Reaction>> = {
  unreachable: 'retry',
  bad_answer: 'retry',
  unavailable: 'retry',
  internal: 'retry',
  rate_limited: 'retry',
  quota_exceeded: 'retry',
  conflict: 'retry',
  key_generation_conflict: 'retry',
  members_conflict: 'retry',
  malformed: 'halve',
  too_large: 'halve',
  device_forked: 'fork',
  protocol_too_old: 'ask_seldom',
  // The server knows no device with this token, perhaps after a restore. A revocation has another answer.
  unauthorized: 'ask_slowly',
  device_revoked: 'ask_seldom',
  not_found: 'ask_seldom',
  epoch_changed: 'heal',
  resync_required: 'heal',
  push_gap: 'heal',
  // The sync engine never makes the requests that these answer.
  registration_closed: 'ask_seldom',
  setup_token_wrong: 'ask_seldom',
  session_refused: 'ask_seldom',
  invitation_unknown: 'ask_seldom',
  invitation_expired: 'ask_seldom',
  invitation_refused: 'ask_seldom',
  challenge_failed: 'ask_seldom',
};

/** Sentences for `status`: what happened and what to do. For other kinds the server's own sentence is shown. */
export const REFUSAL_SENTENCES: Readonly<Partial<Record<TransportErrorKind, string>>> = {
  protocol_too_old:
    'This version of Cairn is too old for its server. Update Cairn; sync then continues by itself.',
  unauthorized:
    'The server does not know this device. If it was restored from a backup, another device of the vault adds this one again, and sync continues by itself within minutes. If not, run `cairn leave` (memories stay), then join the vault again. If the server lost all its data, run `cairn vault create` on one device after that, and join from the others.',
  device_revoked:
    'This device was revoked. Its memories stay here; to sync again, run `cairn leave` and join with a new invitation.',
  not_found:
    'The server no longer knows this vault. Check its address, or run `cairn leave` (memories stay).',
};

/** Sentences for the log and `status`: what happened and what the device does about it. */
export const HEALING_SENTENCES: Readonly<Record<HealingReason, string>> = {
  epoch_changed:
    'The server was restored from an older copy. This device compares everything with it and sends again what the server lost.',
  push_gap:
    'The server has lost changes that it had confirmed. This device compares everything with it and sends again what is missing.',
  resync_required:
    'This device was offline for very long. It compares everything with the server and sends what is missing there. Memories that were forgotten meanwhile are forgotten here too.',
  stamps_ahead:
    'Changes on this device had a time far in the future, so nothing could be sent. The device takes them back and compares everything with the server.',
  key_ended:
    'Changes had arrived under an expired key of the vault. This device removes them and compares everything with the server.',
  device_forked:
    'The database of this device was restored or copied. It goes on as a new device and compares everything with the server.',
};

/** Returns the stored reason of a refusal whose reaction is `heal`. */
export const healingReasonOf = (kind: TransportErrorKind): HealingReason =>
  kind === 'resync_required' || kind === 'push_gap' ? kind : 'epoch_changed';
