/** Vaults, invitations, devices. */
import { joinInput, noInput, recoverInput, vaultCreateInput } from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const vaultRoutes = ({ vault }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .post('/', async (c) => {
      const input = await readJson(c, vaultCreateInput);
      return input.ok ? answer(await vault.create(input.value), () => 201) : problem(input.error);
    })
    .post('/invite', async (c) => {
      const input = await readJson(c, noInput);
      return input.ok ? answer(await vault.invite(), () => 201) : problem(input.error);
    })
    .post('/join', async (c) => {
      const input = await readJson(c, joinInput);
      return input.ok ? answer(await vault.join(input.value, c.req.raw.signal)) : problem(input.error);
    })
    .post('/recover', async (c) => {
      const input = await readJson(c, recoverInput);
      return input.ok ? answer(await vault.recover(input.value, c.req.raw.signal)) : problem(input.error);
    })
    .post('/rekey', async (c) => {
      const input = await readJson(c, noInput);
      return input.ok ? answer(await vault.rekey(), () => 202) : problem(input.error);
    })
    .post('/leave', async (c) => {
      const input = await readJson(c, noInput);
      return input.ok ? answer(await vault.leave()) : problem(input.error);
    });

export const deviceRoutes = ({ vault }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .get('/', async () => answer(await vault.devices()))
    .delete('/:id', async (c) => answer(await vault.revoke(c.req.param('id'))));
