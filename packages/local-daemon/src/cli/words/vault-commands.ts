/** Commands about the vault, its devices and sync. */
import type { CommandSpec } from '../command.ts';
import { deviceName, server, timeout, yes } from './options.ts';

export const VAULT_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'vault create',
    summary: 'Make a vault on a sync server and put this device into it',
    examples: [
      'cairn vault create --server https://cairn.example.org --setup-token -',
      'cairn login --server https://cairn.example.org && cairn vault create',
      'cairn vault create --server https://cairn.example.org --readable --supabase-token - < token.txt',
    ],
    arguments: [],
    options: [
      server,
      {
        name: 'setup-token',
        kind: 'text',
        value: 'T',
        help: 'what the server printed at its first start; "-" reads standard input. Also CAIRN_SETUP_TOKEN',
      },
      {
        name: 'supabase-token',
        kind: 'text',
        value: 'FILE',
        help: 'instead: an access token of a Supabase session, for scripts; "-" reads standard input. Not needed after `cairn login`',
      },
      { name: 'skip-words', kind: 'flag', help: 'do not check two of the 24 words' },
      { name: 'readable', kind: 'flag', help: 'the server can read the memories; default: sealed' },
      deviceName,
    ],
    load: async () => (await import('../commands/vault.ts')).create,
  },
  {
    path: 'vault rekey',
    summary: 'Make a new key and re-encrypt everything under it, in the background',
    examples: ['cairn vault rekey', 'cairn status'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/vault.ts')).rekey,
  },
  {
    path: 'invite',
    summary: 'Make a code that lets another device join, for 10 minutes',
    examples: ['cairn invite'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/vault.ts')).invite,
  },
  {
    path: 'join',
    summary: 'Join a vault with the code of `cairn invite`',
    examples: [
      'cairn join ABCD-EFGH-JKMN-PQRS@https://cairn.example.org',
      'cairn join --server https://cairn.example.org --name desktop',
    ],
    arguments: [
      {
        name: 'CODE',
        takes: 'optional',
        help: 'CODE or CODE@URL; without it, or with -, the command asks for it or reads standard input, so that no list of processes shows it',
      },
    ],
    options: [
      server,
      deviceName,
      timeout('how many seconds to wait for the inviting device; default: no limit'),
    ],
    load: async () => (await import('../commands/join.ts')).join,
  },
  {
    path: 'recover',
    summary: 'Get into a vault with its 24 words, when all of its devices are gone',
    examples: ['cairn recover --server https://cairn.example.org < words.txt'],
    arguments: [],
    options: [server, deviceName],
    load: async () => (await import('../commands/join.ts')).recover,
  },
  {
    path: 'devices',
    summary: "List the vault's devices",
    examples: ['cairn devices', 'cairn devices revoke d_01k9x…'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/devices.ts')).devices,
  },
  {
    path: 'devices rename',
    summary: 'Rename a device, for all devices of the vault',
    examples: ['cairn devices rename laptop "old laptop"', 'cairn devices rename d_01k9x… desk'],
    arguments: [
      { name: 'DEVICE', takes: 'one', names: 'device', help: 'its name, or the beginning or end of its id' },
      { name: 'NAME', takes: 'one', help: 'the new name, at most 64 characters' },
    ],
    options: [],
    load: async () => (await import('../commands/devices.ts')).rename,
  },
  {
    path: 'devices revoke',
    summary: 'Shut a device out of the vault; it keeps what it already holds',
    examples: ['cairn devices revoke d_01k9x…'],
    arguments: [
      { name: 'DEVICE', takes: 'one', names: 'device', help: 'its name, or the beginning or end of its id' },
    ],
    options: [yes],
    load: async () => (await import('../commands/devices.ts')).revoke,
  },
  {
    path: 'leave',
    summary: 'Leave the vault: memories stay here, sync ends',
    examples: ['cairn leave', 'cairn leave --yes'],
    arguments: [],
    options: [yes],
    load: async () => (await import('../commands/vault.ts')).leave,
  },
  {
    path: 'sync',
    summary: 'Sync now',
    examples: ['cairn sync', 'cairn sync --wait --timeout 30', 'cairn sync retry'],
    arguments: [],
    options: [
      { name: 'wait', kind: 'flag', help: 'wait until everything is sent and received' },
      timeout('with --wait: seconds; default: 60'),
    ],
    load: async () => (await import('../commands/sync.ts')).sync,
  },
  {
    path: 'sync verify',
    summary: 'Compare this device with the server, and name what differs; exit 5 when something does',
    examples: ['cairn sync verify', 'cairn sync verify --json'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/verify.ts')).verify,
  },
  {
    path: 'sync repair',
    summary: 'Send and fetch what `cairn sync verify` lists; deletes nothing',
    examples: ['cairn sync repair'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/verify.ts')).repair,
  },
  {
    path: 'sync removed',
    summary:
      'List memories that other devices forgot in bulk, save them again, or delete them; kept for 30 days',
    examples: ['cairn sync removed', 'cairn sync removed --restore', 'cairn sync removed --drop m_01k9x…'],
    arguments: [{ name: 'ID', takes: 'any', help: 'an id, its beginning or end; default: all' }],
    options: [
      { name: 'restore', kind: 'flag', help: 'save them again, as new memories' },
      { name: 'drop', kind: 'flag', help: 'delete the copies now; asks first' },
      yes,
    ],
    load: async () => (await import('../commands/removed.ts')).removed,
  },
  {
    path: 'sync retry',
    summary: 'Send refused changes again, and try again to read changes that could not be read',
    examples: ['cairn sync retry'],
    arguments: [],
    options: [],
    load: async () => (await import('../commands/sync.ts')).retry,
  },
];
