/** Commands that write and read files. */
import type { CommandSpec } from '../command.ts';
import { project } from './options.ts';

export const FILE_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'index',
    summary: 'Make text files searchable on this device; they are never sent anywhere',
    examples: [
      'cairn index docs -p .',
      'cairn index notes.md handbook --dry-run',
      'cairn index --list',
      'cairn index --remove docs',
    ],
    arguments: [
      {
        name: 'PATH',
        takes: 'any',
        help: 'files or folders; again, to index what changed and drop what is gone',
      },
    ],
    options: [
      project,
      { name: 'list', kind: 'flag', help: 'what is indexed' },
      { name: 'remove', kind: 'texts', value: 'PATH', help: 'a file or folder to take out; may be repeated' },
      { name: 'dry-run', kind: 'flag', help: 'only say what would happen' },
    ],
    load: async () => (await import('../commands/index-files.ts')).indexFiles,
  },
  {
    path: 'export',
    summary: 'Write all memories to a file, or to standard output',
    examples: ['cairn export -o memories.ndjson', 'cairn export --format md -o memories.md'],
    arguments: [],
    options: [
      {
        name: 'format',
        kind: 'choice',
        value: 'FORMAT',
        choices: ['ndjson', 'json', 'md'],
        help: 'ndjson, json or md; told by the name of FILE unless given',
      },
      {
        name: 'output',
        short: 'o',
        kind: 'text',
        value: 'FILE',
        help: 'where to; standard output unless given',
      },
    ],
    load: async () => (await import('../commands/export.ts')).exportAll,
  },
  {
    path: 'import',
    summary: 'Read memories from a file',
    examples: [
      'cairn import memories.ndjson',
      'cairn import CLAUDE.md --dry-run',
      'cat notes.md | cairn import -',
    ],
    arguments: [{ name: 'FILE', takes: 'one', help: 'a file; "-" reads standard input' }],
    options: [
      {
        name: 'from',
        kind: 'choice',
        value: 'FORMAT',
        choices: ['ndjson', 'json', 'md'],
        help: 'ndjson, json or md; told by the name or the beginning of FILE unless given',
      },
      { name: 'dry-run', kind: 'flag', help: 'only say what would happen' },
    ],
    load: async () => (await import('../commands/import.ts')).importFile,
  },
  {
    path: 'backup',
    summary: 'Copy the database, while the daemon runs, and check the copy',
    examples: ['cairn backup ~/cairn-backup.db'],
    arguments: [{ name: 'FILE', takes: 'one', help: 'a file that does not exist yet' }],
    options: [],
    load: async () => (await import('../commands/backup.ts')).backup,
  },
  {
    path: 'restore',
    summary: 'Put a backup in place, after checking it; the present database is kept aside',
    examples: ['cairn restore ~/cairn-backup.db'],
    arguments: [{ name: 'FILE', takes: 'one', help: 'a file that `cairn backup` made' }],
    options: [],
    load: async () => (await import('../commands/backup.ts')).restore,
  },
];
