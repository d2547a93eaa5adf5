/** Randomness as a dependency: `count` bytes, of cryptographic quality outside tests. */
export interface Random {
  bytes(count: number): Uint8Array;
}
