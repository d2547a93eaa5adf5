const NO_TLS = 'it does not use TLS there. Should the address begin with http:// instead of https://?';

/** Reasons of failed connections by codes of the operating system and of OpenSSL, as sentences that follow a colon. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there.',
  ENOTFOUND: 'no machine has this name.',
  EAI_AGAIN: 'the name cannot be looked up: is this machine online?',
  ENETUNREACH: 'the network cannot be reached.',
  EHOSTUNREACH: 'the machine cannot be reached.',
  ETIMEDOUT: 'no answer.',
  ECONNRESET: 'the connection was lost in the middle of the answer.',
  EPIPE: 'the connection broke.',
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name.',
  CERT_HAS_EXPIRED: "its certificate has expired, or this machine's clock is wrong.",
  CERT_NOT_YET_VALID: "its certificate is not valid yet, or this machine's clock is wrong.",
};

/** Codes of a certificate whose issuer is not trusted. */
const UNKNOWN_ISSUER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export const isUnknownIssuer = (code: string): boolean => UNKNOWN_ISSUER.has(code);

export const reasonOf = (code: string): string | undefined =>
  isUnknownIssuer(code)
    ? 'its certificate is signed by an authority that this machine does not know. Name the file of that authority in NODE_EXTRA_CA_CERTS and run `cairn down`.'
    : REASONS[code];
