/**
 * The sync protocol's version, sent as `Cairn-Protocol`. The schema-hash test fails when a wire type changes: decide then
 * whether old and new still understand each other, raise the version if not, and write a line of history.
 *
 * 1: push, pull, events, pairing, recovery, keyring, digests.
 */
export const PROTOCOL_VERSION = 1;
export const PROTOCOL_HEADER = 'Cairn-Protocol';

/**
 * The epoch of the commit that a pull without a cursor names. A header, because servers of before refuse a field that they do
 * not know. [RL-10]
 */
export const EPOCH_HEADER = 'Cairn-Epoch';

/**
 * SHA-256 of a push's body, as RFC 9530 writes it. A line that changes bits is found out before anything is stored; servers of before
 * do not look. [RL-13]
 */
export const DIGEST_HEADER = 'Content-Digest';

/**
 * Which entries of a member list a device can read, sent as `Cairn-Members`; absent: 1. Only a vault that has entries of
 * later is closed to a device of before.
 *
 * 1: found, add, revoke, generation. 2: `since` of a generation, and complete. [TR-4]
 */
export const MEMBERS_VERSION = 2;
export const MEMBERS_HEADER = 'Cairn-Members';
