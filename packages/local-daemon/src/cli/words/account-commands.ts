/** Commands about who is signed in on this device. */
import type { CommandSpec } from '../command.ts';
import { server, timeout } from './options.ts';

export const ACCOUNT_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'login',
    summary: 'Sign in to the accounts of a sync server: by a mailed code, a password, or in a browser',
    examples: [
      'cairn login --server https://cairn.example.org',
      'cairn login --email ada@example.org',
      'cairn login --email ada@example.org --password',
      'cairn login --provider github',
    ],
    arguments: [],
    options: [
      server,
      { name: 'email', kind: 'text', value: 'ADDRESS', help: 'mail a code there, and ask for it' },
      {
        name: 'code',
        kind: 'flag',
        help: 'send no mail: ask for the code that was mailed before, or read it from standard input',
      },
      {
        name: 'password',
        kind: 'flag',
        help: 'sign in by password: it is asked for, or read from standard input',
      },
      {
        name: 'provider',
        kind: 'text',
        value: 'NAME',
        help: 'sign in in a browser, with github, google, or another provider of the project',
      },
      timeout('with --provider: how many seconds to wait for the browser; default: 300'),
    ],
    load: async () => (await import('../commands/login.ts')).login,
  },
  {
    path: 'logout',
    summary: 'End the session, here and in the project; memories stay here, and no longer sync',
    examples: ['cairn logout', 'cairn logout --everywhere'],
    arguments: [],
    options: [{ name: 'everywhere', kind: 'flag', help: 'end the sessions of your other devices, too' }],
    load: async () => (await import('../commands/logout.ts')).logout,
  },
  {
    path: 'whoami',
    summary: 'Show who is signed in; exit 1 when nobody is',
    examples: ['cairn whoami', 'cairn whoami --json'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/logout.ts')).whoami,
  },
];
