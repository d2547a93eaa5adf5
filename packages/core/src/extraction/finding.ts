/** The item that extraction wants stored, before the guard and the store have their say. */

export interface Finding {
  readonly namespace: string | null;
  /** Null: free text. */
  readonly key: string | null;
  readonly content: string;
  readonly tags: readonly string[];
  /** True: of the session's project; else it is global. */
  readonly ofProject: boolean;
  /** `low`: found, but never injected. */
  readonly trust: 'normal' | 'low';
}
