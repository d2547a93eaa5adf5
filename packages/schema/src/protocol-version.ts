/**
 * The sync protocol's version, sent as `Cairn-Protocol`. The schema-hash test fails when a wire type changes: decide then
 * whether old and new still understand each other, raise the version if not, and write a line of history.
 *
 * 1: push, pull, events, pairing, recovery, keyring, digests.
 */
export const PROTOCOL_VERSION = 1;
export const PROTOCOL_HEADER = 'Cairn-Protocol';
