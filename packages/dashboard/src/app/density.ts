/** How much a row of a list shows, as chosen in this browser. [PG-34] */
import type { Browser } from '../adapters/browser.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const NAME = 'cairn-density';

type Kept = Pick<Browser, 'read' | 'write' | 'setDensity'>;

export const densityIn = (browser: Kept): Density =>
  browser.read(NAME) === 'compact' ? 'compact' : 'comfortable';

export const applyDensity = (browser: Kept): void => browser.setDensity(densityIn(browser));

export const chooseDensity = (browser: Kept, density: Density): void => {
  browser.write(NAME, density);
  applyDensity(browser);
};
