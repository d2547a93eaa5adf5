/** Counts the outcomes of everything that was read. */
import { recordOf, type TranscriptResult } from '@cairn/schema';

/** `unreadable` is a part of `failed`; the others are refused items. `schedules` and `profile` are new ones. */
const COUNTS = [
  'read',
  'new',
  'duplicate',
  'skipped',
  'failed',
  'unreadable',
  'held',
  'schedules',
  'profile',
] as const;
export type Counts = Record<(typeof COUNTS)[number], number>;

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

export type Tally = ReturnType<typeof createTally>;

const FAILURES_SHOWN = 20;

export const createTally = () => {
  const counts: Counts = recordOf(COUNTS, () => 0);
  /** The first failures, at most `FAILURES_SHOWN`. */
  const failures: NamedFailure[] = [];
  /** Numbers of the parts of files that do not become memories, by kind. */
  const leftOut = new Map<string, number>();
  /** What is left to learn from, by session. Nothing is left of a session that was learned from before. */
  const learning = new Map<string, Learning>();
  return {
    ...{ counts, failures, leftOut, learning },
    add: (more: More): void => {
      for (const name of COUNTS) counts[name] += more[name] ?? 0;
    },
    name: (failure: NamedFailure): void => {
      if (failures.length < FAILURES_SHOWN) failures.push(failure);
    },
    learn: (session: string, { messages, chars, tokens }: Learning): void => {
      const before = learning.get(session) ?? { messages: 0, chars: 0, tokens: 0 };
      learning.set(session, {
        messages: before.messages + messages,
        chars: before.chars + chars,
        tokens: before.tokens + tokens,
      });
    },
    leave: (what: string, count: number): void => void leftOut.set(what, (leftOut.get(what) ?? 0) + count),
  };
};
