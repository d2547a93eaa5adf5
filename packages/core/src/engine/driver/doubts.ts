/** Decides when a device compares its data with the server's without a request. [TR-15] */
import { COMPARING_LIMITS, MINUTE_MS } from '@cairn/schema';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';

/** The result of a comparison. `early`: interrupted by a more urgent task. `mended`: differences were sent or fetched. */
export type Look = 'equal' | 'mended' | 'early' | 'failed' | 'not_due';

export type Doubts = ReturnType<typeof createDoubts>;

export const createDoubts = (deps: { readonly clock: Clock; readonly random: Random }) => {
  const { clock, random } = deps;
  let isDoubted = false;
  let lastLook: Look = 'equal';
  /** Draws a random wait, so that devices whose server was away do not all ask at once. */
  const drawn = (): number => ((random.bytes(1)[0] ?? 0) / 256) * COMPARING_LIMITS.compareSpreadMs;
  let wait = { from: clock.nowMs(), ms: drawn() };
  return {
    /** Whether the server was away for long, contradicted itself, or differed at the last look. */
    isDoubted: () => isDoubted,
    /** Whether the last look is long enough ago. The absolute difference also covers a clock that was set back. */
    isTime: () => Math.abs(clock.nowMs() - wait.from) >= wait.ms,
    raise(): void {
      isDoubted = true;
    },
    noteLook(how: Look): void {
      // After mending, the next look comes soon. A difference that lasts is no reason to hurry.
      const isFirst = how === 'mended' && lastLook !== 'mended';
      if (how === 'equal') isDoubted = false;
      if (how === 'mended') isDoubted = true;
      const soon = isFirst ? MINUTE_MS : how === 'early' ? 10 * MINUTE_MS : null;
      wait = { from: clock.nowMs(), ms: soon ?? COMPARING_LIMITS.comparePauseMs + drawn() };
      lastLook = how;
    },
  };
};
