/**
 * Pairs two devices by a one-time code of 80 random bits, spoken or copied from one to the other. The server sees only
 * an id that is derived from the code. Both devices prove the code by an HMAC over all that they send, so the server
 * cannot impersonate either one. 80 bits that are valid for ten minutes need no password-authenticated key exchange.
 * [SY-A1]
 */
import {
  approveTranscript,
  claimTranscript,
  LIMITS,
  type NewDevice,
  type SealedKey,
  type VaultId,
  type VaultKind,
} from '@cairn/schema';
import type { Random } from '../ports/random.ts';
import { deriveKey, equalHex, LABELS, macOf, toHex } from './derive.ts';

/** `XXXX-XXXX-XXXX-XXXX` in upper-case Crockford base32: no I, L, O or U. */
export type PairingCode = string & { readonly __brand: 'PairingCode' };

export interface PairedVault {
  readonly vault: VaultId;
  readonly kind: VaultKind;
}

export const makePairingCode = (random: Random): PairingCode => {
  const bytes = random.bytes(LIMITS.pairingCodeBytes);
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const text = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET.charAt(Number.parseInt(five, 2))).join('');
  return grouped(text);
};

/** Accepts any case, spaces, any dashes, and the look-alikes O, I and L. Null when the text cannot be a code. */
export const parsePairingCode = (text: string): PairingCode | null => {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]+/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return plain.length === CODE_CHARS && [...plain].every((char) => ALPHABET.includes(char))
    ? grouped(plain)
    : null;
};

export type Pairing = ReturnType<typeof createPairing>;

/** Returns the facts that the code proves. All ids and MACs are lower-case hex. */
export const createPairing = (code: PairingCode) => {
  const secret = codeBytes(code);
  const id = toHex(deriveKey(secret, LABELS.pairingId, 16));
  const claimKey = deriveKey(secret, LABELS.pairingClaim);
  const approveKey = deriveKey(secret, LABELS.pairingApprove);
  const claimMac = (device: NewDevice): string => macOf(claimKey, claimTranscript(id, device));
  /** `entryHash`: the hash of the entry that adds the device. It covers the member list up to that entry. [SY-S6] */
  const approveMac = (device: NewDevice, vault: PairedVault, keys: readonly SealedKey[], entryHash: string) =>
    macOf(approveKey, approveTranscript(id, device, vault, keys, entryHash));
  return {
    /** 16 bytes that identify the invitation without revealing the code. */
    id,
    claimMac,
    isClaimOf: (device: NewDevice, mac: string): boolean => equalHex(claimMac(device), mac),
    approveMac,
    isApprovalOf: (
      device: NewDevice,
      vault: PairedVault,
      keys: readonly SealedKey[],
      entryHash: string,
      mac: string,
    ): boolean => equalHex(approveMac(device, vault, keys, entryHash), mac),
  };
};

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_CHARS = (LIMITS.pairingCodeBytes * 8) / 5;

const grouped = (text: string): PairingCode => (text.match(/.{4}/g) ?? []).join('-') as PairingCode;

const codeBytes = (code: PairingCode): Uint8Array => {
  const bits = [...code.replaceAll('-', '')]
    .map((char) => ALPHABET.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};
