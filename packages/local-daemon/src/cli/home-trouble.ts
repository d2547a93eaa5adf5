/** Checks without writing whether the home can be written. [RL-22] */
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import type { Paths } from '@cairn/client/device';
import { type CairnError, errorText, systemCodeOf, unwritable } from '@cairn/schema';

export const homeTrouble = ({ home }: Pick<Paths, 'home'>): CairnError | null => {
  try {
    if (statSync(home, { throwIfNoEntry: false }) === undefined) return null;
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
    return statfsSync(home).bavail === 0 ? unwritable('ENOSPC', home, '') : null;
  } catch (error) {
    return unwritable(systemCodeOf(error), home, errorText(error));
  }
};
