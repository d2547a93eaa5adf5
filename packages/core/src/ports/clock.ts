/** Time as a dependency. Milliseconds since 1970, UTC; may step back. */
export interface Clock {
  nowMs(): number;
}
