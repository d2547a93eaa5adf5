/** Counts the outcomes of everything that was read. */
import type { TranscriptResult } from '@cairn/schema';

export interface Counts {
  read: number;
  new: number;
  duplicate: number;
  skipped: number;
  /** Unreadable items, and items that were read and refused. */
  failed: number;
  /** Part of `failed`. */
  unreadable: number;
  held: number;
  /** New schedules, which are paused. */
  schedules: number;
  /** New entries of the profile, which every agent receives. */
  profile: number;
}

/** Counts to add. An absent count is 0. */
export type More = { readonly [K in keyof Counts]?: number | undefined };

export interface NamedFailure {
  /** Number of items before this one. */
  readonly index: number;
  readonly place: string;
  readonly reason: string;
}

/** Size of the part of a session that was not learned from yet. */
type Learning = NonNullable<TranscriptResult['learn']>;

export interface Tally {
  /** What is left to learn from, by session. */
  readonly learning: ReadonlyMap<string, Learning>;
  readonly counts: Readonly<Counts>;
  /** The first failures, at most `FAILURES_SHOWN`. */
  readonly failures: readonly NamedFailure[];
  /** Numbers of the parts of files that do not become memories, by kind. */
  readonly leftOut: ReadonlyMap<string, number>;
  add(counts: More): void;
  name(failures: readonly NamedFailure[]): void;
  leave(what: string, count: number): void;
  learn(session: string, more: Learning): void;
}

const FAILURES_SHOWN = 20;

export const createTally = (): Tally => {
  const counts: Counts = {
    read: 0,
    new: 0,
    duplicate: 0,
    skipped: 0,
    failed: 0,
    unreadable: 0,
    held: 0,
    schedules: 0,
    profile: 0,
  };
  const failures: NamedFailure[] = [];
  const leftOut = new Map<string, number>();
  const learning = new Map<string, Learning>();
  return {
    counts,
    failures,
    leftOut,
    learning,
    add: (more) => {
      counts.read += more.read ?? 0;
      counts.new += more.new ?? 0;
      counts.duplicate += more.duplicate ?? 0;
      counts.skipped += more.skipped ?? 0;
      counts.failed += more.failed ?? 0;
      counts.unreadable += more.unreadable ?? 0;
      counts.held += more.held ?? 0;
      counts.schedules += more.schedules ?? 0;
      counts.profile += more.profile ?? 0;
    },
    name: (more) => {
      for (const { index, place, reason } of more)
        if (failures.length < FAILURES_SHOWN) failures.push({ index, place, reason });
    },
    learn: (session, { messages, chars, tokens }) => {
      const before = learning.get(session) ?? { messages: 0, chars: 0, tokens: 0 };
      if (messages > 0)
        learning.set(session, {
          messages: before.messages + messages,
          chars: before.chars + chars,
          tokens: before.tokens + tokens,
        });
    },
    leave: (what, count) => void leftOut.set(what, (leftOut.get(what) ?? 0) + count),
  };
};
