/**
 * The version of the sync protocol, sent as `Cairn-Protocol`. The schema-hash test fails if a wire type changes. Then decide whether old
 * and new still understand each other, raise the version if not, and add a line of history.
 *
 * 1: push, pull, events, pairing, recovery, keyring, digests.
 */
export const PROTOCOL_VERSION = 1;
export const PROTOCOL_HEADER = 'Cairn-Protocol';

/** The epoch of the commit that a pull without a cursor names. It is a header, because older servers refuse unknown fields. [RL-10] */
export const EPOCH_HEADER = 'Cairn-Epoch';

/**
 * SHA-256 of a push's body, in the form of RFC 9530. A network that changes bits is detected before anything is stored. Older servers do
 * not check it. [RL-13]
 */
export const DIGEST_HEADER = 'Content-Digest';

/**
 * The kinds of member list entries that a device can read, sent as `Cairn-Members`; absent: 1. Only a vault with entries of a later
 * version is closed to older devices. A version includes the kinds of all earlier ones.
 *
 * 1: found, add, revoke, generation. 2: `since` of a generation, and complete. [TR-4]
 */
export const MEMBERS_VERSION = 2;
export const MEMBERS_HEADER = 'Cairn-Members';
