/** Sessions: messages, summaries, tasks and files. */
import { LIMITS } from '../limits.ts';
import { READS, type Routes, WRITES } from './route.ts';

const NAMES = 'A session is named by its id, or by its name when it is in no scope.';

export const SESSION_ROUTES = {
  'POST /v1/sessions': {
    summary: 'Appends messages to a session, which is made when it is not there.',
    details:
      'Sequences strictly rise; without them messages go to the end. Secrets and private parts are masked. `due` names what is to be done: the daemon summarises (`roll`) and compacts (`compact`) by itself.',
    body: 'appendMessagesInput',
    bodyBytesMax: LIMITS.daemonBodyBytesMax,
    statuses: [201],
    response: 'appendMessagesResult',
    problems: WRITES,
    sharesStore: true,
  },
  'GET /v1/sessions': {
    summary: 'Lists sessions, the last changed first.',
    details: 'An empty `project` means those of no project; `.` is that of `cwd`.',
    query: 'sessionsQuery',
    response: 'sessionsResult',
    problems: READS,
    sharesStore: true,
    page: true,
  },
  'GET /v1/sessions/:id': {
    summary: 'One session.',
    details: NAMES,
    response: 'sessionStateResult',
    problems: ['not_found', ...READS],
    sharesStore: true,
    page: true,
  },
  'DELETE /v1/sessions/:id': {
    summary: 'Deletes a session with its messages and what is found of them, for good.',
    response: 'deleteSessionResult',
    problems: ['not_found', ...WRITES],
    sharesStore: true,
    page: true,
  },
  'GET /v1/sessions/:id/messages': {
    summary: 'Messages in their order, compacted ones too.',
    details: '`after` is left out, `upto` is in; `last` keeps the newest of them.',
    query: 'sessionMessagesQuery',
    response: 'sessionMessagesResult',
    problems: ['not_found', ...READS],
    sharesStore: true,
    page: true,
  },
  'GET /v1/sessions/:id/restore': {
    summary: 'Gives an agent what it needs to go on: the task, the summary, the newest messages that fit.',
    details:
      'Answers of tools come with their calls. With `files` it also gives the present text of the last five files that the session looked at, within 50,000 tokens.',
    query: 'restoreQuery',
    response: 'restoreSessionResult',
    problems: ['not_found', ...READS],
    sharesStore: true,
    page: true,
  },
  'POST /v1/sessions/:id/compact': {
    summary: 'Lets the summary stand for all but the last 10, 3 or 1 messages, whichever fit.',
    details:
      'Done at once without a model; a configured model then rewords it. Compacted messages are read and found as before.',
    body: 'compactSessionBody',
    response: 'compactSessionResult',
    problems: ['not_found', ...WRITES],
    sharesStore: true,
    page: true,
  },
  'POST /v1/sessions/:id/summary': {
    summary: 'Writes the summary of everything up to a message.',
    details:
      '`applied` is false, and nothing is written, when another summary was written since `expectedEpoch`.',
    body: 'rollingSummaryBody',
    response: 'rollingSummaryResult',
    problems: ['not_found', 'refused', ...WRITES],
    sharesStore: true,
  },
  'POST /v1/sessions/:id/end': {
    summary: 'The session is completed, until the next message.',
    response: 'sessionStateResult',
    problems: ['not_found', ...WRITES],
    sharesStore: true,
    page: true,
  },
  'POST /v1/sessions/:id/task': {
    summary: 'Pins the task of the session; null removes it.',
    body: 'sessionTaskInput',
    response: 'sessionStateResult',
    problems: ['not_found', ...WRITES],
    sharesStore: true,
  },
  'POST /v1/sessions/:id/files': {
    summary: 'Notes a file that the session looked at, by its absolute path.',
    body: 'sessionFileInput',
    statuses: [201],
    response: 'sessionFileResult',
    problems: ['not_found', ...WRITES],
    sharesStore: true,
  },
  'GET /v1/handovers': {
    summary:
      'Sessions that wait: those that other devices hand over to this one, and those that this one hands over.',
    details: 'Each waits seven days at most. None in no vault. With a `project`, only incoming ones of it.',
    query: 'handoversQuery',
    response: 'handoversResult',
    problems: WRITES,
    sharesStore: true,
  },
  'POST /v1/handovers': {
    summary: 'Hands a session over to another device of the vault, sealed for that one alone.',
    details:
      'Task, summary, names of files, and the newest messages that fit into 46,000 bytes, without what tools were asked and said. It goes out with the next sync. `device` is a name, an id, or how an id begins. Without `session` it is the last changed one of the project; `.` is that of `cwd`.',
    body: 'sendSessionInput',
    statuses: [201],
    response: 'handoverResult',
    problems: ['not_found', 'refused', 'not_in_vault', ...WRITES],
    sharesStore: true,
  },
  'POST /v1/handovers/:id/take': {
    summary: 'Makes a session of this device of one that was handed over to it, once.',
    details: 'Nothing is learned from what was said elsewhere. `id` may be how it begins.',
    response: 'takenHandoverResult',
    problems: ['not_found', 'refused', 'not_in_vault', ...WRITES],
    sharesStore: true,
  },
  'DELETE /v1/handovers/:id': {
    summary: 'Drops a session that was handed over, on both devices. The sender takes it back so, too.',
    response: 'droppedHandoverResult',
    problems: ['not_found', 'not_in_vault', ...WRITES],
    sharesStore: true,
  },
} as const satisfies Routes;
