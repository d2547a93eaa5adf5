/** Ed25519 by Node's own cryptography. */
import { createPublicKey, verify } from 'node:crypto';
import type { Signatures } from '../ports/signatures.ts';

/** The DER head of an Ed25519 public key (RFC 8410); the 32 bytes of the key follow it. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

export const ed25519: Signatures = {
  isValid: ({ signKey, message, signature }) => {
    try {
      const der = Buffer.concat([SPKI_HEAD, Buffer.from(signKey, 'hex')]);
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      return verify(null, message, key, Buffer.from(signature, 'hex'));
    } catch {
      // A key that is no point of the curve.
      return false;
    }
  },
};
