/** The configuration as it is now: what can change while the daemon runs is asked for each time. */
import type { Config } from '../../config.ts';

export interface LiveConfig {
  current(): Config;
  use(next: Config): void;
}

export const createLiveConfig = (first: Config): LiveConfig => {
  let config = first;
  return {
    current: () => config,
    use(next) {
      config = next;
    },
  };
};
