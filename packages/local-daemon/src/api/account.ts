/** Signing in and out. */
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const accountHandlers = ({ account }: ApiDeps) =>
  ({
    'GET /v1/account': () => account.who(),
    'POST /v1/account/project': ({ body }) => account.project(body.server),
    'POST /v1/account/code': ({ body }) => account.mailCode(body),
    'POST /v1/account/browser': ({ body }) => account.beginBrowser(body),
    'POST /v1/account/sign-in': ({ body }) => account.signIn(body),
    'POST /v1/account/sign-out': ({ body }) => account.signOut(body.everywhere === true),
  }) satisfies Partial<Handlers>;
