/**
 * Counts and times. Every label is from a closed set (routes, kinds, verdicts), and never a vault, a device, an address or a sent value.
 * So the number of series is bounded, and they reveal nothing personal. No call throws or waits.
 */
import type { Hint, ServerErrorKind, Verdict } from '@cairn/schema';

/** The result of a request: success, or a problem of this kind. */
export type Outcome = 'ok' | ServerErrorKind;

export interface Metrics {
  /** `route`: method and pattern, or `none` for a path without an endpoint. */
  requested(request: { readonly route: string; readonly status: number; readonly tookMs: number }): void;
  pushed(push: { readonly outcome: Outcome; readonly verdicts: readonly Verdict[] }): void;
  /** `lag`: the number of sequences that the device lacks after this page. Null during a bootstrap, or on a problem. */
  pulled(pull: { readonly outcome: Outcome; readonly items: number; readonly lag: number | null }): void;
  streamOpened(): void;
  streamClosed(): void;
  hinted(kind: Hint['kind']): void;
  /** The time from requesting a vault's lock to holding it. [SY-U4] */
  lockWaited(waitedMs: number): void;
  /** The time from requesting a transaction to its first statement: the wait for a pooled connection. */
  connectionWaited(waitedMs: number): void;
  transactionBegan(): void;
  transactionEnded(tookMs: number, outcome: 'ok' | 'unavailable' | 'bug'): void;
  /** Counts a backup that the server made by itself. [OP-15] */
  backedUp(outcome: 'checked' | 'summed' | 'failed'): void;
  readEnded(tookMs: number, outcome: 'ok' | 'unavailable' | 'bug'): void;
}

export interface MetricsPage {
  readonly contentType: string;
  text(): Promise<string>;
  /** Sets the source of the newest backup's time, which each page reads. Null: no backup. */
  tellBackups(lastAtMs: () => number | null, nowMs: () => number): void;
}
