// Changed pages of a hostile server. support/attack.ts says what must hold.

import { statusResult } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { askFor } from '../e2e/daemon/world.ts';
import { underAttack } from './support/attack.ts';
import {
  crossEntity,
  crossVault,
  duplicate,
  echo,
  epochs,
  future,
  garbled,
  heads,
  oddNames,
  REGISTERS,
  redate,
  reorder,
  replay,
  sweep,
  withhold,
} from './support/pages.ts';
import { HONEST } from './support/proxy.ts';
import { memoriesOf, save, settle, sharedWorld } from './support/world.ts';

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

  test('[TR-7] a garbled page counts for nothing, and all of it is fetched by name in the same sync', async () => {
    const vault = await world();
    const [laptop, desktop] = vault.devices;
    if (laptop === undefined || desktop === undefined) throw new Error('a device is missing');
    let asked = 0;
    const behaviour = garbled(false);
    vault.proxy.become({
      ...behaviour,
      deal: (exchange, pass) => {
        if (exchange.path === REGISTERS && exchange.device === desktop.name) asked += 1;
        return behaviour.deal(exchange, pass);
      },
    });
    const id = await save(vault, laptop);
    await settle(vault);
    vault.proxy.become(HONEST);
    expect(asked).toBeGreaterThan(0);
    expect((await memoriesOf(desktop)).map((memory) => memory.id)).toContain(id);
    const { sync } = await askFor(desktop.client, statusResult, 'GET', '/v1/status');
    expect(sync.quarantined).toBe(0);
  });

  test('[TR-7] what is garbled by name too is asked for slowly, and comes once the line is sound', async () =>
    underAttack(await world(), garbled(true)));

  test.for([true, false])('withhold (all: %s): what was kept back comes by a comparison', async (isAll) =>
    underAttack(await world(), withhold(isAll)),
  );
});
