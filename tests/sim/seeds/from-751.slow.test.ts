import { proveSeeds } from '../many.ts';

proveSeeds(751, 250);
