/** Commands that write and read files. */
import type { CommandSpec } from '../command.ts';
import { EXPORT_FORMATS, IMPORT_FORMATS } from '../format-names.ts';
import { meta, project, yes } from './options.ts';

export const FILE_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'index',
    summary: 'Make text files searchable on this device; they are sent to no server',
    examples: [
      'cairn index docs -p .',
      'cairn index notes.md handbook --dry-run',
      'cairn index handbook.txt --uri https://example.org/handbook --meta team=ops',
      'cairn index --list',
      'cairn index --remove docs',
    ],
    arguments: [
      {
        name: 'PATH',
        takes: 'any',
        help: 'files or folders; run it again to index changed files and drop deleted ones',
      },
    ],
    options: [
      project,
      { name: 'uri', kind: 'text', value: 'URI', help: 'the address that the file comes from; for one file' },
      meta,
      { name: 'list', kind: 'flag', help: 'what is indexed' },
      { name: 'remove', kind: 'texts', value: 'PATH', help: 'a file or folder to take out; may be repeated' },
      { name: 'dry-run', kind: 'flag', help: 'only say what would happen' },
    ],
    load: async () => (await import('../commands/index-files.ts')).indexFiles,
  },
  {
    path: 'export',
    summary: 'Write all memories to a file, a folder, or standard output',
    examples: [
      'cairn export -o memories.ndjson',
      'cairn export --format md -o notes/',
      'cairn export --format md --by tag -o notes/',
      'cairn export --managed CLAUDE.md -p .',
    ],
    arguments: [],
    options: [
      {
        name: 'format',
        kind: 'choice',
        value: 'FORMAT',
        choices: EXPORT_FORMATS,
        help: 'ndjson, json or md; default: by the name of FILE',
      },
      {
        name: 'output',
        short: 'o',
        kind: 'text',
        value: 'FILE',
        help: 'where to write; default: standard output. With --format md, a folder gets one file for each memory',
      },
      {
        name: 'by',
        kind: 'choice',
        value: 'WHAT',
        choices: ['project', 'tag'],
        help: 'how a folder is divided: by project, or by the first tag; default: project',
      },
      {
        name: 'managed',
        kind: 'text',
        value: 'FILE',
        help: 'keep a block of memories in this file; nothing else in it is touched',
      },
      { ...project, help: 'with --managed: the project whose memories are taken beside the global ones' },
      { name: 'remove', kind: 'flag', help: 'with --managed: take the block out again' },
    ],
    load: async () => (await import('../commands/export.ts')).exportAll,
  },
  {
    path: 'import',
    summary: 'Read memories and transcripts, of Cairn or of other programs',
    examples: [
      'cairn import memories.ndjson',
      'cairn import CLAUDE.md -p . --dry-run',
      'cairn import ~/.claude/projects',
      'cairn import ~/.config/Cursor',
      'cairn import chatgpt-export.zip',
      'cairn import ~/.claude/projects --learn --dry-run',
      'cat notes.md | cairn import -',
    ],
    arguments: [{ name: 'FILE', takes: 'one', help: 'a file or folder; "-" reads standard input' }],
    options: [
      {
        name: 'from',
        kind: 'choice',
        value: 'FORMAT',
        choices: IMPORT_FORMATS,
        help: `${IMPORT_FORMATS.join(', ')}; default: by the name or the beginning of FILE`,
      },
      { ...project, help: 'the project of memories that name none; "." is the one of this folder' },
      { name: 'dry-run', kind: 'flag', help: 'only say what would happen' },
      {
        name: 'learn',
        kind: 'flag',
        help: 'also learn from transcripts: says what it costs your model, and asks',
      },
      {
        name: 'profile',
        kind: 'flag',
        help: 'also import the profile of an export, which every agent is told; without this option, a terminal asks',
      },
      yes,
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
    examples: ['cairn restore ~/cairn-backup.db', 'cairn restore ~/cairn-backup.db --yes'],
    arguments: [{ name: 'FILE', takes: 'one', help: 'a file that `cairn backup` made' }],
    options: [yes],
    load: async () => (await import('../commands/backup.ts')).restore,
  },
];
