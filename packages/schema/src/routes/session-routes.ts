/** Routes of sessions: messages, summaries, tasks and files. */
import { LIMITS } from '../limits.ts';
import { CHANGE, CHANGE_ON_PAGE, FIND_ON_PAGE, READ_ON_PAGE, type Routes, WRITE, WRITES } from './route.ts';

const NAMES = 'A session is named by its id, or by its name when it is in no scope.';

export const SESSION_ROUTES = {
  'POST /v1/sessions': {
    summary: 'Appends messages to a session. A new session is made by its first message.',
    details:
      'Sequences strictly rise; without them, messages go to the end. Secrets and private parts are masked. `due` names due tasks: the daemon summarises (`roll`) and compacts (`compact`) by itself.',
    body: 'appendMessagesInput',
    bodyBytesMax: LIMITS.daemonBodyBytesMax,
    statuses: [201],
    response: 'appendMessagesResult',
    ...WRITE,
  },
  'GET /v1/sessions': {
    summary: 'Lists sessions, the last changed first.',
    details: 'An empty `project` lists sessions without a project; `.` is the project of `cwd`.',
    query: 'sessionsQuery',
    response: 'sessionsResult',
    ...READ_ON_PAGE,
  },
  'GET /v1/sessions/:id': {
    summary: 'Reads one session.',
    details: NAMES,
    response: 'sessionStateResult',
    ...FIND_ON_PAGE,
  },
  'DELETE /v1/sessions/:id': {
    summary: 'Deletes a session with its messages for good, also from the search index.',
    response: 'deleteSessionResult',
    ...CHANGE_ON_PAGE,
  },
  'GET /v1/sessions/:id/messages': {
    summary: 'Lists messages in order, also compacted ones.',
    details: '`after` is exclusive and `upto` inclusive. `last` keeps only so many of the newest.',
    query: 'sessionMessagesQuery',
    response: 'sessionMessagesResult',
    ...FIND_ON_PAGE,
  },
  'GET /v1/sessions/:id/restore': {
    summary: 'Gives an agent what it needs to go on: the task, the summary, the newest messages that fit.',
    details:
      'Tool results come with their calls. With `files` it also gives the present text of the last five files that the session looked at, within 50,000 tokens.',
    query: 'restoreQuery',
    response: 'restoreSessionResult',
    ...FIND_ON_PAGE,
  },
  'POST /v1/sessions/:id/compact': {
    summary: 'Replaces all messages but the last 10, 3 or 1, as many as fit, by the summary.',
    details:
      'Compaction needs no model. A configured model rewords the summary later. Compacted messages can still be read and searched.',
    body: 'compactSessionBody',
    response: 'compactSessionResult',
    ...CHANGE_ON_PAGE,
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
    summary: 'Marks the session as completed, until the next message.',
    response: 'sessionStateResult',
    ...CHANGE_ON_PAGE,
  },
  'POST /v1/sessions/:id/task': {
    summary: 'Pins the task of the session; null removes it.',
    body: 'sessionTaskInput',
    response: 'sessionStateResult',
    ...CHANGE,
  },
  'POST /v1/sessions/:id/files': {
    summary: 'Notes a file that the session looked at, by its absolute path.',
    body: 'sessionFileInput',
    statuses: [201],
    response: 'sessionFileResult',
    ...CHANGE,
  },
  'GET /v1/handovers': {
    summary:
      'Lists waiting handovers of sessions, from other devices to this one and from this one to others.',
    details:
      'Each waits at most seven days. Without a vault there are none. With `project`, only incoming ones of that project are listed.',
    query: 'handoversQuery',
    response: 'handoversResult',
    ...WRITE,
  },
  'POST /v1/handovers': {
    summary: 'Hands a session over to another device of the vault, sealed for that one alone.',
    details:
      'The handover has the task, the summary, names of files, and the newest messages that fit into 46,000 bytes, without calls and results of tools. The next sync sends it. `device` is a name, an id, or the beginning of an id. Without `session`, the last changed one of the project is sent; `.` is the project of `cwd`.',
    body: 'sendSessionInput',
    statuses: [201],
    response: 'handoverResult',
    problems: ['not_found', 'refused', 'not_in_vault', ...WRITES],
    sharesStore: true,
  },
  'POST /v1/handovers/:id/take': {
    summary: 'Makes a local session of one that was handed over. It works once.',
    details: 'No memories are extracted from its messages. `id` may be the beginning of the id.',
    response: 'takenHandoverResult',
    problems: ['not_found', 'refused', 'not_in_vault', ...WRITES],
    sharesStore: true,
  },
  'DELETE /v1/handovers/:id': {
    summary: 'Drops a handover on both devices. The sender uses this to take it back.',
    response: 'droppedHandoverResult',
    problems: ['not_found', 'not_in_vault', ...WRITES],
    sharesStore: true,
  },
} as const satisfies Routes;
