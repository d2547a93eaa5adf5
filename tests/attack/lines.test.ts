// Connection faults of a hostile server. support/attack.ts says what must hold.

import { describe, test } from 'vitest';
import { underAttack } from './support/attack.ts';
import { chatter, cut, garbage, huge, silent, slow } from './support/lines.ts';
import { sharedWorld } from './support/world.ts';

const world = sharedWorld(['laptop', 'desktop']);

describe('a hostile server and its lines', () => {
  test.for(Object.entries({ cut, garbage, slow, silent, huge, chatter }))(
    '[RL-45] %s: nothing is lost or stopped, and every command answers',
    async ([, behaviour]) => underAttack(await world(), behaviour()),
  );
});
