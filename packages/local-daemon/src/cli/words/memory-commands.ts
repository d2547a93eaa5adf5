/** Commands about single memories. */
import { LIMITS } from '@cairn/schema';
import type { CommandSpec } from '../command.ts';
import { id, key, limit, namespace, project, tag, yes } from './options.ts';

export const MEMORY_COMMANDS: readonly CommandSpec[] = [
  {
    path: 'list',
    summary: 'List memories, newest first',
    examples: [
      'cairn list',
      'cairn list -p . --pinned',
      'cairn list -t tooling -n 100',
      'cairn list --session notes',
      'cairn list --by category',
    ],
    arguments: [],
    options: [
      limit(LIMITS.listLimitMax, LIMITS.listLimitDefault),
      project,
      tag,
      { ...namespace, help: 'only keys of this namespace and below it' },
      { name: 'session', kind: 'text', value: 'NAME', help: 'only what was learned in this session' },
      {
        name: 'by',
        kind: 'choice',
        value: 'ORDER',
        choices: ['created', 'category'],
        help: 'created, or category: what has a key, by namespace, what changed last first',
      },
      { name: 'pinned', kind: 'flag', help: 'only pinned ones' },
      { name: 'all', kind: 'flag', help: 'superseded and held ones too' },
    ],
    load: async () => (await import('../commands/list.ts')).list,
  },
  {
    path: 'history',
    summary: 'Show what a memory said before',
    examples: ['cairn history m_01k9x…'],
    arguments: [id],
    options: [],
    load: async () => (await import('../commands/history.ts')).history,
  },
  {
    path: 'supersede',
    summary: 'Replace a memory by a newer one; the old one stays in the history',
    examples: ['cairn supersede m_01k9x… "Prefers bun to pnpm"'],
    arguments: [id, { name: 'TEXT', takes: 'some', help: 'what is true now; "-" reads standard input' }],
    options: [],
    load: async () => (await import('../commands/change.ts')).supersede,
  },
  {
    path: 'pin',
    summary: 'Make a memory always part of the context',
    examples: ['cairn pin m_01k9x…'],
    arguments: [id],
    options: [],
    load: async () => (await import('../commands/change.ts')).pin,
  },
  {
    path: 'unpin',
    summary: 'Undo a pin',
    examples: ['cairn unpin m_01k9x…'],
    arguments: [id],
    options: [],
    load: async () => (await import('../commands/change.ts')).unpin,
  },
  {
    path: 'tag',
    summary: 'Add tags to a memory, or take them away',
    examples: ['cairn tag m_01k9x… +tooling +js', 'cairn tag m_01k9x… +js -- -old'],
    arguments: [id, { name: '+TAG', takes: 'some', help: '+TAG adds; after "--", -TAG takes away' }],
    options: [],
    load: async () => (await import('../commands/change.ts')).tag,
  },
  {
    path: 'forget',
    summary: 'Forget memories, on all devices',
    examples: [
      'cairn forget m_01k9x…',
      'cairn forget --key anna --namespace entity/people',
      'cairn forget --query "old office"',
    ],
    arguments: [{ ...id, takes: 'any' }],
    options: [
      key,
      namespace,
      {
        name: 'query',
        kind: 'text',
        value: 'QUERY',
        help: 'list what is found, then ask which to forget; with --yes what has every word of it',
      },
      yes,
    ],
    load: async () => (await import('../commands/forget.ts')).forget,
  },
  {
    path: 'summarise',
    summary: 'Summarise now what waits to be summarised, and show what stands',
    examples: ['cairn summarise', 'cairn summarise -p .'],
    arguments: [],
    options: [project],
    load: async () => (await import('../commands/summaries.ts')).summarise,
  },
  {
    path: 'compact',
    summary: 'Merge summaries now, without waiting for them to be a day old',
    examples: ['cairn compact', 'cairn compact -p .'],
    arguments: [],
    options: [project],
    load: async () => (await import('../commands/summaries.ts')).compact,
  },
];
