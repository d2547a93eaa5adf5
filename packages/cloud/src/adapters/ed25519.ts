/** Verifies Ed25519 signatures with Node's cryptography. */
import { createPublicKey, verify } from 'node:crypto';
import type { Signatures } from '../ports/signatures.ts';

/** The DER head of an Ed25519 public key (RFC 8410). The key's 32 bytes follow it. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

export const ed25519: Signatures = {
  isValid: ({ signKey, message, signature }) => {
    try {
      const der = Buffer.concat([SPKI_HEAD, Buffer.from(signKey, 'hex')]);
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      return verify(null, message, key, Buffer.from(signature, 'hex'));
    } catch {
      // The key is no point of the curve.
      return false;
    }
  },
};
