import { proveSeeds } from '../many.ts';

proveSeeds(1, 300, 'hostile');
