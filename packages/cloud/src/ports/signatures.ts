/** Ed25519 (RFC 8032) as a dependency. */
export interface Signatures {
  /** Keys and signatures in hex. False, never a throw, when the key is none. */
  isValid(check: {
    readonly signKey: string;
    readonly message: Uint8Array;
    readonly signature: string;
  }): boolean;
}
