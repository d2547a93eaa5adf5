import { proveSeeds } from '../many.ts';

proveSeeds(251, 250);
