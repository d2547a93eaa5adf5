/** Computes speeds from successive statuses. Pure. */
import type { StatusResult } from '@cairn/schema';

/** Long enough for a steady figure, short enough to follow changes. */
const WINDOW_MS = 10_000;

export type Counted = Pick<StatusResult, 'store' | 'models' | 'sync'>;

/** Returns counts that rise as work is done. The number of changes to send is negated, so that it rises too. */
const doneIn = ({ store, models, sync }: Counted): readonly number[] => [
  store.memories,
  models.embedder === null ? 0 : store.memories - models.embedder.pending,
  -sync.pending,
  sync.bootstrap?.done ?? 0,
];
const NAMES = ['saved', 'embedded', 'sent', 'received'] as const;

export type Rates = ReturnType<typeof createRates>;

export const createRates = () => {
  let looks: readonly { readonly atMs: number; readonly done: readonly number[] }[] = [];
  return {
    /** Returns for example "embedded 42/s, 12 s left"; empty if nothing moves. */
    seen(status: Counted, nowMs: number): readonly string[] {
      const done = doneIn(status);
      const before = looks.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
      looks = [...before, { atMs: nowMs, done }];
      const first = before[0];
      const seconds = first === undefined ? 0 : (nowMs - first.atMs) / 1_000;
      if (first === undefined || seconds <= 0) return [];
      const left = [0, status.models.embedder?.pending ?? 0, status.sync.pending, leftOf(status)];
      return NAMES.flatMap((name, at) => {
        const rate = ((done[at] ?? 0) - (first.done[at] ?? 0)) / seconds;
        if (rate <= 0) return [];
        const rest = Math.ceil((left[at] ?? 0) / rate);
        const shown = rate < 10 ? rate.toFixed(1) : Math.round(rate);
        return [`${name} ${shown}/s${rest === 0 ? '' : `, ${rest} s left`}`];
      });
    },
  };
};

const leftOf = ({ sync: { bootstrap } }: Counted): number =>
  bootstrap === null ? 0 : Math.max(0, bootstrap.expected - bootstrap.done);
