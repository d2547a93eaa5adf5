/** A sealer that only encodes, for tests that are not about sealing. It accepts every generation that it was given. */
import { err, ok } from '@cairn/schema';
import type { VaultKeys } from '../engine/api.ts';
import type { Sealer } from '../ports/sealer.ts';

export const createPlainSealer = (keys: Pick<VaultKeys, 'kg' | 'keys'>): Sealer => {
  const known = new Set([keys.kg, ...keys.keys.map(({ kg }) => kg)]);
  return {
    kg: keys.kg,
    seal: (register, json) => ({
      ...register,
      kg: keys.kg,
      payload: Buffer.from(json).toString('base64url'),
    }),
    open: (register) =>
      known.has(register.kg)
        ? ok(Buffer.from(register.payload, 'base64url').toString('utf8'))
        : err('no_key'),
  };
};
