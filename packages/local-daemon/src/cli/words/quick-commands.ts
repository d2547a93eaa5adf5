/** The commands that agents use most. The quick parser reads them too, and their code is loaded directly. */
import { LIMITS } from '@cairn/schema';
import type { CommandSpec } from '../command.ts';
import { context } from '../commands/context.ts';
import { get } from '../commands/get.ts';
import { hook } from '../commands/hook.ts';
import { save } from '../commands/save.ts';
import { search } from '../commands/search.ts';
import { argument, choice, commands, flag, int, text, time } from './make.ts';
import { askedNames, id, key, keyProject, limit, memoryFilters, namespace, project, tag } from './options.ts';

export const MEMORY_QUICK_COMMANDS = commands({
  save: {
    aliases: ['add'],
    summary: 'Save a memory',
    examples: [
      'cairn save "Prefers pnpm to npm" -t tooling',
      'cairn save -p . "The staging database is read-only"',
      'cairn save --namespace entity/people --key anna "Anna leads design"',
      'git log -1 --format=%B | cairn save -',
    ],
    arguments: [argument('TEXT…', 'what to remember; "-" reads standard input')],
    options: [
      tag,
      project,
      flag('pin', 'always part of the context'),
      ...askedNames,
      choice(
        'source SOURCE',
        ['user', 'agent', 'auto'],
        'who says so: user, agent or auto; user when typed at a terminal, else agent',
      ),
    ],
    load: async () => save,
  },
  search: {
    aliases: ['find'],
    summary: 'Find memories, indexed files and transcripts, by words and meaning',
    examples: [
      'cairn search "which package manager"',
      'cairn search staging -p . -n 3',
      'cairn search "office address" --as-of 2026-01-31',
      'cairn search "retry policy" --in documents',
      'cairn search deploy --since 2026-11-01 --agent codex',
      `cairn search --fts 'deploy NOT (staging OR test)'`,
      'cairn search "why not Redis" --session 4f1c…',
    ],
    arguments: [argument('QUERY…', 'words or a question')],
    options: [
      tag,
      project,
      limit(LIMITS.searchLimitMax, LIMITS.searchLimitDefault),
      choice('mode MODE', ['hybrid', 'text', 'vector'], 'hybrid, text or vector'),
      flag(
        'fts',
        'QUERY has operators: AND, OR, NOT in capitals, ( ) and "…"; words side by side must all be there',
      ),
      text('in PLACE', 'only memories, documents or sessions; may be repeated', {
        kind: 'texts',
        choices: ['memories', 'documents', 'sessions'],
      }),
      text('session ID', 'only what was said in this session, with what was said before and after'),
      time('as-of', 'what was current at that time; a day counts whole', { day: 'end' }),
      ...memoryFilters,
      { ...namespace, help: 'only keys of this namespace and below it' },
      flag('explain', 'say why each was found'),
    ],
    load: async () => search,
  },
  get: {
    aliases: ['show'],
    summary: 'Show one memory, by id or by key',
    examples: [
      'cairn get m_01k9x…',
      'cairn get --key anna --namespace entity/people',
      'cairn get --key port -p shop',
    ],
    arguments: [{ ...id, takes: 'optional' }],
    options: [key, namespace, keyProject],
    load: async () => get,
  },
  context: {
    summary: 'Print what an agent begins a session with: the memory block, or a whole prompt',
    examples: [
      'cairn context -p .',
      'cairn context --max-tokens 500 --form prompt',
      'cairn context -p . --session s1 --query "which port does billing use?"',
    ],
    options: [
      project,
      int(
        'max-tokens',
        [1, LIMITS.contextTokensMax],
        `how many tokens at most; default: ${LIMITS.contextTokensDefault}`,
      ),
      choice(
        'form FORM',
        ['block', 'prompt'],
        'block: the memories; prompt: a whole prompt for an agent without a host',
      ),
      text('query PROMPT', 'only what is relevant to this prompt, or nothing'),
      text('session SESSION', 'leave out what this session was given before'),
      flag('again', 'with --session: its context was lost, so begin again'),
      flag('explain', 'say what each part costs, and why it is there'),
    ],
    load: async () => context,
  },
});

export const HOOK_COMMANDS = commands({
  hook: {
    summary: 'Called by agents at points of a session; `cairn install` sets it up',
    examples: ['cairn hook claude-code session-start < event.json', 'cairn hook cursor prompt < event.json'],
    arguments: [
      argument('AGENT', 'claude-code, codex, cursor, gemini, qwen, copilot, opencode or windsurf'),
      argument('EVENT', 'session-start, prompt, tool, compact, stop or session-end'),
    ],
    load: async () => hook,
  },
});

export const QUICK_COMMANDS: readonly CommandSpec[] = [...MEMORY_QUICK_COMMANDS, ...HOOK_COMMANDS];
