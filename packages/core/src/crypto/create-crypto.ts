/**
 * The factory for all of Cairn's cryptography. Keys, salts, hashes and signatures are lower-case hex. Sealed bytes are
 * base64url without padding. Nothing here keeps a secret: the caller stores what it makes.
 */
import {
  type DeviceId,
  err,
  type NewDevice,
  ok,
  type Result,
  recoverLookTranscript,
  recoverTranscript,
} from '@cairn/schema';
import type { Random } from '../ports/random.ts';
import type { Sealer, SealingKeys } from '../ports/sealer.ts';
import { deriveKey, LABELS, sha256Hex, toHex } from './derive.ts';
import { type BoxPair, createGenerations, openSealed, sealTo, signWith } from './generation.ts';
import { createHandovers } from './handovers.ts';
import { createMembers } from './members.ts';
import { createPairing, makePairingCode, type PairingCode, parsePairingCode } from './pairing.ts';
import { createReadableSealer, createSealedSealer } from './sealer.ts';
import { loadSodium, type Sodium } from './sodium.ts';
import { rootToWords, wordsToRoot } from './words.ts';

/** X25519 for sealed boxes, Ed25519 for signatures; `signSecret` is the 32-byte seed. */
export interface SecretKeys extends BoxPair {
  readonly signKey: string;
  readonly signSecret: string;
}

export type Crypto = Awaited<ReturnType<typeof createCrypto>>;

export const createCrypto = async ({ random }: { random: Random }) => {
  const sodium = await loadSodium();
  const keysFrom = (boxSeed: Uint8Array, signSeed: Uint8Array) => secretKeys(sodium, boxSeed, signSeed);
  return {
    /** Makes 32 random bytes: the root of a vault, from which everything can be recovered. [SY-S3] */
    makeRoot: (): Uint8Array => random.bytes(32),
    rootToWords,
    wordsToRoot,
    /** Derives keys. The same root always gives the same keys. */
    recoveryKeysOf: (root: Uint8Array) =>
      keysFrom(deriveKey(root, LABELS.recoveryBox), deriveKey(root, LABELS.recoverySign)),
    makeDeviceKeys: () => keysFrom(random.bytes(32), random.bytes(32)),
    /** Makes the vault's id salt, 64 hex characters. [SY-D2] */
    makeSalt: () => toHex(random.bytes(32)),
    sealTo: (boxKey: string, bytes: Uint8Array) => sealTo(sodium, boxKey, bytes),
    openSealed: (pair: BoxPair, sealed: string): Result<Uint8Array, 'forged'> => {
      const opened = openSealed(sodium, pair, sealed);
      return opened === null ? err('forged') : ok(opened);
    },
    generations: createGenerations({ sodium, random }),
    members: createMembers(sodium),
    handovers: createHandovers(sodium),
    makeSealer: (keys: SealingKeys): Sealer =>
      keys.kind === 'readable' ? createReadableSealer() : createSealedSealer({ sodium, random }, keys),
    makePairingCode: (): PairingCode => makePairingCode(random),
    parsePairingCode,
    pairing: createPairing,
    /** Proves knowledge of the root to the server. The signature includes the device that takes over. */
    signRecovery: (keys: SecretKeys, challenge: string, device: NewDevice) =>
      signed(sodium, keys, recoverTranscript(challenge, device)),
    /** Proves knowledge of the root to the server, to read the vault's keys and members. */
    signRecoveryLook: (keys: SecretKeys, challenge: string) =>
      signed(sodium, keys, recoverLookTranscript(challenge)),
    /** Makes 256 random bits as 64 hex characters. [SY-A2] */
    makeToken: () => toHex(random.bytes(32)),
    /** Returns SHA-256 of the token's text. */
    hashToken: (token: string) => sha256Hex(token),
    /** Returns the facts that a device sends to the server about itself. */
    newDevice: (id: DeviceId, name: string, keys: SecretKeys, token: string): NewDevice => ({
      id,
      name,
      boxKey: keys.boxKey,
      signKey: keys.signKey,
      tokenHash: sha256Hex(token),
    }),
  };
};

const signed = (sodium: Sodium, { signSecret }: SecretKeys, message: Uint8Array): string =>
  toHex(signWith(sodium, signSecret, message));

const secretKeys = (sodium: Sodium, boxSeed: Uint8Array, signSeed: Uint8Array): SecretKeys => {
  const box = sodium.boxPairOf(boxSeed);
  return {
    boxKey: toHex(box.publicKey),
    boxSecret: toHex(box.secretKey),
    signKey: toHex(sodium.signPairOf(signSeed).publicKey),
    signSecret: toHex(signSeed),
  };
};
