/** Signs and checks the member list: Ed25519 over its transcript, SHA-256 along the chain. [SY-S6] */
import {
  extendMembers,
  type MemberEntry,
  type MemberFact,
  type MemberList,
  memberTranscript,
  nextEntry,
  readMembers,
  type VaultId,
} from '@cairn/schema';
import { keyFromHex, sha256Hex, toHex } from './derive.ts';
import { signWith } from './generation.ts';
import type { Sodium } from './sodium.ts';

/** `signSecret` is the 32-byte seed in hex. */
export interface MemberSigner {
  readonly by: MemberEntry['by'];
  readonly signSecret: string;
}

export type Members = ReturnType<typeof createMembers>;

export const createMembers = (sodium: Sodium) => {
  const checks: Parameters<typeof readMembers>[2] = {
    hashOf: sha256Hex,
    isSigned: ({ signKey, message, signature }) =>
      sodium.isSigned(message, keyFromHex(signature, 64), keyFromHex(signKey)),
  };
  return {
    /** Reads the whole list and checks every signature. */
    read: (vault: VaultId, entries: readonly MemberEntry[]) => readMembers(vault, entries, checks),
    /**
     * Signs the next entry and returns it with the new list. A null list begins one. Throws when the signer may not
     * sign the entry; the caller must check that first.
     */
    sign: (vault: VaultId, list: MemberList | null, fact: MemberFact, { by, signSecret }: MemberSigner) => {
      const unsigned = nextEntry(list, fact, by);
      const signature = toHex(signWith(sodium, signSecret, memberTranscript(vault, unsigned)));
      const entry = { ...unsigned, signature };
      const longer = extendMembers(vault, list, entry, checks);
      if (!longer.ok)
        throw new Error(`this device's own entry of the member list was refused: ${longer.error}`);
      return { entry, list: longer.value };
    },
  };
};
