import { proveSeeds } from '../many.ts';

proveSeeds(501, 250);
