import { proveSeeds } from '../many.ts';

proveSeeds(1001, 500);
