/** Commands that write and read files. */
import { EXPORT_FORMATS, IMPORT_FORMATS } from '../format-names.ts';
import { argument, choice, commands, flag, text } from './make.ts';
import { meta, project, yes } from './options.ts';

export const FILE_COMMANDS = commands({
  index: {
    summary: 'Make text files searchable on this device; they are sent to no server',
    examples: [
      'cairn index docs -p .',
      'cairn index notes.md handbook --dry-run',
      'cairn index handbook.txt --uri https://example.org/handbook --meta team=ops',
      'cairn index --list',
      'cairn index --remove docs',
    ],
    arguments: [
      argument('[PATH…]', 'files or folders; run it again to index changed files and drop deleted ones'),
    ],
    options: [
      project,
      text('uri URI', 'the address that the file comes from; for one file'),
      meta,
      flag('list', 'what is indexed'),
      text('remove PATH', 'a file or folder to take out; may be repeated', { kind: 'texts' }),
      flag('dry-run', 'only say what would happen'),
    ],
    load: async () => (await import('../commands/index-files.ts')).indexFiles,
  },
  export: {
    summary: 'Write all memories to a file, a folder, or standard output',
    examples: [
      'cairn export -o memories.ndjson',
      'cairn export --format md -o notes/',
      'cairn export --format md --by tag -o notes/',
      'cairn export --managed CLAUDE.md -p .',
    ],
    options: [
      choice('format FORMAT', EXPORT_FORMATS, 'ndjson, json or md; default: by the name of FILE'),
      text(
        'output FILE',
        'where to write; default: standard output. With --format md, a folder gets one file for each memory',
        { short: 'o' },
      ),
      choice(
        'by WHAT',
        ['project', 'tag'],
        'how a folder is divided: by project, or by the first tag; default: project',
      ),
      text('managed FILE', 'keep a block of memories in this file; nothing else in it is touched'),
      { ...project, help: 'with --managed: the project whose memories are taken beside the global ones' },
      flag('remove', 'with --managed: take the block out again'),
    ],
    load: async () => (await import('../commands/export.ts')).exportAll,
  },
  import: {
    summary: 'Read memories and transcripts, of Cairn or of other programs',
    examples: [
      'cairn import memories.ndjson',
      'cairn import CLAUDE.md -p . --dry-run',
      'cairn import ~/.claude/projects',
      'cairn import ~/.config/Cursor',
      'cairn import chatgpt-export.zip',
      'cairn import ~/.claude/projects --learn --dry-run',
      'cat notes.md | cairn import - --from md',
    ],
    arguments: [argument('FILE', 'a file or folder; "-" reads standard input')],
    options: [
      choice(
        'from FORMAT',
        IMPORT_FORMATS,
        `${IMPORT_FORMATS.join(', ')}; default: by the name or the beginning of FILE`,
      ),
      { ...project, help: 'the project of memories that name none; "." is the one of this folder' },
      flag('dry-run', 'only say what would happen'),
      flag('learn', 'also learn from transcripts: says what it costs your model, and asks'),
      flag(
        'profile',
        'also import the profile of an export, which every agent is told; without this option, a terminal asks',
      ),
      yes,
    ],
    load: async () => (await import('../commands/import.ts')).importFile,
  },
  backup: {
    summary: 'Copy the database, while the daemon runs, and check the copy',
    examples: ['cairn backup ~/cairn-backup.db'],
    arguments: [argument('FILE', 'a file that does not exist yet')],
    load: async () => (await import('../commands/backup.ts')).backup,
  },
  restore: {
    summary: 'Put a backup in place, after checking it; the present database is kept aside',
    examples: ['cairn restore ~/cairn-backup.db', 'cairn restore ~/cairn-backup.db --yes'],
    arguments: [argument('FILE', 'a file that `cairn backup` made')],
    options: [yes],
    load: async () => (await import('../commands/backup.ts')).restore,
  },
});
