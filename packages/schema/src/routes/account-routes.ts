/** Signing in to the project that a sync server names. */
import { type Routes, SERVER_MS_MAX, WRITES } from './route.ts';

const ASKED = ['not_allowed', 'rate_limited', 'server_unreachable', 'server_error', 'not_found'] as const;

export const ACCOUNT_ROUTES = {
  'GET /v1/account': {
    summary: 'Who is signed in on this device; the project is asked.',
    response: 'accountResult',
    page: true,
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/account/project': {
    summary: 'The project that a sync server names, and whether it is safe to sign in there.',
    body: 'accountProjectInput',
    response: 'accountProject',
    problems: ['invalid_input', ...ASKED],
    repeatable: true,
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/account/code': {
    summary: 'Has the project mail a code.',
    body: 'accountCodeInput',
    response: 'accountCodeResult',
    problems: ['invalid_input', ...ASKED],
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/account/browser': {
    summary: 'Begins to sign in by a provider, in a browser (OAuth with PKCE).',
    body: 'accountBrowserInput',
    response: 'accountBrowserResult',
    problems: ['invalid_input', ...ASKED],
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/account/sign-in': {
    summary: 'Signs in: by the code of a mail, a password, or what a browser brought back.',
    body: 'accountSignInInput',
    response: 'accountResult',
    problems: ['invalid_input', ...ASKED, ...WRITES],
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/account/sign-out': {
    summary: 'Ends the session, here and in the project. Memories stay, and sync of its vault pauses.',
    body: 'accountSignOutInput',
    response: 'accountSignOutResult',
    page: true,
    problems: [...WRITES],
    serverMsMax: SERVER_MS_MAX,
  },
} as const satisfies Routes;
