import { proveSeeds } from '../many.ts';

proveSeeds(101, 100, 'hostile');
