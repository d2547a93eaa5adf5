/** Says how far this machine's clock is from the server's, and what that does to sync. [TR-5] */
import { DAY_MS, HOUR_MS, LIMITS, MINUTE_MS } from '@cairn/schema';

/** What the device knows of the server's clock. `mark`: the estimate of the day's beginning, which bounds its growth. */
export interface ServerOffset {
  readonly ms: number;
  readonly mark?: { readonly ms: number } | undefined;
}

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [DAY_MS, 'days'],
  [HOUR_MS, 'hours'],
  [MINUTE_MS, 'minutes'],
];

/** In the largest unit of which there are two. */
const spanText = (ms: number): string => {
  const [size, name] = UNITS.find(([one]) => ms >= 2 * one) ?? [1_000, 'seconds'];
  return `${Math.round(ms / size)} ${name}`;
};

/** Returns null if the clocks agree well enough. */
export const clockDifference = ({ ms, mark }: ServerOffset): { message: string; fix: string } | null => {
  if (Math.abs(ms) <= LIMITS.clockAheadMsMax) return null;
  // The estimate has grown as far as it may. The server's clock may be further ahead.
  const isBounded = ms - Math.max(0, mark?.ms ?? ms) >= LIMITS.serverTimeStepMsMax;
  return isBounded
    ? {
        message: `The server's clock is ahead of this machine's by ${spanText(ms)} or more. Sync follows it by one day a day, so changes of other devices may wait here until then.`,
        fix: "Set the clock. If this machine's clock is right, the server's has to be set.",
      }
    : {
        message: `This machine's clock is ${spanText(Math.abs(ms))} ${ms > 0 ? 'behind' : 'ahead of'} the server's. Sync allows for it.`,
        fix: 'Set the clock.',
      };
};
