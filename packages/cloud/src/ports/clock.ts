/** Time and randomness as dependencies. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
}

export interface Random {
  /** Returns `count` random bytes, of cryptographic quality outside tests. */
  bytes(count: number): Uint8Array;
}
