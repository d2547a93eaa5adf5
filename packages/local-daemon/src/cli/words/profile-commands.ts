/** Commands about who the agent is, who you are, and your rules. */
import type { ProfileDocumentName } from '@cairn/schema';
import { argument, commands, type Words } from './make.ts';

const document = (name: ProfileDocumentName, summary: string, examples: readonly string[]): Words => ({
  summary,
  examples,
  arguments: [
    argument(
      '[ACTION…]',
      'nothing: list; add SECTION TEXT; enable, disable or remove N; import FILE (JSON or Markdown); raw FILE; export; clear. N is a number of the list, or an id; FILE "-" reads standard input',
    ),
  ],
  load: async () => (await import('../commands/profile-document.ts')).documentCommand(name),
});

export const PROFILE_COMMANDS = commands({
  profile: {
    summary: 'Show who your agents are, who you are to them, and your rules',
    examples: [
      'cairn profile',
      'cairn profile set displayName Ada',
      'cairn profile rules add Style "Use tabs"',
    ],
    load: async () => (await import('../commands/profile.ts')).show,
  },
  'profile show': {
    summary: 'The same as `cairn profile`',
    examples: ['cairn profile show', 'cairn profile show --json'],
    load: async () => (await import('../commands/profile.ts')).show,
  },
  'profile set': {
    summary: 'Set a field, on all of your devices',
    examples: [
      'cairn profile set displayName Ada',
      'cairn profile set timezone Europe/Berlin',
      'cairn profile set interests "chess, climbing"',
      'cairn profile set preset concise',
      'cairn profile set personality - < personality.md',
    ],
    arguments: [
      argument('FIELD', 'such as name, preset, voice, displayName, timezone, goals'),
      argument('VALUE…', 'its text; "-" reads standard input'),
    ],
    load: async () => (await import('../commands/profile.ts')).set,
  },
  'profile unset': {
    summary: 'Take the value of a field away; the history keeps it',
    examples: ['cairn profile unset location'],
    arguments: [argument('FIELD…', 'one or more fields')],
    load: async () => (await import('../commands/profile.ts')).unset,
  },
  'profile onboarding': {
    summary: 'Show what agents know about you and what is missing, or stop them from asking',
    examples: ['cairn profile onboarding', 'cairn profile onboarding skip'],
    arguments: [argument('[ACTION]', '"skip": no agent asks you; "ask": they may again')],
    load: async () => (await import('../commands/profile.ts')).onboarding,
  },
  'profile history': {
    summary: 'Show what a field, the rules or the tool notes said before',
    examples: ['cairn profile history', 'cairn profile history goals', 'cairn profile history rules'],
    arguments: [argument('[FIELD]', 'a field, "rules" or "tools"')],
    load: async () => (await import('../commands/profile.ts')).history,
  },
  'profile rules': document('rules', 'List your rules for agents, or change them', [
    'cairn profile rules',
    'cairn profile rules add "Code style" "Always use tabs"',
    'cairn profile rules disable 2',
    'cairn profile rules import rules.json',
    'cairn profile rules export > rules.json',
  ]),
  'profile tools': document('tools', 'List your notes on tools, or change them', [
    'cairn profile tools add Git "Never force-push to main"',
    'cairn profile tools raw TOOLS.md',
  ]),
});
