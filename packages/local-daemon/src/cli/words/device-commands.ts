/** Commands about who is signed in, the vault with its devices and sync, and scopes, which are files with vaults of their own. */
import { argument, commands, flag, text } from './make.ts';
import { deviceName, id, project, server, timeout, yes } from './options.ts';

const name = argument('NAME', 'a scope; "personal" is none');

export const DEVICE_COMMANDS = commands({
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
  'vault create': {
    summary: 'Make a vault on a sync server and put this device into it',
    examples: [
      'cairn vault create --server https://cairn.example.org --setup-token -',
      'cairn login --server https://cairn.example.org && cairn vault create',
      'cairn vault create --server https://cairn.example.org --readable --supabase-token - < token.txt',
    ],
    options: [
      server,
      text(
        'setup-token T',
        'what the server printed at its first start; "-" reads standard input. Also CAIRN_SETUP_TOKEN',
      ),
      text(
        'supabase-token FILE',
        'instead: an access token of a Supabase session, for scripts; "-" reads standard input. Not needed after `cairn login`',
      ),
      flag('skip-words', 'do not check two of the 24 words'),
      flag('readable', 'the server can read the memories; default: sealed'),
      deviceName,
    ],
    load: async () => (await import('../commands/vault.ts')).create,
  },
  'vault rekey': {
    summary: 'Make a new key and re-encrypt everything under it, in the background',
    examples: ['cairn vault rekey', 'cairn status'],
    load: async () => (await import('../commands/vault.ts')).rekey,
  },
  invite: {
    summary: 'Make a code that lets another device join, for 10 minutes',
    examples: ['cairn invite'],
    load: async () => (await import('../commands/vault.ts')).invite,
  },
  join: {
    summary: 'Join a vault with the code of `cairn invite`',
    examples: [
      'cairn join ABCD-EFGH-JKMN-PQRS@https://cairn.example.org',
      'cairn join --server https://cairn.example.org --name desktop',
    ],
    arguments: [
      argument(
        '[CODE]',
        'CODE or CODE@URL; without it, or with -, the command asks for it or reads standard input, so that no list of processes shows it',
      ),
    ],
    options: [
      server,
      deviceName,
      timeout('how many seconds to wait for the inviting device; default: no limit'),
    ],
    load: async () => (await import('../commands/join.ts')).join,
  },
  recover: {
    summary: 'Get into a vault with its 24 words, when all of its devices are gone',
    examples: ['cairn recover --server https://cairn.example.org < words.txt'],
    options: [server, deviceName],
    load: async () => (await import('../commands/join.ts')).recover,
  },
  devices: {
    summary: "List the vault's devices",
    examples: ['cairn devices', 'cairn devices revoke d_01k9x…'],
    load: async () => (await import('../commands/devices.ts')).devices,
  },
  'devices rename': {
    summary: 'Rename a device, for all devices of the vault',
    examples: ['cairn devices rename laptop "old laptop"', 'cairn devices rename d_01k9x… desk'],
    arguments: [
      argument('DEVICE', 'its name, or the beginning or end of its id', { names: 'device' }),
      argument('NAME', 'the new name, at most 64 characters'),
    ],
    load: async () => (await import('../commands/devices.ts')).rename,
  },
  'devices revoke': {
    summary: 'Shut a device out of the vault; it keeps what it already holds',
    examples: ['cairn devices revoke d_01k9x…'],
    arguments: [argument('DEVICE', 'its name, or the beginning or end of its id', { names: 'device' })],
    options: [yes],
    load: async () => (await import('../commands/devices.ts')).revoke,
  },
  leave: {
    summary: 'Leave the vault: memories stay here, sync ends',
    examples: ['cairn leave', 'cairn leave --yes'],
    options: [yes],
    load: async () => (await import('../commands/vault.ts')).leave,
  },
  sync: {
    summary: 'Sync now',
    examples: ['cairn sync', 'cairn sync --wait --timeout 30', 'cairn sync retry'],
    options: [
      flag('wait', 'wait until everything is sent and received'),
      timeout('with --wait: seconds; default: 60'),
    ],
    load: async () => (await import('../commands/sync.ts')).sync,
  },
  'sync verify': {
    summary: 'Compare this device with the server, and name what differs; exit 5 when something does',
    examples: ['cairn sync verify', 'cairn sync verify --json'],
    load: async () => (await import('../commands/verify.ts')).verify,
  },
  'sync repair': {
    summary: 'Send and fetch what `cairn sync verify` lists; deletes nothing',
    examples: ['cairn sync repair'],
    load: async () => (await import('../commands/verify.ts')).repair,
  },
  'sync removed': {
    summary:
      'List memories that other devices forgot in bulk, save them again, or delete them; kept for 30 days',
    examples: ['cairn sync removed', 'cairn sync removed --restore', 'cairn sync removed --drop m_01k9x…'],
    arguments: [argument('[ID…]', 'an id, its beginning or end; default: all')],
    options: [
      flag('restore', 'save them again, as new memories'),
      flag('drop', 'delete the copies now; asks first'),
      yes,
    ],
    load: async () => (await import('../commands/removed.ts')).removed,
  },
  'sync retry': {
    summary: 'Send refused changes again, and try again to read changes that could not be read',
    examples: ['cairn sync retry'],
    load: async () => (await import('../commands/sync.ts')).retry,
  },
  'scope list': {
    aliases: ['scope ls'],
    summary: 'List scopes, their projects and their vaults',
    examples: ['cairn scope list'],
    load: async () => (await import('../commands/scope.ts')).list,
  },
  'scope add': {
    summary: 'Make a scope: a file of its own, which may join a vault of its own',
    examples: ['cairn scope add team', 'cairn --scope team vault create --readable --server URL'],
    arguments: [argument('NAME', 'small letters, digits and dashes')],
    load: async () => (await import('../commands/scope.ts')).add,
  },
  'scope use': {
    summary: "Make this folder's project belong to a scope, on this device",
    examples: ['cairn scope use team', 'cairn scope use team --move', 'cairn scope use personal'],
    arguments: [name],
    options: [
      { ...project, help: 'a project; default: the one of this folder' },
      flag('move', "also move the project's memories that are elsewhere"),
      yes,
    ],
    load: async () => (await import('../commands/scope.ts')).use,
  },
  'scope move': {
    summary: "Move a memory into a scope and the scope's vault; it is forgotten here",
    examples: ['cairn scope move m_0f3k9… team', 'cairn --scope team scope move m_0f3k9… personal'],
    arguments: [id, name],
    options: [yes],
    load: async () => (await import('../commands/scope.ts')).move,
  },
  'scope remove': {
    aliases: ['scope rm'],
    summary: 'Delete a scope and all that is in it from this device',
    examples: ['cairn --scope team leave', 'cairn scope remove team'],
    arguments: [name],
    options: [yes],
    load: async () => (await import('../commands/scope.ts')).remove,
  },
});
