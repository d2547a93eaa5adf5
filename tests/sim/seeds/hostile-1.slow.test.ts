import { proveSeeds } from '../many.ts';

proveSeeds(1, 200, 'hostile');
