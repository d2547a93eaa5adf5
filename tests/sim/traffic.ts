/** Counts each device's requests: no answer of the server may make a device ask in an endless loop. */
import { MINUTE_MS } from '@cairn/schema';
import { Violation } from './violation.ts';

export interface Traffic {
  request(device: string): void;
  /** Returns the largest number of requests of one device in one minute. */
  readonly most: () => number;
}

/** Limit. A busy device makes a hundred requests, repeated healing three hundred, a full repair six hundred, and a loop thousands. */
const REQUESTS_PER_MINUTE_MAX = 1_000;

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
