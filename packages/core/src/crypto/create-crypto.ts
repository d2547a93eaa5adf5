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
import {
  type BoxPair,
  createGenerations,
  type Generations,
  openSealed,
  sealTo,
  signWith,
} from './generation.ts';
import { createHandovers, type Handovers } from './handovers.ts';
import { createMembers, type Members } from './members.ts';
import {
  createPairing,
  makePairingCode,
  type Pairing,
  type PairingCode,
  parsePairingCode,
} from './pairing.ts';
import { createReadableSealer, createSealedSealer } from './sealer.ts';
import { loadSodium, type Sodium } from './sodium.ts';
import { rootToWords, type WordsError, wordsToRoot } from './words.ts';

/** X25519 for sealed boxes, Ed25519 for signatures; `signSecret` is the 32-byte seed. */
export interface SecretKeys extends BoxPair {
  readonly signKey: string;
  readonly signSecret: string;
}

export interface Crypto {
  /** Makes 32 random bytes: the root of a vault, from which everything can be recovered. [SY-S3] */
  makeRoot(): Uint8Array;
  rootToWords(root: Uint8Array): string;
  wordsToRoot(words: string): Result<Uint8Array, WordsError>;
  /** Derives keys. The same root always gives the same keys. */
  recoveryKeysOf(root: Uint8Array): SecretKeys;
  makeDeviceKeys(): SecretKeys;
  /** Makes the vault's id salt, 64 hex characters. [SY-D2] */
  makeSalt(): string;
  sealTo(boxKey: string, bytes: Uint8Array): string;
  openSealed(pair: BoxPair, sealed: string): Result<Uint8Array, 'forged'>;
  readonly generations: Generations;
  readonly members: Members;
  readonly handovers: Handovers;
  makeSealer(keys: SealingKeys): Sealer;
  makePairingCode(): PairingCode;
  parsePairingCode(text: string): PairingCode | null;
  pairing(code: PairingCode): Pairing;
  /** Proves knowledge of the root to the server. The signature includes the device that takes over. */
  signRecovery(keys: SecretKeys, challenge: string, device: NewDevice): string;
  /** Proves knowledge of the root to the server, to read the vault's keys and members. */
  signRecoveryLook(keys: SecretKeys, challenge: string): string;
  /** Makes 256 random bits as 64 hex characters. [SY-A2] */
  makeToken(): string;
  /** Returns SHA-256 of the token's text. */
  hashToken(token: string): string;
  /** Returns the facts that a device sends to the server about itself. */
  newDevice(id: DeviceId, name: string, keys: SecretKeys, token: string): NewDevice;
}

export const createCrypto = async ({ random }: { random: Random }): Promise<Crypto> => {
  const sodium = await loadSodium();
  const keysFrom = (boxSeed: Uint8Array, signSeed: Uint8Array) => secretKeys(sodium, boxSeed, signSeed);
  return {
    makeRoot: () => random.bytes(32),
    rootToWords,
    wordsToRoot,
    recoveryKeysOf: (root) =>
      keysFrom(deriveKey(root, LABELS.recoveryBox), deriveKey(root, LABELS.recoverySign)),
    makeDeviceKeys: () => keysFrom(random.bytes(32), random.bytes(32)),
    makeSalt: () => toHex(random.bytes(32)),
    sealTo: (boxKey, bytes) => sealTo(sodium, boxKey, bytes),
    openSealed: (pair, sealed) => {
      const opened = openSealed(sodium, pair, sealed);
      return opened === null ? err('forged') : ok(opened);
    },
    generations: createGenerations({ sodium, random }),
    members: createMembers(sodium),
    handovers: createHandovers(sodium),
    makeSealer: (keys) =>
      keys.kind === 'readable' ? createReadableSealer() : createSealedSealer({ sodium, random }, keys),
    makePairingCode: () => makePairingCode(random),
    parsePairingCode,
    pairing: createPairing,
    signRecovery: (keys, challenge, device) => signed(sodium, keys, recoverTranscript(challenge, device)),
    signRecoveryLook: (keys, challenge) => signed(sodium, keys, recoverLookTranscript(challenge)),
    makeToken: () => toHex(random.bytes(32)),
    hashToken: sha256Hex,
    newDevice: (id, name, keys, token) => ({
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
