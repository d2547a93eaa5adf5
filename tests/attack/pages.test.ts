// A hostile server and the pages that it serves. The file support/attack.ts says what must hold.

import { describe, test } from 'vitest';
import { underAttack } from './support/attack.ts';
import {
  crossEntity,
  crossVault,
  duplicate,
  echo,
  epochs,
  future,
  heads,
  oddNames,
  redate,
  reorder,
  replay,
  sweep,
  withhold,
} from './support/pages.ts';
import { sharedWorld } from './support/world.ts';

const world = sharedWorld(['laptop', 'desktop']);

describe('a hostile server and the pages that it serves', () => {
  const behaviours = {
    replay,
    reorder,
    duplicate,
    redate,
    crossEntity,
    crossVault,
    future,
    echo,
    epochs,
    heads,
    oddNames,
  };
  test.for(Object.entries(behaviours))('%s: nothing is lost, changed or stopped', async ([, behaviour]) =>
    underAttack(await world(), await behaviour()),
  );

  test('sweep: nothing is removed because a server says that it was forgotten long ago', async () =>
    underAttack(await world(), sweep()));

  test.for([true, false])('withhold (all: %s): what was kept back comes by a comparison', async (isAll) =>
    underAttack(await world(), withhold(isAll)),
  );
});
