/** Randomness as a dependency. Returns `count` bytes, of cryptographic quality outside tests. */
export interface Random {
  bytes(count: number): Uint8Array;
}
