/** Commands about sessions, the conversations of agents and people. */
import { LIMITS, SESSION_STATES } from '@cairn/schema';
import { argument, choice, commands, flag, int, text } from './make.ts';
import { limit, meta, project, yes } from './options.ts';

const session = argument('ID', 'the id of a session, its beginning or end, or its name', {
  names: 'session',
  completes: 'sessions',
});
const maxTokens = (help: string, min: number) => int('max-tokens', [min, LIMITS.sessionTokensMax], help);

export const SESSION_COMMANDS = commands({
  'session list': {
    aliases: ['session ls'],
    summary: 'List sessions, the last changed first',
    examples: ['cairn session list', 'cairn session list -p .', 'cairn session list --all --json'],
    options: [
      limit(LIMITS.sessionsLimitMax, LIMITS.sessionsLimitDefault),
      project,
      choice('state STATE', SESSION_STATES, SESSION_STATES.join(' or ')),
      flag('all', 'also transcripts that were imported'),
    ],
    load: async () => (await import('../commands/session.ts')).list,
  },
  'session show': {
    summary: 'Show what was said in a session',
    examples: [
      'cairn session show notes',
      'cairn session show ses_notes -n 20',
      'cairn session show notes --json',
    ],
    arguments: [session],
    options: [limit(LIMITS.sessionMessagesReadMax, 100)],
    load: async () => (await import('../commands/session.ts')).show,
  },
  'session append': {
    summary: 'Append messages to a session; the first message makes it',
    examples: [
      'cairn session append notes "user: Which port does billing use?" "assistant: 8080."',
      'cairn session append notes < talk.txt        # lines like "user: …"',
      'cairn session append notes < messages.ndjson # {"role":"user","content":"…"} a line',
    ],
    arguments: [
      argument('NAME', 'what the session is called'),
      argument(
        '[MESSAGE…]',
        '"role: text", where role is user, assistant, tool or system; without it, or with "-", reads standard input',
      ),
    ],
    options: [
      project,
      text('agent AGENT', 'whose session it is'),
      maxTokens("how many tokens the agent's context takes", LIMITS.sessionTokensMin),
      text('scope SCOPE', 'the kind of place that the name belongs to; default: everywhere'),
      text('scope-id ID', 'which place of that kind'),
      meta,
    ],
    load: async () => (await import('../commands/session-append.ts')).append,
  },
  'session task': {
    summary: 'Show or set the task of a session, which is found by itself unless it is set',
    examples: [
      'cairn session task notes',
      'cairn session task notes "Move billing to Postgres"',
      'cairn session task notes --clear',
    ],
    arguments: [session, argument('[TASK…]', 'what is being worked on; it stays until it is cleared')],
    options: [flag('clear', 'remove it; the next instruction becomes the task')],
    load: async () => (await import('../commands/session.ts')).task,
  },
  'session compact': {
    summary: 'Replace all but the last messages of a session by a summary',
    examples: ['cairn session compact notes', 'cairn session compact notes --keep 3'],
    arguments: [session],
    options: [
      int(
        'keep',
        [1, LIMITS.sessionMessagesReadMax],
        'how many messages stay; default: 10, 3 or 1, as many as fit',
      ),
      maxTokens('how many tokens these messages and the summary may take', LIMITS.sessionTokensMin),
    ],
    load: async () => (await import('../commands/session.ts')).compact,
  },
  'session restore': {
    summary: 'Print what an agent needs to go on with a session: task, summary, newest messages',
    examples: ['cairn session restore notes', 'cairn session restore notes --max-tokens 2000 --files'],
    arguments: [session],
    options: [
      maxTokens(`how much at most; default: ${LIMITS.restoreTokensDefault}`, LIMITS.restoreTokensMin),
      flag('files', 'also the files that it read last'),
    ],
    load: async () => (await import('../commands/session.ts')).restore,
  },
  'session send': {
    summary: 'Hand a session over to another device of the vault, sealed for that device alone',
    examples: ['cairn session send desktop', 'cairn session send desktop notes'],
    arguments: [
      argument('DEVICE', 'its name, or the beginning or end of its id', { completes: 'devices' }),
      argument('[SESSION]', 'default: the last changed one of this project'),
    ],
    options: [project],
    load: async () => (await import('../commands/session-handover.ts')).send,
  },
  'session take': {
    summary: 'Go on here with a session that another device has sent',
    examples: ['cairn session take'],
    arguments: [argument('[ID]', 'as the list shows it; default: the newest of this project')],
    load: async () => (await import('../commands/session-handover.ts')).take,
  },
  'session refuse': {
    summary: 'Drop a session that another device has sent, or take back one that was sent',
    examples: ['cairn session refuse p_0123'],
    arguments: [argument('ID', 'the id as the list shows it, or its beginning')],
    load: async () => (await import('../commands/session-handover.ts')).refuse,
  },
  'session delete': {
    aliases: ['session rm'],
    summary: 'Delete sessions or imported transcripts with all that was said in them, for good',
    examples: ['cairn session delete notes'],
    arguments: [{ ...session, takes: 'some' }],
    options: [yes],
    load: async () => (await import('../commands/session.ts')).remove,
  },
});
