/** The number of things to decide, for the navigation of every view. [PG-14] */
import { type Signal, signal } from '@preact/signals';
import type { Api } from '../adapters/api.ts';
import type { Browser } from '../adapters/browser.ts';
import type { Live } from '../adapters/live.ts';
import { countText, REVIEW_PAGE } from '../review/decisions.ts';

/** The delay of a count, because comparing memories takes a while and nobody waits for it. */
export const REVIEW_AFTER_MS = 5_000;

export interface ReviewCountDeps {
  readonly api: Pick<Api, 'ask'>;
  readonly browser: Pick<Browser, 'after'>;
  readonly live: Pick<Live, 'on'>;
  /** Returns whether the review is open. It then sets the number itself. */
  readonly isOpen: () => boolean;
}

/** Empty if there is nothing to decide. Counted a while after the beginning, and a while after memories changed. */
export const createReviewCount = ({ api, browser, live, isOpen }: ReviewCountDeps): Signal<string> => {
  const text = signal('');
  let isDue = false;
  let pending = 0;
  const count = async (): Promise<void> => {
    isDue = false;
    if (isOpen()) return;
    const review = await api.ask('GET /v1/review', { query: { limit: REVIEW_PAGE } });
    if (!review.ok || isOpen()) return;
    text.value = countText(review.value, REVIEW_PAGE);
    // The daemon is still comparing memories, and may find more.
    const isComparing = review.value.pending > 0 && review.value.pending !== pending;
    pending = review.value.pending;
    if (isComparing) countLater();
  };
  const countLater = (): void => {
    if (isDue) return;
    isDue = true;
    browser.after(REVIEW_AFTER_MS, () => void count());
  };
  live.on((event) => {
    if (event.kind === 'changed' || event.kind === 'resumed') countLater();
  });
  countLater();
  return text;
};
