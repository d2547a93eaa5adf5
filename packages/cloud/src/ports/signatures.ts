/** Ed25519 (RFC 8032) as a dependency. */
export interface Signatures {
  /** Keys and signatures in hex. Returns false for an invalid key and never throws. */
  isValid(check: {
    readonly signKey: string;
    readonly message: Uint8Array;
    readonly signature: string;
  }): boolean;
}
