/** The authorities that this machine believes: Node's own and those of `NODE_EXTRA_CA_CERTS`, then the system's. */
import tls from 'node:tls';

/** Node before 22.15 cannot read the system's. */
export const trustedCertificates = (): readonly string[] =>
  typeof tls.getCACertificates === 'function'
    ? [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
    : [...tls.rootCertificates];
