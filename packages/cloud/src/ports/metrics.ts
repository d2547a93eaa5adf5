/**
 * Counts and times. Every label is from a closed set (routes, kinds, verdicts), never a vault, a device, an address or a value
 * that was sent. So the number of series is bounded, and they reveal nothing about anybody. No call throws or waits.
 */
import type { Hint, ServerErrorKind, Verdict } from '@cairn/schema';

/** The result of a request: success, or a problem of this kind. */
export type Outcome = 'ok' | ServerErrorKind;

export interface Metrics {
  /** `route`: method and pattern, or `none` for a path that is no endpoint. */
  requested(request: { readonly route: string; readonly status: number; readonly tookMs: number }): void;
  pushed(push: { readonly outcome: Outcome; readonly verdicts: readonly Verdict[] }): void;
  /** `lag`: how many sequences the device still lacks after this page; null while it bootstraps, or on a problem. */
  pulled(pull: { readonly outcome: Outcome; readonly items: number; readonly lag: number | null }): void;
  streamOpened(): void;
  streamClosed(): void;
  hinted(kind: Hint['kind']): void;
  /** From asking for the lock of a vault to holding it. [SY-U4] */
  lockWaited(waitedMs: number): void;
  /** From asking for a transaction to its first statement: the wait for a connection of the pool. */
  connectionWaited(waitedMs: number): void;
  transactionBegan(): void;
  transactionEnded(tookMs: number, outcome: 'ok' | 'unavailable' | 'bug'): void;
  /** A backup that the server makes by itself. [OP-15] */
  backedUp(outcome: 'checked' | 'summed' | 'failed'): void;
  readEnded(tookMs: number, outcome: 'ok' | 'unavailable' | 'bug'): void;
}

export interface MetricsPage {
  readonly contentType: string;
  text(): Promise<string>;
  /** Sets the source of the newest backup's time (null: no backup), which each page reads. */
  tellBackups(lastAtMs: () => number | null, nowMs: () => number): void;
}
