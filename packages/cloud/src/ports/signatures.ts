/** Ed25519 (RFC 8032) as a dependency. */
export interface Signatures {
  /** Verifies a signature. Keys and signatures are hex. Returns false for an invalid key; never throws. */
  isValid(check: {
    readonly signKey: string;
    readonly message: Uint8Array;
    readonly signature: string;
  }): boolean;
}
