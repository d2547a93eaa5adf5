/** Signing in and out. */
import {
  accountBrowserInput,
  accountCodeInput,
  accountProjectInput,
  accountSignInInput,
  accountSignOutInput,
} from '@cairn/schema';
import { Hono } from 'hono';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { readJson } from './input.ts';
import { answer, problem } from './problem.ts';

export const accountRoutes = ({ account }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>()
    .get('/', async () => answer(await account.who()))
    .post('/project', async (c) => {
      const input = await readJson(c, accountProjectInput);
      return input.ok ? answer(await account.project(input.value.server)) : problem(input.error);
    })
    .post('/code', async (c) => {
      const input = await readJson(c, accountCodeInput);
      return input.ok ? answer(await account.mailCode(input.value)) : problem(input.error);
    })
    .post('/browser', async (c) => {
      const input = await readJson(c, accountBrowserInput);
      return input.ok ? answer(await account.beginBrowser(input.value)) : problem(input.error);
    })
    .post('/sign-in', async (c) => {
      const input = await readJson(c, accountSignInInput);
      return input.ok ? answer(await account.signIn(input.value)) : problem(input.error);
    })
    .post('/sign-out', async (c) => {
      const input = await readJson(c, accountSignOutInput);
      return input.ok ? answer(await account.signOut(input.value.everywhere === true)) : problem(input.error);
    });
