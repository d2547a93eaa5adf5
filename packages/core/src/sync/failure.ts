/** What a device does about each way in which a request can fail. */
import type { TransportErrorKind } from '../ports/transport.ts';

/**
 * `retry`: later, with the same bytes. `halve`: the batch was refused as a whole, so nothing of it was applied: send less
 * [SY-U2]. `fork`: SY-E3. `stop`: nothing helps until a person acts.
 */
export type Reaction = 'retry' | 'halve' | 'fork' | 'stop';

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
  protocol_too_old: 'stop',
  unauthorized: 'stop',
  device_revoked: 'stop',
  not_found: 'stop',
  epoch_changed: 'stop',
  resync_required: 'stop',
  push_gap: 'stop',
  // These answer requests that the sync engine never makes.
  registration_closed: 'stop',
  setup_token_wrong: 'stop',
  session_refused: 'stop',
  invitation_unknown: 'stop',
  invitation_expired: 'stop',
  invitation_refused: 'stop',
  challenge_failed: 'stop',
};

/** For `status`: what happened and what to do. Null where the server's own sentence says it best. */
export const STOP_SENTENCES: Readonly<Partial<Record<TransportErrorKind, string>>> = {
  protocol_too_old: 'This version of Cairn is too old for its server. Update Cairn, then run `cairn sync`.',
  unauthorized:
    'The server does not accept this device any more. Run `cairn leave` (memories stay), then join the vault again.',
  device_revoked:
    'This device was revoked. Its memories stay here; to sync again, run `cairn leave` and join with a new invitation.',
  not_found:
    'The server does not know this vault any more. Check its address, or run `cairn leave` (memories stay).',
  epoch_changed:
    'The server was restored from an older copy, so sync has stopped before anything could be lost. All memories are safe on this device.',
  resync_required:
    'This device was away for longer than the server remembers. Sync has stopped; run `cairn leave` (memories stay), then join again.',
  push_gap:
    'The server has lost pushes that it had confirmed: it was restored from an older copy. Sync has stopped; all memories are safe on this device.',
};
