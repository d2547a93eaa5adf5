/** Signing keys of a Supabase project, and sessions signed with them. For tests. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type SigningAlgorithm = 'ES256' | 'RS256';

export interface SessionKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicJwk: object;
}

export const newSessionKey = (kid: string, alg: SigningAlgorithm = 'ES256'): SessionKey => {
  const pair =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = pair.publicKey.export({ format: 'jwk' });
  return {
    kid,
    alg,
    privateKey: pair.privateKey,
    publicJwk: { ...jwk, kid, alg, use: 'sig', key_ops: ['verify'], ext: true },
  };
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs as Supabase does. `header` may contradict the key. */
export const signSession = (
  key: SessionKey,
  claims: object,
  header: object = { alg: key.alg, kid: key.kid, typ: 'JWT' },
): string => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
};

/** Signs as a project that still has its shared secret (HS256). */
export const signLegacySession = (secret: string, claims: object, header: object = {}): string => {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT', ...header })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
