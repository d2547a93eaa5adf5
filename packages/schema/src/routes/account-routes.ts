/** Signing in to the project that a sync server names. */
import { type Routes, SERVER_MS_MAX, WRITES } from './route.ts';

const ASKED = ['not_allowed', 'rate_limited', 'server_unreachable', 'server_error', 'not_found'] as const;
const ASK = { problems: ['invalid_input', ...ASKED], serverMsMax: SERVER_MS_MAX } as const;

export const ACCOUNT_ROUTES = {
  'GET /v1/account': {
    summary: 'Tells who is signed in on this device. It asks the project.',
    response: 'accountResult',
    page: true,
    serverMsMax: SERVER_MS_MAX,
  },
  'POST /v1/account/project': {
    summary: 'Reads the project that a sync server names, and whether it is safe to sign in there.',
    body: 'accountProjectInput',
    response: 'accountProject',
    ...ASK,
    repeatable: true,
  },
  'POST /v1/account/code': {
    summary: 'Makes the project mail a code.',
    body: 'accountCodeInput',
    response: 'accountCodeResult',
    ...ASK,
  },
  'POST /v1/account/browser': {
    summary: 'Begins a sign-in with a provider, in a browser (OAuth with PKCE).',
    body: 'accountBrowserInput',
    response: 'accountBrowserResult',
    ...ASK,
  },
  'POST /v1/account/sign-in': {
    summary: 'Signs in by a mailed code, a password, or the result of a browser’s sign-in.',
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
