/** Commands about single memories, and to review them. */
import { LIMITS, LIST_ORDERS } from '@cairn/schema';
import { argument, choice, commands, flag, text } from './make.ts';
import { id, key, keyProject, limit, memoryFilters, namespace, project, tag, yes } from './options.ts';

export const MEMORY_COMMANDS = commands({
  list: {
    aliases: ['ls'],
    summary: 'List memories, newest first',
    examples: [
      'cairn list',
      'cairn list -p . --pinned',
      'cairn list -t tooling -n 100',
      'cairn list --since 2026-11-01 --until 2026-11-30 --agent codex',
      'cairn list --sort changed',
      'cairn list --session notes',
      'cairn list --by category',
    ],
    options: [
      limit(LIMITS.listLimitMax, LIMITS.listLimitDefault),
      project,
      tag,
      { ...namespace, help: 'only keys of this namespace and below it' },
      text('session NAME', 'only what was learned in this session'),
      choice(
        'by ORDER',
        ['created', 'category'],
        'created, or category: memories with a key, by namespace, last changed first',
      ),
      ...memoryFilters,
      choice('sort ORDER', LIST_ORDERS, 'newest, oldest or changed; default: newest'),
      flag('all', 'superseded and held ones too'),
    ],
    load: async () => (await import('../commands/list.ts')).list,
  },
  history: {
    summary: 'Show what a memory said before',
    examples: ['cairn history m_01k9x…'],
    arguments: [id],
    load: async () => (await import('../commands/history.ts')).history,
  },
  why: {
    summary: 'Show where a line that an agent was given comes from, and the sentence in which it was learned',
    examples: [
      'cairn why "- Prefers pnpm to npm [user, 2026-11-02]"',
      'cairn why m_01k9x…',
      'pbpaste | cairn why -',
    ],
    arguments: [
      argument(
        'TEXT…',
        'a line of a context or a summary, whole or a part, or an id; "-" reads standard input',
      ),
    ],
    load: async () => (await import('../commands/why.ts')).why,
  },
  diff: {
    summary: 'Print what was learned on a git branch, as Markdown for a pull request',
    examples: ['cairn diff main..fix/login', 'cairn diff', 'cairn diff main.. >> notes.md'],
    arguments: [argument('[RANGE]', 'BASE..BRANCH or BRANCH; default: the branch of this folder')],
    options: [
      { ...project, help: 'of this project; default: the one of this folder' },
      flag('all', 'also memories for everywhere, which may be personal'),
    ],
    load: async () => (await import('../commands/diff.ts')).diff,
  },
  edit: {
    summary: 'Change a memory in your editor (VISUAL, EDITOR, or vi)',
    examples: ['cairn edit m_01k9x…', 'EDITOR=nano cairn edit m_01k9x…'],
    arguments: [id],
    load: async () => (await import('../commands/edit.ts')).edit,
  },
  supersede: {
    aliases: ['update'],
    summary: 'Replace a memory by a newer one; the old one stays in the history',
    examples: ['cairn supersede m_01k9x… "Prefers bun to pnpm"'],
    arguments: [id, argument('TEXT…', 'what is true now; "-" reads standard input')],
    unlike: 'A newer Cairn comes by `cairn upgrade`.',
    load: async () => (await import('../commands/change.ts')).supersede,
  },
  pin: {
    summary: 'Make a memory always part of the context',
    examples: ['cairn pin m_01k9x…'],
    arguments: [id],
    load: async () => (await import('../commands/change.ts')).pin,
  },
  unpin: {
    summary: 'Undo a pin',
    examples: ['cairn unpin m_01k9x…'],
    arguments: [id],
    load: async () => (await import('../commands/change.ts')).unpin,
  },
  tag: {
    summary: 'Add tags to a memory, or take them away',
    examples: ['cairn tag m_01k9x… +tooling +js', 'cairn tag m_01k9x… +js -old'],
    arguments: [id, argument('+TAG…', '+TAG adds, -TAG takes away')],
    load: async () => (await import('../commands/change.ts')).tag,
  },
  tags: {
    summary: 'List the tags in use, with how many memories have each',
    examples: ['cairn tags', 'cairn tags rename k8s kubernetes'],
    load: async () => (await import('../commands/names.ts')).tags,
  },
  'tags rename': {
    summary: 'Give a tag another name on all memories; one that is in use is merged with it',
    examples: ['cairn tags rename k8s kubernetes', 'cairn tags rename todo later --yes'],
    arguments: [
      argument('TAG', 'the tag as it is now', { completes: 'tags' }),
      argument('NEW', 'its new name'),
    ],
    options: [yes],
    load: async () => (await import('../commands/names.ts')).renameTag,
  },
  projects: {
    summary: 'List the projects, with how many memories each has',
    examples: ['cairn projects', 'cairn projects rename shop github.com/acme/shop'],
    load: async () => (await import('../commands/names.ts')).projects,
  },
  'projects rename': {
    summary: 'Give a project another name; one that is in use is merged with it',
    examples: ['cairn projects rename shop github.com/acme/shop', 'cairn projects rename old new --yes'],
    arguments: [
      argument('PROJECT', 'the project as it is now', { completes: 'projects' }),
      argument('NEW', 'its new name; "." is the one of this folder', { completes: 'projects' }),
    ],
    options: [yes],
    load: async () => (await import('../commands/names.ts')).renameProject,
  },
  forget: {
    aliases: ['rm', 'delete', 'remove'],
    summary: 'Forget memories, on all devices; 30 days in the trash here',
    examples: [
      'cairn forget m_01k9x…',
      'cairn forget m_01k9x… --for-good',
      'cairn forget @1-50   # rows of the last list',
      'cairn forget --key anna --namespace entity/people',
      'cairn forget --key port -p shop',
      'cairn forget --query "old office"',
    ],
    arguments: [{ ...id, takes: 'any' }],
    options: [
      key,
      namespace,
      keyProject,
      text(
        'query QUERY',
        'list the memories found, then ask which to forget; with --yes, forget those that have every word',
      ),
      flag('for-good', 'do not keep it in the trash'),
      yes,
    ],
    load: async () => (await import('../commands/forget.ts')).forget,
  },
  trash: {
    summary: 'List what was forgotten on this device within 30 days',
    examples: ['cairn trash', 'cairn trash restore @1', 'cairn trash empty'],
    load: async () => (await import('../commands/trash.ts')).trash,
  },
  'trash restore': {
    summary: 'Save forgotten memories again, on all devices',
    examples: ['cairn trash restore @1', 'cairn trash restore m_01k9x…', 'cairn trash restore --all'],
    arguments: [
      argument('[ID…]', 'an id, its beginning or end, or @1: a row of `cairn trash`', {
        completes: 'trash',
      }),
    ],
    options: [flag('all', 'everything in it')],
    load: async () => (await import('../commands/trash.ts')).restore,
  },
  'trash empty': {
    summary: 'Erase forgotten memories for good now',
    examples: ['cairn trash empty', 'cairn trash empty m_01k9x…'],
    arguments: [argument('[ID…]', 'only these; default: all of the trash', { completes: 'trash' })],
    options: [yes],
    load: async () => (await import('../commands/trash.ts')).empty,
  },
  summarise: {
    summary: 'Summarise the waiting memories now, and show the summaries',
    examples: ['cairn summarise', 'cairn summarise -p .'],
    options: [project],
    load: async () => (await import('../commands/summaries.ts')).summarise,
  },
  compact: {
    summary: 'Merge summaries now, without waiting for them to be a day old',
    examples: ['cairn compact', 'cairn compact -p .'],
    options: [project],
    load: async () => (await import('../commands/summaries.ts')).compact,
  },
  review: {
    summary: 'List memories to decide on: held, replaced on two devices, contradictory, or out of date',
    examples: ['cairn review', 'cairn review --json', 'cairn review supersede m_01k9x… m_01ka2…'],
    options: [limit(LIMITS.reviewLimitMax, LIMITS.reviewLimitDefault)],
    load: async () => (await import('../commands/review.ts')).review,
  },
  'review accept': {
    summary: 'Let search find a memory that was held',
    examples: ['cairn review accept m_01k9x…'],
    arguments: [{ ...id, takes: 'some' }],
    load: async () => (await import('../commands/review.ts')).accept,
  },
  'review reject': {
    summary: 'Forget a memory that was held, on all devices',
    examples: ['cairn review reject m_01k9x…'],
    arguments: [{ ...id, takes: 'some' }],
    load: async () => (await import('../commands/review.ts')).reject,
  },
  'review supersede': {
    summary: 'Replace one memory by another; the old one stays in the history',
    examples: ['cairn review supersede m_01k9x… m_01ka2…', 'cairn review supersede m_01k9x…'],
    arguments: [
      argument('OLD', 'what is no longer true', { names: 'memory' }),
      argument('[NEW]', 'what is true now; default: the only memory that contradicts it', {
        names: 'memory',
      }),
    ],
    load: async () => (await import('../commands/review.ts')).supersede,
  },
  'review keep': {
    summary:
      'Keep memories that contradict each other, or one that looks out of date; not shown again on this device',
    examples: ['cairn review keep m_01k9x… m_01ka2…', 'cairn review keep m_01k9x…'],
    arguments: [{ ...id, takes: 'some' }],
    load: async () => (await import('../commands/review.ts')).keep,
  },
});
