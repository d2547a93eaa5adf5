/** Commands about who is signed in on this device. */
import { commands, flag, text } from './make.ts';
import { server, timeout } from './options.ts';

export const ACCOUNT_COMMANDS = commands({
  login: {
    summary: 'Sign in to the accounts of a sync server: by a mailed code, a password, or in a browser',
    examples: [
      'cairn login --server https://cairn.example.org',
      'cairn login --email ada@example.org',
      'cairn login --email ada@example.org --password',
      'cairn login --provider github',
    ],
    options: [
      server,
      text('email ADDRESS', 'mail a code there, and ask for it'),
      flag('code', 'send no mail: ask for the code that was mailed before, or read it from standard input'),
      flag('password', 'sign in by password: it is asked for, or read from standard input'),
      text('provider NAME', 'sign in in a browser, with github, google, or another provider of the project'),
      timeout('with --provider: how many seconds to wait for the browser; default: 300'),
    ],
    load: async () => (await import('../commands/login.ts')).login,
  },
  logout: {
    summary: 'End the session, here and in the project; memories stay here, and no longer sync',
    examples: ['cairn logout', 'cairn logout --everywhere'],
    options: [flag('everywhere', 'end the sessions of your other devices, too')],
    load: async () => (await import('../commands/logout.ts')).logout,
  },
  whoami: {
    summary: 'Show who is signed in; exit 1 when nobody is',
    examples: ['cairn whoami', 'cairn whoami --json'],
    load: async () => (await import('../commands/logout.ts')).whoami,
  },
});
