/** How often each device asks the server: no answer, however strange, may make it ask in a circle. */
import { Violation } from './violation.ts';

export interface Traffic {
  request(device: string): void;
  /** The most requests of one device in one minute. */
  readonly most: () => number;
}

/** A busy device makes a hundred, one that heals again and again three hundred, and one that goes in circles thousands. */
const REQUESTS_PER_MINUTE_MAX = 600;
const MINUTE_MS = 60_000;

export const createTraffic = (nowMs: () => number, broke: (error: unknown) => void): Traffic => {
  const counts = new Map<string, { readonly minute: number; count: number }>();
  let most = 0;
  return {
    most: () => most,
    request: (device) => {
      const minute = Math.floor(nowMs() / MINUTE_MS);
      const known = counts.get(device);
      const count = known?.minute === minute ? known.count + 1 : 1;
      counts.set(device, { minute, count });
      most = Math.max(most, count);
      if (count > REQUESTS_PER_MINUTE_MAX)
        broke(new Violation('I36', `${device} made ${count} requests within a minute`));
    },
  };
};
