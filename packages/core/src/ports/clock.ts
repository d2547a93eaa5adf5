/** Time as a dependency. Unix time in milliseconds; may step back. */
export interface Clock {
  nowMs(): number;
}
