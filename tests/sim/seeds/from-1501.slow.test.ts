import { proveSeeds } from '../many.ts';

proveSeeds(1501, 500);
